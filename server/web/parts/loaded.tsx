// What screens show of a call: its answer, a note while it is under way, or what failed with a button to try again.

import type { ComponentChildren, JSX } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { ApiFailure } from '../state/api.ts'
import { t } from '../text/text.ts'

export interface Loaded<Answer> {
  readonly answer: Answer | undefined
  readonly failure: ApiFailure | undefined
  reload(): void
}

/** Calls `load` when the screen is shown and when one of `inputs` changes; a later call overrules an earlier one. */
export function useLoaded<Answer>(load: (signal: AbortSignal) => Promise<Answer>, inputs: readonly unknown[]): Loaded<Answer> {
  const [state, setState] = useState<{ answer?: Answer; failure?: ApiFailure }>({})
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal).then(
      (answer) => {
        if (!controller.signal.aborted) setState({ answer })
      },
      (thrown: unknown) => {
        if (controller.signal.aborted) return
        if (!(thrown instanceof ApiFailure)) throw thrown
        setState((before) => ({ ...before, failure: thrown }))
      },
    )
    return () => controller.abort()
  }, [...inputs, turn])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { answer: state.answer, failure: state.failure, reload }
}

interface ShownProps<Answer> {
  readonly of: Loaded<Answer>
  /** As large as the answer will be, so that nothing moves when it is there. */
  readonly rows?: ComponentChildren
  readonly children: (answer: Answer) => ComponentChildren
}

export function Shown<Answer>({ of: { answer, failure, reload }, rows, children }: ShownProps<Answer>): JSX.Element {
  if (answer !== undefined) return <>{children(answer)}</>
  if (failure === undefined || failure.status === 401)
    return (
      <>
        <p class={rows === undefined ? 'muted' : 'hidden'} aria-busy="true">
          {t('loading')}
        </p>
        {rows}
      </>
    )
  return (
    <div class="empty" role="alert">
      <p>{failure.status === 0 ? t('unreachable') : failure.message}</p>
      <button type="button" onClick={reload}>
        {t('retry')}
      </button>
    </div>
  )
}
