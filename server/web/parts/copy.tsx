// A text that is there to be copied.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../text/text.ts'

const MS_SHOWN = 2000

export function Copy({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), MS_SHOWN)
  }
  return (
    <span class="copy">
      <code>{text}</code>
      <button type="button" class="quiet" aria-label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
        {isCopied ? t('copied') : t('copy')}
      </button>
    </span>
  )
}
