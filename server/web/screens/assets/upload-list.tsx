// Uploads under way, done and failed, with what to do about those that failed.

import type { JSX } from 'preact'
import { ConfirmDialog } from '../../parts/ask.tsx'
import type { ApiFailure } from '../../state/api.ts'
import { language, t } from '../../text/text.ts'
import { ACCEPTED, sizeText } from './asset.ts'
import { clearUploads, dropUpload, replaceAfterAll, type Upload, uploads } from './uploads.ts'
import { UsedBy } from './used-by.tsx'

interface UploadListProps {
  readonly teamId: string
  /** Names of templates by id, of each asset. */
  templatesUsing(assetName: string): readonly { readonly id: string; readonly name: string }[]
  onDone(): void
}

export function UploadList({ teamId, templatesUsing, onDone }: UploadListProps): JSX.Element | null {
  if (uploads.value.length === 0) return null
  const asked = uploads.value.find(({ state }) => state === 'exists')
  const usedBy = asked === undefined ? [] : templatesUsing(asked.name)
  return (
    <section class="uploads" aria-label={t('uploads')}>
      <div class="uploads-head">
        <h2>{t('uploads')}</h2>
        <button type="button" class="quiet" onClick={clearUploads}>
          {t('clear')}
        </button>
      </div>
      <ul class="rows" aria-live="polite">
        {uploads.value.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={t('replace')}
          text={
            usedBy.length === 0 ? (
              t('replaceUnused', { name: asked.name })
            ) : (
              <>
                <p>{t('replaceQuestion', { name: asked.name })}</p>
                <UsedBy templates={usedBy} />
              </>
            )
          }
          yes={t('replace')}
          onYes={() => replaceAfterAll(teamId, asked, onDone)}
          onClose={() => dropUpload(asked.id)}
        />
      )}
    </section>
  )
}

function Row({ upload: { file, name, progress, state, failure } }: { readonly upload: Upload }): JSX.Element {
  return (
    <li>
      <span class="grow">
        <bdi>{file.name}</bdi>{' '}
        <span class="muted small">
          {sizeText(file.size, language.value)}
          {name === file.name ? '' : ` · ${t('uploadRenamed', { name })}`}
        </span>
        {failure === undefined ? null : (
          <span class="problem block" role="alert">
            {textOf(failure)}
          </span>
        )}
      </span>
      {state === 'done' ? <span class="tag on">{t('uploadDone')}</span> : null}
      {state === 'failed' ? <span class="tag bad">{t('errors')}</span> : null}
      {state === 'sending' || state === 'waiting' ? <progress aria-label={name} value={progress} max={1} /> : null}
    </li>
  )
}

/** What the service says, and what to do. */
function textOf(failure: ApiFailure): string {
  const said =
    failure.status === 0 ? t('unreachable') : [failure.errors[0]?.message ?? failure.message, failure.errors[0]?.hint].join(' ').trim()
  if (failure.status === 413) return `${said}. ${t('uploadHintLarge')}`
  if (failure.status === 415) return `${said}. ${t('uploadHintType', { types: ACCEPTED.replaceAll(',', ', ') })}`
  return said
}
