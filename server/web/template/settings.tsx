// What holds for all versions of a template: the standards that its PDFs keep and claim, and whether they are tagged.

import type { JSX } from 'preact'
import { FormDialog } from '../parts/ask.tsx'
import { showMessage } from '../parts/messages.tsx'
import { type Standards, StandardsFields, standardsOf } from '../parts/standards.tsx'
import { call } from '../state/api.ts'
import { t } from '../text/text.ts'
import { pathOf } from './entry.ts'

interface TemplateSettingsProps {
  readonly teamId: string
  readonly id: string
  readonly standards: Standards
  onSaved(standards: Standards): void
  onClose(): void
}

export function TemplateSettings({ teamId, id, standards, onSaved, onClose }: TemplateSettingsProps): JSX.Element {
  const save = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const wanted = standardsOf(fields)
    onSaved(await call<Standards>(pathOf(teamId, id), { method: 'PUT', body: { ...wanted, publish: false } }))
    showMessage(t('settingsSaved'))
    onClose()
  }
  return (
    <FormDialog title={t('settings')} action={t('save')} submit={save} onClose={onClose}>
      {(problems) => (
        <>
          <p class="muted">{t('templateSettingsIntro')}</p>
          <StandardsFields {...{ standards, problems }} unsaid={t('unsaidTemplate')} />
        </>
      )}
    </FormDialog>
  )
}
