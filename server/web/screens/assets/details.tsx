// One asset: large, with what uses it and what can be done with it.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ConfirmDialog } from '../../parts/ask.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FileButton } from '../../parts/drop-zone.tsx'
import { lazyPart } from '../../parts/lazy.tsx'
import { showFailure, showMessage } from '../../parts/messages.tsx'
import { ApiFailure, call } from '../../state/api.ts'
import { can } from '../../state/session.ts'
import { language, t, when } from '../../text/text.ts'
import { type Asset, assetPath, assetUrl, familyOf, sizeText, snippetOf } from './asset.ts'
import { AssetPreview } from './preview.tsx'
import { replaceBy } from './uploads.ts'
import { UsedBy } from './used-by.tsx'

const LazyTextEditor = lazyPart(async () => (await import('./text-editor.tsx')).TextEditor)

/** The templates that use an asset. */
type UsingTemplates = readonly { readonly id: string; readonly name: string }[]

interface DetailsProps {
  readonly teamId: string
  readonly asset: Asset
  readonly usedBy: UsingTemplates
  onChanged(): void
  onClose(): void
}

/** What the user is to confirm before it is done. */
type PendingQuestion =
  | { readonly kind: 'delete'; readonly usedBy: UsingTemplates }
  | { readonly kind: 'replace'; readonly file: File }
  | undefined

export function AssetDetails({ teamId, asset, usedBy, onChanged, onClose }: DetailsProps): JSX.Element {
  const { name } = asset
  const [pending, setPending] = useState<PendingQuestion>()
  const [isEditing, setEditing] = useState(false)
  const family = familyOf(asset)
  const mayWrite = can('assets:write')
  const isText = family === 'css' || family === 'html'
  const replace = (file: File): void => {
    setPending(undefined)
    onClose()
    void replaceBy(teamId, name, file, () => {
      showMessage(t('replaced', { name }))
      onChanged()
    })
  }
  const remove = async (isForced: boolean): Promise<void> => {
    setPending(undefined)
    try {
      await call(`${assetPath(teamId, name)}${isForced ? '?force=true' : ''}`, {
        method: 'DELETE',
        headers: { 'If-Match': `"${asset.hash}"` },
      })
    } catch (thrown) {
      // A template has come to use it since the list was loaded.
      if (thrown instanceof ApiFailure && thrown.code === 'asset_in_use') return setPending({ kind: 'delete', usedBy: usersIn(thrown) })
      throw thrown
    }
    showMessage(t('assetDeleted', { name }))
    onChanged()
    onClose()
  }
  if (isEditing) return <LazyTextEditor {...{ teamId, asset, onChanged }} onClose={() => setEditing(false)} />
  return (
    <>
      <Dialog title={name} isWide onClose={onClose}>
        <div class="asset-details">
          <AssetPreview teamId={teamId} asset={asset} isLarge />
          <div>
            <p class="muted">
              {asset.type} · {sizeText(asset.size, language.value)} · {when(asset.updated_at)}
            </p>
            <h3>{t('howToUse')}</h3>
            <Copy text={snippetOf(asset)} label={t('howToUse')} />
            <h3>{t('usedBy')}</h3>
            {usedBy.length === 0 ? <p class="muted">{t('usedByNone')}</p> : <UsedBy templates={usedBy} />}
          </div>
        </div>
        <p class="actions">
          {mayWrite && isText ? (
            <button type="button" class="primary" onClick={() => setEditing(true)}>
              {t('edit')}
            </button>
          ) : null}
          {mayWrite ? (
            <FileButton
              label={t('replace')}
              isSingle
              onFiles={([file]) => {
                if (file !== undefined) usedBy.length === 0 ? replace(file) : setPending({ kind: 'replace', file })
              }}
            />
          ) : null}
          <a class="button" href={assetUrl(teamId, asset)} download={name.replace(/^.*\//, '')}>
            {t('download')}
          </a>
          {mayWrite ? (
            <button type="button" class="danger" onClick={() => setPending({ kind: 'delete', usedBy })}>
              {t('delete')}
            </button>
          ) : null}
          <button type="button" onClick={onClose}>
            {t('close')}
          </button>
        </p>
      </Dialog>
      <Confirmation
        {...{ name, pending, usedBy, replace }}
        remove={(isForced) => void remove(isForced).catch(showFailure)}
        onClose={() => setPending(undefined)}
      />
    </>
  )
}

interface ConfirmationProps {
  readonly name: string
  readonly pending: PendingQuestion
  readonly usedBy: UsingTemplates
  replace(file: File): void
  remove(isForced: boolean): void
  onClose(): void
}

/** Asks before the asset is replaced or deleted, and names the templates that are affected. */
function Confirmation({ name, pending, usedBy, replace, remove, onClose }: ConfirmationProps): JSX.Element | null {
  if (pending === undefined) return null
  if (pending.kind === 'replace') {
    const text = (
      <>
        <p>{t('replaceQuestion', { name })}</p>
        <UsedBy templates={usedBy} />
      </>
    )
    return <ConfirmDialog title={t('replace')} text={text} yes={t('replace')} onYes={() => replace(pending.file)} onClose={onClose} />
  }
  if (pending.usedBy.length === 0) {
    const text = t('deleteAssetQuestion', { name })
    return <ConfirmDialog title={t('delete')} text={text} yes={t('delete')} onYes={() => remove(false)} onClose={onClose} />
  }
  const text = (
    <>
      <p>{t('deleteUsedQuestion', { name })}</p>
      <UsedBy templates={pending.usedBy} />
    </>
  )
  return <ConfirmDialog title={t('delete')} text={text} yes={t('deleteAnyway')} onYes={() => remove(true)} onClose={onClose} />
}

/** The templates that the service names in its refusal. */
function usersIn({ errors }: ApiFailure): UsingTemplates {
  return errors.map(({ path }) => path.replace(/^used_by\./, '')).map((id) => ({ id, name: id }))
}
