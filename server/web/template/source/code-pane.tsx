// A source as text, in the code editor, which is loaded when one is shown first.

import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { showMessage } from '../../parts/messages.tsx'
import { call, ofTeam } from '../../state/api.ts'
import { loadModule } from '../../state/modules.ts'
import { t } from '../../text/text.ts'
import type { CodeEditor, SourceMark } from './code-editor.ts'
import type { Known, Variable } from './completion.ts'

export interface SourcePaneProps {
  readonly teamId: string
  readonly type: 'html' | 'editor'
  readonly editor: { current: CodeEditor | undefined }
  readonly isReadOnly: boolean
  readonly text: string
  /** What the engine has to say of the source. */
  readonly marks: readonly SourceMark[]
  onChange(text: string): void
  onSave(): void
  onCaret(places: readonly string[], isMoving: boolean): void
  variables(): readonly Variable[]
}

interface CodePaneProps extends Omit<SourcePaneProps, 'type'> {
  readonly language: 'html' | 'json'
  /** At the end of the head. */
  readonly more?: ComponentChildren
}

export function CodePane({
  teamId,
  language,
  more,
  editor,
  isReadOnly,
  text,
  marks,
  onChange,
  onSave,
  onCaret,
  variables,
}: CodePaneProps): JSX.Element {
  const parent = useRef<HTMLDivElement>(null)
  const latest = useRef({ onChange, onSave, onCaret })
  latest.current = { onChange, onSave, onCaret }
  const [isReady, setReady] = useState(false)
  const format = async (): Promise<void> => {
    const source = editor.current?.text() ?? ''
    const formatted = (await loadModule(() => import('./format.ts'))).formatSource(source)
    if (formatted === undefined) showMessage(t('formatRefused'))
    else if (formatted !== source && editor.current?.text() === source) editor.current.setText(formatted)
  }
  useEffect(() => {
    let isLeft = false
    const known = knownOf(teamId, variables)
    void loadModule(() => Promise.all([import('./code-editor.ts'), import('./completion.ts'), import('./help.ts')])).then(
      ([{ createCodeEditor }, { completeSource }, { helpOn }]) => {
        if (parent.current === null || isLeft) return
        editor.current = createCodeEditor({
          ...{ parent: parent.current, text, isReadOnly, label: t('source'), complete: completeSource(known) },
          more: helpOn(known),
          onFormat: () => void format(),
          language,
          onChange: (next) => latest.current.onChange(next),
          onSave: () => latest.current.onSave(),
          onCaret: (places, isMoving) => latest.current.onCaret(places, isMoving),
        })
        setReady(true)
      },
    )
    return () => {
      isLeft = true
      editor.current?.destroy()
      editor.current = undefined
    }
  }, [])
  useEffect(() => editor.current?.show(marks), [marks, isReady])
  return (
    <>
      <div class="pane-head">
        <h2 id="source-title">{t('source')}</h2>
        <button type="button" disabled={!isReady} onClick={() => editor.current?.find()}>
          {t('find')}
        </button>
        {language === 'html' && !isReadOnly ? (
          <button type="button" disabled={!isReady} title="Shift+Alt+F" onClick={() => void format()}>
            {t('format')}
          </button>
        ) : null}
        {more}
      </div>
      <div class="code" ref={parent} />
    </>
  )
}

/** What completion asks for, fetched when it is needed first. */
function knownOf(teamId: string, variables: () => readonly Variable[]): Known {
  let assets: Promise<readonly string[]> | undefined
  const list = async (): Promise<readonly string[]> => {
    const found = await call<readonly { readonly name: string }[]>(ofTeam(teamId, '/assets')).catch(() => [])
    return found.map(({ name }) => name)
  }
  return {
    variables,
    assets: () => (assets ??= list()),
    language: async () => (await loadModule(() => import('./language.data.ts'))).language,
  }
}
