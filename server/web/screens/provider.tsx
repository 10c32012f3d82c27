// The way to the sign-in provider, where one is configured, and what came of it.
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { showFailure, showMessage } from '../parts/messages.tsx'
import { ApiFailure, call } from '../state/api.ts'
import { session } from '../state/session.ts'
import type { TextKey } from '../text/en.ts'
import { t } from '../text/text.ts'

/** Why nobody was signed in, as the address says it: only these have a text, so that an address cannot put words into the page. */
const PROBLEMS: ReadonlyMap<string, TextKey> = new Map([
  ['unreachable', 'providerUnreachable'],
  ['refused', 'providerRefused'],
  ['invalid', 'providerInvalid'],
  ['expired', 'providerExpired'],
  ['unknown', 'providerUnknown'],
  ['no-team', 'providerUnknown'],
  ['name-taken', 'providerNameTaken'],
  ['identity-taken', 'providerIdentityTaken'],
  ['link-invalid', 'linkInvalid'],
])

export function ProviderProblem(): JSX.Element | null {
  const text = PROBLEMS.get(new URLSearchParams(location.search).get('problem') ?? '')
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {t(text)}
    </p>
  )
}

/** A button to sign in at the provider; nothing where none is configured. `link` is the secret of an invitation. */
export function ProviderButton({ link = '' }: { readonly link?: string }): JSX.Element | null {
  const loaded = useLoaded((signal) => call<{ label: string | null }>('/provider', { signal }), [])
  const label = loaded.answer?.label
  const to = location.pathname.startsWith('/app/sign-in') || link !== '' ? '/app/templates' : location.pathname
  return typeof label !== 'string' ? null : (
    <div class="or">
      <p class="or-line">{t('or')}</p>
      <Leave action={t('signInWith', { provider: label })} path="/provider/sign-in" body={{ to, link }} />
    </div>
  )
}

/** Leads the browser to the address that a call answers with. */
function Leave({ action, path, body }: { readonly action: string; readonly path: string; readonly body?: object }): JSX.Element {
  const [problem, setProblem] = useState('')
  const leave = async (): Promise<void> => {
    try {
      location.assign((await call<{ url: string }>(path, { method: 'POST', ...(body === undefined ? {} : { body }) })).url)
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown
      setProblem(thrown.status === 503 ? t('providerUnreachable') : thrown.status === 0 ? t('unreachable') : thrown.message)
    }
  }
  return (
    <>
      {problem === '' ? null : (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p class="actions">
        <button type="button" onClick={() => void leave()}>
          {action}
        </button>
      </p>
    </>
  )
}

interface Identity {
  readonly label: string | null
  readonly is_connected: boolean
}

/** On the page of the account: whether it may be used by way of the provider. */
export function Connection(): JSX.Element {
  const loaded = useLoaded((signal) => call<Identity>('/me/identity', { signal }), [])
  const disconnect = async (): Promise<void> => {
    await call('/me/identity', { method: 'DELETE' })
    showMessage(t('providerDisconnected'))
    loaded.reload()
  }
  return (
    <Shown of={loaded}>
      {({ label, is_connected }) =>
        label === null ? null : (
          <>
            <h2>{label}</h2>
            <ProviderProblem />
            <p>{is_connected ? t('providerConnected', { provider: label }) : t('providerNotConnected', { provider: label })}</p>
            {is_connected ? null : <Leave action={t('connect')} path="/me/identity" />}
            {is_connected && session.value?.user.has_password === true ? (
              <p class="actions">
                <button type="button" onClick={() => void disconnect().catch(showFailure)}>
                  {t('disconnect')}
                </button>
              </p>
            ) : null}
          </>
        )
      }
    </Shown>
  )
}
