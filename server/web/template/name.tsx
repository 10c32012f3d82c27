// The name of the template as the title of its screen; changed in place.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { showFailure } from '../parts/messages.tsx'
import { useTitle } from '../parts/page.tsx'
import { can } from '../state/session.ts'
import { t } from '../text/text.ts'

const MAX_LENGTH = 200

interface TemplateNameProps {
  readonly name: string
  /** Saves another name; throws `ApiFailure` when the service refuses. */
  rename(name: string): Promise<void>
}

export function TemplateName({ name, rename }: TemplateNameProps): JSX.Element {
  const [isEdited, setEdited] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useTitle(name)
  const close = (): void => {
    setEdited(false)
    // The button is there again after the next rendering.
    setTimeout(() => button.current?.focus())
  }
  const save = async (newName: string): Promise<void> => {
    if (newName !== '' && newName !== name) await rename(newName)
    close()
  }
  if (isEdited) return <NameField name={name} onClose={close} onSave={(newName) => void save(newName).catch(showFailure)} />
  return (
    <div class="name">
      <h1 id="title" dir="auto">
        {name}
      </h1>
      {can('templates:write') ? (
        <button ref={button} type="button" class="quiet" aria-label={`${t('rename')}: ${name}`} onClick={() => setEdited(true)}>
          {t('rename')}
        </button>
      ) : null}
    </div>
  )
}

interface NameFieldProps {
  readonly name: string
  onSave(name: string): void
  onClose(): void
}

function NameField({ name, onSave, onClose }: NameFieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <form
      class="name"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(field.current?.value.trim() ?? '')
      }}
    >
      <h1 id="title" class="hidden">
        {name}
      </h1>
      <input
        ref={field}
        aria-label={t('name')}
        dir="auto"
        defaultValue={name}
        maxLength={MAX_LENGTH}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <button type="submit">{t('save')}</button>
      <button type="button" class="quiet" onClick={onClose}>
        {t('cancel')}
      </button>
    </form>
  )
}
