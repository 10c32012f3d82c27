// Paints line boxes: inline boxes, text with its shadows and decorations, and link annotations.
import type { ParagraphBox } from '../../box/box.ts'
import { PX, type Rect, roundToPx } from '../../geometry.ts'
import type { InlineBoxItem, Line, LineItem, PageNumberItem, TextItem } from '../../layout/laid.ts'
import type { LinkTag } from '../../tag/tag.ts'
import type { GlyphPaint } from '../canvas.ts'
import { applyMatrix, type DeferredText, type PaintContext } from '../context/context.ts'
import { boxOnPage, type DecoratedBox, onSingleLine, type UnfragmentedBox } from '../decorated-box.ts'
import { paintDecoration } from '../decoration/decoration.ts'
import { boundsOf } from '../geometry/clip.ts'
import { lineFrame, lineMatrix, offsetIn, onPage, type PageFrame } from '../geometry/page-frame.ts'
import { NO_GAPS } from '../glyph/decoration-band.ts'
import type { InlineEntry, Layers, WholeLine } from '../layers.ts'
import { linkTag, linkTarget } from '../marks.ts'
import { fillOf, glyphPaintOf } from './glyph-paint.ts'
import { paintInGroups } from './inline-groups.ts'
import { type LineEnd, paintSpace, paintSpaceBefore, textOfItem } from './line-end.ts'
import { LineTagger } from './line-tagger.ts'
import { type DecorationLine, paintTextDecoration } from './text-decoration.ts'
import { paintDecorationShadow, paintTextShadow } from './text-shadow.ts'
import { paintUpright } from './upright.ts'

type LinesEntry = Extract<InlineEntry, { kind: 'lines' }>

export function paintLines(entry: LinesEntry, context: PaintContext, paintLayers: (layers: Layers) => void): void {
  if (entry.frame !== undefined) paintTurnedLines(entry, entry.frame, context, paintLayers)
  else paintLevelLines(entry, context, paintLayers)
}

function paintLevelLines(entry: LinesEntry, context: PaintContext, paintLayers: (layers: Layers) => void): void {
  const lines = new LevelLines(entry, context, paintLayers)
  for (let i = 0; i < entry.lines.length; i++) lines.paint(entry.lines[i]!, entry.lines[i + 1])
}

/** The lines of a paragraph. No closures: most paragraphs are a line with one text. */
class LevelLines {
  readonly #entry: LinesEntry
  readonly #context: PaintContext
  readonly #paintLayers: (layers: Layers) => void
  readonly #visible: Rect | undefined
  readonly #tagger: LineTagger | undefined
  #links: LineLinks | undefined
  #line: Line | undefined
  #whole: WholeLine | undefined
  #last: ReturnType<LineTagger['lastOf']>

  constructor(entry: LinesEntry, context: PaintContext, paintLayers: (layers: Layers) => void) {
    this.#entry = entry
    this.#context = context
    this.#paintLayers = paintLayers
    this.#visible = entry.clip === undefined ? undefined : boundsOf(entry.clip)
    this.#tagger = entry.tagging && new LineTagger(entry.tagging, context)
  }

  paint(line: Line, next: Line | undefined): void {
    const entry = this.#entry
    const whole = entry.wholes?.get(line)
    this.#line = line
    this.#whole = whole
    this.#last = this.#tagger?.lastOf(whole?.line ?? line, whole === undefined ? next : whole.next)
    if (entry.effects === undefined) for (const item of line.items) this.#item(item, this.#context)
    else paintInGroups(line.items, entry, this.#context, (item, inner) => this.#item(item, inner))
    this.#links?.flush()
  }

  #item(item: LineItem, context: PaintContext): void {
    const entry = this.#entry
    switch (item.kind) {
      case 'text':
        this.#text(item, context)
        return
      case 'inline-box':
        if (item.isRule === true) paintRule(item, entry, context)
        else if (this.#context.facts.of(item.style).hasDecoration) paintInlineBox(item, this.#line!, entry, context)
        return
      case 'atomic': {
        const layers = entry.atomics?.get(item)
        if (layers !== undefined) this.#paintLayers(layers)
        return
      }
      case 'page-number':
        this.#context.page.deferred.push(deferred(item, entry, this.#context, this.#tagger?.reserve(item)))
    }
  }

  #text(item: TextItem, context: PaintContext): void {
    const entry = this.#entry
    const tagger = this.#tagger
    if (this.#visible !== undefined && isClippedAway(item, entry, this.#visible)) return
    if (item.origin.link !== entry.link && item.style.visibility === 'visible') {
      this.#links ??= new LineLinks(entry.link, this.#context)
      this.#links.add(item, textRect(item, entry), entry.tagging?.paragraph)
    }
    if (tagger === undefined) {
      if (entry.tag !== undefined) context.canvas.beginTag(entry.tag)
      paintText(item, entry, context, 'nothing')
      if (entry.tag !== undefined) context.canvas.endTag()
      return
    }
    tagger.begin(item)
    if (tagger.isApart(item, this.#whole)) paintSpaceBefore(item, entry, context)
    paintText(item, entry, context, item === this.#last?.item ? this.#last.end : 'nothing')
    tagger.end()
  }
}

/**
 * Lines of vertical writing modes: text is painted in coordinates that are turned, boxes on the page. A line at a time, as `vertical-lr` turns each about itself.
 */
function paintTurnedLines(entry: LinesEntry, frame: PageFrame, context: PaintContext, paintLayers: (layers: Layers) => void): void {
  const links = new LineLinks(entry.link, context)
  const tagger = entry.tagging && new LineTagger(entry.tagging, context)
  for (const [i, line] of entry.lines.entries()) {
    const own = lineFrame(frame, entry.y + line.y, line.height) ?? frame
    const whole = entry.wholes?.get(line)
    const last = tagger?.lastOf(whole?.line ?? line, whole === undefined ? entry.lines[i + 1] : whole.next)
    const lines = entry.effects === undefined ? entry : { ...entry, toPage: (rect: Rect) => onPage(rect, own) }
    paintInGroups(line.items, lines, context, (item, inner) => {
      const { canvas } = inner
      if (item.kind === 'inline-box') {
        if (item.isRule === true) {
          canvas.save()
          const before = applyMatrix(inner, lineMatrix(own))
          paintRule(item, entry, inner)
          inner.page.matrix = before
          canvas.restore()
        } else if (inner.facts.of(item.style).hasDecoration) paintInlineBox(item, line, { ...entry, frame: own }, inner)
        return
      }
      if (item.kind === 'atomic') {
        const layers = entry.atomics?.get(item)
        if (layers !== undefined) paintLayers(layers)
        return
      }
      const isLink = item.kind === 'text' && item.origin.link !== entry.link && item.style.visibility === 'visible'
      if (isLink) links.add(item, onPage(textRect(item, entry), own), entry.tagging?.paragraph)
      canvas.save()
      const before = applyMatrix(inner, lineMatrix(own))
      if (item.kind === 'page-number') inner.page.deferred.push(deferred(item, entry, inner, tagger?.reserve(item)))
      else {
        tagger?.begin(item)
        if (tagger?.isApart(item, whole) === true) paintSpaceBefore(item, entry, inner)
        paintText(item, { ...entry, frame: own }, inner, item === last?.item ? last.end : 'nothing')
        tagger?.end()
      }
      inner.page.matrix = before
      canvas.restore()
    })
    links.flush()
  }
}

function deferred(item: PageNumberItem, entry: LinesEntry, { page }: PaintContext, tag: DeferredText['tag']): DeferredText {
  return { item, x: entry.x + item.x, baseline: roundToPx(entry.y + item.baseline), matrix: page.matrix, tag }
}

/** The text is outside of its clip, by the bounds of its font. It is left out, as in browsers, so that search and copy do not find it. */
function isClippedAway({ match, fontSize, style, decorations, ...item }: TextItem, entry: LinesEntry, visible: Rect): boolean {
  if (visible.width <= 0 || visible.height <= 0) return true
  if (style.textShadow.length > 0 || style.textStrokeWidth > 0) return false
  const scale = fontSize / match.face.unitsPerEm
  const [left, bottom, right, top] = match.face.bounds
  const x = entry.x + item.x
  const baseline = roundToPx(entry.y + item.baseline)
  let [above, below] = [top * scale, -bottom * scale]
  for (const { offset, thickness } of decorations) {
    // A wave ends within three thicknesses and two pixels of its line.
    above = Math.max(above, 3 * thickness + 2 * PX - offset)
    below = Math.max(below, 3 * thickness + 2 * PX + offset)
  }
  return (
    baseline - above >= visible.y + visible.height ||
    baseline + below <= visible.y ||
    x + Math.min(0, left * scale) >= visible.x + visible.width ||
    x + item.width + Math.max(0, right * scale) <= visible.x
  )
}

function paintInlineBox(item: InlineBoxItem, line: Line, entry: LinesEntry, context: PaintContext): void {
  const inFrame = { ...inlineBox(item, entry), unfragmented: unfragmentedInline(item, entry) }
  const box = entry.frame === undefined ? inFrame : boxOnPage(inFrame, entry.frame)
  paintDecoration(context.facts.of(item.style).clipsToText ? { ...box, texts: () => textsOn(line, item, entry) } : box, context)
}

/** Bars of fractions and roots. */
function paintRule({ x, y, width, height, style }: InlineBoxItem, entry: LinesEntry, { canvas }: PaintContext): void {
  if (style.visibility !== 'visible' || width <= 0 || height <= 0) return
  canvas.fillRect({ x: entry.x + x, y: entry.y + y, width, height }, fillOf(style))
}

/** On it, background images are positioned and the image of a border is drawn (CSS Backgrounds 3 §3.5); undefined where the piece is looked at alone. */
function unfragmentedInline(item: InlineBoxItem, { lines }: LinesEntry): UnfragmentedBox | undefined {
  const { style } = item
  const isPictured = style.backgroundLayers.length > 0 || style.borderImage !== undefined
  if ((item.isFirst && item.isLast) || !isPictured || style.boxDecorationBreak === 'clone') return undefined
  const pieces = lines.flatMap((line) =>
    line.items.filter((other): other is InlineBoxItem => other.kind === 'inline-box' && other.origin === item.origin),
  )
  const at = pieces.indexOf(item)
  return at === -1 ? undefined : onSingleLine(pieces, at, style)
}

/** The texts of an inline box on its line: items after its own that are inside of it. */
function textsOn(line: Line, box: InlineBoxItem, entry: LinesEntry): readonly GlyphPaint[] {
  return line.items.slice(line.items.indexOf(box) + 1).flatMap((item) => {
    const isInside = item.kind === 'text' && item.x >= box.x - 0.01 && item.x < box.x + box.width
    return isInside && item.style.visibility === 'visible' ? [glyphPaintOf(item, entry.x, entry.y)] : []
  })
}

function inlineBox(item: InlineBoxItem, entry: LinesEntry): DecoratedBox {
  const isLtr = item.style.direction === 'ltr'
  return {
    style: item.style,
    x: entry.x + item.x,
    y: entry.y + item.y,
    width: item.width,
    height: item.height,
    border: item.border,
    padding: item.padding,
    ends: { top: true, bottom: true, left: isLtr ? item.isFirst : item.isLast, right: isLtr ? item.isLast : item.isFirst },
    borders: 'own',
    isBackgroundPropagated: false,
  }
}

// ── Text ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Zero width spaces alone, as in the struts of KaTeX: text extraction would add them to the next word. */
const ZERO_WIDTH_SPACES = /^\u200B+$/

function paintText(item: TextItem, { x, y, frame }: LinesEntry, context: PaintContext, end: LineEnd): void {
  const { style } = item
  if (style.visibility !== 'visible' || (item.width === 0 && ZERO_WIDTH_SPACES.test(item.run.text))) return
  const { canvas } = context
  if (item.run.isUpright === true) {
    paintUpright(item, x, y, context)
    return
  }
  const own = glyphPaintOf(item, x, y)
  const paint = end === 'next-glyph' ? { ...own, to: own.to + 1 } : own
  const drawn = item.decorations.length === 0 ? NO_LINES : drawnLines(item, paint, context)
  for (let i = style.textShadow.length - 1; i >= 0; i--) {
    const given = style.textShadow[i]!
    const shadow = frame === undefined ? given : { ...given, ...offsetIn(given, frame) }
    for (const each of drawn) paintDecorationShadow(each, shadow, context)
    paintTextShadow(paint, item.width, shadow, context)
  }
  if (drawn.length === 0) {
    canvas.glyphs(paint)
    if (end === 'space') paintSpace(item, paint, context)
    return
  }
  for (const { decoration, line, gaps } of drawn)
    if (decoration.line !== 'line-through') paintTextDecoration(decoration, line, gaps, canvas)
  canvas.glyphs(paint)
  for (const { decoration, line, gaps } of drawn)
    if (decoration.line === 'line-through') paintTextDecoration(decoration, line, gaps, canvas)
  if (end === 'space') paintSpace(item, paint, context)
}

const NO_LINES: readonly DecorationLine[] = Object.freeze([])

/** The lines through a text, each with the gaps that it leaves for ink. */
function drawnLines(item: TextItem, { x, baseline }: GlyphPaint, { ink }: PaintContext): readonly DecorationLine[] {
  const line = { x, baseline, width: item.width }
  return item.decorations.map((decoration) => ({
    decoration,
    line,
    gaps: decoration.line === 'line-through' ? NO_GAPS : ink.gaps(item, decoration, line),
  }))
}

// ── Links ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function textRect(item: TextItem, entry: LinesEntry): Rect {
  const { face } = item.match
  const scale = item.fontSize / face.unitsPerEm
  const top = entry.y + item.baseline - face.ascent * scale
  return { x: entry.x + item.x, y: top, width: item.width, height: (face.ascent - face.descent) * scale }
}

/** Writes one annotation for each link on a line: rectangles of neighbouring texts are joined. */
class LineLinks {
  readonly #context: PaintContext
  readonly #around: string | undefined
  #link: string | undefined
  #rect: Rect | undefined
  #tag: LinkTag | undefined
  #text = ''

  constructor(around: string | undefined, context: PaintContext) {
    this.#around = around
    this.#context = context
  }

  add(item: TextItem, rect: Rect, paragraph: ParagraphBox | undefined): void {
    const { link } = item.origin
    const tag = link === undefined || link === this.#around ? undefined : linkTag(item.origin, this.#context, paragraph)
    if (link !== this.#link || tag?.element !== this.#tag?.element) this.flush()
    if (link === undefined || link === this.#around) return
    this.#link = link
    this.#tag = tag
    if (tag !== undefined) this.#text += textOfItem(item)
    this.#rect = this.#rect === undefined ? rect : union(this.#rect, rect)
  }

  flush(): void {
    if (this.#link !== undefined && this.#rect !== undefined)
      this.#context.canvas.link(this.#rect, linkTarget(this.#link), this.#tag, this.#text.trim())
    this.#link = undefined
    this.#rect = undefined
    this.#tag = undefined
    this.#text = ''
  }
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
