// Gradients as shading patterns (PDF 32000 §8.7.4.5.3). Stops become a stitching function; opacity becomes a second, gray shading for a
// soft mask.
import { concatMatrix, type Matrix } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { Gradient } from '../canvas.ts'
import { addObject, type PdfDictionary, type PdfObjects, type PdfReference, type PdfValue } from './objects.ts'

type Channel = 'color' | 'alpha'

/** An invisibly small part of the gradient. */
const EDGE = 1e-4

/** The shadings of one document; equal gradients share one object. */
export class ShadingTable {
  readonly #objects: PdfObjects
  readonly #shadings = new Map<string, PdfReference>()
  readonly #patterns = new Map<string, PdfReference>()
  /** Numbers of stop lists: by content, and by list object, which shapes share. */
  readonly #stopLists = new Map<string, number>()
  readonly #seen: Readonly<Record<Channel, WeakMap<Gradient['stops'], number>>> = { color: new WeakMap(), alpha: new WeakMap() }

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  /** A pattern for `gradient`; `matrix`: from current user space to the initial one of the stream. */
  pattern(gradient: Gradient, channel: Channel, matrix: Matrix): PdfReference {
    const placed = concatMatrix(gradient.matrix, matrix)
    const shading = this.#shading(gradient, channel)
    return remembered(this.#patterns, `${shading.id} ${placed.join(' ')}`, () =>
      addObject(this.#objects, { Type: 'Pattern', PatternType: 2, Shading: shading, Matrix: [...placed] }),
    )
  }

  #shading(gradient: Gradient, channel: Channel): PdfReference {
    const key = `${channel} ${gradient.kind} ${gradient.geometry.join(' ')} ${this.#numberOf(gradient.stops, channel)}`
    return remembered(this.#shadings, key, () =>
      addObject(this.#objects, {
        ShadingType: gradient.kind === 'linear' ? 2 : 3,
        ColorSpace: channel === 'color' ? 'DeviceRGB' : 'DeviceGray',
        Coords: [...gradient.geometry],
        Function: stitched(gradient.stops, channel),
        Extend: [true, true],
      }),
    )
  }

  /** The number of a stop list, the same for lists with equal values of a channel. */
  #numberOf(stops: Gradient['stops'], channel: Channel): number {
    const seen = this.#seen[channel].get(stops)
    if (seen !== undefined) return seen
    const text = stopsText(stops, channel)
    const number = this.#stopLists.get(text) ?? this.#stopLists.size
    this.#stopLists.set(text, number)
    this.#seen[channel].set(stops, number)
    return number
  }
}

function stopsText(stops: Gradient['stops'], channel: Channel): string {
  return stops.map((stop) => [stop.offset, ...components(stop.color, channel)].join(',')).join(' ')
}

function remembered(map: Map<string, PdfReference>, key: string, make: () => PdfReference): PdfReference {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

export function isTranslucent(gradient: Gradient): boolean {
  return gradient.stops.some((stop) => stop.color.alpha < 1)
}

function components(color: Color, channel: Channel): number[] {
  return channel === 'color' ? [color.red, color.green, color.blue] : [color.alpha]
}

/** Viewers extend the end colours outward: a hard edge at an end is moved a little inward, so that the outer colour is extended. */
function openEnds(stops: Gradient['stops'][number][]): void {
  const [first, second] = stops
  if (first !== undefined && second !== undefined && second.offset === first.offset) stops[1] = { ...second, offset: first.offset + EDGE }
  const last = stops.length - 1
  const before = stops[last - 1]
  if (before !== undefined && before.offset === stops[last]?.offset) stops[last - 1] = { ...before, offset: before.offset - EDGE }
}

function stitched(stops: Gradient['stops'], channel: Channel): PdfDictionary {
  const pieces: PdfValue[] = []
  const bounds: number[] = []
  const first = stops[0]
  const last = stops[stops.length - 1]
  if (first === undefined || last === undefined) throw new Error('gradient without stops')
  const whole = first.offset > 0 ? [{ ...first, offset: 0 }, ...stops] : [...stops]
  if (last.offset < 1) whole.push({ ...last, offset: 1 })
  openEnds(whole)
  for (let i = 1; i < whole.length; i++) {
    const from = whole[i - 1]
    const to = whole[i]
    if (from === undefined || to === undefined) continue
    // A hard edge has no function of its own: the functions of both sides meet at its bound.
    if (to.offset <= from.offset) continue
    if (pieces.length > 0) bounds.push(from.offset)
    pieces.push({ FunctionType: 2, Domain: [0, 1], C0: components(from.color, channel), C1: components(to.color, channel), N: 1 })
  }
  if (pieces.length === 0) {
    const flat = components(last.color, channel)
    return { FunctionType: 2, Domain: [0, 1], C0: flat, C1: flat, N: 1 }
  }
  if (pieces.length === 1) return pieces[0] as PdfDictionary // just made
  return { FunctionType: 3, Domain: [0, 1], Functions: pieces, Bounds: bounds, Encode: pieces.flatMap(() => [0, 1]) }
}
