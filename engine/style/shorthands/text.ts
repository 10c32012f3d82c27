// Shorthands with special expansions: backgrounds, fonts, lists, text decorations, white space.

import { type Component, splitAtCommas } from '../syntax/tokens.ts'
import { color } from '../values/color.ts'
import { decorationLine } from '../values/font.ts'
import { backgroundRepeat, backgroundSize, imageOrNone, position } from '../values/image.ts'
import { lookup } from '../values/lookup.ts'
import type { Cursor } from '../values/values.ts'
import { keywords, spaceList } from '../values/values.ts'
import { type Expand, type Expansion, expandAny, INITIAL, take, takeBy, textOf } from './shorthand.ts'

const COMMA: Component = { kind: 'delim', value: ',', start: 0, end: 0, isSpaced: false }

// ── background ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const LAYER_PARTS = ['image', 'position', 'size', 'repeat', 'origin', 'clip', 'attachment'] as const
type LayerPart = (typeof LAYER_PARTS)[number]
/** `background-position` sets an internal longhand for the pair, and resets those of the two axes, which override it. */
const longhandOf = (part: LayerPart): string => (part === 'position' ? '-platen-background-position' : `background-${part}`)
export const POSITION_LONGHANDS: readonly string[] = ['-platen-background-position', 'background-position-x', 'background-position-y']
export const BACKGROUND_LONGHANDS: readonly string[] = [
  ...new Set([...LAYER_PARTS.map(longhandOf), ...POSITION_LONGHANDS]),
  'background-color',
]
const LAYER_INITIALS: Readonly<Record<LayerPart, readonly Component[]>> = {
  image: textOf('none'),
  position: textOf('0% 0%'),
  size: textOf('auto'),
  repeat: textOf('repeat'),
  origin: textOf('padding-box'),
  clip: textOf('border-box'),
  attachment: textOf('scroll'),
}
const boxEdge = keywords('border-box', 'padding-box', 'content-box', 'text')
const attachment = keywords('scroll', 'fixed', 'local')

type Layer = Partial<Record<LayerPart | 'color', readonly Component[]>>

export const background: Expand = (c) => {
  const layers = splitAtCommas(c.items).map((items) => parseLayer(c.inside(items)))
  if (!layers.every((layer) => layer !== undefined)) return undefined
  // The colour belongs to the last layer.
  if (layers.slice(0, -1).some((layer) => layer.color !== undefined)) return undefined
  c.at = c.items.length
  const join = (part: LayerPart): readonly Component[] =>
    layers.flatMap((layer, i) => [...(i === 0 ? [] : [COMMA]), ...(layer[part] ?? LAYER_INITIALS[part])])
  return new Map<string, readonly Component[]>([
    ...POSITION_LONGHANDS.map((name): [string, readonly Component[]] => [name, INITIAL]),
    ...LAYER_PARTS.map((part): [string, readonly Component[]] => [longhandOf(part), join(part)]),
    ['background-color', layers.at(-1)?.color ?? INITIAL],
  ])
}

export const backgroundPosition: Expand = (c) => {
  const taken = take(c, '-platen-background-position')
  return taken && new Map(POSITION_LONGHANDS.map((name, i) => [name, i === 0 ? taken : INITIAL]))
}

function parseLayer(c: Cursor): Layer | undefined {
  const layer: Layer = {}
  if (c.isDone) return undefined
  while (!c.isDone) {
    const { at } = c
    if (layer.image === undefined) set(layer, 'image', takeBy(c, imageOrNone))
    if (c.at === at && layer.position === undefined) takePosition(c, layer)
    if (c.at === at && layer.repeat === undefined) set(layer, 'repeat', takeBy(c, backgroundRepeat))
    if (c.at === at && layer.attachment === undefined) set(layer, 'attachment', takeBy(c, attachment))
    if (c.at === at && layer.clip === undefined) takeEdges(c, layer)
    if (c.at === at && layer.color === undefined) set(layer, 'color', takeBy(c, color))
    if (c.at === at) return undefined
  }
  return layer
}

function set(layer: Layer, part: keyof Layer, value: readonly Component[] | undefined): void {
  if (value !== undefined) layer[part] = value
}

/** <position> [ / <bg-size> ] */
function takePosition(c: Cursor, layer: Layer): void {
  const found = takeBy(c, position)
  if (found === undefined) return
  layer.position = found
  const { at } = c
  if (!c.delim('/')) return
  const size = takeBy(c, backgroundSize)
  if (size === undefined) c.at = at
  else layer.size = size
}

/** One box sets both origin and clip, two set one each. */
function takeEdges(c: Cursor, layer: Layer): void {
  const first = takeBy(c, boxEdge)
  if (first === undefined) return
  const item = first[0]
  const isText = item?.kind === 'ident' && item.lower === 'text'
  if (!isText) layer.origin = first
  layer.clip = takeBy(c, boxEdge) ?? first
}

// ── font ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const RESET_BY_FONT = [
  'font-kerning',
  'font-optical-sizing',
  'font-size-adjust',
  'font-feature-settings',
  'font-variation-settings',
  'font-variant-ligatures',
  'font-variant-numeric',
  'font-variant-east-asian',
  'font-variant-alternates',
  'font-variant-position',
]
const FONT_PARTS = ['font-style', 'font-variant-caps', 'font-weight', 'font-stretch']
export const FONT_LONGHANDS: readonly string[] = [...RESET_BY_FONT, ...FONT_PARTS, 'font-size', 'line-height', 'font-family']
const SYSTEM_FONTS = keywords('caption', 'icon', 'menu', 'message-box', 'small-caption', 'status-bar')

export const font: Expand = (c) => {
  const found = new Map<string, readonly Component[]>(RESET_BY_FONT.map((name) => [name, INITIAL]))
  for (const name of [...FONT_PARTS, 'line-height']) found.set(name, INITIAL)
  if (c.try(SYSTEM_FONTS) !== undefined) {
    found.set('font-size', textOf('13.333px'))
    return found.set('font-family', textOf('sans-serif'))
  }
  const left = new Set(FONT_PARTS)
  for (let i = 0; i < 4; i++) {
    if (c.keyword('normal') !== undefined) continue
    const name = [...left].find((part) => takeInto(c, part, found))
    if (name === undefined) break
    left.delete(name)
  }
  if (!takeInto(c, 'font-size', found)) return undefined
  if (c.delim('/') && !takeInto(c, 'line-height', found)) return undefined
  return takeInto(c, 'font-family', found) ? found : undefined
}

/** Adds the longhand to `found`. In `font`, font-stretch takes keywords only: a percentage is the size. */
function takeInto(c: Cursor, name: string, found: Map<string, readonly Component[]>): boolean {
  const item = c.peek()
  if (name === 'font-stretch' && item?.kind !== 'ident') return false
  const value = take(c, name)
  if (value === undefined) return false
  found.set(name, value)
  return true
}

const VARIANTS = [
  'font-variant-caps',
  'font-variant-numeric',
  'font-variant-ligatures',
  'font-variant-east-asian',
  'font-variant-alternates',
  'font-variant-position',
]

export const VARIANT_LONGHANDS: readonly string[] = VARIANTS

export const fontVariant: Expand = (c) => {
  const found = new Map<string, Component[]>(VARIANTS.map((name) => [name, []]))
  if (c.items.length === 1 && c.keyword('normal') !== undefined) return found
  if (c.items.length === 1 && c.keyword('none') !== undefined) return found.set('font-variant-ligatures', [...textOf('none')])
  while (!c.isDone) {
    if (c.keyword('normal') !== undefined) return undefined
    const item = c.inside([c.next()!])
    const name = VARIANTS.find((candidate) => take(item, candidate) !== undefined)
    if (name === undefined) return undefined
    found.get(name)!.push(...item.items)
  }
  return found
}

// ── lists, decorations, white space ─────────────────────────────────────────────────────────────────────────────────────

/** `none` sets the type or the image, whichever is not given otherwise (CSS Lists 3 §3.5). */
export const listStyle: Expand = (c) => {
  const found = new Map<string, readonly Component[]>()
  let nones = 0
  while (!c.isDone) {
    if (c.keyword('none') !== undefined) {
      nones++
      continue
    }
    const name = ['list-style-position', 'list-style-image', 'list-style-type'].find(
      (candidate) => !found.has(candidate) && takeInto(c, candidate, found),
    )
    if (name === undefined) return undefined
  }
  if (nones > 0 && !found.has('list-style-type')) found.set('list-style-type', textOf('none'))
  for (const name of ['list-style-type', 'list-style-position', 'list-style-image']) if (!found.has(name)) found.set(name, INITIAL)
  return nones > 2 ? undefined : found
}

const DECORATION = ['text-decoration-style', 'text-decoration-color', 'text-decoration-thickness']

export const DECORATION_LONGHANDS: readonly string[] = ['text-decoration-line', ...DECORATION]

export const textDecoration: Expand = (c) => {
  const lines = c.items.filter((item) => decorationLine(c.inside([item])) !== undefined)
  const rest = c.inside(c.items.filter((item) => !lines.includes(item)))
  const found = new Map(
    rest.isDone ? DECORATION.map((name): [string, readonly Component[]] => [name, INITIAL]) : (expandAny(DECORATION)(rest) ?? []),
  )
  if (found.size === 0 || (lines.length > 0 && decorationLine(c.inside(lines)) === undefined)) return undefined
  c.at = c.items.length
  return found.set('text-decoration-line', lines)
}

const WHITE_SPACE: Readonly<Record<string, readonly [collapse: string, wrap: string]>> = {
  normal: ['collapse', 'wrap'],
  nowrap: ['collapse', 'nowrap'],
  pre: ['preserve', 'nowrap'],
  'pre-wrap': ['preserve', 'wrap'],
  'pre-line': ['preserve-breaks', 'wrap'],
  'break-spaces': ['break-spaces', 'wrap'],
  '-moz-pre-wrap': ['preserve', 'wrap'],
}

export const whiteSpace: Expand = (c) => {
  const item = c.peek()
  const known = c.items.length === 1 && item?.kind === 'ident' ? lookup(WHITE_SPACE, item.lower) : undefined
  if (known === undefined) return expandAny(['white-space-collapse', 'text-wrap-mode'])(c)
  c.at++
  return new Map([
    ['white-space-collapse', textOf(known[0])],
    ['text-wrap-mode', textOf(known[1])],
  ]) satisfies Expansion
}

/** none | <integer> <block-ellipsis>?, where the ellipsis defaults to `auto`. */
export const lineClamp: Expand = (c) => {
  const lines = take(c, 'max-lines')
  if (lines === undefined) return undefined
  const isNone = lines[0]?.kind === 'ident'
  const ellipsis = c.isDone ? textOf(isNone ? 'none' : 'auto') : isNone ? undefined : take(c, 'block-ellipsis')
  return (
    ellipsis &&
    new Map([
      ['max-lines', lines],
      ['block-ellipsis', ellipsis],
    ])
  )
}

/** <length-percentage> && hanging? && each-line? */
export const textIndent: Expand = (c) => {
  const words: Component[] = []
  let amount: readonly Component[] | undefined
  while (!c.isDone) {
    const item = c.peek()
    if (item?.kind === 'ident' && (item.lower === 'hanging' || item.lower === 'each-line')) {
      words.push(item)
      c.at++
    } else if (amount === undefined) {
      amount = take(c, '-platen-text-indent')
      if (amount === undefined) return undefined
    } else return undefined
  }
  if (amount === undefined || new Set(words.map((word) => (word.kind === 'ident' ? word.lower : ''))).size !== words.length)
    return undefined
  return new Map([
    ['-platen-text-indent', amount],
    ['-platen-text-indent-lines', words.length === 0 ? INITIAL : words],
  ])
}

export const SYNTHESIS_LONGHANDS = ['weight', 'style', 'small-caps', 'position'].map((name) => `font-synthesis-${name}`)

/** Parts that are not named are `none`. */
export const fontSynthesis: Expand = (c) => {
  const names = c.keyword('none') === undefined ? spaceList(keywords('weight', 'style', 'small-caps', 'position'))(c) : []
  if (names === undefined) return undefined
  return new Map(
    SYNTHESIS_LONGHANDS.map((longhand) => [
      longhand,
      textOf(names.some((name) => longhand === `font-synthesis-${name}`) ? 'auto' : 'none'),
    ]),
  )
}

// ── border-image ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const BORDER_IMAGE_LONGHANDS: readonly string[] = ['source', 'slice', 'width', 'outset', 'repeat'].map(
  (part) => `border-image-${part}`,
)

/** source || slice [ / width? [ / outset ]? ]? || repeat */
export const borderImage: Expand = (c) => {
  const found = new Map<string, readonly Component[]>(BORDER_IMAGE_LONGHANDS.map((name) => [name, INITIAL]))
  while (!c.isDone) {
    const { at } = c
    if (found.get('border-image-slice') === INITIAL && takeInto(c, 'border-image-slice', found)) {
      if (!c.delim('/')) continue
      const hasWidth = takeInto(c, 'border-image-width', found)
      if (c.delim('/') ? !takeInto(c, 'border-image-outset', found) : !hasWidth) return undefined
    } else if (found.get('border-image-source') === INITIAL && takeInto(c, 'border-image-source', found)) continue
    else if (found.get('border-image-repeat') === INITIAL) takeInto(c, 'border-image-repeat', found)
    if (c.at === at) return undefined
  }
  return found
}

/** `text-box: normal | <trim> || <edge>`: an edge alone is trimmed to at both sides. */
export const textBox: Expand = (c) => {
  const isNormal = c.keyword('normal') !== undefined
  const first = isNormal ? INITIAL : take(c, 'text-box-trim')
  const edge = isNormal ? undefined : take(c, 'text-box-edge')
  const trim = first ?? take(c, 'text-box-trim') ?? (edge === undefined ? undefined : textOf('trim-both'))
  return (
    trim &&
    new Map([
      ['text-box-trim', trim],
      ['text-box-edge', edge ?? INITIAL],
    ])
  )
}
