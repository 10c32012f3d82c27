// Somebody without a pointer: every stop of the focus must be seen, and the focus is never lost.
import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { makeUntil } from './page.ts'

/** Stops after which whoever looks for a control has given up. */
const MOST_STOPS = 90

interface Stop {
  /** As a screen reader names it: label, text or title. */
  readonly name: string
  readonly tag: string
  /** What is wrong with how it is shown; empty if nothing is. */
  readonly fault: string
}

export interface Keys {
  press(key: string, times?: number): Promise<void>
  type(text: string): Promise<void>
  /** Presses Tab (or another key) until the focus is on a control of this name. */
  to(name: string | RegExp, key?: string): Promise<void>
  /** Waits until the focus is on a control of this name, and can be seen. */
  isOn(name: string | RegExp): Promise<void>
  /** Fails when the focus is nowhere, or leaves the dialog by Tab. */
  checkTrap(): Promise<void>
  /** The names of all stops so far, for messages. */
  readonly stops: readonly string[]
}

/**
 * Of the element that has the focus. It is seen when it has a size, is in the window, is not under another one, and it or what it is in
 * (an editor, a card) changes its frame: an outline, a shadow, or a caret of its own.
 */
const FOCUSED = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body) return { name: '', tag: 'body', fault: 'the focus is nowhere' }
  const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText
    ?? document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.innerText ?? element.innerText ?? ''
  const name = (label || element.title || element.id || '').trim()
  const tag = element.tagName.toLowerCase()
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
  if (width < 2 || height < 2) return { name, tag, fault: 'it has no size' }
  if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return { name, tag, fault: 'it is outside the window' }
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2]
  const front = document.elementFromPoint(x, y)
  if (front !== null && !element.contains(front) && !front.contains(element) && front.closest('label')?.control !== element && front.closest('.messages') === null)
    return { name, tag, fault: 'it is under ' + front.outerHTML.slice(0, 80) }
  if (!element.matches(':focus-visible') && element.id !== 'main') return { name, tag, fault: 'the browser shows no focus' }
  const isFramed = (shown, pseudo) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(shown, pseudo)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  for (let shown = element; shown !== null && shown !== document.body; shown = shown.parentElement)
    if (isFramed(shown) || isFramed(shown, '::after')) return { name, tag, fault: '' }
  if (element.matches('.separator')) return { name, tag, fault: '' }
  return { name, tag, fault: element.id === 'main' ? '' : 'it has no frame' }
})()`

export function makeKeys(page: Page): Keys {
  const stops: string[] = []
  const { until } = makeUntil(page)
  const look = async (): Promise<Stop> => {
    // The expression gives these fields.
    const stop = (await page.evaluate(FOCUSED)) as Stop
    stops.push(`${stop.tag} ${stop.name.slice(0, 40)}`)
    return stop
  }
  const isNamed = ({ name }: Stop, wanted: string | RegExp): boolean => (typeof wanted === 'string' ? name === wanted : wanted.test(name))
  const check = ({ fault, tag, name }: Stop): void =>
    assert.is(fault, '', `${tag} “${name}”: ${fault}; after ${stops.slice(-8).join(' | ')}`)
  return {
    stops,
    async press(key, times = 1) {
      for (let i = 0; i < times; i++) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    async to(wanted, key = 'Tab') {
      for (let i = 0; i < MOST_STOPS; i++) {
        await page.keyboard.press(key)
        const before = stops.at(-1)
        const stop = await look()
        // Behind the last control is the browser itself.
        if (stop.tag !== 'body' || before?.startsWith('body')) check(stop)
        if (isNamed(stop, wanted)) return
      }
      throw new Error(`${key} never leads to ${wanted}: ${stops.slice(-MOST_STOPS).join(' | ')}`)
    },
    async isOn(wanted) {
      for (let i = 0; i < 200; i++) {
        const stop = await look()
        if (isNamed(stop, wanted)) return check(stop)
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      throw new Error(`the focus is not on ${wanted}, but: ${stops.at(-1)}`)
    },
    async checkTrap() {
      await until(`document.activeElement?.closest('dialog') != null`)
      for (const key of ['Tab', 'Shift+Tab'])
        for (let i = 0; i < 25; i++) {
          await page.keyboard.press(key)
          // Behind the last control is the browser itself, where the page has no focus: none of its controls, that is.
          assert.ok(await page.evaluate(`document.activeElement === document.body || document.activeElement.closest('dialog') !== null`))
        }
    },
  }
}
