import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Copy } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field, Form } from '../parts/form.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tellFailure } from '../parts/messages.tsx'
import { call, ofTeam } from '../state/api.ts'
import { team } from '../state/session.ts'
import { t, when } from '../text/text.ts'

interface Webhook {
  readonly id: string
  readonly url: string
  readonly created_at: string
}

export function WebhooksScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => call<readonly Webhook[]>(ofTeam(teamId, '/webhooks'), { signal }), [teamId])
  const [isMaking, setMaking] = useState(false)
  const remove = async (id: string): Promise<void> => {
    await call(ofTeam(teamId, `/webhooks/${id}`), { method: 'DELETE' }).catch(tellFailure)
    loaded.reload()
  }
  return (
    <section aria-labelledby="title">
      <div class="heading">
        <h1 id="title">{t('webhooks')}</h1>
        <button type="button" class="primary" onClick={() => setMaking(true)}>
          {t('newWebhook')}
        </button>
      </div>
      <p class="muted">{t('webhooksIntro')}</p>
      <Shown of={loaded}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <p class="empty">{t('webhooksEmpty')}</p>
          ) : (
            <ul class="rows">
              {webhooks.map(({ id, url, created_at }) => (
                <li key={id}>
                  <span class="grow">
                    <strong>{url}</strong>
                    <br />
                    <span class="muted">{when(created_at)}</span>
                  </span>
                  <button type="button" class="quiet" aria-label={`${t('remove')}: ${url}`} onClick={() => void remove(id)}>
                    {t('remove')}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
      {isMaking ? <NewWebhook teamId={teamId} onMade={loaded.reload} onClose={() => setMaking(false)} /> : null}
    </section>
  )
}

function NewWebhook({ teamId, onMade, onClose }: { readonly teamId: string; onMade(): void; onClose(): void }): JSX.Element {
  const [secret, setSecret] = useState<string>()
  const submit = async ({ url = '' }: Readonly<Record<string, string>>): Promise<void> => {
    setSecret((await call<{ secret: string }>(ofTeam(teamId, '/webhooks'), { method: 'POST', body: { url } })).secret)
    onMade()
  }
  return (
    <Dialog title={t('newWebhook')} onClose={onClose}>
      {secret === undefined ? (
        <Form
          action={t('create')}
          submit={submit}
          more={
            <button type="button" onClick={onClose}>
              {t('cancel')}
            </button>
          }
        >
          {(problems) => <Field name="url" label={t('address')} type="url" problems={problems} />}
        </Form>
      ) : (
        <>
          <p>{t('secretMade')}</p>
          <Copy text={secret} label={t('newWebhook')} />
          <p class="actions">
            <button type="button" class="primary" onClick={onClose}>
              {t('close')}
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}
