import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Field, Form } from '../parts/form.tsx'
import { useTitle } from '../parts/page.tsx'
import { ApiFailure, call } from '../state/api.ts'
import { enter, type SessionAnswer, session } from '../state/session.ts'
import { t } from '../text/text.ts'
import { ProviderButton, ProviderProblem } from './provider.tsx'

export function SignInScreen(): JSX.Element {
  useTitle(t('signIn'))
  return (
    <section aria-labelledby="title">
      <h1 id="title">{t('signIn')}</h1>
      <ProviderProblem />
      <SignInForm />
    </section>
  )
}

export function SignInForm(): JSX.Element {
  const [needsCode, setNeedsCode] = useState(false)
  const submit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    try {
      enter(await call<SessionAnswer>('/session', { method: 'POST', body: fields }))
    } catch (thrown) {
      // Name and password are right: nothing is wrong yet.
      if (!needsCode && thrown instanceof ApiFailure && thrown.errors[0]?.path === 'code') return setNeedsCode(true)
      throw thrown
    }
  }
  useEffect(() => {
    if (needsCode) document.getElementById('field-code')?.focus()
  }, [needsCode])
  return (
    <>
      <Form action={t('signIn')} submit={submit}>
        {(problems) => (
          <>
            <Field name="name" label={t('name')} autocomplete="username" {...{ problems, value: session.value?.user.name ?? '' }} />
            <Field name="password" label={t('password')} type="password" autocomplete="current-password" problems={problems} />
            {needsCode ? <Field name="code" label={t('code')} autocomplete="one-time-code" problems={problems} /> : null}
          </>
        )}
      </Form>
      <ProviderButton />
    </>
  )
}
