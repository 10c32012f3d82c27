// One template in a frame of another application. The session is in the fragment of the frame's address; what happens is posted to the page around it, at the origin that
// the session names and no other.
import { signal } from '@preact/signals'
import { type JSX, render } from 'preact'
import { Messages } from '../parts/messages.tsx'
import { ApiFailure, call, sendAlways, whenChanged } from '../state/api.ts'
import { isEmbedded, isSessionLost, session } from '../state/session.ts'
import { LazyTemplate } from '../template/lazy.tsx'
import { t } from '../text/text.ts'

interface EmbedInfo {
  readonly team: string
  readonly template: string
  readonly right: 'view' | 'edit' | 'publish'
  readonly scopes: readonly string[]
  readonly origin: string
  readonly expires_at: string
}

interface Changed {
  readonly version: number
  readonly published_version: number | null
  readonly diagnostics?: readonly unknown[]
}

const info = signal<EmbedInfo | undefined>(undefined)
const MS_BEFORE_END = 60_000

export async function startEmbedded(root: Element | null): Promise<void> {
  if (root === null) return
  isEmbedded.value = true
  await enter(location.hash.slice(1))
  whenChanged((path, answer) => void report(path, answer))
  addEventListener('message', onMessage)
  isSessionLost.subscribe((isLost) => isLost && post({ type: 'platen:expired' }))
  render(<EmbeddedTemplate />, root)
}

/** Uses a session; false for one that has ended or is of another page. */
async function enter(text: string): Promise<boolean> {
  sendAlways({ 'X-Embed-Session': text })
  const found = await call<EmbedInfo>('/embed').catch((thrown: unknown) => {
    if (!(thrown instanceof ApiFailure)) throw thrown
    return undefined
  })
  const before = info.value
  if (found === undefined || !isHeldBy(found.origin)) return false
  // Another session of the same template goes on with what was typed.
  if (before !== undefined && (before.template !== found.template || before.team !== found.team)) return false
  info.value = found
  session.value = {
    user: { id: 'frame', name: '', display_name: '', has_second_factor: false, has_password: false },
    teams: [{ id: found.team, name: '', role: 'embed', scopes: found.scopes, may_manage: false }],
  }
  isSessionLost.value = false
  // Negative ones of some weeks would wrap around.
  const msLeft = Math.max(0, Date.parse(found.expires_at) - Date.now() - MS_BEFORE_END)
  setTimeout(() => info.value === found && post({ type: 'platen:expires', expires_at: found.expires_at }), msLeft)
  post({ type: 'platen:ready', template: found.template, right: found.right, expires_at: found.expires_at })
  return true
}

/** Whether the page around the frame is the one that the session names, where the browser says. */
function isHeldBy(origin: string): boolean {
  const around: DOMStringList | undefined = location.ancestorOrigins
  return around === undefined || around.length === 0 || around[0] === origin
}

function post(message: Readonly<Record<string, unknown>>): void {
  if (info.value !== undefined && parent !== window) parent.postMessage(message, info.value.origin)
}

/** The page around the frame posts another session before this one ends. */
function onMessage({ origin, source, data }: MessageEvent<unknown>): void {
  if (source !== parent || origin !== info.value?.origin) return
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'platen:session') return
  if ('session' in data && typeof data.session === 'string') void enter(data.session)
}

/** Tells of a template that was saved or published. */
async function report(path: string, answer: Response): Promise<void> {
  const template = info.value?.template ?? ''
  const rest = path.split(`/templates/${encodeURIComponent(template)}`)[1]
  if (rest === undefined || !/^(\/versions\/\d+\/publish)?$/.test(rest)) return
  // The service's own answer, as OpenAPI describes it.
  const { version, published_version, diagnostics } = (await answer.json()) as Changed
  if (rest === '') post({ type: 'platen:saved', template, version })
  // A new name has no diagnostics, and publishes nothing.
  const isPublished = rest !== '' || (diagnostics !== undefined && published_version === version)
  if (isPublished) post({ type: 'platen:published', template, version: published_version })
}

function EmbeddedTemplate(): JSX.Element {
  if (info.value === undefined)
    return (
      <main class="alone" id="main" aria-labelledby="title">
        <section>
          <h1 id="title">{t('frameInvalidTitle')}</h1>
          <p role="alert">{t('frameInvalid')}</p>
        </section>
      </main>
    )
  return (
    <div class="frame">
      {isSessionLost.value ? (
        <p class="problem" role="alert">
          {t('frameExpired')}
        </p>
      ) : null}
      <main id="main">
        <LazyTemplate id={info.value.template} />
      </main>
      <Messages />
    </div>
  )
}
