// One asset: large, with what uses it and what can be done with it.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Question } from '../../parts/ask.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FileButton } from '../../parts/drop-zone.tsx'
import { lazy } from '../../parts/lazy.tsx'
import { tell, tellFailure } from '../../parts/messages.tsx'
import { ApiFailure, call } from '../../state/api.ts'
import { can } from '../../state/session.ts'
import { language, t, when } from '../../text/text.ts'
import { type Asset, assetPath, assetUrl, familyOf, sizeText, snippetOf } from './asset.ts'
import { AssetPreview } from './preview.tsx'
import { replaceBy } from './uploads.ts'
import { UsedBy } from './used-by.tsx'

const LazyTextEditor = lazy(async () => (await import('./text-editor.tsx')).TextEditor)

type Users = readonly { readonly id: string; readonly name: string }[]

interface DetailsProps {
  readonly teamId: string
  readonly asset: Asset
  readonly users: Users
  onChanged(): void
  onClose(): void
}

type Asked = { readonly kind: 'delete'; readonly users: Users } | { readonly kind: 'replace'; readonly file: File } | undefined

export function AssetDetails({ teamId, asset, users, onChanged, onClose }: DetailsProps): JSX.Element {
  const { name } = asset
  const [asked, setAsked] = useState<Asked>()
  const [isEditing, setEditing] = useState(false)
  const family = familyOf(asset)
  const mayWrite = can('assets:write')
  const isText = family === 'css' || family === 'html'
  const replace = (file: File): void => {
    setAsked(undefined)
    onClose()
    void replaceBy(teamId, name, file, () => {
      tell(t('replaced', { name }))
      onChanged()
    })
  }
  const remove = async (isForced: boolean): Promise<void> => {
    setAsked(undefined)
    try {
      await call(`${assetPath(teamId, name)}${isForced ? '?force=true' : ''}`, {
        method: 'DELETE',
        headers: { 'If-Match': `"${asset.hash}"` },
      })
    } catch (thrown) {
      // A template has come to use it since the list was loaded.
      if (thrown instanceof ApiFailure && thrown.code === 'asset_in_use') return setAsked({ kind: 'delete', users: usersIn(thrown) })
      throw thrown
    }
    tell(t('assetDeleted', { name }))
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
            {users.length === 0 ? <p class="muted">{t('usedByNone')}</p> : <UsedBy users={users} />}
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
                if (file !== undefined) users.length === 0 ? replace(file) : setAsked({ kind: 'replace', file })
              }}
            />
          ) : null}
          <a class="button" href={assetUrl(teamId, asset)} download={name.replace(/^.*\//, '')}>
            {t('download')}
          </a>
          {mayWrite ? (
            <button type="button" class="danger" onClick={() => setAsked({ kind: 'delete', users })}>
              {t('delete')}
            </button>
          ) : null}
          <button type="button" onClick={onClose}>
            {t('close')}
          </button>
        </p>
      </Dialog>
      <Questions
        {...{ name, asked, users, replace }}
        remove={(isForced) => void remove(isForced).catch(tellFailure)}
        onClose={() => setAsked(undefined)}
      />
    </>
  )
}

interface QuestionsProps {
  readonly name: string
  readonly asked: Asked
  readonly users: Users
  replace(file: File): void
  remove(isForced: boolean): void
  onClose(): void
}

/** Who is affected is named before anything happens. */
function Questions({ name, asked, users, replace, remove, onClose }: QuestionsProps): JSX.Element | null {
  if (asked === undefined) return null
  if (asked.kind === 'replace') {
    const text = (
      <>
        <p>{t('replaceQuestion', { name })}</p>
        <UsedBy users={users} />
      </>
    )
    return <Question title={t('replace')} text={text} yes={t('replace')} onYes={() => replace(asked.file)} onClose={onClose} />
  }
  if (asked.users.length === 0) {
    const text = t('deleteAssetQuestion', { name })
    return <Question title={t('delete')} text={text} yes={t('delete')} onYes={() => remove(false)} onClose={onClose} />
  }
  const text = (
    <>
      <p>{t('deleteUsedQuestion', { name })}</p>
      <UsedBy users={asked.users} />
    </>
  )
  return <Question title={t('delete')} text={text} yes={t('deleteAnyway')} onYes={() => remove(true)} onClose={onClose} />
}

/** The templates that the service names. */
function usersIn({ errors }: ApiFailure): Users {
  return errors.map(({ path }) => path.replace(/^used_by\./, '')).map((id) => ({ id, name: id }))
}
