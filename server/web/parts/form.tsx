// Forms: labelled fields with the problem of each beside it, sent once at a time.

import type { ComponentChildren, InputHTMLAttributes, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiFailure, type FieldProblem } from '../state/api.ts'
import { t } from '../text/text.ts'
import { Button } from './button.tsx'

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'password' | 'date' | 'url'
  readonly value?: string
  readonly hint?: string
  readonly autocomplete?: string
  readonly isRequired?: boolean
  readonly problems?: readonly FieldProblem[]
}

export function Field({
  name,
  label,
  type = 'text',
  value,
  hint,
  autocomplete,
  isRequired = true,
  problems = [],
}: FieldProps): JSX.Element {
  const problem = problems.find(({ path }) => path === name)?.message
  const described = problem ?? hint
  // Preact's types part inputs by their type; this is any of several.
  const attributes = {
    ...{ id: `field-${name}`, name, type, required: isRequired, defaultValue: value, autocomplete },
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': described === undefined ? undefined : `about-${name}`,
  } as InputHTMLAttributes
  return (
    <p class="field">
      <label for={`field-${name}`}>{label}</label>
      <input {...attributes} />
      {described === undefined ? null : (
        <span id={`about-${name}`} class={problem === undefined ? 'hint' : 'problem'}>
          {described}
        </span>
      )}
    </p>
  )
}

interface FormProps {
  readonly action: string
  /** Throws `ApiFailure` when the service refuses. */
  submit(fields: Readonly<Record<string, string>>): Promise<void>
  readonly children: (problems: readonly FieldProblem[]) => ComponentChildren
  /** Beside the button. */
  readonly more?: ComponentChildren
}

export function Form({ action, submit, children, more }: FormProps): JSX.Element {
  const [failure, setFailure] = useState<ApiFailure>()
  const [isSending, setSending] = useState(false)
  const problems = failure?.errors ?? []
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    // Handlers of a form are given the form.
    const form = event.currentTarget as HTMLFormElement
    const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    setSending(true)
    try {
      await submit(fields)
      setFailure(undefined)
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown
      setFailure(thrown)
      // The first field with a problem is the place to go on.
      const first = thrown.errors.map(({ path }) => form.elements.namedItem(path)).find((element) => element instanceof HTMLInputElement)
      first?.focus()
    } finally {
      setSending(false)
    }
  }
  const isShownBeside = problems.some(({ path }) => path !== 'link')
  return (
    <form class="form" onSubmit={(event) => void onSubmit(event)}>
      {failure === undefined || isShownBeside ? null : (
        <p class="problem" role="alert">
          {failure.status === 0 ? t('unreachable') : failure.message}
        </p>
      )}
      {children(problems)}
      <p class="actions">
        <Button type="submit" class="primary" isOff={isSending}>
          {action}
        </Button>
        {more}
      </p>
    </form>
  )
}

/** The field of a password that is chosen. */
export function NewPasswordField({ label, problems }: { readonly label: string; readonly problems: readonly FieldProblem[] }): JSX.Element {
  return <Field name="password" {...{ label, problems }} hint={t('passwordHint')} type="password" autocomplete="new-password" />
}
