// A text that is there to be copied.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../text/text.ts'
import { showProblem } from './messages.tsx'

const MS_SHOWN = 2000

interface CopyProps {
  readonly text: string
  /** What it is, for those who cannot see it. */
  readonly label: string
}

export function CopyButton({ text, label }: CopyProps): JSX.Element {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await write(text))) return showProblem(t('copyFailed'))
    setCopied(true)
    setTimeout(() => setCopied(false), MS_SHOWN)
  }
  return (
    <button type="button" class="quiet" aria-label={`${t('copy')}: ${label}`} onClick={() => void copy()}>
      {isCopied ? t('copied') : t('copy')}
    </button>
  )
}

/** Browsers have no clipboard on pages over http, and may refuse it in frames: an event of copying is the other way. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const fill = (event: ClipboardEvent): void => {
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
    }
    document.addEventListener('copy', fill, { once: true })
    const isDone = document.execCommand('copy')
    document.removeEventListener('copy', fill)
    return isDone
  }
}

/** `isFramed`: in a frame of its own, which scrolls. */
export function Copy({ text, label, isFramed = false }: CopyProps & { readonly isFramed?: boolean }): JSX.Element {
  return (
    <span class={isFramed ? 'copy framed' : 'copy'}>
      {/* Scrolled with the keyboard, so it takes the focus. */}
      <code tabIndex={isFramed ? 0 : undefined}>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  )
}
