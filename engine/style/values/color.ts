// CSS colours (Color 4 and 5) to sRGB.

import { clamp } from '../../geometry.ts'
import type { Component } from '../syntax/tokens.ts'
import type { Color } from '../value.ts'
import { COLOR_SPACES, type ColorSpace, type Triple } from './color-space.ts'
import { NAMED_COLORS, SYSTEM_COLORS } from './colors.data.ts'
import { lookup } from './lookup.ts'
import { USES } from './units.ts'
import { angle, type Cursor, number, type Parser, percentage } from './values.ts'

export const TRANSPARENT: Color = Object.freeze({ red: 0, green: 0, blue: 0, alpha: 0 })
export const BLACK: Color = Object.freeze({ red: 0, green: 0, blue: 0, alpha: 1 })

export const isSameColor = (a: Color, b: Color): boolean =>
  a.red === b.red && a.green === b.green && a.blue === b.blue && a.alpha === b.alpha

/** Rounds a channel to 16 bits: enough for any printer, and makes equal colours compare equal. */
const roundChannel = (v: number): number => (Number.isNaN(v) ? 0 : Math.round(clamp(v, 0, 1) * 65535) / 65535)

function makeColor([r, g, b]: Triple, alpha: number): Color {
  return { red: roundChannel(r), green: roundChannel(g), blue: roundChannel(b), alpha: roundChannel(alpha) }
}

function fromNumber(value: number): Color {
  return { red: (value >> 16) / 255, green: ((value >> 8) & 255) / 255, blue: (value & 255) / 255, alpha: 1 }
}

/** Any CSS colour; `currentcolor` is resolved to the environment's. */
export const color: Parser<Color> = (c) => {
  const item = c.next()
  if (item?.kind === 'hash') return parseHex(item.value)
  if (item?.kind === 'ident') return namedColor(item.lower, c) ?? hashless(item, c)
  if (item?.kind === 'number' || item?.kind === 'dimension') return hashless(item, c)
  return item?.kind === 'function' ? lookup(FUNCTIONS, item.name)?.(c.inside(item.items), item.name) : undefined
}

function namedColor(name: string, c: Cursor): Color | undefined {
  if (name === 'transparent') return TRANSPARENT
  if (name === 'currentcolor') {
    c.environment.uses |= USES.color
    return c.environment.color
  }
  if (name === '-platen-body-color') {
    c.environment.uses |= USES.parent
    return c.environment.bodyColor
  }
  const value = lookup(NAMED_COLORS, name) ?? lookup(SYSTEM_COLORS, name)
  return value === undefined ? undefined : fromNumber(value)
}

/** `color: ff0000` in quirks mode (Quirks §3.2). */
function hashless(item: Component, c: Cursor): Color | undefined {
  if (!c.environment.isQuirky) return undefined
  if (item.kind === 'ident') return /^(...|......)$/.test(item.value) ? parseHex(item.value) : undefined
  const written = item.kind === 'number' ? `${item.value}` : item.kind === 'dimension' ? `${item.value}${item.unit}` : ''
  return written.length > 6 ? undefined : parseHex(written.padStart(6, '0'))
}

function parseHex(text: string): Color | undefined {
  if (!/^([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return undefined
  const width = text.length < 6 ? 1 : 2
  const at = (i: number): number => {
    const digits = text.slice(i * width, (i + 1) * width)
    return Number.parseInt(width === 1 ? digits + digits : digits, 16) / 255
  }
  return { red: at(0), green: at(1), blue: at(2), alpha: text.length % 4 === 0 ? at(3) : 1 }
}

type ParseFunction = (c: Cursor, name: string) => Color | undefined

/** One component of a colour function: the value of 100 %, or a hue. `none` is 0. */
type Channel = { readonly percent: number } | 'hue'

function channel(c: Cursor, of: Channel): number | undefined {
  if (c.keyword('none') !== undefined) return 0
  if (of === 'hue') return c.try(angle) ?? c.try(number)
  const share = c.try(percentage)
  return share === undefined ? c.try(number) : (share / 100) * of.percent
}

/** `/ alpha` or, in the old syntax, `, alpha`; 1 when absent. */
function alphaOf(c: Cursor, hasCommas: boolean): number | undefined {
  if (c.isDone) return 1
  if (!(c.delim('/') || (hasCommas && c.delim(',')))) return undefined
  return channel(c, { percent: 1 })
}

/** Parses three channels with or without commas, then alpha; for a relative colour, `from` and the origin colour first. */
function parseChannels(
  c: Cursor,
  names: readonly [string, string, string],
  channels: readonly [Channel, Channel, Channel],
  space: ColorSpace,
): readonly [Triple, number] | undefined {
  const relative = relativeTo(c, names, space)
  if (relative === undefined) return undefined
  const values: number[] = []
  let hasCommas = false
  for (const [i, of] of channels.entries()) {
    if (i === 1) hasCommas = relative.delim(',')
    else if (i === 2 && hasCommas && !relative.delim(',')) return undefined
    const value = channel(relative, of)
    if (value === undefined) return undefined
    values.push(value)
  }
  const alpha = alphaOf(relative, hasCommas)
  const [x, y, z] = values
  if (alpha === undefined || !relative.isDone || x === undefined || y === undefined || z === undefined) return undefined
  return [[x, y, z], alpha]
}

/** `from <color>`: replaces channel names in the remaining components by the channels of that colour. */
function relativeTo(c: Cursor, names: readonly [string, string, string], space: ColorSpace): Cursor | undefined {
  if (c.keyword('from') === undefined) return c
  const origin = color(c)
  if (origin === undefined || space.fromSrgb === undefined) return undefined
  const parts = space.fromSrgb([origin.red, origin.green, origin.blue])
  const values = new Map<string, number>([...names.map((name, i): [string, number] => [name, parts[i] ?? 0]), ['alpha', origin.alpha]])
  const replace = (item: Component): Component => {
    if (item.kind === 'function') return { ...item, items: item.items.map(replace) }
    if (item.kind === 'block') return { ...item, items: item.items.map(replace) }
    const value = item.kind === 'ident' ? values.get(item.lower) : undefined
    return value === undefined
      ? item
      : { kind: 'number', value, isInteger: false, start: item.start, end: item.end, isSpaced: item.isSpaced }
  }
  const rest = c.items.slice(c.at).map(replace)
  return c.items.slice(c.at).some((item) => item.kind === 'delim' && item.value === '/')
    ? c.inside(rest)
    : c.inside([...rest, ...alphaItems(origin.alpha)])
}

/** ` / alpha`, for a relative colour without one. */
function alphaItems(alpha: number): Component[] {
  const place = { start: 0, end: 0, isSpaced: true }
  return [
    { kind: 'delim', value: '/', ...place },
    { kind: 'number', value: alpha, isInteger: false, ...place },
  ]
}

function inSpace(name: string, names: readonly [string, string, string], channels: readonly [Channel, Channel, Channel]): ParseFunction {
  const space = COLOR_SPACES[name]!
  return (c) => {
    const found = parseChannels(c, names, channels, space)
    return found && makeColor(space.toSrgb(found[0]), found[1])
  }
}

const PERCENT = { percent: 100 }
const UNIT = { percent: 1 }

const rgb: ParseFunction = (c) => {
  const bytes: ColorSpace = { toSrgb: (t) => t, fromSrgb: ([r, g, b]) => [r * 255, g * 255, b * 255] }
  const found = parseChannels(c, ['r', 'g', 'b'], [{ percent: 255 }, { percent: 255 }, { percent: 255 }], bytes)
  return found && makeColor([found[0][0] / 255, found[0][1] / 255, found[0][2] / 255], found[1])
}

/** color(display-p3 1 0.5 0 / 50%). */
const colorFunction: ParseFunction = (c) => {
  const first = c.peek()
  // `from <color>` precedes the name of the space.
  const at =
    first?.kind === 'ident' && first.lower === 'from'
      ? c.items.findIndex((item) => item.kind === 'ident' && lookup(COLOR_SPACES, item.lower) !== undefined)
      : 0
  const item = c.items[at]
  const space = item?.kind === 'ident' ? lookup(COLOR_SPACES, item.lower) : undefined
  if (space === undefined) return undefined
  const names: readonly [string, string, string] =
    item?.kind === 'ident' && item.lower.startsWith('xyz') ? ['x', 'y', 'z'] : ['r', 'g', 'b']
  const found = parseChannels(c.inside(c.items.filter((_, i) => i !== at)), names, [UNIT, UNIT, UNIT], space)
  return found && makeColor(space.toSrgb(found[0]), found[1])
}

/** Keeps the inks. The sRGB approximation is the naive conversion (Color 5 §8). */
const cmyk: ParseFunction = (c) => {
  const inks: number[] = []
  let hasCommas = false
  for (let i = 0; i < 4; i++) {
    if (i > 0 && c.delim(',')) hasCommas = true
    const ink = channel(c, UNIT)
    if (ink === undefined) return undefined
    inks.push(clamp(ink, 0, 1))
  }
  const alpha = alphaOf(c, hasCommas)
  const [cyan, magenta, yellow, black] = inks
  if (alpha === undefined || cyan === undefined || magenta === undefined || yellow === undefined || black === undefined) return undefined
  const show = (ink: number): number => 1 - Math.min(1, ink * (1 - black) + black)
  return { ...makeColor([show(cyan), show(magenta), show(yellow)], alpha), cmyk: [cyan, magenta, yellow, black] }
}

/** color-mix(in oklch longer hue, red 20%, blue). */
const mix: ParseFunction = (c) => {
  const method = interpolation(c)
  if (method === undefined || !c.delim(',')) return undefined
  const first = weighted(c)
  if (first === undefined || !c.delim(',')) return undefined
  const second = weighted(c)
  if (second === undefined || !c.isDone) return undefined
  const p = first.percent ?? (second.percent === undefined ? 50 : 100 - second.percent)
  const q = second.percent ?? 100 - p
  if (p + q <= 0) return undefined
  const [rgb, alpha] = interpolate(method, first.color, second.color, q / (p + q))
  return makeColor(rgb, alpha * Math.min(1, (p + q) / 100))
}

/** A color interpolation method: `in oklch longer hue`. */
export interface Interpolation {
  readonly space: ColorSpace
  readonly arc: Arc
}

export const interpolation: Parser<Interpolation> = (c) => {
  if (c.keyword('in') === undefined) return undefined
  const name = c.next()
  const space = name?.kind === 'ident' ? lookup(COLOR_SPACES, name.lower) : undefined
  const arc = c.keyword('shorter', 'longer', 'increasing', 'decreasing')
  if (space?.fromSrgb === undefined || (arc !== undefined && c.keyword('hue') === undefined)) return undefined
  return { space, arc: arc ?? 'shorter' }
}

function weighted(c: Cursor): { readonly color: Color; readonly percent: number | undefined } | undefined {
  const before = c.try(percentage)
  const value = color(c)
  const percent = before ?? c.try(percentage)
  if (value === undefined || (percent !== undefined && (percent < 0 || percent > 100))) return undefined
  return { color: value, percent }
}

type Arc = 'shorter' | 'longer' | 'increasing' | 'decreasing'

/** Premultiplied interpolation (Color 4 §12); `t` is the share of the second colour. */
export function mixColors(method: Interpolation, a: Color, b: Color, t: number): Color {
  return makeColor(...interpolate(method, a, b, t))
}

/** The mixed colour in sRGB and its alpha, not yet rounded. */
function interpolate({ space, arc }: Interpolation, a: Color, b: Color, t: number): readonly [rgb: Triple, alpha: number] {
  const from = space.fromSrgb!([a.red, a.green, a.blue])
  const to = space.fromSrgb!([b.red, b.green, b.blue])
  const alpha = a.alpha * (1 - t) + b.alpha * t
  const one = (i: 0 | 1 | 2): number => {
    if (space.hue === i) return mixHue(isGray(a) ? to[i] : from[i], isGray(b) ? from[i] : to[i], t, arc)
    return alpha === 0 ? 0 : (from[i] * a.alpha * (1 - t) + to[i] * b.alpha * t) / alpha
  }
  return [space.toSrgb([one(0), one(1), one(2)]), alpha]
}

/** A grey has a powerless hue: it takes that of the other colour (§12.2). */
const isGray = (c: Color): boolean => Math.max(c.red, c.green, c.blue) - Math.min(c.red, c.green, c.blue) < 1e-5

function mixHue(from: number, to: number, t: number, arc: Arc): number {
  let distance = to - from
  if (arc === 'shorter') distance = distance > 180 ? distance - 360 : distance < -180 ? distance + 360 : distance
  else if (arc === 'longer')
    distance = distance > 0 && distance < 180 ? distance - 360 : distance > -180 && distance <= 0 ? distance + 360 : distance
  else if (arc === 'increasing' && distance < 0) distance += 360
  else if (arc === 'decreasing' && distance > 0) distance -= 360
  return from + distance * t
}

/** light-dark(light, dark): the color scheme of print is light. */
const light: ParseFunction = (c) => {
  const first = color(c)
  return first !== undefined && c.delim(',') && color(c) !== undefined && c.isDone ? first : undefined
}

const hsl = inSpace('hsl', ['h', 's', 'l'], ['hue', PERCENT, PERCENT])

const FUNCTIONS: Readonly<Record<string, ParseFunction>> = {
  rgb,
  rgba: rgb,
  hsl,
  hsla: hsl,
  hwb: inSpace('hwb', ['h', 'w', 'b'], ['hue', PERCENT, PERCENT]),
  lab: inSpace('lab', ['l', 'a', 'b'], [PERCENT, { percent: 125 }, { percent: 125 }]),
  lch: inSpace('lch', ['l', 'c', 'h'], [PERCENT, { percent: 150 }, 'hue']),
  oklab: inSpace('oklab', ['l', 'a', 'b'], [UNIT, { percent: 0.4 }, { percent: 0.4 }]),
  oklch: inSpace('oklch', ['l', 'c', 'h'], [UNIT, { percent: 0.4 }, 'hue']),
  color: colorFunction,
  'device-cmyk': cmyk,
  'color-mix': mix,
  'light-dark': light,
}
