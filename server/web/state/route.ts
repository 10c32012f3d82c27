// The address bar: which screen is shown. Links of the application change it without loading the page again.
import { signal } from '@preact/signals'

/** Such as `/templates/abc`; the part after `/app`. */
export const path = signal(currentPath())

function currentPath(): string {
  return location.pathname.replace(/^\/app/, '') || '/'
}

/** What screens ask before they are left: false keeps them. */
let mayLeave: () => boolean = () => true

export function guardLeaving(ask: () => boolean): () => void {
  mayLeave = ask
  return () => {
    mayLeave = () => true
  }
}

export function go(to: string, { replace = false } = {}): void {
  if (!mayLeave()) return
  history[replace ? 'replaceState' : 'pushState'](null, '', `/app${to}`)
  path.value = currentPath()
  scrollTo(0, 0)
}

addEventListener('popstate', () => {
  path.value = currentPath()
})

/** Follows links of the application by themselves; keys that open tabs are left to the browser. */
export function followLinks(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (link === null || !isPlain || link.target !== '' || link.hasAttribute('download') || !link.pathname.startsWith('/app/')) return
  if (link.origin !== location.origin || link.pathname.startsWith('/app/api/')) return
  // The browser itself goes to a place of the page.
  if (link.hash !== '' && link.pathname === location.pathname) return
  event.preventDefault()
  go(link.pathname.replace(/^\/app/, ''))
}
