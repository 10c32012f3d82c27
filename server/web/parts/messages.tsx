// Short messages at the foot of the window: what happened, and how to take it back.
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { ApiFailure } from '../state/api.ts'
import { isModuleMissing } from '../state/modules.ts'
import { t } from '../text/text.ts'

interface MessageAction {
  readonly name: string
  run(): void
}

interface Message {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly action: MessageAction | undefined
}

const MS_SHOWN = 8000
const messages = signal<readonly Message[]>([])
let lastId = 0

function show(text: string, isError: boolean, action?: MessageAction): void {
  const id = ++lastId
  messages.value = [...messages.value.slice(-2), { id, text, isError, action }]
  // Errors stay until they are closed: they may say what to mend.
  if (!isError) setTimeout(() => drop(id), MS_SHOWN)
}

function drop(id: number): void {
  messages.value = messages.value.filter((message) => message.id !== id)
}

export function showMessage(text: string, undo?: () => void): void {
  show(text, false, undo === undefined ? undefined : { name: t('undo'), run: undo })
}

/** Shows what went wrong elsewhere, until it is closed. */
export function showProblem(text: string): void {
  show(text, true)
}

/** Something that somebody asked for cannot be loaded. */
export function showMissing(): void {
  show(t('partMissing'), true, { name: t('reload'), run: reload })
}

function reload(): void {
  location.reload()
}

/** Shows what failed, in the words of the service. */
export function showFailure(thrown: unknown): void {
  if (!(thrown instanceof ApiFailure)) throw thrown
  // A dialog asks to sign in again.
  if (thrown.status === 401) return
  show(thrown.status === 0 ? t('unreachable') : thrown.message, true)
}

export function Messages(): JSX.Element {
  return (
    <div class="messages" role="status" aria-live="polite">
      {isModuleMissing.value ? (
        <div class="message error">
          <span>{t('partMissingYet')}</span>
          <button type="button" class="quiet" onClick={reload}>
            {t('reload')}
          </button>
        </div>
      ) : null}
      {messages.value.map(({ id, text, isError, action }) => (
        <div key={id} class={isError ? 'message error' : 'message'}>
          <span>{text}</span>
          {action === undefined ? null : (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                drop(id)
                action.run()
              }}
            >
              {action.name}
            </button>
          )}
          <button type="button" class="quiet" aria-label={t('close')} onClick={() => drop(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
