// Earlier versions: looked at, published again, or taken back into the editor.
import type { JSX } from 'preact'
import { Dialog } from '../parts/dialog.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tellFailure } from '../parts/messages.tsx'
import { call, ofTeam } from '../state/api.ts'
import { can } from '../state/session.ts'
import { t, when } from '../text/text.ts'

interface Version {
  readonly version: number
  readonly created_at: string
  readonly published: boolean
  readonly note: string | null
  readonly author: string | null
}

interface VersionsProps {
  readonly teamId: string
  readonly id: string
  reload(): void
  onTake(text: string): void
  onClose(): void
}

export function Versions({ teamId, id, reload, onTake, onClose }: VersionsProps): JSX.Element {
  const base = ofTeam(teamId, `/templates/${encodeURIComponent(id)}/versions`)
  const loaded = useLoaded((signal) => call<readonly Version[]>(base, { signal }), [base])
  const take = async (version: number): Promise<void> => {
    const { source } = await call<{ source: string | object }>(`${base}/${version}`)
    onTake(typeof source === 'string' ? source : JSON.stringify(source, null, 2))
    onClose()
  }
  const publish = async (version: number): Promise<void> => {
    await call(`${base}/${version}/publish`, { method: 'POST' })
    onClose()
    reload()
  }
  return (
    <Dialog title={t('history')} onClose={onClose}>
      <Shown of={loaded}>
        {(versions) => (
          <ul class="rows">
            {versions.map(({ version, created_at, published, note, author }) => (
              <li key={version}>
                <span class="grow">
                  <strong>{version}</strong> {published ? <span class="tag">{t('published')}</span> : null}
                  <br />
                  <span class="muted">
                    {when(created_at)} {author} {note}
                  </span>
                </span>
                <button
                  type="button"
                  class="quiet"
                  aria-label={`${t('takeBack')}: ${version}`}
                  onClick={() => void take(version).catch(tellFailure)}
                >
                  {t('takeBack')}
                </button>
                {can('templates:publish') && !published ? (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={`${t('publish')}: ${version}`}
                    onClick={() => void publish(version).catch(tellFailure)}
                  >
                    {t('publish')}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      <p class="actions">
        <button type="button" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </Dialog>
  )
}
