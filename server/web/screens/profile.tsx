// What users change about themselves: language, password, second factor, sessions.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Copy } from '../parts/copy.tsx'
import { Field, Form, NewPasswordField } from '../parts/form.tsx'
import { lazyPart } from '../parts/lazy.tsx'
import { showFailure, showMessage } from '../parts/messages.tsx'
import { Page } from '../parts/page.tsx'
import { call } from '../state/api.ts'
import { loadSession, session } from '../state/session.ts'
import { chooseLanguage, LANGUAGES, language, t } from '../text/text.ts'
import { Connection } from './provider.tsx'
import { Sessions } from './sessions.tsx'

const LazyQrCode = lazyPart(async () => (await import('../parts/qr-code.tsx')).QrCode)

export function ProfileScreen(): JSX.Element {
  const changePassword = async ({ old = '', password = '' }: Readonly<Record<string, string>>): Promise<void> => {
    await call('/me/password', { method: 'PUT', body: { old, password } })
    showMessage(t('passwordChanged'))
  }
  return (
    <Page title={t('profile')} intro={t('profileIntro')} isNarrow>
      <p>
        <strong>{session.value?.user.display_name}</strong>
        <br />
        <span class="muted">{session.value?.user.name}</span>
      </p>
      <p class="field">
        <label for="language">Language · Sprache · Langue · Idioma</label>
        <select id="language" value={language.value} onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value)}>
          {Object.entries(LANGUAGES).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </p>
      {session.value?.user.has_password === true ? (
        <>
          <h2>{t('changePassword')}</h2>
          <Form action={t('save')} submit={changePassword}>
            {(problems) => (
              <>
                <Field name="old" label={t('oldPassword')} type="password" autocomplete="current-password" problems={problems} />
                <NewPasswordField label={t('newPassword')} problems={problems} />
              </>
            )}
          </Form>
          <h2>{t('secondFactor')}</h2>
          <SecondFactor />
        </>
      ) : null}
      <Connection />
      <Sessions />
    </Page>
  )
}

interface Offered {
  readonly secret: string
  /** What an authenticator app scans. */
  readonly uri: string
}

function SecondFactor(): JSX.Element {
  const [offered, setOffered] = useState<Offered>()
  const begin = async (): Promise<void> => setOffered(await call<Offered>('/me/second-factor', { method: 'POST' }))
  const confirm = async ({ code = '' }: Readonly<Record<string, string>>): Promise<void> => {
    await call('/me/second-factor', { method: 'PUT', body: { secret: offered?.secret, code } })
    setOffered(undefined)
    await loadSession()
  }
  const turnOff = async ({ password = '' }: Readonly<Record<string, string>>): Promise<void> => {
    await call('/me/second-factor', { method: 'DELETE', body: { password } })
    await loadSession()
  }
  if (session.value?.user.has_second_factor === true) {
    return (
      <>
        <p>{t('secondFactorOn')}</p>
        <Form action={t('turnOff')} submit={turnOff}>
          {(problems) => (
            <Field name="password" label={t('password')} type="password" autocomplete="current-password" problems={problems} />
          )}
        </Form>
      </>
    )
  }
  if (offered === undefined) {
    return (
      <>
        <p>{t('secondFactorOff')}</p>
        <p class="actions">
          <button type="button" onClick={() => void begin().catch(showFailure)}>
            {t('setUp')}
          </button>
        </p>
      </>
    )
  }
  return (
    <>
      <p>{t('secretForApp')}</p>
      <LazyQrCode text={offered.uri} label={t('secondFactor')} />
      <p>{t('secretTyped')}</p>
      {/* In groups, for who types it; apps leave spaces out. */}
      <Copy text={offered.secret.replace(/.{4}(?=.)/g, '$& ')} label={t('secondFactor')} />
      <Form action={t('save')} submit={confirm}>
        {(problems) => <Field name="code" label={t('code')} autocomplete="one-time-code" problems={problems} />}
      </Form>
    </>
  )
}
