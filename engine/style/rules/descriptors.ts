// @font-face, @counter-style and @property.

import type { FontFaceRule } from '../font-face-rule.ts'
import type { DeclarationNode } from '../syntax/syntax.ts'
import { type Component, splitAtCommas } from '../syntax/tokens.ts'
import type { CounterStyle } from '../value.ts'
import { fontFamily, fontStretch } from '../values/font.ts'
import { Cursor, integer, percentage, text as string, url } from '../values/values.ts'
import { neutralEnvironment } from './declarations.ts'
import { fitsSyntax, type RegisteredProperty } from './registered-property.ts'

type Warn = (message: string) => void
type Nodes = readonly DeclarationNode[]

/** The last declaration of a descriptor. */
const find = (nodes: Nodes, name: string): readonly Component[] | undefined => nodes.findLast((node) => node.name === name)?.value
const cursor = (items: readonly Component[]): Cursor => new Cursor(items, neutralEnvironment(false))

// ── @font-face ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function parseFontFace(nodes: Nodes, source: string, at: FontFaceRule['at'], warn: Warn): FontFaceRule | undefined {
  const family = find(nodes, 'font-family')
  const src = find(nodes, 'src')
  const name = family && fontFamily(cursor(family))?.[0]
  const sources = splitAtCommas(src ?? []).flatMap((part) => fontSource(cursor(part)) ?? [])
  if (name === undefined || sources.length === 0) {
    warn('"@font-face" needs a font-family and a src')
    return undefined
  }
  const style = find(nodes, 'font-style')?.[0]
  const range = nodes.findLast((node) => node.name === 'unicode-range')
  return {
    family: name,
    weight: weightRange(find(nodes, 'font-weight') ?? []),
    stretch: stretchRange(find(nodes, 'font-stretch') ?? find(nodes, 'font-width') ?? []),
    style: style?.kind === 'ident' && (style.lower === 'italic' || style.lower === 'oblique') ? style.lower : 'normal',
    sources,
    unicodeRange: range === undefined ? undefined : unicodeRanges(source.slice(range.value[0]?.start, range.value.at(-1)?.end)),
    metrics: metricOverrides(nodes),
    at,
  }
}

/** CSS Fonts 5 §2: `normal` leaves what the font says. */
function metricOverrides(nodes: Nodes): FontFaceRule['metrics'] {
  const part = (name: string): number | undefined => {
    const c = cursor(find(nodes, name) ?? [])
    const value = c.items.length === 1 ? percentage(c) : undefined
    return value === undefined || value < 0 ? undefined : value / 100
  }
  const [size, ascent, descent, lineGap] = [
    part('size-adjust'),
    part('ascent-override'),
    part('descent-override'),
    part('line-gap-override'),
  ]
  const isNone = size === undefined && ascent === undefined && descent === undefined && lineGap === undefined
  return isNone ? undefined : { size: size ?? 1, ascent, descent, lineGap }
}

/** `url(…) format(…) tech(…)` or `local(…)`. */
function fontSource(c: Cursor): FontFaceRule['sources'] | undefined {
  const local = c.call('local')
  if (local !== undefined) {
    const name = fontFamily(local)?.[0]
    return name === undefined ? undefined : [{ kind: 'local', name }]
  }
  const address = c.try(url)
  if (address === undefined) return undefined
  const format = c.call('format')?.items[0]
  return [{ kind: 'url', url: address, format: format?.kind === 'string' || format?.kind === 'ident' ? format.value : undefined }]
}

/** Undefined for `auto`, which is the initial value. */
function weightRange(items: readonly Component[]): FontFaceRule['weight'] {
  const weights = items.flatMap((item) => {
    if (item.kind === 'number') return [item.value]
    return item.kind === 'ident' && item.lower === 'bold' ? [700] : item.kind === 'ident' && item.lower === 'normal' ? [400] : []
  })
  return rangeOf(weights)
}

function stretchRange(items: readonly Component[]): FontFaceRule['stretch'] {
  const c = cursor(items)
  const [from, to] = [fontStretch(c), fontStretch(c)]
  return rangeOf([from, to].filter((value) => value !== undefined))
}

function rangeOf([from, to = from]: readonly number[]): readonly [number, number] | undefined {
  return from === undefined || to === undefined ? undefined : [Math.min(from, to), Math.max(from, to)]
}

/** `U+26, U+0-7F, U+4??`. */
function unicodeRanges(text: string): readonly (readonly [number, number])[] {
  return [...text.matchAll(/u\+([0-9a-f?]{1,6})(?:-([0-9a-f]{1,6}))?/gi)].map(([, from = '0', to]) => [
    Number.parseInt(from.replaceAll('?', '0'), 16),
    Number.parseInt(to ?? from.replaceAll('?', 'f'), 16),
  ])
}

// ── @counter-style ──────────────────────────────────────────────────────────────────────────────────────────────────────

/** A symbol of a counter style: a string or an identifier. */
function symbol(c: Cursor): string | undefined {
  const item = c.peek()
  if (item?.kind !== 'string' && item?.kind !== 'ident') return undefined
  c.at++
  return item.value
}

function symbols(items: readonly Component[] | undefined): readonly string[] {
  return (items ?? []).flatMap((item) => (item.kind === 'string' || item.kind === 'ident' ? [item.value] : []))
}

export function parseCounterStyle(prelude: readonly Component[], nodes: Nodes, warn: Warn): CounterStyle | undefined {
  const [name] = prelude
  if (name?.kind !== 'ident' || prelude.length !== 1) {
    warn('"@counter-style" needs a name')
    return undefined
  }
  const [negative = '-', negativeAfter = ''] = symbols(find(nodes, 'negative'))
  return {
    name: name.value,
    system:
      (find(nodes, 'system') ?? [])
        .map((item) => (item.kind === 'ident' ? item.value : item.kind === 'number' ? String(item.value) : ''))
        .join(' ') || 'symbolic',
    symbols: symbols(find(nodes, 'symbols')),
    additiveSymbols: splitAtCommas(find(nodes, 'additive-symbols') ?? []).flatMap((part) => additiveSymbol(cursor(part))),
    prefix: symbols(find(nodes, 'prefix'))[0] ?? '',
    suffix: symbols(find(nodes, 'suffix'))[0] ?? '. ',
    negative: [negative, negativeAfter],
    range: counterRange(find(nodes, 'range')),
    pad: counterPad(cursor(find(nodes, 'pad') ?? [])),
    fallback: symbols(find(nodes, 'fallback'))[0] ?? 'decimal',
  }
}

function additiveSymbol(c: Cursor): readonly (readonly [number, string])[] {
  const before = c.try(integer)
  const sign = symbol(c)
  const weight = before ?? c.try(integer)
  return weight === undefined || sign === undefined ? [] : [[weight, sign]]
}

function counterRange(items: readonly Component[] | undefined): CounterStyle['range'] {
  if (items === undefined || (items[0]?.kind === 'ident' && items[0].lower === 'auto')) return 'auto'
  const bound = (item: Component | undefined, infinite: number): number => (item?.kind === 'number' ? item.value : infinite)
  return splitAtCommas(items).map(([from, to]) => [bound(from, Number.NEGATIVE_INFINITY), bound(to, Number.POSITIVE_INFINITY)])
}

function counterPad(c: Cursor): readonly [number, string] {
  const before = c.try(integer)
  const sign = symbol(c)
  const length = before ?? c.try(integer)
  return length === undefined || sign === undefined ? [0, ''] : [Math.min(length, 100), sign]
}

// ── @property ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export function parseProperty(prelude: readonly Component[], nodes: Nodes, warn: Warn): RegisteredProperty | undefined {
  const [name] = prelude
  const syntax = find(nodes, 'syntax')
  const inherits = find(nodes, 'inherits')?.[0]
  const initial = nodes.findLast((node) => node.name === 'initial-value')?.text
  const written = syntax && string(cursor(syntax))
  const isComplete = name?.kind === 'ident' && name.value.startsWith('--') && written !== undefined && inherits?.kind === 'ident'
  if (!isComplete || (written !== '*' && (initial === undefined || !fitsSyntax(initial, written)))) {
    warn('"@property" needs syntax, inherits and an initial-value that fits')
    return undefined
  }
  return { name: name.value, syntax: written, isInherited: inherits.lower !== 'false', initial }
}
