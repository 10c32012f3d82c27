// `text-wrap: balance` (CSS Text 4 §5.3): the narrowest lines that are no more in number.
import type { ParagraphBox } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import { LineFitter } from './fit.ts'
import { indentOf } from './indent.ts'
import type { MeasuredText } from './measure.ts'

/** Longer texts are not balanced: it would hardly be seen, and costs a fit for every try. */
const MOST_LINES = 10
const PRECISION = 0.1

/** The width at which the lines of a paragraph are most even; `width` itself when there is nothing to balance. */
export function balancedWidth(box: ParagraphBox, measured: MeasuredText, width: number, context: LayoutContext): number {
  const counter = new LineCounter(box.style, measured, context)
  const lines = counter.count(width, MOST_LINES)
  if (lines < 2 || lines > MOST_LINES) return width
  let low = 0
  let high = width
  while (high - low > PRECISION) {
    const middle = (low + high) / 2
    if (counter.count(middle, lines) <= lines) high = middle
    else low = middle
  }
  return high
}

class LineCounter {
  readonly #style: Style
  readonly #slots: number
  readonly #fitter: LineFitter

  constructor(style: Style, measured: MeasuredText, context: LayoutContext) {
    this.#style = style
    this.#slots = measured.prepared.text.length
    this.#fitter = new LineFitter(measured, context)
  }

  /** How many lines a width gives; counting stops once there are more than `limit`, or when a line overflows. */
  count(width: number, limit: number): number {
    let count = 0
    let next = 0
    let isAfterBreak = false
    for (let slot = 0; slot < this.#slots && count <= limit; count++) {
      const room = width - indentOf(this.#style, { isFirst: count === 0, isAfterBreak }, width)
      const cut = this.#fitter.fit(slot, next, room)
      if (cut.width > room + PRECISION) return limit + 1
      slot = cut.end
      isAfterBreak = cut.isForced
      next = cut.nextBreak
    }
    return count
  }
}
