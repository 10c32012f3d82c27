// Text to glyph runs: from the cache, by learned pairs where that is exact, or by HarfBuzz.
import { GenerationCache } from '../cache.ts'
import { type OpenFace, openFaceOf } from './face.ts'
import type { Face, GlyphRun, ShapeCounters, ShapingStyle } from './font.ts'
import { FontError } from './font-error.ts'
import { makeInstances } from './instance.ts'
import { type ContextualGlyphs, contextualGlyphs } from './layout-tables.ts'
import { LearnedPairs } from './learned-pairs.ts'
import { type HarfBuzz, loadHarfBuzz } from './load.ts'

/** Shapes for all documents alike; what it remembers depends on faces and texts only. */
export interface Shaper {
  shape(text: string, style: ShapingStyle, counters: ShapeCounters): GlyphRun
  /** The static face that a variable one is at these coordinates; the face itself when they are its own. Throws `FontError`. */
  instance(face: OpenFace, coordinates: ReadonlyMap<string, number>): OpenFace
}

/** Runs kept for each style; longer texts are not kept, they hardly come back. With twice as many of both alive, at worst some 80 MB. */
const RUNS_PER_STYLE = 2_000
const LONGEST_KEPT = 48
const STYLES = 24

let loading: Promise<Shaper> | undefined

/** The shaper that all documents share. */
export function loadShaper(): Promise<Shaper> {
  loading ??= loadHarfBuzz().then(makeShaper)
  return loading
}

/** A shaper with caches of its own. */
export function makeShaper(harfBuzz: HarfBuzz): Shaper {
  const byStyle = new WeakMap<ShapingStyle, StyleShaper>()
  const byKey = new GenerationCache<string, StyleShaper>(STYLES)
  const contexts = new WeakMap<Face, Map<string, ContextualGlyphs>>()

  function shaperOf(style: ShapingStyle): StyleShaper {
    const key = `${style.face.id} ${style.script} ${style.language} ${style.direction} ${style.features.join(' ')}`
    const known = byKey.get(key)
    if (known !== undefined) return known
    const face = openFaceOf(style.face)
    const shaper = new StyleShaper(face, style, harfBuzz, LearnedPairs.forStyle(face, style, harfBuzz, contextOf(face, style)))
    byKey.set(key, shaper)
    return shaper
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

/** A face whose layout tables cannot be read is left to HarfBuzz, which copes in its own way. */
function readContext(face: OpenFace, enabled: readonly string[]): ContextualGlyphs {
  try {
    return contextualGlyphs(face.sfnt.tables, enabled)
  } catch (problem) {
    if (problem instanceof FontError) return { isOpaque: true, glyphs: new Set(), pairs: new Set() }
    throw problem
  }
}

class StyleShaper {
  readonly #face: OpenFace
  readonly #style: ShapingStyle
  readonly #harfBuzz: HarfBuzz
  readonly #pairs: LearnedPairs | undefined
  readonly #runs = new GenerationCache<string, GlyphRun>(RUNS_PER_STYLE)

  constructor(face: OpenFace, style: ShapingStyle, harfBuzz: HarfBuzz, pairs: LearnedPairs | undefined) {
    this.#face = face
    this.#style = style
    this.#harfBuzz = harfBuzz
    this.#pairs = pairs
  }

  shape(text: string, counters: ShapeCounters): GlyphRun {
    const isKept = text.length <= LONGEST_KEPT
    const known = isKept ? this.#runs.get(text) : undefined
    if (known !== undefined) {
      counters.cacheHits++
      return known
    }
    const run = this.#pairs?.shape(text)
    if (run === undefined) counters.harfBuzzCalls++
    else counters.fastRuns++
    const shaped = run ?? this.#harfBuzz.shape(text, this.#style, this.#face)
    if (isKept) this.#runs.set(text, shaped)
    return shaped
  }
}
