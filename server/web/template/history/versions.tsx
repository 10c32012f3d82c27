// The history of a template: its versions, what has changed between any two of them, in the source and on the pages, and the way back to an earlier one.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { showFailure } from '../../parts/messages.tsx'
import { call, ofTeam } from '../../state/api.ts'
import { can } from '../../state/session.ts'
import { t, when } from '../../text/text.ts'
import { callSource } from '../source/source-text.ts'
import { Comparison } from './comparison.tsx'
import type { Version } from './version.ts'

interface VersionsProps {
  readonly teamId: string
  readonly id: string
  readonly type: 'html' | 'editor'
  /** The text in the editor. */
  readonly draft: string
  /** Of the preview; undefined while it is made up. */
  readonly data: unknown
  reload(): void
  onTake(text: string): void
  onClose(): void
}

export function Versions({ teamId, id, type, draft, data, reload, onTake, onClose }: VersionsProps): JSX.Element {
  const base = ofTeam(teamId, `/templates/${encodeURIComponent(id)}/versions`)
  const loaded = useLoaded((signal) => call<readonly Version[]>(base, { signal }), [base])
  const [compared, setCompared] = useState<number>()
  const read = async (version: number): Promise<string> => (await callSource(`${base}/${version}`)).source
  const take = async (version: number): Promise<void> => {
    onTake(await read(version))
    onClose()
  }
  const publish = async (version: number): Promise<void> => {
    await call(`${base}/${version}/publish`, { method: 'POST' })
    onClose()
    reload()
  }
  return (
    <Dialog title={t('history')} isLoading onClose={onClose}>
      <Shown of={loaded}>
        {(versions) =>
          compared === undefined ? (
            <ul class="rows versions">
              {versions.map((version) => (
                <VersionRow
                  key={version.version}
                  version={version}
                  onCompare={() => setCompared(version.version)}
                  onTake={() => void take(version.version).catch(showFailure)}
                  onPublish={() => void publish(version.version).catch(showFailure)}
                />
              ))}
            </ul>
          ) : (
            <Comparison {...{ teamId, id, type, draft, data, versions, read }} first={compared} />
          )
        }
      </Shown>
      <p class="actions">
        {compared === undefined ? null : (
          <button type="button" onClick={() => setCompared(undefined)}>
            {t('allVersions')}
          </button>
        )}
        <button type="button" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </Dialog>
  )
}

interface VersionRowProps {
  readonly version: Version
  onCompare(): void
  onTake(): void
  onPublish(): void
}

function VersionRow({
  version: { version, created_at, published, note, author },
  onCompare,
  onTake,
  onPublish,
}: VersionRowProps): JSX.Element {
  return (
    <li>
      <span class="grow">
        <strong>{t('versionNumber', { version: String(version) })}</strong> {published ? <span class="tag">{t('published')}</span> : null}
        {note === null || note === '' ? null : (
          <span class="version-note" dir="auto">
            {note}
          </span>
        )}
        <span class="muted version-about">
          {when(created_at)} · <bdi>{author}</bdi>
        </span>
      </span>
      <button type="button" class="quiet" aria-label={`${t('compare')}: ${version}`} onClick={onCompare}>
        {t('compare')}
      </button>
      {can('templates:write') ? (
        <button type="button" class="quiet" aria-label={`${t('takeBack')}: ${version}`} onClick={onTake}>
          {t('takeBack')}
        </button>
      ) : null}
      {can('templates:publish') && !published ? (
        <button type="button" class="quiet" aria-label={`${t('publish')}: ${version}`} onClick={onPublish}>
          {t('publish')}
        </button>
      ) : null}
    </li>
  )
}
