// Emphasis marks over or under characters (CSS Text Decoration 4 §3): small texts of half the size, centred on each character.
// They stand outside of the em box of the text. A line grows only by what its own leading, the space that the line before leaves,
// and the margin and padding above the first line do not take in, as in browsers.

import type { ParagraphBox } from '../../box/box.ts'
import { lazy } from '../../collections/lazy.ts'
import type { GlyphRun } from '../../font/font.ts'
import { PX } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import { resolveLength } from '../../style/value.ts'
import { codeAt } from '../../text/code-at.ts'
import type { LayoutContext } from '../context.ts'
import type { TextItem } from '../laid.ts'
import type { UsedEdges } from '../sizing/sizing.ts'
import { alphabetic, emAround, emExtent } from './em-box.ts'
import type { LineParts } from './line.ts'
import { type MeasuredText, spacingBehind } from './measure.ts'
import type { PreparedText, TextUnit } from './prepared-text.ts'
import { type RubyLine, rubyOf } from './ruby-line.ts'
import { ADDED_TEXT, shapeText } from './shape.ts'
import { textStyleOf } from './text-style.ts'

/** Signs that are no punctuation here though Unicode has them there, with what is compatible with them (§3.4). */
const MARKED_SIGNS =
  '#%\u2030\u2031\u066a\ufe6a\uff05\u0609\u060a&\u204a\ufe60\uff06@\ufe6b\uff20\u00a7\u00b6\u204b\u2053\u303d\ufe5f\uff03'
const UNMARKED = lazy(() => /[\p{Z}\p{C}\p{P}]/u)

const isMarked = (character: string): boolean => MARKED_SIGNS.includes(character) || !UNMARKED().test(character)

const hasMarks = ({ textEmphasisStyle }: Style): boolean => textEmphasisStyle !== 'none'

/** Half the size of the text, in whole pixels. */
const markSize = (fontSize: number): number => Math.round(fontSize / PX / 2) * PX

/** The side of the line where the marks stand: in vertical text, over is right. */
function sideOf({ frame, textEmphasisPosition: position }: Style): 'over' | 'under' {
  const isOver = frame === 'none' ? position.startsWith('over') : !position.endsWith('left')
  return isOver ? 'over' : 'under'
}

// ── Marks ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The marks of a text, as texts of their own. */
export function emphasisMarks(item: TextItem, { textStyle, match, fontSize, scale }: TextUnit, context: LayoutContext): TextItem[] {
  const { textEmphasisStyle } = item.style
  if (textEmphasisStyle === 'none') return []
  const style = markStyle(item.style, fontSize)
  const [part] = shapeText(textEmphasisStyle.mark, textStyleOf(style, context.fonts), ADDED_TEXT, context)
  if (part === undefined) return []
  const em = emExtent(alphabetic(textStyle), fontSize, match.face)
  // Upright letters stand on the centre line.
  const base = item.baseline + (item.run.isUpright === true ? textStyle.baselineShift : 0)
  const up = Math.ceil(((1 - textStyle.primary.face.emAscent) * style.fontSize) / PX - 1e-6) * PX
  const down = Math.ceil((textStyle.primary.face.emAscent * style.fontSize) / PX - 1e-6) * PX
  const { run, match: face, fontSize: size } = part
  const width = (run.width * size) / face.face.unitsPerEm
  const isUpright = run.isUpright === true
  const mark = {
    ...item,
    run,
    from: 0,
    to: run.glyphs.length,
    baseline:
      sideOf(item.style) === 'over'
        ? base - em.above - (isUpright ? style.fontSize / 2 : up)
        : base + em.below + (isUpright ? style.fontSize / 2 : down),
    width,
    style,
    fontSize: size,
    match: face,
    letterSpacing: 0,
    wordSpacing: 0,
    actualText: undefined,
    isTurn: false,
    endsWord: false,
    decorations: [],
    isMark: true as const,
  }
  return markedCentres(item, scale).map((centre) => ({ ...mark, x: item.x + centre - width / 2 }))
}

const markStyles = new WeakMap<Style, Map<number, Style>>()

function markStyle(style: Style, fontSize: number): Style {
  let styles = markStyles.get(style)
  if (styles === undefined) markStyles.set(style, (styles = new Map()))
  let found = styles.get(fontSize)
  if (found === undefined) {
    const { textEmphasisColor: color, textFillColor, color: own } = style
    found = {
      ...style,
      fontSize: markSize(fontSize),
      color: color === 'currentcolor' ? (textFillColor === 'currentcolor' ? own : textFillColor) : color,
      textFillColor: 'currentcolor',
      textEmphasisStyle: 'none',
      fontVariantCaps: 'normal',
      letterSpacing: 0,
      wordSpacing: 0,
    }
    styles.set(fontSize, found)
  }
  return found
}

/** Middles of the characters of a text that have a mark, from its left, in the order of the glyphs. */
function markedCentres(item: TextItem, scale: number): number[] {
  const { run, from, to } = item
  const ends = clusterEnds(run)
  const centres: number[] = []
  let x = 0
  for (let i = from; i < to; ) {
    const cluster = run.clusters[i]!
    let width = 0
    for (; i < to && run.clusters[i] === cluster; i++) width += run.advances[i]! * scale
    const characters = [...run.text.slice(cluster, ends.get(cluster))].filter((character) => !/\p{M}/u.test(character))
    if (run.direction === 'rtl') characters.reverse()
    // A ligature has a mark for each of its letters.
    characters.forEach((character, n) => {
      if (isMarked(character)) centres.push(x + (width * (n + 0.5)) / characters.length)
    })
    x += width + spacingBehind(codeAt(run.text, cluster), item)
  }
  return centres
}

function clusterEnds({ clusters, text }: GlyphRun): ReadonlyMap<number, number> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b)
  return new Map(starts.map((start, i) => [start, starts[i + 1] ?? text.length]))
}

// ── Lines ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a line leaves free over and under its content; negative by what its marks reach out of it. */
interface LineSpace {
  readonly over: number
  readonly under: number
}

/** Makes room for the marks and the ruby of a paragraph, line by line; undefined when it has none. */
export class MarkSpace {
  #before: number

  private constructor(before: number) {
    this.#before = before
  }

  static of(
    { units, rubies }: PreparedText,
    { style }: ParagraphBox,
    { padding, border }: UsedEdges,
    containingWidth: number,
  ): MarkSpace | undefined {
    if (rubies === undefined && !units.some((unit) => unit.kind === 'text' && hasMarks(unit.style))) return undefined
    const margin = style.marginTop === 'auto' || border.top > 0 ? 0 : resolveLength(style.marginTop, containingWidth)
    return new MarkSpace(padding.top + Math.max(0, margin))
  }

  /** The next line with the room that marks and annotations in it, or under the line before, need above it. */
  grown(parts: LineParts, measured: MeasuredText): LineParts {
    const { over, under } = spaceOf(parts, rubyOf(parts, measured))
    const missing = Math.max(0, -over - this.#before)
    this.#before = under
    return missing === 0 ? parts : { ...parts, above: parts.above + missing }
  }

  /** The height that the next line would take with its marks and annotations: no float stands there. */
  heightOf(parts: LineParts, measured: MeasuredText): number {
    const { over, under } = spaceOf(parts, rubyOf(parts, measured))
    return parts.above + Math.max(0, -over - this.#before) + parts.below + Math.max(0, -under)
  }

  /** What marks under the last line need. */
  get below(): number {
    return Math.max(0, -this.#before)
  }
}

function spaceOf({ leaves, above, below, root }: LineParts, ruby: RubyLine | undefined): LineSpace {
  if (leaves.length === 0 && ruby === undefined) {
    const leading = Math.max(0, (above + below - root.textStyle.fontSize) / 2)
    return { over: leading, under: leading }
  }
  let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const marks = { over: false, under: false }
  for (const { unit, group, shift } of leaves) {
    if (unit.kind !== 'text') {
      top = Math.max(top, above)
      bottom = Math.max(bottom, below)
      continue
    }
    const { style, textStyle, fontSize, match } = unit
    const em = emAround(textStyle, fontSize, match.face)
    const down = group.offset + shift
    const side = hasMarks(style) ? sideOf(style) : undefined
    if (side !== undefined) marks[side] = true
    top = Math.max(top, em.above - down + (side === 'over' ? markSize(fontSize) : 0))
    bottom = Math.max(bottom, em.below + down + (side === 'under' ? markSize(fontSize) : 0))
  }
  if (ruby?.over !== undefined) [top, marks.over] = [Math.max(top, ruby.over), true]
  if (ruby?.under !== undefined) [bottom, marks.under] = [Math.max(bottom, ruby.under), true]
  const [over, under] = [above - top, below - bottom]
  return { over: marks.over ? over : Math.max(0, over), under: marks.under ? under : Math.max(0, under) }
}
