// What counts for all documents of the team, where their templates say nothing.

import type { JSX } from 'preact'
import { Form } from '../parts/form.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { showMessage } from '../parts/messages.tsx'
import { Page } from '../parts/page.tsx'
import { type Standards, StandardsFields, standardsOf } from '../parts/standards.tsx'
import { call, ofTeam } from '../state/api.ts'
import { team } from '../state/session.ts'
import { t } from '../text/text.ts'

export function SettingsScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const path = ofTeam(teamId, '/defaults')
  const loaded = useLoaded((signal) => call<Standards>(path, { signal }), [teamId])
  const save = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const { conformance, tagged } = standardsOf(fields)
    await call(path, { method: 'PUT', body: { conformance: conformance ?? '', tagged: tagged === null ? '' : String(tagged) } })
    showMessage(t('settingsSaved'))
  }
  return (
    <Page title={t('settings')} intro={t('settingsIntro')} isNarrow>
      <Shown of={loaded}>
        {(standards) => (
          <Form key={teamId} action={t('save')} submit={save}>
            {(problems) => <StandardsFields {...{ standards, problems }} unsaid={t('unsaidTeam')} />}
          </Form>
        )}
      </Shown>
    </Page>
  )
}
