// The frame around all screens: navigation, team, messages, and the dialog that asks to sign in again.
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { lazy } from './parts/lazy.tsx'
import { Shown } from './parts/loaded.tsx'
import { Messages } from './parts/messages.tsx'
import { LinkScreen } from './screens/link.tsx'
import { MembersScreen } from './screens/members.tsx'
import { ProfileScreen } from './screens/profile.tsx'
import { SignInScreen } from './screens/sign-in.tsx'
import { SignInAgain } from './screens/sign-in-again.tsx'
import { TemplatesScreen } from './screens/templates/templates.tsx'
import { TokensScreen } from './screens/tokens.tsx'
import { WebhooksScreen } from './screens/webhooks.tsx'
import { useScreenFocus } from './state/focus.ts'
import { followLinks, path } from './state/route.ts'
import { chooseTeam, isSessionLost, loadSession, session, sessionFailure, signOut, team } from './state/session.ts'
import { LazyTemplate } from './template/lazy.tsx'
import { t } from './text/text.ts'

const LazyAssets = lazy(async () => (await import('./screens/assets/assets.tsx')).AssetsScreen)
const LazySettings = lazy(async () => (await import('./screens/settings.tsx')).SettingsScreen)
const LazyUsage = lazy(async () => (await import('./screens/usage/usage.tsx')).UsageScreen)

const SECTIONS = [
  { path: '/templates', name: 'templates', needsManage: false },
  { path: '/assets', name: 'assets', needsManage: false },
  { path: '/usage', name: 'usage', needsManage: false },
  { path: '/tokens', name: 'tokens', needsManage: true },
  { path: '/webhooks', name: 'webhooks', needsManage: true },
  { path: '/members', name: 'members', needsManage: false },
  { path: '/settings', name: 'settings', needsManage: true },
] as const

export function App(): JSX.Element {
  const kind = /^\/(setup|join|reset)$/.exec(path.value)?.[1]
  useScreenFocus(session.value === undefined && kind === undefined ? '' : path.value)
  if (kind !== undefined)
    return (
      <Frameless>
        <LinkScreen />
      </Frameless>
    )
  if (sessionFailure.value !== undefined)
    return (
      <Frameless>
        <h1 id="title" class="hidden">
          {t('signIn')}
        </h1>
        <Shown of={{ answer: undefined, failure: sessionFailure.value, reload: () => void loadSession() }}>{() => null}</Shown>
      </Frameless>
    )
  if (session.value === undefined)
    return (
      <Frameless>
        <SignInScreen />
      </Frameless>
    )
  return (
    // The handler follows links inside; the element itself is no control.
    // biome-ignore lint/a11y: keyboard users press Enter on the links, which clicks them
    <div class="frame" onClick={followLinks}>
      <a class="skip" href="#main">
        {t('skip')}
      </a>
      <Navigation />
      <main id="main" tabIndex={-1} aria-labelledby="title">
        {screenOf(path.value)}
      </main>
      <Messages />
      {isSessionLost.value ? <SignInAgain /> : null}
    </div>
  )
}

function screenOf(at: string): JSX.Element {
  if (at === '/assets') return <LazyAssets />
  if (at === '/usage') return <LazyUsage />
  if (at === '/tokens') return <TokensScreen />
  if (at === '/webhooks') return <WebhooksScreen />
  if (at === '/members') return <MembersScreen />
  if (at === '/settings') return <LazySettings />
  if (at === '/profile') return <ProfileScreen />
  const id = /^\/templates\/([^/]+)$/.exec(at)?.[1]
  return id === undefined ? <TemplatesScreen /> : <LazyTemplate id={decodeURIComponent(id)} />
}

function Frameless({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <main class="alone" id="main" tabIndex={-1} aria-labelledby="title">
      <p class="brand">Platen</p>
      {children}
      <Messages />
    </main>
  )
}

function Navigation(): JSX.Element {
  const sections = SECTIONS.filter(({ needsManage }) => !needsManage || team.value?.may_manage === true)
  const isCurrent = (section: string): boolean => path.value.startsWith(section) || (section === '/templates' && path.value === '/')
  const list = useRef<HTMLElement>(null)
  const at = path.value
  // On a phone the list is wider than the window.
  useEffect(() => list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }), [at])
  return (
    <header class="bar">
      <a class="brand" href="/app/templates">
        Platen
      </a>
      <nav ref={list} aria-label={t('sections')}>
        {sections.map((section) => (
          <a key={section.path} href={`/app${section.path}`} aria-current={isCurrent(section.path) ? 'page' : undefined}>
            {t(section.name)}
          </a>
        ))}
      </nav>
      <div class="bar-end">
        <TeamChoice />
        <a href="/app/profile">{session.value?.user.display_name}</a>
        <button type="button" class="quiet" onClick={() => void signOut()}>
          {t('signOut')}
        </button>
      </div>
    </header>
  )
}

function TeamChoice(): JSX.Element | null {
  const teams = session.value?.teams ?? []
  if (teams.length < 2) return <span class="muted">{teams[0]?.name}</span>
  return (
    <select aria-label={t('team')} value={team.value?.id} onChange={(event) => chooseTeam(event.currentTarget.value)}>
      {teams.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
