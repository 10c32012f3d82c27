// The shorthand `mask` (CSS Masking 1 §7.10).

import { type Component, splitAtCommas } from '../syntax/tokens.ts'
import { backgroundRepeat, backgroundSize, imageOrNone, position } from '../values/image.ts'
import { maskClip, maskComposite, maskMode } from '../values/mask.ts'
import type { Cursor, Parser } from '../values/values.ts'
import { type Expand, type Expansion, INITIAL, take, takeBy, textOf } from './shorthand.ts'

const PARTS = {
  image: 'none',
  position: '0% 0%',
  size: 'auto',
  repeat: 'repeat',
  origin: 'border-box',
  clip: 'border-box',
  composite: 'add',
  mode: 'match-source',
} as const
type MaskPart = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as readonly MaskPart[] // exactly the keys
type Layer = Partial<Record<MaskPart, readonly Component[]>>

export const MASK_BORDER_LONGHANDS: readonly string[] = ['source', 'slice', 'width', 'outset', 'repeat', 'mode'].map(
  (part) => `mask-border-${part}`,
)
export const MASK_LONGHANDS: readonly string[] = [...NAMES.map((part) => `mask-${part}`), ...MASK_BORDER_LONGHANDS]
const COMMA: Component = { kind: 'delim', value: ',', start: 0, end: 0, isSpaced: false }

export const mask: Expand = (c) => {
  const layers = splitAtCommas(c.items).map((items) => parseLayer(c.inside(items)))
  if (!layers.every((layer) => layer !== undefined)) return undefined
  c.at = c.items.length
  const entries = NAMES.map((part): [string, readonly Component[]] => [
    `mask-${part}`,
    layers.flatMap((layer, i) => [...(i === 0 ? [] : [COMMA]), ...(layer[part] ?? textOf(PARTS[part]))]),
  ])
  // It resets the border of the mask too.
  return new Map([...entries, ...MASK_BORDER_LONGHANDS.map((name): [string, readonly Component[]] => [name, INITIAL])])
}

/** source || slice [ / width? [ / outset ]? ]? || repeat || mode */
export const maskBorder: Expand = (c) => {
  const found = new Map<string, readonly Component[]>(MASK_BORDER_LONGHANDS.map((name) => [name, INITIAL]))
  const set = (part: string): boolean => {
    const name = `mask-border-${part}`
    const value = found.get(name) === INITIAL ? take(c, name) : undefined
    if (value !== undefined) found.set(name, value)
    return value !== undefined
  }
  if (c.isDone) return undefined
  while (!c.isDone) {
    if (set('slice')) {
      if (!c.delim('/')) continue
      const hasWidth = set('width')
      if (c.delim('/') ? !set('outset') : !hasWidth) return undefined
    } else if (!set('source') && !set('repeat') && !set('mode')) return undefined
  }
  return found
}

/** The prefixed property, whose middle is always filled. */
export const maskBoxImage: Expand = (c) => {
  const found: Expansion | undefined = maskBorder(c)
  if (found === undefined) return undefined
  const slice = found.get('mask-border-slice') ?? INITIAL
  const isFilled = slice.some((item) => item.kind === 'ident' && item.lower === 'fill')
  return new Map([...found, ['mask-border-slice', isFilled ? slice : [...(slice === INITIAL ? textOf('0') : slice), ...textOf('fill')]]])
}

function parseLayer(c: Cursor): Layer | undefined {
  const layer: Layer = {}
  const set = (part: MaskPart, parser: Parser<unknown>): boolean => {
    const taken = layer[part] === undefined ? takeBy(c, parser) : undefined
    if (taken !== undefined) layer[part] = taken
    return taken !== undefined
  }
  if (c.isDone) return undefined
  while (!c.isDone) {
    if (set('image', imageOrNone) || set('repeat', backgroundRepeat) || set('composite', maskComposite) || set('mode', maskMode)) continue
    if (set('position', position)) {
      if (c.delim('/') && !set('size', backgroundSize)) return undefined
      continue
    }
    // One box sets both origin and clip, two set one each.
    if (layer.clip !== undefined && layer.origin !== undefined) return undefined
    const box = takeBy(c, maskClip)
    if (box === undefined) return undefined
    const first = box[0]
    const isNoClip = first?.kind === 'ident' && first.lower === 'no-clip'
    if (isNoClip || layer.origin !== undefined) layer.clip = box
    else layer.origin = box
  }
  if (layer.origin !== undefined) layer.clip ??= layer.origin
  return layer
}
