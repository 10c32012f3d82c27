// Units, and the environment that relative units refer to.

import { PX, type Size } from '../../geometry.ts'
import type { Style } from '../style.ts'
import type { Color, LengthPercentage } from '../value.ts'
import type { FontUnits } from './font-units.ts'
import { lookup } from './lookup.ts'

/** What values may depend on at their element. Lengths in points. */
export interface Environment {
  /** The font size of the element; that of its parent while `font-size` itself is computed. */
  readonly fontSize: number
  readonly rootFontSize: number
  /** Units of the primary font, of the element and of the root. */
  readonly font: FontUnits
  readonly rootFont: FontUnits
  /** The page area that vw and vh refer to. */
  readonly viewport: Size
  /** What cqw and cqh refer to; absent where nothing is in a container. */
  readonly containers?: ContainerLengths | undefined
  /** The element's lines are vertical. */
  readonly isVertical?: boolean
  readonly zoom: number
  readonly color: Color
  /** The colour that tables start from in quirks mode. */
  readonly bodyColor: Color
  readonly parentWeight: number
  readonly parentAlign: Style['textAlign']
  readonly parentDirection: 'ltr' | 'rtl'
  /** The parent's font size was computed from absolute lengths only. */
  readonly isParentAbsolute: boolean
  /** Numbers without a unit are lengths: for some properties in quirks mode. */
  readonly isQuirky: boolean
  /** In the calculation of `calc-size()`, where `size` has a meaning. */
  readonly hasSize?: true
  /** Bits of `USES`, set by the values that are parsed. */
  uses: number
}

/** Lengths of the nearest query containers in points, without zoom; undefined where none has a size in an axis. */
export interface ContainerLengths {
  readonly width: number | undefined
  readonly height: number | undefined
}

/** Parts of the environment. A value that uses `zoom` only is the same for all elements without zoom. */
export const USES = { zoom: 1, font: 2, root: 4, viewport: 8, color: 16, parent: 32 } as const

/** A number with a dimension; a percentage is 50 for 50%. */
export interface Quantity {
  readonly unit: 'number' | 'length' | 'percent' | 'angle' | 'time' | 'resolution'
  readonly value: LengthPercentage
}

/** Points of one absolute unit. */
const ABSOLUTE: Readonly<Record<string, number>> = {
  px: PX,
  pt: 1,
  pc: 12,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  q: 72 / 101.6,
}

type Relative = (environment: Environment) => number
const RELATIVE: Readonly<Record<string, readonly [uses: number, size: Relative]>> = {
  em: [USES.font, (e) => e.fontSize],
  rem: [USES.root, (e) => e.rootFontSize],
  ex: [USES.font, (e) => e.font.ex],
  ch: [USES.font, (e) => e.font.ch],
  cap: [USES.font, (e) => e.font.cap],
  ic: [USES.font, (e) => e.font.ic],
  lh: [USES.font, (e) => e.font.lh],
  // For the sizes of form controls alone.
  '-platen-column': [USES.font, (e) => e.font.column],
  '-platen-widest': [USES.font, (e) => e.font.widest],
  '-platen-content-area': [USES.font, (e) => e.font.contentArea],
  rex: [USES.root, (e) => e.rootFont.ex],
  rch: [USES.root, (e) => e.rootFont.ch],
  rcap: [USES.root, (e) => e.rootFont.cap],
  ric: [USES.root, (e) => e.rootFont.ic],
  rlh: [USES.root, (e) => e.rootFont.lh],
  ...viewportUnits(),
  ...containerUnits(),
}

/** vw, vh, vi, vb, vmin, vmax, also as small, large and dynamic viewport units, which are all equal in print. Zoomed like all lengths, as in browsers. */
function viewportUnits(): Record<string, readonly [number, Relative]> {
  const sizes: Record<string, (environment: Environment) => number> = {
    w: ({ viewport }) => viewport.width,
    h: ({ viewport }) => viewport.height,
    i: ({ viewport, isVertical }) => (isVertical === true ? viewport.height : viewport.width),
    b: ({ viewport, isVertical }) => (isVertical === true ? viewport.width : viewport.height),
    min: ({ viewport }) => Math.min(viewport.width, viewport.height),
    max: ({ viewport }) => Math.max(viewport.width, viewport.height),
  }
  const units: Record<string, readonly [number, Relative]> = {}
  for (const prefix of ['v', 'sv', 'lv', 'dv'])
    for (const [name, size] of Object.entries(sizes)) units[prefix + name] = [USES.viewport | USES.zoom, (e) => (size(e) / 100) * e.zoom]
  return units
}

/** cqw, cqh, cqi, cqb, cqmin, cqmax (CSS Conditional 5 §5.5): small viewport units where there is no container. */
function containerUnits(): Record<string, readonly [number, Relative]> {
  const width = ({ containers, viewport }: Environment): number => containers?.width ?? viewport.width
  const height = ({ containers, viewport }: Environment): number => containers?.height ?? viewport.height
  const lengths: Record<string, Relative> = {
    w: width,
    h: height,
    i: (e) => (e.isVertical === true ? height(e) : width(e)),
    b: (e) => (e.isVertical === true ? width(e) : height(e)),
    min: (e) => Math.min(width(e), height(e)),
    max: (e) => Math.max(width(e), height(e)),
  }
  const units: Record<string, readonly [number, Relative]> = {}
  for (const [name, length] of Object.entries(lengths)) units[`cq${name}`] = [USES.viewport | USES.zoom, (e) => (length(e) / 100) * e.zoom]
  return units
}

/** Far larger than any page: keeps infinities and hostile numbers out of layout. */
export const MAX_LENGTH = 1e7

/** A length in points; undefined for other units. Font-relative lengths are zoomed with the font already. */
export function lengthOf(value: number, unit: string, environment: Environment): number | undefined {
  const absolute = lookup(ABSOLUTE, unit)
  if (absolute !== undefined) {
    environment.uses |= USES.zoom
    return limit(value * absolute * environment.zoom)
  }
  const relative = lookup(RELATIVE, unit)
  if (relative === undefined) return undefined
  environment.uses |= relative[0]
  return limit(value * relative[1](environment))
}

const limit = (value: number): number => (Math.abs(value) <= MAX_LENGTH ? value : value > 0 ? MAX_LENGTH : -MAX_LENGTH)

const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, turn: 360, rad: 180 / Math.PI }

export function angleOf(value: number, unit: string): number | undefined {
  const degrees = lookup(DEGREES, unit)
  return degrees === undefined ? undefined : value * degrees
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, ms: 0.001 }
const DPPX: Readonly<Record<string, number>> = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 }

/** A number with any unit. */
export function quantityOf(value: number, unit: string, environment: Environment): Quantity | undefined {
  const length = lengthOf(value, unit, environment)
  if (length !== undefined) return { unit: 'length', value: length }
  const degrees = angleOf(value, unit)
  if (degrees !== undefined) return { unit: 'angle', value: degrees }
  const seconds = lookup(SECONDS, unit)
  if (seconds !== undefined) return { unit: 'time', value: value * seconds }
  const density = lookup(DPPX, unit)
  return density === undefined ? undefined : { unit: 'resolution', value: value * density }
}
