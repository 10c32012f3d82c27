// API tokens of the team: made here, shown once, revoked at once.

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

interface Token {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

/** In the order of how much they allow; the first two are what programs that render need. */
const SCOPES = [
  'render',
  'read',
  'templates:read',
  'templates:write',
  'templates:publish',
  'assets:write',
  'render:any',
  'jobs',
  'requests:read',
]
const USUAL = ['render', 'read']

export function TokensScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => call<readonly Token[]>(ofTeam(teamId, '/tokens'), { signal }), [teamId])
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<Token>()
  const revoke = async ({ id }: Token): Promise<void> => {
    setRevoking(undefined)
    await call(ofTeam(teamId, `/tokens/${id}`), { method: 'DELETE' }).catch(tellFailure)
    loaded.reload()
  }
  return (
    <section aria-labelledby="title">
      <div class="heading">
        <h1 id="title">{t('tokens')}</h1>
        <button type="button" class="primary" onClick={() => setMaking(true)}>
          {t('newToken')}
        </button>
      </div>
      <p class="muted">{t('tokensIntro')}</p>
      <Shown of={loaded}>
        {(tokens) => (tokens.length === 0 ? <p class="empty">{t('tokensEmpty')}</p> : <Table tokens={tokens} onRevoke={setRevoking} />)}
      </Shown>
      {isMaking ? <NewToken teamId={teamId} onMade={loaded.reload} onClose={() => setMaking(false)} /> : null}
      {revoking === undefined ? null : (
        <Dialog title={t('revoke')} onClose={() => setRevoking(undefined)}>
          <p>{t('revokeQuestion', { name: revoking.name })}</p>
          <p class="actions">
            <button type="button" class="danger" onClick={() => void revoke(revoking)}>
              {t('revoke')}
            </button>
            <button type="button" onClick={() => setRevoking(undefined)}>
              {t('cancel')}
            </button>
          </p>
        </Dialog>
      )}
    </section>
  )
}

function Table({ tokens, onRevoke }: { readonly tokens: readonly Token[]; onRevoke(token: Token): void }): JSX.Element {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('scopes')}</th>
            <th scope="col">{t('lastUsed')}</th>
            <th scope="col">{t('expires')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <tr key={token.id} class={token.revoked_at === null ? undefined : 'muted'}>
              <th scope="row">{token.name}</th>
              <td>{token.scopes.join(', ')}</td>
              <td>{when(token.last_used_at) || t('never')}</td>
              <td>{when(token.expires_at) || t('expiresNever')}</td>
              <td class="end">
                {token.revoked_at !== null ? (
                  t('revoked')
                ) : (
                  <button type="button" class="quiet" aria-label={`${t('revoke')}: ${token.name}`} onClick={() => onRevoke(token)}>
                    {t('revoke')}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function NewToken({ teamId, onMade, onClose }: { readonly teamId: string; onMade(): void; onClose(): void }): JSX.Element {
  const [made, setMade] = useState<string>()
  const submit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const scopes = SCOPES.filter((scope) => fields[`scope-${scope}`] !== undefined).join(' ')
    const expires_at = fields['expires_at'] === '' ? '' : `${fields['expires_at']}T23:59:59Z`
    const { token } = await call<{ token: string }>(ofTeam(teamId, '/tokens'), {
      method: 'POST',
      body: { name: fields['name'], scopes, expires_at },
    })
    setMade(token)
    onMade()
  }
  if (made !== undefined) {
    return (
      <Dialog title={t('newToken')} onClose={onClose}>
        <p>{t('tokenMade')}</p>
        <Copy text={made} label={t('newToken')} />
        <p class="actions">
          <button type="button" class="primary" onClick={onClose}>
            {t('close')}
          </button>
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('newToken')} onClose={onClose}>
      <Form
        action={t('create')}
        submit={submit}
        more={
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
        }
      >
        {(problems) => (
          <>
            <Field name="name" label={t('tokenName')} problems={problems} />
            <fieldset>
              <legend>{t('scopes')}</legend>
              {SCOPES.map((scope) => (
                <label key={scope} class="check">
                  <input type="checkbox" name={`scope-${scope}`} defaultChecked={USUAL.includes(scope)} /> {scope}
                </label>
              ))}
            </fieldset>
            <Field name="expires_at" label={t('expires')} type="date" isRequired={false} problems={problems} />
          </>
        )}
      </Form>
    </Dialog>
  )
}
