// The text of a style sheet or a shared part, edited in place. The next document has it.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { showMessage } from '../../parts/messages.tsx'
import { ApiFailure, call, callText } from '../../state/api.ts'
import { type CodeEditor, createCodeEditor } from '../../template/source/code-editor.ts'
import { t } from '../../text/text.ts'
import { type Asset, assetPath, familyOf } from './asset.ts'

interface TextEditorProps {
  readonly teamId: string
  readonly asset: Asset
  onChanged(): void
  onClose(): void
}

export function TextEditor({ teamId, asset, onChanged, onClose }: TextEditorProps): JSX.Element {
  const loaded = useLoaded((signal) => callText(`${assetPath(teamId, asset.name)}?hash=${asset.hash}`, { signal }), [asset.hash])
  const text = useRef<string>(undefined)
  const [failure, setFailure] = useState<ApiFailure>()
  const [isSaving, setSaving] = useState(false)
  const save = async (): Promise<void> => {
    if (text.current === undefined) return onClose()
    setSaving(true)
    try {
      const body = new Blob([text.current], { type: asset.type })
      await call(assetPath(teamId, asset.name), { method: 'PUT', body, headers: { 'If-Match': `"${asset.hash}"` } })
      showMessage(t('assetSaved', { name: asset.name }))
      onChanged()
      onClose()
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown
      setFailure(thrown)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog title={asset.name} isWide onClose={onClose}>
      {failure === undefined ? null : (
        <p class="notice error" role="alert">
          {failure.status === 412
            ? t('conflict')
            : failure.status === 0
              ? t('unreachable')
              : [failure.message, ...failure.errors.map(({ path, message }) => `${path}: ${message}`)].join('\n')}
        </p>
      )}
      <div class="asset-text">
        <Shown of={loaded}>
          {(content) => (
            <Code
              label={asset.name}
              text={content}
              language={familyOf(asset) === 'css' ? 'css' : 'html'}
              onChange={(next) => {
                text.current = next
              }}
              onSave={() => void save()}
            />
          )}
        </Shown>
      </div>
      <p class="actions">
        <Button class="primary" isOff={isSaving} onClick={() => void save()}>
          {t('save')}
        </Button>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </p>
    </Dialog>
  )
}

interface CodeProps {
  readonly label: string
  readonly text: string
  readonly language: 'css' | 'html'
  onChange(text: string): void
  onSave(): void
}

function Code({ label, text, language, onChange, onSave }: CodeProps): JSX.Element {
  const parent = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (parent.current === null) return undefined
    const editor: CodeEditor = createCodeEditor({ parent: parent.current, text, language, label, onChange, onSave })
    return () => editor.destroy()
  }, [])
  return <div class="code" ref={parent} />
}
