// What programs made of the team's templates: how much, how fast, and what went wrong.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { type Loaded, Shown, useLoaded } from '../../parts/loaded.tsx'
import { Empty, Page } from '../../parts/page.tsx'
import { call, ofTeam } from '../../state/api.ts'
import { team } from '../../state/session.ts'
import { language, t } from '../../text/text.ts'
import { Charts, errorsOf, msText, type Point, type Sum } from './chart.tsx'
import { FailedCalls } from './failed.tsx'

/** Columns of numbers. */
const NUMBERS = ['renders', 'errors', 'p95Short', 'printedPages', 'warningCount'] as const

interface UsageAnswer {
  readonly span: 'hour' | 'day'
  readonly total: Sum
  readonly series: readonly Point[]
  readonly templates: readonly (Sum & { readonly template: string | null })[]
}

const PERIODS = { 1: 'period1', 7: 'period7', 30: 'period30' } as const
type Period = keyof typeof PERIODS

export function UsageScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const [days, setDays] = useState<Period>(7)
  const loaded = useLoaded((signal) => call<UsageAnswer>(ofTeam(teamId, `/usage?days=${days}`), { signal }), [teamId, days])
  const templates = useLoaded(
    (signal) => call<readonly { id: string; name: string }[]>(ofTeam(teamId, '/template-list'), { signal }),
    [teamId],
  )
  const nameOf = (id: string): string => templates.answer?.find((template) => template.id === id)?.name ?? id
  const choice = (
    <fieldset class="chips">
      <legend class="hidden">{t('period')}</legend>
      {([1, 7, 30] as const).map((one) => (
        <button key={one} type="button" class="chip" aria-pressed={one === days} onClick={() => setDays(one)}>
          {t(PERIODS[one])}
        </button>
      ))}
    </fieldset>
  )
  return (
    <Page title={t('usage')} intro={t('usageIntro')} actions={choice}>
      <Report loaded={loaded} nameOf={nameOf} />
      <FailedCalls teamId={teamId} nameOf={nameOf} />
    </Page>
  )
}

function Report({ loaded, nameOf }: { readonly loaded: Loaded<UsageAnswer>; nameOf(id: string): string }): JSX.Element {
  return (
    <Shown of={loaded} rows={<div class="usage-shape" />}>
      {({ total, series, templates, span }) =>
        total.renders + errorsOf(total) === 0 ? (
          <Empty title={t('usageEmpty')} hint={t('usageEmptyHint')} mark="∿" />
        ) : (
          <>
            <Totals total={total} />
            <Charts points={series} span={span} />
            <h2>{t('byTemplate')}</h2>
            <Templates templates={templates} nameOf={nameOf} />
          </>
        )
      }
    </Shown>
  )
}

function Totals({ total }: { readonly total: Sum }): JSX.Element {
  const errors = errorsOf(total)
  const share = (errors / (total.renders + errors)).toLocaleString(language.value, { style: 'percent', maximumFractionDigits: 1 })
  const number = (value: number): string => value.toLocaleString(language.value)
  return (
    <dl class="totals">
      <Total name={t('renders')} value={number(total.renders)} note={t('pages', { count: number(total.pages) })} />
      <Total name={t('errors')} value={number(errors)} note={t('errorRate', { percent: share })} isBad={errors > 0} />
      <Total
        name={t('p95')}
        value={total.p95 === null ? '–' : msText(total.p95)}
        note={total.p50 === null ? '' : t('median', { time: msText(total.p50) })}
      />
    </dl>
  )
}

interface TotalProps {
  readonly name: string
  readonly value: string
  readonly note: string
  readonly isBad?: boolean
}

function Total({ name, value, note, isBad = false }: TotalProps): JSX.Element {
  return (
    <div class="total">
      <dt>{name}</dt>
      <dd class={isBad ? 'total-value problem' : 'total-value'}>{value}</dd>
      <dd class="muted small">{note}</dd>
    </div>
  )
}

interface TemplatesProps {
  readonly templates: UsageAnswer['templates']
  nameOf(id: string): string
}

function Templates({ templates, nameOf }: TemplatesProps): JSX.Element {
  return (
    <div class="scroll">
      <table class="stacks">
        <ColumnHeads names={['templates', ...NUMBERS]} numbers={NUMBERS} />
        <tbody>
          {templates.map((one) => (
            <tr key={one.template}>
              <th scope="row">
                {one.template === null ? (
                  t('noTemplate')
                ) : (
                  <a href={`/app/templates/${encodeURIComponent(one.template)}`}>
                    <bdi>{nameOf(one.template)}</bdi>
                  </a>
                )}
              </th>
              <td class="number" data-label={t('renders')}>
                {one.renders.toLocaleString(language.value)}
              </td>
              <td class={errorsOf(one) > 0 ? 'number problem' : 'number'} data-label={t('errors')}>
                {errorsOf(one).toLocaleString(language.value)}
              </td>
              <td class="number" data-label={t('p95Short')}>
                {one.p95 === null ? '–' : msText(one.p95)}
              </td>
              <td class="number" data-label={t('printedPages')}>
                {one.pages.toLocaleString(language.value)}
              </td>
              <td class="number" data-label={t('warningCount')}>
                {one.warnings.toLocaleString(language.value)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
