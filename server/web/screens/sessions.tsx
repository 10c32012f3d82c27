// Where somebody is signed in: each session with its browser and place, to be ended one by one or all but this one.
import type { JSX } from 'preact'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { showFailure, showMessage } from '../parts/messages.tsx'
import { call } from '../state/api.ts'
import { t, when } from '../text/text.ts'

interface SessionEntry {
  readonly id: string
  readonly is_current: boolean
  readonly created_at: string
  readonly seen_at: string
  readonly agent: string
  readonly address: string
}

export function Sessions(): JSX.Element {
  const loaded = useLoaded((signal) => call<readonly SessionEntry[]>('/sessions', { signal }), [])
  const end = async (path: string, text: string): Promise<void> => {
    await call(path, { method: 'DELETE' })
    showMessage(text)
    loaded.reload()
  }
  return (
    <>
      <h2>{t('sessions')}</h2>
      <Shown of={loaded}>
        {(sessions) => (
          <ul class="rows">
            {sessions.map((entry) => (
              <SessionRow
                key={entry.id}
                entry={entry}
                onEnd={() => void end(`/sessions/${entry.id}`, t('sessionEnded')).catch(showFailure)}
              />
            ))}
          </ul>
        )}
      </Shown>
      <p class="actions">
        <button type="button" onClick={() => void end('/sessions', t('signedOutElsewhere')).catch(showFailure)}>
          {t('signOutElsewhere')}
        </button>
      </p>
    </>
  )
}

function SessionRow({ entry, onEnd }: { readonly entry: SessionEntry; onEnd(): void }): JSX.Element {
  const browser = browserOf(entry.agent)
  return (
    <li>
      <span class="grow">
        <strong title={entry.agent}>{browser}</strong> {entry.is_current ? <span class="tag">{t('thisSession')}</span> : null}
        <br />
        <span class="muted">
          {t('sessionTimes', { began: when(entry.created_at), seen: when(entry.seen_at) })} {entry.address}
        </span>
      </span>
      {entry.is_current ? null : (
        <button type="button" class="quiet" aria-label={`${t('endSession')}: ${browser}, ${when(entry.created_at)}`} onClick={onEnd}>
          {t('endSession')}
        </button>
      )}
    </li>
  )
}

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** As people name it; the whole text where it is of no browser that is known. */
function browserOf(agent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(agent))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0]
  if (browser === undefined) return agent === '' ? '?' : agent.slice(0, 80)
  return system === undefined ? browser : `${browser}, ${system}`
}
