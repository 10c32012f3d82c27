// The identity of this tab: it survives a reload, and a lock says to other tabs that it is open.

const KEY = 'platen.tab'
/** A page that is reloaded may still hold the lock for a moment. */
const MS_TO_WAIT = 500

const lockOf = (tab: string): string => `platen.tab.${tab}`
let own: Promise<string> | undefined

/** A tab that was duplicated has the other's storage, but not its lock, and gets an identity of its own. */
export function thisTab(): Promise<string> {
  own ??= enter(sessionStorage.getItem(KEY) ?? randomId())
  return own
}

/** `crypto.randomUUID` is missing where a page came over http, or is in a frame of one that did. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function enter(tab: string): Promise<string> {
  const isHeld = await hold(tab)
  if (!isHeld) return enter(randomId())
  sessionStorage.setItem(KEY, tab)
  return tab
}

/** Holds the lock of a tab until the page is left. Browsers without locks: every other tab counts as closed. */
function hold(tab: string): Promise<boolean> {
  if (navigator.locks === undefined) return Promise.resolve(true)
  return new Promise((resolve) => {
    const held = (): Promise<never> => {
      resolve(true)
      return new Promise(() => {})
    }
    navigator.locks.request(lockOf(tab), { signal: AbortSignal.timeout(MS_TO_WAIT) }, held).catch(() => resolve(false))
  })
}

export async function isTabOpen(tab: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === lockOf(tab))
}
