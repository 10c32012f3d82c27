// The focus is never nowhere: a new screen takes it, and when the control that had it is removed, one beside it does. Without that, whoever works by keys or
// listens begins again at the top of the page.
import { useEffect, useRef } from 'preact/hooks'

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select, [tabindex="0"]'

export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true })

/** Puts the focus on each screen but the first, which the browser itself begins at. */
export function useScreenFocus(screen: string): void {
  const before = useRef(screen)
  useEffect(() => {
    if (before.current !== screen) focusMain()
    before.current = screen
  }, [screen])
}

/** Watches for the removal of what has the focus. */
export function keepFocus(): void {
  let last: Element | undefined
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined
  })
  new MutationObserver((changes) => {
    if (document.activeElement !== document.body || last === undefined || last.isConnected) return
    const lost = last
    last = undefined
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
    const next = change === undefined ? undefined : (controlIn(change.nextSibling) ?? controlIn(change.previousSibling))
    if (next === undefined) focusMain()
    else next.focus({ preventScroll: true })
  }).observe(document.documentElement, { childList: true, subtree: true })
}

function controlIn(node: Node | null): HTMLElement | undefined {
  if (!(node instanceof HTMLElement)) return undefined
  return node.matches(CONTROLS) ? node : (node.querySelector<HTMLElement>(CONTROLS) ?? undefined)
}
