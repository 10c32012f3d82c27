// What somebody at work on a template must know: that the service cannot be reached, that the browser has no room, and which other unsaved texts there are.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { showFailure } from '../parts/messages.tsx'
import { t, when } from '../text/text.ts'
import type { Draft } from './draft.ts'
import type { Opened } from './entry.ts'
import { dropKept } from './kept/kept-texts.ts'

interface NoticesProps {
  readonly opened: Opened
  readonly draft: Draft
  readonly isOffline: boolean
}

export function Notices({ opened: { kept, of }, draft, isOffline }: NoticesProps): JSX.Element {
  const [left, setLeft] = useState(kept.left)
  const forget = (tab: string): void => {
    setLeft((before) => before.filter((text) => text.tab !== tab))
    void dropKept(of, tab).catch(showFailure)
  }
  return (
    <div class="notices" aria-live="polite">
      {isOffline ? <p class="notice">{t('offline')}</p> : null}
      {draft.isChanged && !draft.isKept ? <p class="notice danger">{t('notKept')}</p> : null}
      {draft.isChanged && draft.base < draft.saved.version ? (
        <p class="notice">{t('olderBase', { base: String(draft.base), version: String(draft.saved.version) })}</p>
      ) : null}
      {kept.isOpenElsewhere ? <p class="notice">{t('openElsewhere')}</p> : null}
      {left.map((text) => (
        <p class="notice" key={text.tab}>
          <span>{t('leftText', { time: when(new Date(text.at).toISOString()) })}</span>
          <button
            type="button"
            onClick={() => {
              forget(text.tab)
              void draft.replace(text.source ?? '', text.version)
            }}
          >
            {t('takeText')}
          </button>
          <button type="button" class="quiet" onClick={() => forget(text.tab)}>
            {t('discard')}
          </button>
        </p>
      ))}
    </div>
  )
}
