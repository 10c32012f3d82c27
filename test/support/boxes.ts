// Boxes made by hand, for tests of layout and fragmentation that need no parser. Lengths are points.
import type { BlockBox, Box, FlexBox, GridBox, InlineItem, Origin, ParagraphBox, ReplacedBox } from '../../engine/box/box.ts'
import { sequenceOf } from '../../engine/collections/sequence.ts'
import { INITIAL_STYLE } from '../../engine/style/cascade/compute.ts'
import type { Style } from '../../engine/style/style.ts'

/** Initial values of every property, on a block. */
const INITIAL: Style = { ...INITIAL_STYLE, display: 'block', originalDisplay: 'block' }

const ORIGIN: Origin = { tag: 'div', id: undefined, link: undefined, alt: undefined, level: undefined, at: undefined, path: 'div' }

export type StyleChange = Partial<Style> & {
  /** All four sides. */
  readonly margin?: number
  readonly padding?: number
  readonly border?: number
}

/** A style: initial values with these changes. */
export function styleOf(change: StyleChange = {}): Style {
  const { margin = 0, padding = 0, border = 0, ...rest } = change
  return {
    ...INITIAL,
    ...{ marginTop: margin, marginRight: margin, marginBottom: margin, marginLeft: margin },
    ...{ paddingTop: padding, paddingRight: padding, paddingBottom: padding, paddingLeft: padding },
    ...{ borderTopWidth: border, borderRightWidth: border, borderBottomWidth: border, borderLeftWidth: border },
    ...rest,
  }
}

const base = (change: StyleChange): Pick<BlockBox, 'style' | 'origin' | 'isAnonymous' | 'marks'> => ({
  style: styleOf(change),
  origin: ORIGIN,
  isAnonymous: false,
  marks: [],
})

export function block(change: StyleChange = {}, ...children: readonly Box[]): BlockBox {
  return { kind: 'block', ...base(change), children: sequenceOf(children), marker: undefined, isStreamed: false }
}

export function flex(change: StyleChange = {}, ...children: readonly Box[]): FlexBox {
  return { kind: 'flex', ...base({ display: 'flex', ...change }), children }
}

export function grid(change: StyleChange = {}, ...children: readonly Box[]): GridBox {
  return { kind: 'grid', ...base({ display: 'grid', ...change }), children }
}

/** A paragraph of one text. */
export function text(words: string, change: StyleChange = {}): ParagraphBox {
  const own = base(change)
  const item: InlineItem = { kind: 'text', text: words, source: undefined, style: own.style, origin: ORIGIN }
  return { kind: 'paragraph', ...own, items: [item], marker: undefined, firstLineStyle: undefined }
}

/** An image of this natural size in CSS pixels. */
export function image(width: number, height: number, change: StyleChange = {}): ReplacedBox {
  const picture = {
    kind: 'vector',
    id: '',
    width,
    height,
    ratio: width / height,
    root: { tag: 'svg', attributes: new Map(), children: [] },
  } as const
  return { kind: 'replaced', ...base(change), image: picture }
}

/** Per cent of the containing block. */
export function percent(value: number): { readonly kind: 'sum'; readonly length: number; readonly percent: number } {
  return { kind: 'sum', length: 0, percent: value }
}
