// Paragraphs laid out in the toy font (10 pt: every character 10 pt wide, every line 10 pt high unless said otherwise), as text.
import type { Box, InlineItem, ParagraphBox } from '../../engine/box/box.ts'
import type { DiagnosticList } from '../../engine/diagnostic.ts'
import type { FontSource } from '../../engine/font/font.ts'
import type { FloatSpace, LayoutContext } from '../../engine/layout/context.ts'
import { layoutParagraph, paragraphWidths } from '../../engine/layout/inline/paragraph.ts'
import type { LaidParagraph, Line, LineItem } from '../../engine/layout/laid.ts'
import { makeContext } from '../../engine/layout/layout.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import type { Style } from '../../engine/style/style.ts'
import { type StyleChange, styleOf } from './boxes.ts'
import { fontsForTest, TEN_POINT_FONTS } from './fonts.ts'

/** Text with a style of its own inside an inline box. */
export interface Span {
  readonly style: StyleChange
  readonly items: readonly Item[]
}

/** What a test writes: text, `\n` for a forced break, spans, atomic boxes, or ready items. */
export type Item = string | Span | { readonly atomic: Box } | InlineItem

const ORIGIN = { tag: 'p', id: undefined, link: undefined, alt: undefined, level: undefined, at: undefined, path: 'p' }

/** Properties that inline boxes take from what is around them. */
const INHERITED = [
  'color',
  'direction',
  'fontFamily',
  'fontFeatureSettings',
  'fontKerning',
  'fontSize',
  'fontStyle',
  'fontVariantCaps',
  'fontVariantFeatures',
  'fontWeight',
  'hyphens',
  'hyphenateCharacter',
  'hyphenateLimitChars',
  'language',
  'letterSpacing',
  'lineBreak',
  'lineHeight',
  'overflowWrap',
  'tabSize',
  'textAlign',
  'textAlignLast',
  'textIndent',
  'textJustify',
  'textWrapMode',
  'whiteSpaceCollapse',
  'wordBreak',
  'wordSpacing',
] as const satisfies readonly (keyof Style)[]

export const TOY: StyleChange = { fontFamily: ['Toy'], fontSize: 10 }

export function span(style: StyleChange, ...items: readonly Item[]): Span {
  return { style, items }
}

/** A paragraph of these items; the style is in the toy font at 10 pt unless it says otherwise. */
export function paragraph(change: StyleChange, ...items: readonly Item[]): ParagraphBox {
  const style = styleOf({ ...TOY, ...change })
  return {
    kind: 'paragraph',
    style,
    origin: ORIGIN,
    isAnonymous: false,
    marks: [],
    items: items.flatMap((item) => itemsOf(item, style)),
    marker: undefined,
    firstLineStyle: undefined,
  }
}

function itemsOf(item: Item, outer: Style): InlineItem[] {
  if (typeof item === 'string') {
    return item
      .split(/(\n)/)
      .filter((part) => part !== '')
      .map((part) =>
        part === '\n'
          ? { kind: 'break', style: outer, origin: ORIGIN, clear: 'none' }
          : { kind: 'text', text: part, source: undefined, style: outer, origin: ORIGIN },
      )
  }
  if ('kind' in item) return [item]
  if ('atomic' in item) return [{ kind: 'atomic', box: item.atomic }]
  const inherited = Object.fromEntries(INHERITED.map((name) => [name, outer[name]]))
  const style = styleOf({ ...inherited, display: 'inline', originalDisplay: 'inline', ...item.style })
  return [{ kind: 'open', style, origin: ORIGIN, marks: [] }, ...item.items.flatMap((inner) => itemsOf(inner, style)), { kind: 'close' }]
}

/** A layout context over these fonts. */
export async function contextForTest(
  sources: readonly FontSource[] = TEN_POINT_FONTS,
): Promise<{ context: LayoutContext; reporter: DiagnosticList }> {
  const { fonts, reporter } = await fontsForTest(sources)
  const unused = (): never => {
    throw new Error('not used in these tests')
  }
  const context = makeContext(
    { fonts, reporter, limits: DEFAULT_LIMITS, flex: { layoutFlex: unused, flexWidths: unused } },
    { layoutParagraph, paragraphWidths, layoutTable: unused, tableWidths: unused, shownWidth: unused },
  )
  return { context, reporter }
}

/** Lays a paragraph out in a containing block of this width. */
export function lay(box: ParagraphBox, width: number, context: LayoutContext, floats?: FloatSpace): LaidParagraph {
  return layoutParagraph(box, { width, height: undefined, containingWidth: width, containingHeight: undefined }, floats, context)
}

/** What a line shows, from left to right: its texts, `[]` for atomic boxes. */
export function lineText(line: Line): string {
  return leftToRight(line).map(itemText).join('')
}

function itemText(item: LineItem): string {
  switch (item.kind) {
    case 'text': {
      const { run, from, to } = item
      return [...run.clusters.subarray(from, to)].map((c) => String.fromCodePoint(run.text.codePointAt(c) ?? 0)).join('')
    }
    case 'atomic':
      return '[]'
    case 'page-number':
      return '#'
    case 'inline-box':
      return ''
  }
}

/** The texts of all lines. */
export function lineTexts({ lines }: LaidParagraph): string[] {
  return lines.map(lineText)
}

/** Items from left to right, as one sees them; a line has them in the order of the text. */
function leftToRight({ items }: Line): readonly LineItem[] {
  return [...items].sort((a, b) => a.x - b.x)
}

/** `x "text" width` of every text on a line, from left to right. */
export function places(line: Line): string[] {
  return leftToRight(line).flatMap((item) => (item.kind === 'text' ? [`${round(item.x)} "${itemText(item)}" ${round(item.width)}`] : []))
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
