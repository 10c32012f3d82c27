// Expands shorthands to the components of their longhands. Values are matched by the longhands' own parsers, so that a shorthand accepts exactly
// the values of its longhands.

import type { Component } from '../syntax/tokens.ts'
import { lookup } from '../values/lookup.ts'
import type { Cursor } from '../values/values.ts'
import { AREA_LONGHANDS, GRID_LONGHANDS, grid, gridArea, gridLines, gridTemplate, TEMPLATE_LONGHANDS } from './grid.ts'
import { MASK_BORDER_LONGHANDS, MASK_LONGHANDS, mask, maskBorder, maskBoxImage } from './mask.ts'
import { type Expand, type Expansion, expandAny, expandPair, expandSides, INITIAL, take, textOf } from './shorthand.ts'
import {
  BACKGROUND_LONGHANDS,
  BORDER_IMAGE_LONGHANDS,
  background,
  backgroundPosition,
  borderImage,
  DECORATION_LONGHANDS,
  FONT_LONGHANDS,
  font,
  fontSynthesis,
  fontVariant,
  lineClamp,
  listStyle,
  POSITION_LONGHANDS,
  SYNTHESIS_LONGHANDS,
  textBox,
  textDecoration,
  textIndent,
  VARIANT_LONGHANDS,
  whiteSpace,
} from './text.ts'

const SIDES = ['top', 'right', 'bottom', 'left'] as const
const sidesOf = (before: string, after = ''): readonly string[] => SIDES.map((side) => `${before}${side}${after}`)
const BORDER_PARTS = ['width', 'style', 'color'] as const

/** `border`, and the logical `border-block` and `border-inline`: one border for several sides. */
function borders(sides: readonly string[]): Expand {
  return (c) => {
    const one = expandAny(BORDER_PARTS.map((part) => `border-top-${part}`))(c)
    if (one === undefined) return undefined
    return new Map(
      sides.flatMap((side) =>
        BORDER_PARTS.map((part): [string, readonly Component[]] => [`border-${side}-${part}`, one.get(`border-top-${part}`) ?? INITIAL]),
      ),
    )
  }
}

const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const

/** `1px 2px / 3px`: horizontal and vertical radii of the corners. */
function borderRadius(c: Cursor): Expansion | undefined {
  const slash = c.items.findIndex((item) => item.kind === 'delim' && item.value === '/')
  const spread = (items: readonly Component[]): readonly Component[] | undefined => {
    const [a, b = a, d = a, e = b, ...rest] = items
    return a === undefined || b === undefined || d === undefined || e === undefined || rest.length > 0 ? undefined : [a, b, d, e]
  }
  const across = spread(slash < 0 ? c.items : c.items.slice(0, slash))
  const down = slash < 0 ? across : spread(c.items.slice(slash + 1))
  if (across === undefined || down === undefined) return undefined
  c.at = c.items.length
  return new Map(CORNERS.map((corner, i) => [`border-${corner}-radius`, [across[i]!, down[i]!]]))
}

/** CSS Flexbox 1 §7.1.1: a lone number is a grow factor with basis 0. */
function flex(c: Cursor): Expansion | undefined {
  const build = (grow: string, shrink: string, basis: string): Expansion =>
    new Map([
      ['flex-grow', textOf(grow)],
      ['flex-shrink', textOf(shrink)],
      ['flex-basis', textOf(basis)],
    ])
  if (c.items.length === 1) {
    if (c.keyword('none') !== undefined) return build('0', '0', 'auto')
    if (c.keyword('auto') !== undefined) return build('1', '1', 'auto')
  }
  const before = take(c, 'flex-grow')
  const shrinkBefore = before && take(c, 'flex-shrink')
  const basis = take(c, 'flex-basis')
  const grow = before ?? take(c, 'flex-grow')
  const shrink = shrinkBefore ?? (before === undefined && grow !== undefined ? take(c, 'flex-shrink') : undefined)
  if (grow === undefined && basis === undefined) return undefined
  return new Map([
    ['flex-grow', grow ?? textOf('1')],
    ['flex-shrink', shrink ?? textOf('1')],
    ['flex-basis', basis ?? textOf('0%')],
  ])
}

/** `auto` may be the value of either longhand. */
function columns(c: Cursor): Expansion | undefined {
  while (c.keyword('auto') !== undefined)
    if (c.isDone)
      return new Map([
        ['column-width', INITIAL],
        ['column-count', INITIAL],
      ])
  const found = expandAny(['column-width', 'column-count'])(c)
  while (c.keyword('auto') !== undefined) if (c.isDone) return found
  return found
}

/** Names, and behind a slash the type. */
function container(c: Cursor): Expansion | undefined {
  const names = take(c, 'container-name')
  const type = c.delim('/') ? take(c, 'container-type') : INITIAL
  if (names === undefined || type === undefined) return undefined
  return new Map([
    ['container-name', names],
    ['container-type', type],
  ])
}

/** A shorthand: its longhands, and the expansion of a value. */
interface Shorthand {
  readonly longhands: readonly string[]
  readonly expand: Expand
}

const sides = (longhands: readonly string[]): Shorthand => ({ longhands, expand: expandSides(longhands) })
const pair = (first: string, second: string): Shorthand => ({ longhands: [first, second], expand: expandPair(first, second) })
const any = (...longhands: readonly string[]): Shorthand => ({ longhands, expand: expandAny(longhands) })
const bordersOf = (list: readonly string[]): Shorthand => ({
  longhands: list.flatMap((side) => BORDER_PARTS.map((part) => `border-${side}-${part}`)),
  expand: borders(list),
})

const SHORTHAND_TABLE: Readonly<Record<string, Shorthand>> = {
  margin: sides(sidesOf('margin-')),
  padding: sides(sidesOf('padding-')),
  inset: sides(SIDES),
  'margin-block': pair('margin-block-start', 'margin-block-end'),
  'margin-inline': pair('margin-inline-start', 'margin-inline-end'),
  'padding-block': pair('padding-block-start', 'padding-block-end'),
  'padding-inline': pair('padding-inline-start', 'padding-inline-end'),
  'inset-block': pair('inset-block-start', 'inset-block-end'),
  'inset-inline': pair('inset-inline-start', 'inset-inline-end'),
  border: {
    longhands: [...bordersOf(SIDES).longhands, ...BORDER_IMAGE_LONGHANDS],
    expand: (c) => {
      const lines = borders(SIDES)(c)
      return lines && new Map([...lines, ...BORDER_IMAGE_LONGHANDS.map((name): [string, readonly Component[]] => [name, INITIAL])])
    },
  },
  'border-image': { longhands: BORDER_IMAGE_LONGHANDS, expand: borderImage },
  'border-block': bordersOf(['block-start', 'block-end']),
  'border-inline': bordersOf(['inline-start', 'inline-end']),
  'border-radius': { longhands: CORNERS.map((corner) => `border-${corner}-radius`), expand: borderRadius },
  ...Object.fromEntries(
    [...SIDES, 'block-start', 'block-end', 'inline-start', 'inline-end'].map((side) => [
      `border-${side}`,
      any(...BORDER_PARTS.map((part) => `border-${side}-${part}`)),
    ]),
  ),
  ...Object.fromEntries(BORDER_PARTS.map((part) => [`border-${part}`, sides(sidesOf('border-', `-${part}`))])),
  ...Object.fromEntries(
    BORDER_PARTS.flatMap((part) =>
      ['block', 'inline'].map((axis) => [`border-${axis}-${part}`, pair(`border-${axis}-start-${part}`, `border-${axis}-end-${part}`)]),
    ),
  ),
  outline: any('outline-color', 'outline-style', 'outline-width'),
  'column-rule': any('column-rule-width', 'column-rule-style', 'column-rule-color'),
  columns: { longhands: ['column-width', 'column-count'], expand: columns },
  overflow: pair('overflow-x', 'overflow-y'),
  container: { longhands: ['container-name', 'container-type'], expand: container },
  'contain-intrinsic-size': pair('contain-intrinsic-width', 'contain-intrinsic-height'),
  flex: { longhands: ['flex-grow', 'flex-shrink', 'flex-basis'], expand: flex },
  'flex-flow': any('flex-direction', 'flex-wrap'),
  gap: pair('row-gap', 'column-gap'),
  'place-content': pair('align-content', 'justify-content'),
  'place-items': pair('align-items', 'justify-items'),
  'place-self': pair('align-self', 'justify-self'),
  'border-spacing': pair('-platen-border-spacing-x', '-platen-border-spacing-y'),
  'background-position': { longhands: POSITION_LONGHANDS, expand: backgroundPosition },
  background: { longhands: BACKGROUND_LONGHANDS, expand: background },
  mask: { longhands: MASK_LONGHANDS, expand: mask },
  'mask-border': { longhands: MASK_BORDER_LONGHANDS, expand: maskBorder },
  '-webkit-mask-box-image': { longhands: MASK_BORDER_LONGHANDS, expand: maskBoxImage },
  font: { longhands: FONT_LONGHANDS, expand: font },
  'font-variant': { longhands: VARIANT_LONGHANDS, expand: fontVariant },
  'list-style': { longhands: ['list-style-type', 'list-style-position', 'list-style-image'], expand: listStyle },
  '-webkit-text-stroke': any('-webkit-text-stroke-width', '-webkit-text-stroke-color'),
  'text-decoration': { longhands: DECORATION_LONGHANDS, expand: textDecoration },
  'text-emphasis': any('text-emphasis-style', 'text-emphasis-color'),
  'white-space': { longhands: ['white-space-collapse', 'text-wrap-mode'], expand: whiteSpace },
  'line-clamp': { longhands: ['max-lines', 'block-ellipsis'], expand: lineClamp },
  'text-box': { longhands: ['text-box-trim', 'text-box-edge'], expand: textBox },
  'text-wrap': any('text-wrap-mode', 'text-wrap-style'),
  'text-indent': { longhands: ['-platen-text-indent', '-platen-text-indent-lines'], expand: textIndent },
  'font-synthesis': { longhands: SYNTHESIS_LONGHANDS, expand: fontSynthesis },
  'grid-row': { longhands: ['grid-row-start', 'grid-row-end'], expand: gridLines('grid-row-start', 'grid-row-end') },
  'grid-column': { longhands: ['grid-column-start', 'grid-column-end'], expand: gridLines('grid-column-start', 'grid-column-end') },
  'grid-area': { longhands: AREA_LONGHANDS, expand: gridArea },
  'grid-template': { longhands: TEMPLATE_LONGHANDS, expand: gridTemplate },
  grid: { longhands: GRID_LONGHANDS, expand: grid },
  // Accepts CSS-wide keywords only, which are expanded before.
  all: { longhands: [], expand: () => undefined },
}

export const SHORTHANDS = Object.keys(SHORTHAND_TABLE)

export const shorthandOf = (name: string): Shorthand | undefined => lookup(SHORTHAND_TABLE, name)
