// Variable fonts (OpenType font variations): which place of the design space a request means, and the face that stands there. HarfBuzz
// shapes with it and draws its glyphs, those that a document shows and no others.
import { GenerationCache, ObjectCache } from '../collections/cache.ts'
import { type Axis, type Instance, makeInstance, type OpenFace } from './face.ts'
import type { FontRequest } from './font.ts'
import type { HarfBuzz } from './load.ts'
import type { Traits } from './match.ts'

/** Coordinates for a request (CSS Fonts 4 §2.5–2.8, §7.1): weight, width, slope and size first, then `font-variation-settings`. */
export function coordinatesFor(axes: readonly Axis[], traits: Traits, request: FontRequest): ReadonlyMap<string, number> {
  const wanted = new Map<string, number>([
    ['wght', traits.isAnyWeight === true ? request.weight : within(request.weight, traits.weight, traits.maxWeight)],
    ['wdth', traits.stretch === undefined ? request.stretch : within(request.stretch, traits.stretch, traits.maxStretch)],
  ])
  if (request.opticalSize !== undefined) wanted.set('opsz', request.opticalSize)
  if (request.style !== 'normal') {
    wanted.set('ital', 1)
    wanted.set('slnt', -14)
  }
  for (const [axis, value] of request.variations ?? []) wanted.set(axis, value)
  return new Map(axes.map(({ tag, min, initial, max }) => [tag, Math.max(min, Math.min(wanted.get(tag) ?? initial, max))]))
}

function within(value: number, min: number, max = min): number {
  return Math.max(min, Math.min(value, max))
}

const INSTANCES_PER_FACE = 16

/** Instances of variable faces, remembered for as long as their faces. */
export function makeInstances(harfBuzz: HarfBuzz): (face: OpenFace, coordinates: ReadonlyMap<string, number>) => OpenFace {
  const known = new ObjectCache<OpenFace, GenerationCache<string, OpenFace>>('identity')
  const draw: Instance['draw'] = (face) => harfBuzz.drawing(face)
  return (face, coordinates) => {
    if (!isDrawn(face) && face.axes.every(({ tag, initial }) => coordinates.get(tag) === initial)) return face
    let instances = known.get(face)
    if (instances === undefined) known.set(face, (instances = new GenerationCache(INSTANCES_PER_FACE, { purpose: 'identity' })))
    const key = [...coordinates].join(' ')
    let instance = instances.get(key)
    if (instance === undefined) instances.set(key, (instance = makeInstance(face, { coordinates, draw })))
    return instance
  }
}

/** Cubic outlines are drawn even where nothing varies: no PDF reader knows CFF2, and CFF cannot be cut without following its subroutines. */
export function isDrawn({ sfnt }: OpenFace): boolean {
  return sfnt.tables.has('CFF ') || sfnt.tables.has('CFF2')
}
