// What a link that may be used once leads to: the first account, an invitation, or a new password. Its secret is in the fragment of the address.
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Field, Form, NewPasswordField } from '../parts/form.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { call } from '../state/api.ts'
import { go } from '../state/route.ts'
import { chooseTeam, enter, loadSession, type SessionAnswer, session } from '../state/session.ts'
import { t } from '../text/text.ts'
import { ProviderButton } from './provider.tsx'
import { SignInForm } from './sign-in.tsx'

interface LinkAnswer {
  readonly kind: 'setup' | 'invite' | 'reset' | 'invalid'
  readonly team_name?: string
  readonly role?: string
  readonly name?: string
}

export function LinkScreen(): JSX.Element {
  const link = location.hash.slice(1)
  const loaded = useLoaded((signal) => call<LinkAnswer>('/links/inspect', { method: 'POST', body: { link }, signal }), [link])
  return <Shown of={loaded}>{(answer) => <LinkForm link={link} answer={answer} />}</Shown>
}

function LinkForm({ link, answer }: { readonly link: string; readonly answer: LinkAnswer }): JSX.Element {
  const [hasAccount, setHasAccount] = useState(false)
  if (answer.kind === 'invalid') return <InvalidLink />
  if (answer.kind === 'reset') return <ResetForm link={link} name={answer.name ?? ''} />
  const intro =
    answer.kind === 'setup'
      ? t('setupIntro', { team: answer.team_name ?? '' })
      : t('joinIntro', { team: answer.team_name ?? '', role: answer.role ?? '' })
  if (answer.kind === 'invite' && session.value !== undefined) return <JoinForm link={link} intro={intro} />
  if (answer.kind === 'invite' && hasAccount)
    return (
      <section aria-labelledby="title">
        <h1 id="title">{t('signIn')}</h1>
        <p>{intro}</p>
        <SignInForm />
      </section>
    )
  const submit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    enter(await call<SessionAnswer>('/links/register', { method: 'POST', body: { link, ...fields } }))
    go('/templates', { replace: true })
  }
  return (
    <section aria-labelledby="title">
      <h1 id="title">{t('createAccount')}</h1>
      <p>{intro}</p>
      <Form action={t('createAccount')} submit={submit}>
        {(problems) => (
          <>
            <Field name="name" label={t('name')} hint={t('nameHint')} autocomplete="username" problems={problems} />
            <Field name="display_name" label={t('displayName')} autocomplete="name" isRequired={false} problems={problems} />
            <NewPasswordField label={t('password')} problems={problems} />
          </>
        )}
      </Form>
      <ProviderButton link={link} />
      {answer.kind === 'invite' ? (
        <p class="aside">
          <button type="button" class="link" onClick={() => setHasAccount(true)}>
            {t('haveAccount')}
          </button>
        </p>
      ) : null}
    </section>
  )
}

function InvalidLink(): JSX.Element {
  return (
    <section aria-labelledby="title">
      <h1 id="title">{t('linkInvalidTitle')}</h1>
      <p role="alert">{t('linkInvalid')}</p>
      <p class="actions">
        <a class="button" href="/app/templates">
          {t(session.value === undefined ? 'signIn' : 'templates')}
        </a>
      </p>
    </section>
  )
}

function JoinForm({ link, intro }: { readonly link: string; readonly intro: string }): JSX.Element {
  const submit = async (): Promise<void> => {
    const { team_id } = await call<{ team_id: string }>('/links/join', { method: 'POST', body: { link } })
    await loadSession()
    chooseTeam(team_id)
    go('/templates', { replace: true })
  }
  return (
    <section aria-labelledby="title">
      <h1 id="title">{t('joinNow')}</h1>
      <p>{intro}</p>
      <Form action={t('joinNow')} submit={submit}>
        {() => null}
      </Form>
    </section>
  )
}

function ResetForm({ link, name }: { readonly link: string; readonly name: string }): JSX.Element {
  const submit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    enter(await call<SessionAnswer>('/links/reset', { method: 'POST', body: { link, ...fields } }))
    go('/templates', { replace: true })
  }
  return (
    <section aria-labelledby="title">
      <h1 id="title">{t('newPassword')}</h1>
      <p>{t('resetIntro', { name })}</p>
      <Form action={t('save')} submit={submit}>
        {(problems) => <NewPasswordField label={t('newPassword')} problems={problems} />}
      </Form>
    </section>
  )
}
