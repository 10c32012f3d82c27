// Asks for a note before a version is published: what has changed, for those who read the history.

import type { JSX } from 'preact'
import { FormDialog } from '../parts/ask.tsx'
import { Field } from '../parts/form.tsx'
import { t } from '../text/text.ts'

interface PublishProps {
  /** Throws `ApiFailure` when the service refuses; `undefined` is no note. */
  publish(note: string | undefined): Promise<void>
  onClose(): void
}

export function Publish({ publish, onClose }: PublishProps): JSX.Element {
  const submit = async ({ note = '' }: Readonly<Record<string, string>>): Promise<void> => {
    await publish(note.trim() === '' ? undefined : note.trim())
  }
  return (
    <FormDialog title={t('publish')} action={t('publish')} submit={submit} onClose={onClose}>
      {(problems) => <Field name="note" label={t('note')} hint={t('noteHint')} isRequired={false} problems={problems} />}
    </FormDialog>
  )
}
