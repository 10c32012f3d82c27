// Choosing a face of a family by width, slope and weight (CSS Fonts 4 §5.2).
import type { FontRequest, FontSource, FontStyle } from './font.ts'

/** The traits that matching looks at. */
export type Traits = Pick<FontSource, 'weight' | 'maxWeight' | 'isAnyWeight' | 'style' | 'stretch' | 'maxStretch'>

/** From here on a weight counts as bold: a lighter face is then thickened. */
const BOLD = 600

/** Those faces of a family (non-empty) that match equally best, in the order given: they differ in `unicode-range` only. */
export function bestMatches<T extends Traits>(faces: readonly T[], request: FontRequest): readonly T[] {
  const byStretch = closest(faces, (face) => stretchDistance(face, request.stretch))
  const byStyle = closest(byStretch, (face) => STYLE_ORDER[request.style].indexOf(face.style))
  return closest(byStyle, (face) => weightDistance(face, request.weight))
}

/** What has to be synthesised when `face` stands in for the request. */
export function synthesis(face: Traits, request: FontRequest): { readonly syntheticBold: boolean; readonly syntheticOblique: boolean } {
  return {
    syntheticBold: request.weight >= BOLD && (face.maxWeight ?? face.weight) < BOLD,
    syntheticOblique: request.style !== 'normal' && face.style === 'normal',
  }
}

const STYLE_ORDER: Readonly<Record<FontStyle, readonly FontStyle[]>> = {
  normal: ['normal', 'oblique', 'italic'],
  italic: ['italic', 'oblique', 'normal'],
  oblique: ['oblique', 'italic', 'normal'],
}

function closest<T>(faces: readonly T[], distanceOf: (face: T) => number): readonly T[] {
  if (faces.length < 2) return faces
  const distances = faces.map(distanceOf)
  const least = Math.min(...distances)
  return faces.filter((_, i) => distances[i] === least)
}

/** Wrong-direction candidates come after all of the right direction. */
const FAR = 10_000

function stretchDistance({ stretch: low = 100, maxStretch: high = low }: Traits, wanted: number): number {
  if (wanted >= low && wanted <= high) return 0
  const actual = wanted < low ? low : high
  const isPreferred = wanted <= 100 ? actual < wanted : actual > wanted
  return Math.abs(actual - wanted) + (isPreferred ? 0 : FAR)
}

function weightDistance(face: Traits, wanted: number): number {
  const low = face.weight
  const high = face.maxWeight ?? face.weight
  if (wanted >= low && wanted <= high) return 0
  const actual = wanted < low ? low : high
  if (wanted >= 400 && wanted <= 500) {
    if (actual > wanted && actual <= 500) return actual - wanted
    return actual < wanted ? FAR + wanted - actual : 2 * FAR + actual - wanted
  }
  const isPreferred = wanted < 400 ? actual < wanted : actual > wanted
  return Math.abs(actual - wanted) + (isPreferred ? 0 : FAR)
}
