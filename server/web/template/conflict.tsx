// Somebody else has saved in the meantime: both texts are shown, mine can be changed, and nothing is lost.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../text/text.ts'

interface ConflictProps {
  readonly mine: string
  readonly theirs: string
  /** Saves this text as the next version. */
  onTake(text: string): void
  onClose(): void
}

export function Conflict({ mine, theirs, onTake, onClose }: ConflictProps): JSX.Element {
  const [merged, setMerged] = useState(mine)
  return (
    <Dialog title={t('conflict')} onClose={onClose}>
      <p>{t('conflictHint')}</p>
      <div class="two">
        <p class="field">
          <label for="mine">{t('mine')}</label>
          <textarea
            id="mine"
            class="code"
            rows={16}
            spellcheck={false}
            value={merged}
            onInput={({ currentTarget }) => setMerged(currentTarget.value)}
          />
        </p>
        <p class="field">
          <label for="theirs">{t('theirs')}</label>
          <textarea id="theirs" class="code" rows={16} readOnly value={theirs} />
        </p>
      </div>
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
