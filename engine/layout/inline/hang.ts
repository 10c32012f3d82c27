// `hanging-punctuation` (CSS Text 4 §8.2): what may stand outside of the line's ends. No browser on Blink does it.
import { lazy } from '../../collections/lazy.ts'
import type { Style } from '../../style/style.ts'
import type { MeasuredText } from './measure.ts'

const OPENING = lazy(() => /^[\p{Ps}\p{Pi}\p{Pf}"'\u3000]$/u)
const CLOSING = lazy(() => /^[\p{Pe}\p{Pi}\p{Pf}"']$/u)
/** Stops and commas of Latin, Arabic and East Asian texts. */
const STOP = /^[,.\u060c\u06d4\u3001\u3002\uff0c\uff0e\ufe50-\ufe52\uff61\uff64]$/

/** How much of a line's ends hangs, in points. */
export interface Hang {
  readonly start: number
  readonly end: number
}

export const NO_HANG: Hang = { start: 0, end: 0 }

/** What hangs of a line from slot `start` to `end`; `free` is the room that is left over (negative: lacking) while nothing hangs at its end. */
export function hangOf(
  { hangingPunctuation: values }: Style,
  { prepared: { text }, reach }: MeasuredText,
  line: { readonly start: number; readonly end: number; readonly isFirst: boolean; readonly isLast: boolean; readonly free: number },
): Hang {
  if (values.length === 0 || line.end <= line.start) return NO_HANG
  const widthAt = (slot: number): number => reach[slot + 1]! - reach[slot]!
  const first = text.charAt(line.start)
  const last = text.charAt(line.end - 1)
  const start = line.isFirst && values.includes('first') && OPENING().test(first) ? widthAt(line.start) : 0
  const isStop = STOP.test(last) && (values.includes('force-end') || (values.includes('allow-end') && line.free + start < 0))
  const isClosing = line.isLast && values.includes('last') && CLOSING().test(last)
  return { start, end: isStop || isClosing ? widthAt(line.end - 1) : 0 }
}
