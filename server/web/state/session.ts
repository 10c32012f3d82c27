// Who is signed in, and the team that the screens show.
// First: other modules read the storage when they are loaded.
import './storage.ts'
import { computed, effect, signal } from '@preact/signals'
import { ApiFailure, call, whenSignedOut } from './api.ts'

export interface TeamAccess {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly scopes: readonly string[]
  readonly may_manage: boolean
}

export interface SessionAnswer {
  readonly user: {
    readonly id: string
    readonly name: string
    readonly display_name: string
    readonly has_second_factor: boolean
    readonly has_password: boolean
  }
  readonly teams: readonly TeamAccess[]
}

/** Undefined while nobody is signed in. */
export const session = signal<SessionAnswer | undefined>(undefined)
/** The session ended while somebody was at work: a dialog asks to sign in again, and what was typed stays. */
export const isSessionLost = signal(false)

/** The page is a frame in another application: there is one template, and no way to others. */
export const isEmbedded = signal(false)

const TEAM_KEY = 'platen.team'
const chosenTeam = signal(readChosen())

export const team = computed<TeamAccess | undefined>(
  () => session.value?.teams.find(({ id }) => id === chosenTeam.value) ?? session.value?.teams[0],
)

/** Tells the service whose list to send with the page the next time. */
effect(() => {
  const id = team.value?.id
  if (id !== undefined && !isEmbedded.value)
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser, and the value is no text of anybody
    document.cookie = `platen-team=${id}; Path=/app; SameSite=Lax; Max-Age=31536000${location.protocol === 'https:' ? '; Secure' : ''}`
})

export function chooseTeam(id: string): void {
  chosenTeam.value = id
  localStorage.setItem(TEAM_KEY, id)
}

export function can(scope: string): boolean {
  return team.value?.scopes.includes(scope) === true
}

/** Who is signed in could not be found out: the service cannot be reached, or is about to stop. */
export const sessionFailure = signal<ApiFailure | undefined>(undefined)

export async function loadSession(): Promise<void> {
  sessionFailure.value = undefined
  try {
    session.value = await call<SessionAnswer>('/session')
  } catch (thrown) {
    if (!(thrown instanceof ApiFailure)) throw thrown
    if (thrown.status === 401) session.value = undefined
    // The screen of somebody who is signed in stays.
    else if (session.value !== undefined) throw thrown
    else sessionFailure.value = thrown
  }
}

export function enter(answer: SessionAnswer): void {
  session.value = answer
  isSessionLost.value = false
}

export async function signOut(): Promise<void> {
  const answer = await call<{ url: string } | undefined>('/session', { method: 'DELETE' })
  session.value = undefined
  // The provider's page, where its session ends too.
  if (answer !== undefined) location.assign(answer.url)
}

whenSignedOut(() => {
  if (session.value !== undefined) isSessionLost.value = true
})

function readChosen(): string {
  return localStorage.getItem(TEAM_KEY) ?? ''
}
