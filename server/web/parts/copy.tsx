// A text that is there to be copied.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../text/text.ts'

const MS_SHOWN = 2000

interface CopyProps {
  readonly text: string
  /** What it is, for those who cannot see it. */
  readonly label: string
}

export function CopyButton({ text, label }: CopyProps): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), MS_SHOWN)
  }
  return (
    <button type="button" class="quiet" aria-label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
      {isCopied ? t('copied') : t('copy')}
    </button>
  )
}

export function Copy({ text, label }: CopyProps): JSX.Element {
  return (
    <span class="copy">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}
