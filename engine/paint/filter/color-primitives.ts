// The filter primitives that change colours (Filter Effects 1 §9.3 and §9.5), as matrices of colour and an opacity.
import type { ColorMatrix, VectorElement } from '../../image/image.ts'
import type { Color } from '../../style/value.ts'
import { colorMatrix } from './recolor.ts'

/** What a colour matrix does: one colour for all that is there, or a change of colours and of opacity. */
type ColorChange =
  | { readonly kind: 'constant'; readonly color: Color }
  | { readonly kind: 'matrix'; readonly matrix: ColorMatrix; readonly opacity: number }

/** Undefined for matrices that mix colour and opacity. */
export function matrixOf({ attributes }: VectorElement): ColorChange | undefined {
  const values = (attributes.get('values') ?? '')
    .trim()
    .split(/[\s,]+/)
    .filter((text) => text !== '')
    .map(Number)
  if (values.some((value) => !Number.isFinite(value))) return undefined
  switch (attributes.get('type') ?? 'matrix') {
    case 'saturate':
      return { kind: 'matrix', matrix: colorMatrix('saturate', values[0] ?? 1), opacity: 1 }
    case 'hueRotate':
      return { kind: 'matrix', matrix: colorMatrix('hue-rotate', values[0] ?? 0), opacity: 1 }
    case 'matrix':
      return values.length === 0 ? { kind: 'matrix', matrix: IDENTITY, opacity: 1 } : changeOf(values)
    default:
      return undefined
  }
}

const IDENTITY: ColorMatrix = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
]

/** Rows for red, green, blue and alpha, each of factors of these four and a summand. */
function changeOf(values: readonly number[]): ColorChange | undefined {
  if (values.length !== 20) return undefined
  const row = (i: number): readonly number[] => values.slice(5 * i, 5 * i + 5)
  const [red, green, blue, alpha] = [row(0), row(1), row(2), row(3)]
  // Opacity that depends on colours, or where nothing is painted.
  if (alpha.slice(0, 3).some((value) => value !== 0) || alpha[4] !== 0) return undefined
  const opacity = Math.max(0, Math.min(1, alpha[3] ?? 1))
  const colors = [red, green, blue]
  if (colors.every((line) => line.slice(0, 4).every((value) => value === 0))) {
    const [r = 0, g = 0, b = 0] = colors.map((line) => Math.max(0, Math.min(1, line[4] ?? 0)))
    return { kind: 'constant', color: { red: r, green: g, blue: b, alpha: opacity } }
  }
  // What is translucent would get another summand.
  if (colors.some((line) => line[3] !== 0)) return undefined
  const line = ([r = 0, g = 0, b = 0, , more = 0]: readonly number[]): ColorMatrix[0] => [r, g, b, more]
  return { kind: 'matrix', matrix: [line(red), line(green), line(blue)], opacity }
}

/** The change of red, green and blue by `feComponentTransfer`; undefined where a function is no straight line. */
export function colorTransfer(primitive: VectorElement): ColorMatrix | 'same' | undefined {
  const [red, green, blue] = [lineOf(primitive, 'feFuncR'), lineOf(primitive, 'feFuncG'), lineOf(primitive, 'feFuncB')]
  if (red === undefined || green === undefined || blue === undefined) return undefined
  if ([red, green, blue].every(({ slope, more }) => slope === 1 && more === 0)) return 'same'
  return [
    [red.slope, 0, 0, red.more],
    [0, green.slope, 0, green.more],
    [0, 0, blue.slope, blue.more],
  ]
}

/** The factor of opacity; undefined where it is more than a factor. */
export function alphaTransfer(primitive: VectorElement): number | undefined {
  const line = lineOf(primitive, 'feFuncA')
  return line === undefined || line.more !== 0 ? undefined : Math.max(0, line.slope)
}

interface Line {
  readonly slope: number
  readonly more: number
}

function lineOf({ children }: VectorElement, tag: string): Line | undefined {
  const attributes = children.findLast((child): child is VectorElement => typeof child !== 'string' && child.tag === tag)?.attributes
  const type = attributes?.get('type') ?? 'identity'
  if (attributes === undefined || type === 'identity') return { slope: 1, more: 0 }
  if (type === 'linear') return { slope: Number(attributes.get('slope') ?? 1), more: Number(attributes.get('intercept') ?? 0) }
  const values = (attributes.get('tableValues') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [from = 0, to = 0] = values
  return type === 'table' && values.length === 2 ? { slope: to - from, more: from } : undefined
}
