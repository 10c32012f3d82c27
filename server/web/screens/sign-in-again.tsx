// A session that ended while somebody was working: the screen stays as it is, under a dialog.
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../text/text.ts'
import { SignInForm } from './sign-in.tsx'

/** Without a key for so long, nobody is in the middle of a word: what is typed on must not go into the fields of the dialog. */
const MS_REST = 1200

export function SignInAgain(): JSX.Element | null {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    if (isResting) return
    let timer = setTimeout(() => setResting(true), MS_REST)
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => setResting(true), MS_REST)
    }
    addEventListener('keydown', wait, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', wait, true)
    }
  }, [isResting])
  if (!isResting) return null
  return (
    <Dialog title={t('signIn')}>
      <p>{t('sessionLost')}</p>
      <SignInForm />
    </Dialog>
  )
}
