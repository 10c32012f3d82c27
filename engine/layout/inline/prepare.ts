// An inline formatting context before widths are known: items become slots and units, bidi levels and break opportunities.

import type { InlineItem, ParagraphBox } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import { hasPercentage } from '../../style/value.ts'
import { bidiLevels, hasRightToLeft } from '../../text/bidi.ts'
import { takesLetterSpacing } from '../../text/letter-spacing.ts'
import type { LayoutContext } from '../context.ts'
import { breaksOf } from './breaks.ts'
import { glyphIndex } from './glyph-index.ts'
import { sizedLetter } from './initial-letter.ts'
import { joinRuns } from './join.ts'
import { BREAK, type InlineBox, NOTHING, NUMBER, OBJECT, type PreparedText, type TextUnit, type Unit } from './prepared-text.ts'
import { breaksAroundRuby, withRuby } from './ruby.ts'
import { ADDED_TEXT, type ShapedPart, shapeText } from './shape.ts'
import { glyphScale, type TextStyle, textStyleOf } from './text-style.ts'

type TextInlineItem = Extract<InlineItem, { kind: 'text' }>

/** Prepares the items of a paragraph; `items` may be restyled ones (`::first-line`). */
export function prepareText(box: ParagraphBox, items: readonly InlineItem[], context: LayoutContext): PreparedText {
  const root = textStyleOf(box.style, context.fonts)
  const text = slotsOf(items)
  const bidi = resolveBidi(text, items, box.style)
  const { units, rubies } = withRuby(joinRuns(makeUnits(text, items, bidi?.levels, context), context), {
    context,
    unitsOf: (annotation) => prepareText(annotation, annotation.items, context).units,
  })
  return {
    kind: 'prepared',
    box,
    text,
    units,
    breaks: rubies === undefined ? breaksOf(text, units, box.style) : breaksAroundRuby(breaksOf(text, units, box.style), units),
    levels: bidi?.levels,
    isRtl: bidi === undefined ? false : bidi.isRtl,
    turns: bidi?.turns ?? NO_TURNS,
    root,
    rubies,
    hasTabs: text.includes('\t'),
    isFixed: units.every(isFixedUnit),
  }
}

function isFixedUnit(unit: Unit): boolean {
  if (unit.kind === 'atomic' || unit.kind === 'leader') return false
  if (unit.kind !== 'open') return true
  const { style } = unit.box
  return ![style.marginLeft, style.marginRight, style.paddingLeft, style.paddingRight].some((v) => v !== 'auto' && hasPercentage(v))
}

// ── Slots ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function slotsOf(items: readonly InlineItem[]): string {
  let text = ''
  for (const item of items) text += slotsOfItem(item)
  return text
}

function slotsOfItem(item: InlineItem): string {
  switch (item.kind) {
    case 'text':
      return item.text
    case 'atomic':
    case 'leader':
      return OBJECT
    case 'page-number':
      return NUMBER
    case 'break':
      return BREAK
    case 'open':
    case 'close':
    case 'float':
    case 'positioned':
    case 'mark':
      return NOTHING
  }
}

// ── Bidi ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Bidi {
  readonly levels: Uint8Array
  readonly isRtl: boolean
  readonly turns: readonly number[]
}

const NO_TURNS: readonly number[] = []

/** Levels by slot; undefined when everything runs left to right. */
function resolveBidi(text: string, items: readonly InlineItem[], style: Style): Bidi | undefined {
  const controls = items.some((item) => item.kind === 'open' && item.style.unicodeBidi !== 'normal')
  const isOverridden = style.unicodeBidi === 'bidi-override' || style.unicodeBidi === 'isolate-override'
  if (style.direction === 'ltr' && !controls && !isOverridden && !hasRightToLeft(text)) return undefined
  const { marked, slots } = withControls(text, items, style, isOverridden)
  const base = style.unicodeBidi === 'plaintext' ? 'auto' : style.direction
  const { levels, base: first, paragraphs } = bidiLevels(marked, base)
  const bySlot = new Uint8Array(text.length)
  slots.forEach((slot, i) => {
    if (slot >= 0) bySlot[slot] = levels[i] ?? 0
  })
  const isRtl = (first & 1) === 1
  const turns = paragraphs.flatMap(({ start, level }, i) => {
    if (i === 0 || ((level ^ paragraphs[i - 1]!.level) & 1) === 0) return []
    let at = start
    while (at < slots.length && slots[at]! < 0) at++
    return [slots[at] ?? text.length]
  })
  // Even levels, as those of left-to-right isolates, turn nothing around.
  return !isRtl && bySlot.every((level) => (level & 1) === 0) ? undefined : { levels: bySlot, isRtl, turns }
}

const POP = {
  embed: '\u202c',
  'bidi-override': '\u202c',
  isolate: '\u2069',
  plaintext: '\u2069',
  'isolate-override': '\u202c\u2069',
  normal: '',
}

/** Ruby bases are isolated (CSS Ruby 1 §3.5). */
function bidiOf({ style, annotations }: Extract<InlineItem, { kind: 'open' }>): Style['unicodeBidi'] {
  return annotations !== undefined && style.unicodeBidi === 'normal' ? 'isolate' : style.unicodeBidi
}

/** The controls that an inline box stands for (CSS Writing Modes 4 §2.4.1). */
function openControls(unicodeBidi: Style['unicodeBidi'], { direction }: Style): string {
  const isRtl = direction === 'rtl'
  switch (unicodeBidi) {
    case 'normal':
      return ''
    case 'embed':
      return isRtl ? '\u202b' : '\u202a'
    case 'bidi-override':
      return isRtl ? '\u202e' : '\u202d'
    case 'isolate':
      return isRtl ? '\u2067' : '\u2066'
    case 'isolate-override':
      return isRtl ? '\u2067\u202e' : '\u2066\u202d'
    case 'plaintext':
      return '\u2068'
  }
}

/** The slots with bidi controls put in, and which slot each unit is (-1 for controls). Open boxes continue after a forced break. */
function withControls(
  text: string,
  items: readonly InlineItem[],
  style: Style,
  isOverridden: boolean,
): { readonly marked: string; readonly slots: readonly number[] } {
  const open: string[] = []
  const closers: string[] = []
  let marked = ''
  const slots: number[] = []
  const control = (controls: string): void => {
    marked += controls
    for (let i = 0; i < controls.length; i++) slots.push(-1)
  }
  if (isOverridden) open.push(style.direction === 'rtl' ? '\u202e' : '\u202d')
  control(open.join(''))
  let slot = 0
  for (const item of items) {
    if (item.kind === 'close') {
      open.pop()
      control(closers.pop() ?? '')
    }
    if (item.kind === 'open') {
      const kind = bidiOf(item)
      const controls = openControls(kind, item.style)
      open.push(controls)
      closers.push(POP[kind])
      if (controls !== '') {
        // The slot has the level of the control itself, which parts what stands around an isolate.
        control(controls)
        slots[slots.length - controls.length] = slot++
        continue
      }
    }
    const own = slotsOfItem(item)
    // A stand-in must not count as text: zero width space is a boundary neutral. What is positioned has a level of its own, as browsers place it by that.
    marked += own !== NOTHING ? own : item.kind === 'positioned' ? '\ufffc' : '\u200b'
    for (let i = 0; i < own.length; i++) slots.push(slot++)
    if (item.kind === 'break') control(open.join(''))
  }
  if (slot !== text.length) throw new Error('inline: slots and items disagree')
  return { marked, slots }
}

// ── Units ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function makeUnits(text: string, items: readonly InlineItem[], levels: Uint8Array | undefined, context: LayoutContext): Unit[] {
  const units: Unit[] = []
  const service: UnitService = { levels, context }
  let box: InlineBox | undefined
  let from = 0
  for (const item of items) {
    const to = from + slotsOfItem(item).length
    const at = { from, to, box, level: levels?.[from] ?? 0 }
    switch (item.kind) {
      case 'text':
        addTexts(units, item, at, service)
        break
      case 'open':
        box = {
          style: item.style,
          textStyle: textStyleOf(item.style, context.fonts),
          origin: item.origin,
          marks: item.marks,
          parent: box,
          annotations: item.annotations,
          isDecoration: item.isDecoration === true,
        }
        units.push({ kind: 'open', from, to, box })
        break
      case 'close':
        if (box === undefined) throw new Error('inline: a box closes that never opened')
        units.push({ kind: 'close', from, to, box })
        box = box.parent
        break
      case 'atomic':
        units.push({ kind: 'atomic', ...at, atom: item.box })
        break
      case 'page-number':
        units.push(numberUnit(item, at, context))
        break
      case 'leader':
        units.push(leaderUnit(item, at, context))
        break
      case 'break':
        units.push({ kind: 'break', ...at, clear: item.clear })
        break
      case 'float':
      case 'positioned':
        units.push({ kind: item.kind, ...at, outOfFlow: sizedLetter(item.box, context) })
        break
      case 'mark':
        units.push({ kind: 'mark', ...at, mark: item.mark })
        break
    }
    from = to
  }
  if (box !== undefined || from !== text.length) throw new Error('inline: a box never closes')
  return units
}

/** What units of a paragraph are made with. */
interface UnitService {
  readonly levels: Uint8Array | undefined
  readonly context: LayoutContext
}

interface At {
  readonly from: number
  readonly to: number
  readonly box: InlineBox | undefined
  readonly level: number
}

/** The slot of the first tab from `slot` on; the end of the text when there is none. */
function tabAfter({ text }: TextInlineItem, { from, to }: At, slot: number): number {
  const found = text.indexOf('\t', slot - from)
  return found === -1 ? to : from + found
}

/** Adds one unit for every stretch of a text that has one level, script and face. */
function addTexts(units: Unit[], item: TextInlineItem, at: At, { levels, context }: UnitService): void {
  const textStyle = textStyleOf(item.style, context.fonts)
  // Looked for once it is passed only: stretches and tabs may be many, and far apart.
  let tab = tabAfter(item, at, at.from)
  for (let start = at.from; start < at.to; ) {
    const level = levels?.[start] ?? 0
    if (tab === start) {
      units.push({ kind: 'tab', from: start, to: start + 1, box: at.box, textStyle, style: item.style, level })
      start++
      tab = tabAfter(item, at, start)
      continue
    }
    let end = levels === undefined ? tab : start + 1
    while (end < tab && levels?.[end] === level) end++
    const slice = item.text.slice(start - at.from, end - at.from)
    const stretch = { from: start, offset: start - at.from, box: at.box, level, textStyle }
    for (const part of shapeText(slice, textStyle, { isRtl: (level & 1) === 1, source: item.origin }, context)) {
      units.push(textUnit(item, part, stretch))
    }
    start = end
  }
}

/** Part of a text that has one level: its first slot, and its offset in the text. */
interface LevelStretch {
  readonly from: number
  readonly offset: number
  readonly box: InlineBox | undefined
  readonly level: number
  readonly textStyle: TextStyle
}

function textUnit(item: TextInlineItem, part: ShapedPart, { from, offset, box, level, textStyle }: LevelStretch): TextUnit {
  return {
    kind: 'text',
    from: from + part.from,
    to: from + part.to,
    box,
    run: part.run,
    shaping: part.shaping,
    match: part.match,
    textStyle,
    style: item.style,
    fontSize: part.fontSize,
    scale: glyphScale(part.match, part.fontSize),
    origin: item.origin,
    level,
    source: sourceOf(item, part, offset),
    glyphOf: glyphIndex(part.run),
  }
}

/** What the author wrote for a part of a text: exact when nothing changed its length, else all of it at its first part. */
function sourceOf(item: TextInlineItem, part: ShapedPart, offset: number): string | undefined {
  const { source } = item
  if (source === undefined) return part.source
  if (source.length === item.text.length) return source.slice(offset + part.from, offset + part.to)
  return offset + part.from === 0 ? source : ''
}

function numberUnit(item: Extract<InlineItem, { kind: 'page-number' }>, at: At, context: LayoutContext): Unit {
  const textStyle = textStyleOf(item.style, context.fonts)
  const width = widthOf(item.sample, textStyle, context)
  return { kind: 'page-number', ...at, content: item.content, width, textStyle, style: item.style, origin: item.origin }
}

function leaderUnit(item: Extract<InlineItem, { kind: 'leader' }>, at: At, context: LayoutContext): Unit {
  const textStyle = textStyleOf(item.style, context.fonts)
  const width = widthOf(item.text, textStyle, context)
  return { kind: 'leader', ...at, text: item.text, width, textStyle, style: item.style, origin: item.origin }
}

/** Width of a text set on its own, letter and word spacing included. */
export function widthOf(text: string, textStyle: TextStyle, context: LayoutContext): number {
  const { letterSpacing, wordSpacing } = textStyle.style
  const letters = letterSpacing === 0 ? 0 : [...text].filter((character) => takesLetterSpacing(character.charCodeAt(0))).length
  const spaces = wordSpacing === 0 ? 0 : text.split(' ').length - 1
  return shapeText(text, textStyle, ADDED_TEXT, context).reduce(
    (sum, { run, match, fontSize }) => sum + run.width * glyphScale(match, fontSize),
    letters * letterSpacing + spaces * wordSpacing,
  )
}
