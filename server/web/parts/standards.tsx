// The fields of a form that say which standards PDFs keep and claim, and whether they are tagged: of a template, or of a team.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { FieldProblem } from '../state/api.ts'
import { t } from '../text/text.ts'

/** Null or absent: nothing is said. */
export interface Standards {
  readonly conformance?: string | null
  readonly tagged?: boolean | null
}

const ARCHIVES = ['a-2b', 'a-2u', 'a-2a', 'a-3b', 'a-3u', 'a-3a', 'a-4', 'a-4f'] as const

interface StandardsFieldsProps {
  readonly standards: Standards
  /** What counts where nothing is said. */
  readonly unsaid: string
  readonly problems: readonly FieldProblem[]
}

export function StandardsFields({ standards: { conformance, tagged }, unsaid, problems }: StandardsFieldsProps): JSX.Element {
  const isSaid = conformance !== undefined && conformance !== null
  const [claims, setClaims] = useState(!isSaid ? 'unsaid' : conformance === 'none' ? 'none' : 'some')
  const names = conformance?.split(' ') ?? []
  const problem = problems.find(({ path }) => path === 'conformance')?.message
  const choice = (value: string, label: string): JSX.Element => (
    <label class="check">
      <input type="radio" name="claims" value={value} defaultChecked={claims === value} onChange={() => setClaims(value)} />
      <span>{label}</span>
    </label>
  )
  return (
    <>
      <fieldset class="scopes" aria-describedby={problem === undefined ? 'about-standards' : 'about-standards problem-standards'}>
        <legend>{t('standards')}</legend>
        {choice('unsaid', unsaid)}
        {choice('none', t('standardsNone'))}
        {choice('some', t('standardsSome'))}
        {claims === 'some' ? (
          <div class="nested">
            <label class="check">
              <input type="checkbox" name="ua" defaultChecked={names.includes('ua-1')} />
              <span>{t('standardUa')}</span>
            </label>
            <p class="field">
              <label for="field-archive">{t('standardArchive')}</label>
              <select id="field-archive" name="archive">
                <option value="">{t('standardArchiveNone')}</option>
                {ARCHIVES.map((name) => (
                  <option key={name} value={name} selected={names.includes(name)}>
                    {`PDF/A-${name.slice(2)}`}
                  </option>
                ))}
              </select>
            </p>
          </div>
        ) : null}
      </fieldset>
      <p id="about-standards" class="hint">
        {t('standardsHint')}
      </p>
      {problem === undefined ? null : (
        <p id="problem-standards" class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="field">
        <label for="field-tagged">{t('tagged')}</label>
        <select id="field-tagged" name="tagged" aria-describedby="about-tagged">
          <option value="">{unsaid}</option>
          <option value="true" selected={tagged === true}>
            {t('taggedYes')}
          </option>
          <option value="false" selected={tagged === false}>
            {t('taggedNo')}
          </option>
        </select>
        <span id="about-tagged" class="hint">
          {t('taggedHint')}
        </span>
      </p>
    </>
  )
}

/** Of the fields of a form; null where nothing is said. */
export function standardsOf({ claims, ua, archive = '', tagged = '' }: Readonly<Record<string, string>>): Required<Standards> {
  const names = [archive, ua === undefined ? '' : 'ua-1'].filter((name) => name !== '')
  const conformance = claims === 'unsaid' ? null : claims === 'none' || names.length === 0 ? 'none' : names.join(' ')
  return { conformance, tagged: tagged === '' ? null : tagged === 'true' }
}
