// Asked for where somebody was at work when the session ended: the screen below stays as it is.
import type { JSX } from 'preact'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../text/text.ts'
import { SignInForm } from './sign-in.tsx'

export function SignInAgain(): JSX.Element {
  return (
    <Dialog title={t('signIn')}>
      <p>{t('sessionLost')}</p>
      <SignInForm />
    </Dialog>
  )
}
