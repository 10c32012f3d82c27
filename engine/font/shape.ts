// Text to glyph runs: by learned pairs where that is exact, from the cache, or by HarfBuzz.

import { cachesAreOff, GenerationCache, ObjectCache } from '../collections/cache.ts'
import { lazy } from '../collections/lazy.ts'
import { OpenFace, openFaceOf } from './face.ts'
import type { ColorGlyph, Face, GlyphOutline, GlyphRun, ShapeCounters, ShapingStyle } from './font.ts'
import { FontError } from './font-error.ts'
import { makeInstances } from './instance.ts'
import { type ContextualGlyphs, contextualGlyphs } from './layout-tables.ts'
import { LearnedPairs } from './learned-pairs.ts'
import { type HarfBuzz, loadHarfBuzz } from './load.ts'
import { makePackFaces, type PackFaces } from './pack-faces.ts'
import { SlicedFace } from './sliced-face.ts'
import { shapeSliced } from './sliced-shape.ts'

/** Shapes for all documents alike; what it remembers depends on faces and texts only. */
export interface Shaper {
  shape(text: string, style: ShapingStyle, counters: ShapeCounters): GlyphRun
  outline(face: Face, glyph: number): GlyphOutline
  /** The static face that a variable one is at these coordinates; the face itself when they are its own. Throws `FontError`. */
  instance(face: OpenFace, coordinates: ReadonlyMap<string, number>): OpenFace
  /** The face of a pack for a request; undefined when the pack is not installed. Throws `FontError`. */
  readonly packFace: PackFaces
  /** What a glyph of a colour font looks like; undefined for glyphs without colour. */
  readonly colorGlyph: (face: Face, glyph: number) => ColorGlyph | undefined
}

/** Runs kept for each style; longer texts are not kept, they hardly come back. With twice as many of both alive, at worst some 80 MB. */
const RUNS_PER_STYLE = 2_000
const LONGEST_KEPT = 48
const STYLES = 24

/** The shaper that all documents share. */
export const loadShaper = lazy(() => loadHarfBuzz().then(makeShaper))

/** A shaper with caches of its own. */
function makeShaper(harfBuzz: HarfBuzz): Shaper {
  const byStyle = new ObjectCache<ShapingStyle, StyleShaper>('identity')
  const byKey = new GenerationCache<string, StyleShaper>(STYLES, { purpose: 'identity' })
  const contexts = new ObjectCache<Face, Map<string, ContextualGlyphs>>()

  function shaperOf(style: ShapingStyle): StyleShaper {
    const key = `${style.face.id} ${style.script} ${style.language} ${style.direction}${style.isUpright === true ? ' upright' : ''} ${style.features.join(' ')}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    const shaper = style.face instanceof SlicedFace ? slicedShaper(style.face, style) : fileShaper(openFaceOf(style.face), style)
    byKey.set(key, shaper)
    return shaper
  }

  function fileShaper(face: OpenFace, style: ShapingStyle): StyleShaper {
    const learn = (): LearnedPairs | undefined => LearnedPairs.forStyle(face, style, harfBuzz, contextOf(face, style))
    return new StyleShaper((text) => harfBuzz.shape(text, style, face), learn)
  }

  function slicedShaper(face: SlicedFace, style: ShapingStyle): StyleShaper {
    return new StyleShaper(
      (text) => shapeSliced(text, style, face, harfBuzz.shape),
      () => undefined,
    )
  }

  function contextOf(face: OpenFace, style: ShapingStyle): ContextualGlyphs {
    const enabled = style.features.filter(([, value]) => value !== 0).map(([tag]) => tag)
    const known = contexts.get(face) ?? new Map<string, ContextualGlyphs>()
    contexts.set(face, known)
    const key = enabled.join(' ')
    const context = known.get(key) ?? readContext(face, enabled)
    if (known.size < 100) known.set(key, context)
    return context
  }

  return {
    instance: makeInstances(harfBuzz),
    packFace: makePackFaces((face) => harfBuzz.drawing(face)),
    colorGlyph: makeColorGlyphs(harfBuzz),
    outline(face, glyph) {
      const part = face instanceof SlicedFace ? face.partOf(glyph) : { face: openFaceOf(face), glyph }
      return harfBuzz.drawing(part.face).outline(part.glyph)
    },
    shape(text, style, counters) {
      let shaper = byStyle.get(style)
      if (shaper === undefined) {
        shaper = shaperOf(style)
        byStyle.set(style, shaper)
      }
      return shaper.shape(text, counters)
    },
  }
}

/** Pictures kept for each face: an emoji has some 10 KB. */
const PICTURES_PER_FACE = 200

function makeColorGlyphs(harfBuzz: HarfBuzz): Shaper['colorGlyph'] {
  const byFace = new ObjectCache<OpenFace, GenerationCache<number, { readonly picture: ColorGlyph | undefined }>>()
  return (face, glyph) => {
    if (!(face instanceof OpenFace) || !face.hasColor) return undefined
    let known = byFace.get(face)
    if (known === undefined) byFace.set(face, (known = new GenerationCache(PICTURES_PER_FACE)))
    let entry = known.get(glyph)
    if (entry === undefined) known.set(glyph, (entry = { picture: harfBuzz.colorGlyph(face, glyph) }))
    return entry.picture
  }
}

/** A face whose layout tables cannot be read is left to HarfBuzz, which copes in its own way. */
function readContext(face: OpenFace, enabled: readonly string[]): ContextualGlyphs {
  try {
    return contextualGlyphs(face.sfnt.tables, enabled)
  } catch (problem) {
    if (problem instanceof FontError)
      return { isOpaque: true, glyphs: new Set(), pairs: new Set(), altered: new Set(), ligatures: new Set() }
    throw problem
  }
}

class StyleShaper {
  readonly #shape: (text: string) => GlyphRun
  readonly #learn: () => LearnedPairs | undefined
  #pairs: LearnedPairs | undefined | 'unasked' = 'unasked'
  readonly #runs = new GenerationCache<string, GlyphRun>(RUNS_PER_STYLE)

  constructor(shape: (text: string) => GlyphRun, learn: () => LearnedPairs | undefined) {
    this.#shape = shape
    this.#learn = learn
  }

  /** What pairs give is not cached: adding up costs less than looking up, and amounts and names are new every time. */
  shape(text: string, counters: ShapeCounters): GlyphRun {
    const run = this.#byPairs(text)
    if (run !== undefined) {
      counters.fastRuns++
      return run
    }
    const isKept = text.length <= LONGEST_KEPT
    const known = isKept ? this.#runs.get(text) : undefined
    if (known !== undefined) {
      counters.cacheHits++
      return known
    }
    counters.harfBuzzCalls++
    const shaped = this.#shape(text)
    if (isKept) this.#runs.set(text, shaped)
    return shaped
  }

  /** What was learned is a cache too: without, HarfBuzz shapes every text. */
  #byPairs(text: string): GlyphRun | undefined {
    if (cachesAreOff()) return undefined
    if (this.#pairs === 'unasked') this.#pairs = this.#learn()
    return this.#pairs?.shape(text)
  }
}
