// Somebody else has saved in the meantime: both texts stand side by side, differences are taken over one by one or by hand, and nothing is lost.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { t } from '../../text/text.ts'
import { TextsCompared } from './texts-compared.tsx'

interface ConflictProps {
  readonly language: 'html' | 'json'
  readonly mine: string
  readonly theirs: string
  readonly theirVersion: number
  /** Called with each change of the merged text: it is kept like everything that is typed. */
  onChange(text: string): void
  /** Saves this text as the next version. */
  onTake(text: string): void
  onClose(): void
}

export function Conflict({ language, mine, theirs, theirVersion, onChange, onTake, onClose }: ConflictProps): JSX.Element {
  const [merged, setMerged] = useState(mine)
  const change = (text: string): void => {
    setMerged(text)
    onChange(text)
  }
  return (
    <Dialog title={t('conflict')} onClose={onClose}>
      <p>{t('conflictHint')}</p>
      <TextsCompared
        language={language}
        before={{ text: theirs, label: t('theirs', { version: String(theirVersion) }) }}
        after={{ text: mine, label: t('mine') }}
        onChange={change}
      />
      <p class="actions">
        <button type="button" class="primary" onClick={() => onTake(merged)}>
          {t('saveMine')}
        </button>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </p>
    </Dialog>
  )
}
