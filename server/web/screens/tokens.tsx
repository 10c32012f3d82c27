// API tokens of the team: made here, shown once, revoked at once.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ConfirmDialog, MakeDialog } from '../parts/ask.tsx'
import { ColumnHeads } from '../parts/column-heads.tsx'
import { Field } from '../parts/form.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { showFailure } from '../parts/messages.tsx'
import { Empty, Page } from '../parts/page.tsx'
import { call, ofTeam } from '../state/api.ts'
import { team } from '../state/session.ts'
import { ago, t, when } from '../text/text.ts'

interface ListedToken {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

/** In the order of how much they allow, with what each allows; the first two are what programs that render need. */
const SCOPES = {
  render: 'scopeRender',
  read: 'scopeRead',
  'templates:read': 'scopeTemplatesRead',
  'templates:write': 'scopeTemplatesWrite',
  'templates:publish': 'scopeTemplatesPublish',
  'assets:write': 'scopeAssetsWrite',
  'render:any': 'scopeRenderAny',
  jobs: 'scopeJobs',
  'requests:read': 'scopeRequestsRead',
} as const
// The keys of the record above.
const SCOPE_NAMES = Object.keys(SCOPES) as readonly (keyof typeof SCOPES)[]
const USUAL: readonly string[] = ['render', 'read']

export function TokensScreen(): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => call<readonly ListedToken[]>(ofTeam(teamId, '/tokens'), { signal }), [teamId])
  const [isMaking, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ListedToken>()
  const revoke = async ({ id }: ListedToken): Promise<void> => {
    setRevoking(undefined)
    await call(ofTeam(teamId, `/tokens/${id}`), { method: 'DELETE' }).catch(showFailure)
    loaded.reload()
  }
  const newButton = (
    <button type="button" class="primary" onClick={() => setMaking(true)}>
      {t('newToken')}
    </button>
  )
  return (
    <Page title={t('tokens')} intro={t('tokensIntro')} actions={newButton}>
      <Shown of={loaded}>
        {(tokens) =>
          tokens.length === 0 ? (
            <Empty title={t('tokensEmpty')} hint={t('tokensEmptyHint')} mark="⚿">
              {newButton}
            </Empty>
          ) : (
            <Table tokens={tokens} onRevoke={setRevoking} />
          )
        }
      </Shown>
      {isMaking ? <NewToken teamId={teamId} onMade={loaded.reload} onClose={() => setMaking(false)} /> : null}
      {revoking === undefined ? null : (
        <ConfirmDialog
          title={t('revoke')}
          text={t('revokeQuestion', { name: revoking.name })}
          yes={t('revoke')}
          onYes={() => void revoke(revoking)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Page>
  )
}

interface TableProps {
  readonly tokens: readonly ListedToken[]
  onRevoke(token: ListedToken): void
}

function Table({ tokens, onRevoke }: TableProps): JSX.Element {
  // What works stands above what does not any more.
  const ordered = [...tokens].sort((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null))
  return (
    <div class="scroll">
      <table class="stacks">
        <ColumnHeads names={['name', 'scopes', 'created', 'lastUsed', 'expires']} hasActions />
        <tbody>
          {ordered.map((token) => (
            <Row key={token.id} token={token} onRevoke={() => onRevoke(token)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ token, onRevoke }: { readonly token: ListedToken; onRevoke(): void }): JSX.Element {
  const { name, scopes, created_at, last_used_at, expires_at, revoked_at } = token
  const isExpired = expires_at !== null && Date.parse(expires_at) < Date.now()
  return (
    <tr class={revoked_at === null ? undefined : 'muted'}>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td data-label={t('scopes')}>
        <Scopes scopes={scopes} />
      </td>
      <td data-label={t('created')}>{when(created_at)}</td>
      <td data-label={t('lastUsed')}>{last_used_at === null ? t('never') : <time dateTime={last_used_at}>{ago(last_used_at)}</time>}</td>
      <td data-label={t('expires')}>{isExpired ? <span class="tag warn">{t('expired')}</span> : when(expires_at) || t('expiresNever')}</td>
      <td class="end">
        {revoked_at !== null ? (
          <span class="tag">{t('revoked')}</span>
        ) : (
          <button type="button" class="quiet" aria-label={`${t('revoke')}: ${name}`} onClick={onRevoke}>
            {t('revoke')}
          </button>
        )}
      </td>
    </tr>
  )
}

/** All scopes would be a paragraph: the first, and how many more. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }): JSX.Element {
  return (
    <span title={scopes.join(', ')}>
      {scopes.slice(0, 2).map((scope) => (
        <code key={scope} class="scope">
          {scope}
        </code>
      ))}
      {scopes.length > 2 ? <span class="muted small">+{scopes.length - 2}</span> : null}
    </span>
  )
}

function NewToken({ teamId, onMade, onClose }: { readonly teamId: string; onMade(): void; onClose(): void }): JSX.Element {
  const make = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const scopes = SCOPE_NAMES.filter((scope) => fields[`scope-${scope}`] !== undefined).join(' ')
    const expires_at = fields['expires_at'] === '' ? '' : `${fields['expires_at']}T23:59:59Z`
    const { token } = await call<{ token: string }>(ofTeam(teamId, '/tokens'), {
      method: 'POST',
      body: { name: fields['name'], scopes, expires_at },
    })
    onMade()
    return token
  }
  return (
    <MakeDialog title={t('newToken')} note={t('tokenMade')} make={make} onClose={onClose}>
      {(problems) => (
        <>
          <Field name="name" label={t('tokenName')} problems={problems} />
          <fieldset class="scopes">
            <legend>{t('scopes')}</legend>
            {SCOPE_NAMES.map((scope) => (
              <label key={scope} class="check">
                <input type="checkbox" name={`scope-${scope}`} defaultChecked={USUAL.includes(scope)} />
                <span>
                  {t(SCOPES[scope])} <code class="muted">{scope}</code>
                </span>
              </label>
            ))}
          </fieldset>
          <Field name="expires_at" label={t('expires')} hint={t('expiresHint')} type="date" isRequired={false} problems={problems} />
        </>
      )}
    </MakeDialog>
  )
}
