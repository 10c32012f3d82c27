// Variable fonts (OpenType font variations): which place of the design space a request means, and the static face that stands there.
// Its outlines and advances are drawn by HarfBuzz once; text is shaped by the variable font, so that kerning varies too.
import { GenerationCache } from '../cache.ts'
import { ByteWriter, guard, viewOf } from './bytes.ts'
import { type Axis, OpenFace, type VariableFont } from './face.ts'
import type { FontRequest } from './font.ts'
import { FontError } from './font-error.ts'
import { writeSimpleOutline } from './glyf-writer.ts'
import type { Drawing, HarfBuzz } from './load.ts'
import type { Traits } from './match.ts'
import { openSfnt } from './sfnt.ts'
import { writeSfnt } from './write-sfnt.ts'

/** Coordinates for a request (CSS Fonts 4 §2.5–2.7, §7.1): weight, width and slope first, then `font-variation-settings`. */
export function coordinatesFor(axes: readonly Axis[], traits: Traits, request: FontRequest): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>([
    ['wght', Math.max(traits.weight, Math.min(request.weight, traits.maxWeight ?? traits.weight))],
    ['wdth', request.stretch],
  ])
  if (request.style !== 'normal') {
    wanted.set('ital', 1)
    wanted.set('slnt', -14)
  }
  for (const [axis, value] of request.variations ?? []) wanted.set(axis, value)
  return new Map(axes.map(({ tag, min, initial, max }) => [tag, Math.max(min, Math.min(wanted.get(tag) ?? initial, max))]))
}

const INSTANCES_PER_FACE = 16

/** Instances of variable faces, remembered for as long as their faces. */
export function makeInstances(harfBuzz: HarfBuzz): (face: OpenFace, coordinates: ReadonlyMap<string, number>) => OpenFace {
  const known = new WeakMap<OpenFace, GenerationCache<string, OpenFace>>()
  return (face, coordinates) => {
    if (face.axes.every(({ tag, initial }) => coordinates.get(tag) === initial)) return face
    let instances = known.get(face)
    if (instances === undefined) known.set(face, (instances = new GenerationCache(INSTANCES_PER_FACE)))
    const key = [...coordinates].join(' ')
    let instance = instances.get(key)
    if (instance === undefined) instances.set(key, (instance = makeInstance(face, coordinates, harfBuzz)))
    return instance
  }
}

/** Tables that say the same at every place, or whose variation HarfBuzz sees to. */
const KEPT = ['GDEF', 'GPOS', 'GSUB', 'OS/2', 'cmap', 'name', 'post']

function makeInstance(face: OpenFace, coordinates: ReadonlyMap<string, number>, harfBuzz: HarfBuzz): OpenFace {
  if (!face.sfnt.tables.has('glyf')) throw new FontError('it varies in a format that is not supported')
  const variable: VariableFont = { bytes: face.sfnt.bytes, index: face.sfnt.index, coordinates }
  const tables = new Map<string, Uint8Array>()
  for (const tag of KEPT) copyTable(face, tag, tables)
  for (const [tag, table] of drawGlyphs(face.glyphCount, harfBuzz.drawing(variable))) tables.set(tag, table)
  for (const tag of ['head', 'hhea', 'maxp']) copyTable(face, tag, tables)
  const weight = coordinates.get('wght')
  const os2 = tables.get('OS/2')
  if (weight !== undefined && os2 !== undefined && os2.length >= 6) viewOf(os2).setUint16(4, Math.round(weight))
  viewOf(tables.get('head')!).setInt16(50, 1)
  viewOf(tables.get('hhea')!).setUint16(34, face.glyphCount)
  const bytes = writeSfnt(new Map([...tables].sort(([a], [b]) => (a < b ? -1 : 1))))
  return guard('head', () => new OpenFace(openSfnt(bytes), variable))
}

function copyTable(face: OpenFace, tag: string, tables: Map<string, Uint8Array>): void {
  const view = face.sfnt.tables.get(tag)
  if (view !== undefined) tables.set(tag, new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice())
}

function drawGlyphs(count: number, drawing: Drawing): ReadonlyMap<string, Uint8Array> {
  const glyf = new ByteWriter()
  const loca = new DataView(new ArrayBuffer((count + 1) * 4))
  const hmtx = new DataView(new ArrayBuffer(count * 4))
  for (let glyph = 0; glyph < count; glyph++) {
    loca.setUint32(glyph * 4, glyf.length)
    hmtx.setUint16(glyph * 4, Math.round(drawing.advance(glyph)))
    hmtx.setInt16(glyph * 4 + 2, drawOutline(drawing.outline(glyph), glyf))
    glyf.pad()
  }
  loca.setUint32(count * 4, glyf.length)
  return new Map([
    ['glyf', glyf.done()],
    ['hmtx', new Uint8Array(hmtx.buffer)],
    ['loca', new Uint8Array(loca.buffer)],
  ])
}

const NO_INSTRUCTIONS = new Uint8Array(0)

/** Appends an outline; gives its left edge, 0 for nothing. */
function drawOutline(commands: ReturnType<Drawing['outline']>, out: ByteWriter): number {
  const [xs, ys, isOnCurve, ends]: [number[], number[], number[], number[]] = [[], [], [], []]
  const add = (x: number, y: number, on: 0 | 1): void => {
    xs.push(Math.round(x))
    ys.push(Math.round(y))
    isOnCurve.push(on)
  }
  const endContour = (): void => {
    const first = (ends.at(-1) ?? -1) + 1
    const last = xs.length - 1
    if (last < first) return
    // A contour is closed by itself: a last point on the first one is one too many.
    if (last > first && isOnCurve[last] === 1 && xs[last] === xs[first] && ys[last] === ys[first]) {
      for (const list of [xs, ys, isOnCurve]) list.pop()
    }
    ends.push(xs.length - 1)
  }
  for (const { type, values } of commands) {
    if (type === 'M') endContour()
    if (type === 'Q') add(values[0]!, values[1]!, 0)
    if (type !== 'Z') add(values.at(-2)!, values.at(-1)!, 1)
  }
  endContour()
  if (xs.length === 0) return 0
  return writeSimpleOutline({ ends, points: { xs, ys, isOnCurve }, instructions: NO_INSTRUCTIONS, overlaps: true, box: undefined }, out)
}
