// Text is shaped across the edges of inline boxes when nothing but colour or the like changes there (CSS Text 4 §8.4): letters
// still join, pairs are kerned. Neighbouring runs of one font are shaped as one and cut apart again.
import type { GlyphRun } from '../../font/font.ts'
import type { LayoutContext } from '../context.ts'
import { uprightRun } from './combine.ts'
import { glyphIndex } from './glyph-index.ts'
import { isWordSeparator } from './measure.ts'
import type { InlineBox, TextUnit, Unit } from './prepared-text.ts'

/** The units with runs that were shaped together where that makes a difference; the same array when it never does. */
export function joinRuns(units: Unit[], context: LayoutContext): Unit[] {
  let joined: Unit[] | undefined
  for (let i = 0; i < units.length; i++) {
    const chain = chainFrom(units, i)
    if (chain.length < 2) continue
    const together = shapeTogether(chain, context)
    if (together !== undefined) {
      joined ??= [...units]
      for (const { index, unit } of together) joined[index] = unit
    }
    i = chain.at(-1)!.index
  }
  return joined ?? units
}

interface Link {
  readonly index: number
  readonly unit: TextUnit
}

/** Text units from `index` on that touch each other, in one font. */
function chainFrom(units: readonly Unit[], index: number): readonly Link[] {
  const first = units[index]
  if (first?.kind !== 'text') return []
  const chain: Link[] = [{ index, unit: first }]
  for (let i = index + 1; i < units.length; i++) {
    const unit = units[i]!
    if (unit.kind === 'mark' || ((unit.kind === 'open' || unit.kind === 'close') && isTransparent(unit.box))) continue
    if (unit.kind !== 'text' || !touches(chain.at(-1)!.unit, unit)) break
    chain.push({ index: i, unit })
  }
  return chain
}

/** A box whose edges do not come between two letters. */
function isTransparent({ style, annotations }: InlineBox): boolean {
  return (
    annotations === undefined &&
    style.marginLeft === 0 &&
    style.marginRight === 0 &&
    style.paddingLeft === 0 &&
    style.paddingRight === 0 &&
    style.borderLeftWidth === 0 &&
    style.borderRightWidth === 0 &&
    style.verticalAlign === 'baseline' &&
    style.unicodeBidi === 'normal'
  )
}

function touches(a: TextUnit, b: TextUnit): boolean {
  const last = a.run.text.charCodeAt(a.run.text.length - 1)
  if (isWordSeparator(last) || isWordSeparator(b.run.text.charCodeAt(0))) return false
  return (
    a.run.face === b.run.face &&
    a.run.isUpright === b.run.isUpright &&
    a.run.combined === undefined &&
    b.run.combined === undefined &&
    a.fontSize === b.fontSize &&
    a.level === b.level &&
    a.shaping.script === b.shaping.script &&
    a.shaping.language === b.shaping.language &&
    a.shaping.features.join() === b.shaping.features.join()
  )
}

function shapeTogether(chain: readonly Link[], context: LayoutContext): readonly Link[] | undefined {
  const first = chain[0]!.unit
  context.workCounters.shapeCalls++
  const text = chain.map(({ unit }) => unit.run.text).join('')
  const whole = uprightRun(context.fonts.shape(text, first.shaping), first.match, first.fontSize)
  const cut: Link[] = []
  let from = 0
  for (const { index, unit } of chain) {
    const to = from + unit.run.text.length
    const run = partOf(whole, from, to)
    // A ligature across the edge cannot be coloured in two: each side keeps its own letters.
    if (run === undefined) return undefined
    cut.push({ index, unit: { ...unit, run, glyphOf: glyphIndex(run) } })
    from = to
  }
  return cut
}

/** The part of a run for characters `from` to `to` as a run of its own; undefined when a cluster reaches across its ends. */
function partOf(run: GlyphRun, from: number, to: number): GlyphRun | undefined {
  const { clusters } = run
  const isRtl = run.direction === 'rtl'
  const [before, upTo] = [glyphsBefore(run, from), glyphsBefore(run, to)]
  const [first, end] = isRtl ? [clusters.length - upTo, clusters.length - before] : [before, upTo]
  const startsClean = first < end && clusters[isRtl ? end - 1 : first] === from
  const endsClean = to === run.text.length || clusters[isRtl ? first - 1 : end] === to
  if (!startsClean || !endsClean) return undefined
  const advances = run.advances.slice(first, end)
  return {
    ...run,
    text: run.text.slice(from, to),
    glyphs: run.glyphs.slice(first, end),
    advances,
    xOffsets: run.xOffsets.slice(first, end),
    yOffsets: run.yOffsets.slice(first, end),
    clusters: clusters.slice(first, end).map((cluster) => cluster - from),
    width: sumOf(advances),
    unsafeToBreak: run.unsafeToBreak.slice(first, end),
  }
}

function sumOf(numbers: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += numbers[i]!
  return sum
}

/** Glyphs of the characters before `offset`. Clusters rise through a run, or fall through one from right to left. */
function glyphsBefore({ clusters, direction }: GlyphRun, offset: number): number {
  const count = clusters.length
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (clusters[direction === 'rtl' ? count - 1 - middle : middle]! < offset) low = middle + 1
    else high = middle
  }
  return low
}
