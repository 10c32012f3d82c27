// `::first-line` (CSS Pseudo 4 §2.1): what is inherited from it, in the texts and boxes of a paragraph.

import type { InlineItem, ParagraphBox } from '../../box/box.ts'
import { ObjectCache } from '../../collections/cache.ts'
import { largest, smallest } from '../../collections/lists.ts'
import { NO_EDGES } from '../../geometry.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutContext } from '../context.ts'
import type { InlineBoxItem, LaidParagraph, LineItem } from '../laid.ts'
import { prepareText } from './prepare.ts'
import type { PreparedText } from './prepared-text.ts'
import type { TextStyle } from './text-style.ts'

/** Properties that `::first-line` may set and that boxes inside of it inherit. */
const INHERITED = [
  'color',
  'fontFamily',
  'fontFeatureSettings',
  'fontKerning',
  'fontOpticalSizing',
  'fontSize',
  'fontStretch',
  'fontStyle',
  'fontVariantCaps',
  'fontVariantFeatures',
  'fontVariantPosition',
  'fontVariationSettings',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textShadow',
  'wordSpacing',
] as const satisfies readonly (keyof Style)[]

/** The background of `::first-line` is that of an inline box around all of the line. */
export function withFirstLineBackground(laid: LaidParagraph, { ascent, descent }: Pick<TextStyle, 'ascent' | 'descent'>): LaidParagraph {
  const style = laid.box.kind === 'paragraph' ? laid.box.firstLineStyle : undefined
  const at = laid.lines.findIndex(({ items }) => items.length > 0)
  const line = laid.lines[at]
  if (style === undefined || line === undefined || (style.backgroundColor.alpha === 0 && style.backgroundLayers.length === 0)) return laid
  const left = smallest(line.items.map(startOf), Number.POSITIVE_INFINITY)
  const right = largest(line.items.map(endOf), Number.NEGATIVE_INFINITY)
  const rect = { x: left, y: line.baseline - ascent, width: right - left, height: ascent + descent }
  const edges = { border: NO_EDGES, padding: NO_EDGES, isFirst: true, isLast: true }
  const background: InlineBoxItem = { kind: 'inline-box', ...rect, ...edges, style, origin: laid.box.origin }
  return { ...laid, lines: laid.lines.with(at, { ...line, items: [background, ...line.items] }) }
}

function startOf(item: LineItem): number {
  return item.x
}

function endOf(item: LineItem): number {
  return item.x + (item.kind === 'atomic' ? item.laid.width : item.width)
}

const restyled = new ObjectCache<Style, WeakMap<Style, Style>>('identity')

/** The paragraph's text as its first line shows it; slot for slot the same. */
export function firstLineText(box: ParagraphBox, context: LayoutContext): PreparedText {
  const { firstLineStyle } = box
  if (firstLineStyle === undefined) throw new Error('inline: a paragraph without ::first-line')
  const items = box.items.map((item) => restyleItem(item, box.style, firstLineStyle))
  return prepareText({ ...box, style: firstLineStyle }, items, context)
}

function restyleItem(item: InlineItem, base: Style, firstLine: Style): InlineItem {
  switch (item.kind) {
    case 'text':
      if (item.origin.tag === '::marker') return item
      return { ...item, style: restyle(item.style, base, firstLine), text: item.onFirstLine ?? item.text }
    case 'open':
    case 'break':
    case 'page-number':
    case 'leader':
      // A marker inherits from its item, not from the first line it stands in.
      if (item.origin.tag === '::marker') return item
      return { ...item, style: restyle(item.style, base, firstLine) }
    default:
      return item
  }
}

/** What a style inherited unchanged from the paragraph it inherits from the first line instead. */
function restyle(style: Style, base: Style, firstLine: Style): Style {
  let known = restyled.get(firstLine)
  if (known === undefined) restyled.set(firstLine, (known = new WeakMap()))
  let result = known.get(style)
  if (result === undefined) {
    const changed = INHERITED.filter((name) => style[name] === base[name] && style[name] !== firstLine[name])
    result = { ...style, ...Object.fromEntries(changed.map((name) => [name, firstLine[name]])) }
    known.set(style, result)
  }
  return result
}
