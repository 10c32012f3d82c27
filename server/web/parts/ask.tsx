// Dialogs that ask: for the fields of something new, whether to go on, and the one that shows a secret once.

import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { FieldProblem } from '../state/api.ts'
import { t } from '../text/text.ts'
import { Copy } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'

interface FormDialogProps {
  readonly title: string
  readonly action: string
  /** Throws `ApiFailure` when the service refuses. */
  submit(fields: Readonly<Record<string, string>>): Promise<void>
  onClose(): void
  readonly children: (problems: readonly FieldProblem[]) => ComponentChildren
}

export function FormDialog({ title, action, submit, onClose, children }: FormDialogProps): JSX.Element {
  const cancel = (
    <button type="button" onClick={onClose}>
      {t('cancel')}
    </button>
  )
  return (
    <Dialog title={title} onClose={onClose}>
      <Form action={action} submit={submit} more={cancel}>
        {children}
      </Form>
    </Dialog>
  )
}

interface MakeDialogProps {
  readonly title: string
  /** Said of the secret: that it is not shown again. */
  readonly note: string
  /** Makes the thing; resolves with its secret. */
  make(fields: Readonly<Record<string, string>>): Promise<string>
  onClose(): void
  readonly children: (problems: readonly FieldProblem[]) => ComponentChildren
}

/** Asks for the fields of something new, and then shows its secret once. */
export function MakeDialog({ title, note, make, onClose, children }: MakeDialogProps): JSX.Element {
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <SecretDialog title={title} note={note} secret={secret} onClose={onClose} />
  return (
    <FormDialog title={title} action={t('create')} submit={async (fields) => setSecret(await make(fields))} onClose={onClose}>
      {children}
    </FormDialog>
  )
}

interface SecretDialogProps {
  readonly title: string
  readonly note: string
  readonly secret: string
  onClose(): void
}

/** A token, key or link that is shown once, to be copied. */
export function SecretDialog({ title, note, secret, onClose }: SecretDialogProps): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{note}</p>
      <Copy text={secret} label={title} isFramed />
      <p class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </Dialog>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen. */
  readonly text: ComponentChildren
  /** The answer that does it. */
  readonly yes: string
  onYes(): void
  onClose(): void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, text, yes, onYes, onClose }: ConfirmDialogProps): JSX.Element {
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{text}</div>
      <p class="actions">
        <button type="button" class="danger" onClick={onYes}>
          {yes}
        </button>
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </p>
    </Dialog>
  )
}
