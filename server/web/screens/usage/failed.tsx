// Calls that failed in the last day, and a look into any call by its id.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { call, ofTeam } from '../../state/api.ts'
import { t, when } from '../../text/text.ts'
import { msText } from './chart.tsx'

interface Place {
  readonly code: string
  readonly path: string
}

interface Call {
  readonly request_id: string
  readonly at: string
  readonly route: string
  readonly status: number
  readonly code: string | null
  readonly template: string | null
  readonly ms: number
  readonly pages?: number | null
  readonly warnings?: readonly Place[]
  readonly errors?: readonly Place[]
}

interface FailedProps {
  readonly teamId: string
  /** Of a template by its id. */
  nameOf(id: string): string
}

export function FailedCalls({ teamId, nameOf }: FailedProps): JSX.Element {
  const loaded = useLoaded((signal) => call<readonly Call[]>(ofTeam(teamId, '/usage/failed'), { signal }), [teamId])
  const [shown, setShown] = useState<Call>()
  const lookUp = async ({ request_id = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const id = request_id.trim()
    const known = loaded.answer?.find((one) => one.request_id === id)
    setShown(known ?? (await call<Call>(ofTeam(teamId, `/requests/${encodeURIComponent(id)}`))))
  }
  return (
    <>
      <h2>{t('failedCalls')}</h2>
      <div class="look-up">
        <Form action={t('lookUp')} submit={lookUp}>
          {(problems) => <Field name="request_id" label={t('requestId')} hint={t('lookUpHint')} problems={problems} />}
        </Form>
      </div>
      <Shown of={loaded}>
        {(calls) =>
          calls.length === 0 ? <p class="muted">{t('failedNone')}</p> : <Table calls={calls} nameOf={nameOf} onShow={setShown} />
        }
      </Shown>
      {shown === undefined ? null : <CallDetails shown={shown} nameOf={nameOf} onClose={() => setShown(undefined)} />}
    </>
  )
}

interface TableProps {
  readonly calls: readonly Call[]
  nameOf(id: string): string
  onShow(call: Call): void
}

function Table({ calls, nameOf, onShow }: TableProps): JSX.Element {
  return (
    <div class="scroll">
      <table class="stacks">
        <ColumnHeads names={['time', 'templates', 'problem', 'place', 'requestId']} />
        <tbody>
          {calls.map((one) => (
            <tr key={one.request_id}>
              <th scope="row">{when(one.at)}</th>
              <td data-label={t('template')}>{one.template === null ? '' : <bdi>{nameOf(one.template)}</bdi>}</td>
              <td data-label={t('problem')}>
                <span class={one.status >= 500 ? 'tag bad' : 'tag warn'}>{one.status}</span> {one.code}
              </td>
              <td data-label={t('place')}>{placesOf(one)}</td>
              <td data-label={t('requestId')}>
                <button type="button" class="link" onClick={() => onShow(one)}>
                  <span class="hidden">{t('details')}: </span>
                  <code>{one.request_id.slice(0, 8)}</code>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function placesOf({ errors = [] }: Call): string {
  const [first] = errors
  return first === undefined ? '' : `${first.path}${errors.length > 1 ? ` +${errors.length - 1}` : ''}`
}

function CallDetails({ shown, nameOf, onClose }: { readonly shown: Call; nameOf(id: string): string; onClose(): void }): JSX.Element {
  const { request_id, at, route, status, code, template, ms, pages, errors = [], warnings = [] } = shown
  const facts: readonly (readonly [string, JSX.Element | string])[] = [
    [t('time'), when(at)],
    [t('address'), <code key="route">{route}</code>],
    [t('result'), `${status} ${code ?? ''}`],
    ...(template === null ? [] : [[t('template'), nameOf(template)] as const]),
    [t('duration'), msText(ms)],
    ...(pages === null || pages === undefined ? [] : [[t('printedPages'), String(pages)] as const]),
  ]
  return (
    <Dialog title={t('details')} onClose={onClose}>
      <p>
        <code>{request_id}</code> <CopyButton text={request_id} label={t('requestId')} />
      </p>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Places title={t('errors')} places={errors} />
      <Places title={t('warningCount')} places={warnings} />
      <p class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {t('close')}
        </button>
      </p>
    </Dialog>
  )
}

function Places({ title, places }: { readonly title: string; readonly places: readonly Place[] }): JSX.Element | null {
  if (places.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul class="log">
        {places.map(({ code, path }, i) => (
          <li key={i}>
            <strong>{code}</strong> {path === '' ? null : <code>{path}</code>}
          </li>
        ))}
      </ul>
    </>
  )
}
