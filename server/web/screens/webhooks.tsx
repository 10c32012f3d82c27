// Addresses that get an event for every document, and what became of the events of the last day.

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ConfirmDialog, MakeDialog } from '../parts/ask.tsx'
import { ColumnHeads } from '../parts/column-heads.tsx'
import { Field } from '../parts/form.tsx'
import { type Loaded, Shown, useLoaded } from '../parts/loaded.tsx'
import { Menu } from '../parts/menu.tsx'
import { showFailure, showMessage, showProblem } from '../parts/messages.tsx'
import { Empty, Page } from '../parts/page.tsx'
import { call, ofTeam } from '../state/api.ts'
import { team } from '../state/session.ts'
import { ago, t, when } from '../text/text.ts'

interface Webhook {
  readonly id: string
  readonly url: string
  readonly created_at: string
  readonly is_enabled: boolean
}

interface Delivery {
  readonly id: string
  readonly webhook_id: string
  readonly state: 'waiting' | 'sent' | 'failed'
  readonly attempts: number
  readonly error: string | null
  readonly created_at: string
  readonly next_at: string | null
}

const MS_BETWEEN_LOOKS = 5000
const STATES = {
  waiting: ['stateWaiting', 'tag warn'],
  sent: ['stateSent', 'tag on'],
  failed: ['stateFailed', 'tag bad'],
} as const

export function WebhooksScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => call<readonly Webhook[]>(ofTeam(teamId, '/webhooks'), { signal }), [teamId])
  const [isMaking, setMaking] = useState(false)
  const newButton = (
    <button type="button" class="primary" onClick={() => setMaking(true)}>
      {t('newWebhook')}
    </button>
  )
  return (
    <Page title={t('webhooks')} intro={t('webhooksIntro')} actions={newButton}>
      <Shown of={loaded}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty title={t('webhooksEmpty')} hint={t('webhooksEmptyHint')} mark="↗">
              {newButton}
            </Empty>
          ) : (
            <>
              <List teamId={teamId} webhooks={webhooks} reload={loaded.reload} />
              <Deliveries teamId={teamId} webhooks={webhooks} />
            </>
          )
        }
      </Shown>
      {isMaking ? <NewWebhook teamId={teamId} onMade={loaded.reload} onClose={() => setMaking(false)} /> : null}
    </Page>
  )
}

interface ListProps {
  readonly teamId: string
  readonly webhooks: readonly Webhook[]
  reload(): void
}

function List({ teamId, webhooks, reload }: ListProps): JSX.Element {
  const [removing, setRemoving] = useState<Webhook>()
  const pathOf = ({ id }: Webhook, more = ''): string => ofTeam(teamId, `/webhooks/${id}${more}`)
  const change = (work: Promise<unknown>): void => void work.then(reload, showFailure)
  const test = async (webhook: Webhook): Promise<void> => {
    const { is_delivered, error } = await call<{ is_delivered: boolean; error: string | null }>(pathOf(webhook, '/test'), {
      method: 'POST',
    })
    if (is_delivered) showMessage(t('testSent', { url: webhook.url }))
    else showProblem(t('testFailed', { url: webhook.url, error: error ?? '' }))
  }
  return (
    <>
      <ul class="rows">
        {webhooks.map((webhook) => (
          <li key={webhook.id}>
            <span class="grow">
              <strong>{webhook.url}</strong> {webhook.is_enabled ? null : <span class="tag">{t('isOff')}</span>}
              <br />
              <span class="muted small">
                {t('created')}: {when(webhook.created_at)}
              </span>
            </span>
            <button type="button" aria-label={`${t('sendTest')}: ${webhook.url}`} onClick={() => void test(webhook).catch(showFailure)}>
              {t('sendTest')}
            </button>
            <Menu
              label={`${t('more')}: ${webhook.url}`}
              actions={[
                {
                  name: t(webhook.is_enabled ? 'switchOff' : 'switchOn'),
                  run: () => change(call(pathOf(webhook), { method: 'PUT', body: { state: webhook.is_enabled ? 'off' : 'on' } })),
                },
                { name: t('remove'), isDanger: true, run: () => setRemoving(webhook) },
              ]}
            />
          </li>
        ))}
      </ul>
      {removing === undefined ? null : (
        <ConfirmDialog
          title={t('remove')}
          text={t('removeWebhookQuestion', { url: removing.url })}
          yes={t('remove')}
          onYes={() => {
            setRemoving(undefined)
            change(call(pathOf(removing), { method: 'DELETE' }))
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

function Deliveries({ teamId, webhooks }: { readonly teamId: string; readonly webhooks: readonly Webhook[] }): JSX.Element {
  const loaded = useLoaded((signal) => call<readonly Delivery[]>(ofTeam(teamId, '/deliveries'), { signal }), [teamId])
  useWaiting(loaded)
  const sendAgain = async ({ id, webhook_id }: Delivery): Promise<void> => {
    await call(ofTeam(teamId, `/webhooks/${webhook_id}/deliveries/${encodeURIComponent(id)}/send`), { method: 'POST' })
    showMessage(t('sentAgain'))
    loaded.reload()
  }
  const urlOf = (id: string): string => webhooks.find((webhook) => webhook.id === id)?.url ?? ''
  return (
    <>
      <h2>{t('deliveries')}</h2>
      <Shown of={loaded}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p class="muted">{t('deliveriesEmpty')}</p>
          ) : (
            <DeliveryTable {...{ deliveries, urlOf }} onAgain={(delivery) => void sendAgain(delivery).catch(showFailure)} />
          )
        }
      </Shown>
    </>
  )
}

/** Looks again while a delivery waits and somebody can see it. */
function useWaiting(loaded: Loaded<readonly Delivery[]>): void {
  const isWaiting = loaded.answer?.some(({ state }) => state === 'waiting') === true
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') loaded.reload()
    }, MS_BETWEEN_LOOKS)
    return () => clearInterval(timer)
  }, [isWaiting])
}

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[]
  urlOf(webhookId: string): string
  onAgain(delivery: Delivery): void
}

function DeliveryTable({ deliveries, urlOf, onAgain }: DeliveryTableProps): JSX.Element {
  return (
    <div class="scroll">
      <table class="stacks">
        <ColumnHeads names={['event', 'address', 'state', 'attempts', 'time']} numbers={['attempts']} hasActions />
        <tbody>
          {deliveries.map((delivery) => {
            const { id, webhook_id, state, attempts, error, created_at, next_at } = delivery
            const [name, look] = STATES[state]
            return (
              <tr key={`${id} ${webhook_id}`}>
                <th scope="row">
                  <code>{id.slice(0, 13)}</code>
                </th>
                <td data-label={t('address')} class="wrap">
                  {urlOf(webhook_id)}
                </td>
                <td data-label={t('state')}>
                  <span class={look}>{t(name)}</span> {error === null ? null : <span class="muted small">{error}</span>}
                  {next_at === null || attempts === 0 ? null : (
                    <span class="muted small block">{t('nextTry', { time: ago(next_at) })}</span>
                  )}
                </td>
                <td data-label={t('attempts')} class="number">
                  {attempts}
                </td>
                <td data-label={t('time')}>{when(created_at)}</td>
                <td class="end">
                  <button type="button" class="quiet" aria-label={`${t('sendAgain')}: ${id}`} onClick={() => onAgain(delivery)}>
                    {t('sendAgain')}
                  </button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function NewWebhook({ teamId, onMade, onClose }: { readonly teamId: string; onMade(): void; onClose(): void }): JSX.Element {
  const make = async ({ url = '' }: Readonly<Record<string, string>>): Promise<string> => {
    const { secret } = await call<{ secret: string }>(ofTeam(teamId, '/webhooks'), { method: 'POST', body: { url } })
    onMade()
    return secret
  }
  return (
    <MakeDialog title={t('newWebhook')} note={t('secretMade')} make={make} onClose={onClose}>
      {(problems) => <Field name="url" label={t('address')} type="url" problems={problems} />}
    </MakeDialog>
  )
}
