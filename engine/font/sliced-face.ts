// Problem: large typefaces come as a hundred files, each with the characters of some ranges (web fonts are cut that way), and a line of
// Chinese needs a dozen of them. As faces of their own they would tear every line into runs and give the PDF a hundred fonts.
// Approach: one face over all slices. Glyph ids are the slice's number times STRIDE plus the glyph's own id there, so they depend on the
// package and not on what was opened before; a text is shaped slice by slice, and the PDF gets one font with the glyphs of all.
// Limits: nothing acts across slices (kerning, ligatures); the tool that slices a font keeps in one slice what belongs together.
import { GenerationCache } from '../collections/cache.ts'
import { nextFaceId, type OpenFace } from './face.ts'
import type { Face, FontSource, FontStyle } from './font.ts'
import type { FaceGlyph } from './subset-truetype.ts'

/** Most glyphs of a slice. */
export const STRIDE = 512

/** Slices that a face keeps at its place of the design space: all that a large typeface has. */
const SLICES_KEPT = 128

/** The slices at one place of the design space. */
interface Slices {
  /** The one with Latin letters, which lends its headers and metrics. */
  readonly mainSlice: number
  readonly main: OpenFace
  /** Undefined when a slice cannot be read. */
  readonly open: (slice: number) => OpenFace | undefined
}

/** Which slice serves a code point; of several, the last one (CSS Fonts 4 §5.2). */
export class SliceIndex {
  readonly count: number
  readonly #pages = new Map<number, Uint16Array>()

  constructor(sources: readonly FontSource[]) {
    this.count = sources.length
    sources.forEach(({ unicodeRange }, slice) => {
      for (const [from, to] of unicodeRange ?? []) this.#add(from, Math.min(to, 0x10ffff), slice)
    })
  }

  #add(from: number, to: number, slice: number): void {
    for (let codePoint = from; codePoint <= to; codePoint++) {
      let page = this.#pages.get(codePoint >> 8)
      if (page === undefined) this.#pages.set(codePoint >> 8, (page = new Uint16Array(256)))
      page[codePoint & 255] = slice + 1
    }
  }

  /** Number of the slice, −1 for none. */
  sliceOf(codePoint: number): number {
    return (this.#pages.get(codePoint >> 8)?.[codePoint & 255] ?? 0) - 1
  }
}

/** The face over all slices of a typeface at one place of its design space. */
export class SlicedFace implements Face {
  readonly id = nextFaceId()
  /** Its headers and metrics are those of the whole. */
  readonly main: OpenFace
  readonly family: string
  readonly weight: number
  readonly style: FontStyle
  readonly postscriptName: string
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  readonly emAscent: number
  readonly hasVerticalMetrics: boolean
  readonly capHeight: number
  readonly xHeight: number
  readonly averageAdvance: number
  readonly underlinePosition: number
  readonly underlineThickness: number
  readonly strikeoutPosition: number
  readonly strikeoutThickness: number
  readonly bounds: Face['bounds']
  readonly italicAngle: number
  readonly isFixedPitch: boolean
  readonly isSerif: boolean
  readonly hasColor = false
  readonly canCompose = true
  readonly glyphCount: number
  readonly #index: SliceIndex
  readonly #mainSlice: number
  readonly #open: Slices['open']
  readonly #slices = new GenerationCache<number, OpenFace | 'unreadable'>(SLICES_KEPT, { purpose: 'identity' })

  /** `family` is what the slices are together: each calls itself by its default weight. */
  constructor(family: string, index: SliceIndex, { mainSlice, main, open }: Slices) {
    this.#index = index
    this.#mainSlice = mainSlice
    this.#open = open
    this.main = main
    this.family = family
    this.weight = main.weight
    this.style = main.style
    this.postscriptName = plain(family) + main.postscriptName.slice(plain(main.family).length)
    this.unitsPerEm = main.unitsPerEm
    this.ascent = main.ascent
    this.descent = main.descent
    this.lineGap = main.lineGap
    this.emAscent = main.emAscent
    this.hasVerticalMetrics = main.hasVerticalMetrics
    this.capHeight = main.capHeight
    this.xHeight = main.xHeight
    this.averageAdvance = main.averageAdvance
    this.underlinePosition = main.underlinePosition
    this.underlineThickness = main.underlineThickness
    this.strikeoutPosition = main.strikeoutPosition
    this.strikeoutThickness = main.strikeoutThickness
    this.bounds = main.bounds
    this.italicAngle = main.italicAngle
    this.isFixedPitch = main.isFixedPitch
    this.isSerif = main.isSerif
    this.glyphCount = index.count * STRIDE
  }

  /** The slice that shapes a code point; the main one where none has it. */
  sliceOf(codePoint: number): number {
    const slice = this.#index.sliceOf(codePoint)
    return slice < 0 || this.openSlice(slice) === undefined ? this.#mainSlice : slice
  }

  openSlice(slice: number): OpenFace | undefined {
    if (slice === this.#mainSlice) return this.main
    let open = this.#slices.get(slice)
    if (open === undefined) {
      const face = this.#open(slice)
      open = face === undefined || face.glyphCount > STRIDE || face.unitsPerEm !== this.unitsPerEm ? 'unreadable' : face
      this.#slices.set(slice, open)
    }
    return open === 'unreadable' ? undefined : open
  }

  /** The glyph in its slice; .notdef for ids that mean none. */
  partOf(glyph: number): FaceGlyph {
    const slice = Math.floor(glyph / STRIDE)
    const face = glyph === 0 ? undefined : this.openSlice(slice)
    const own = glyph % STRIDE
    return face === undefined || own >= face.glyphCount ? { face: this.main, glyph: 0 } : { face, glyph: own }
  }

  hasGlyph(codePoint: number): boolean {
    const slice = this.#index.sliceOf(codePoint)
    return slice >= 0 && (this.openSlice(slice)?.hasGlyph(codePoint) ?? false)
  }

  hasFeature(tag: string): boolean {
    return this.main.hasFeature(tag)
  }

  nominalAdvance(codePoint: number): number {
    const slice = this.#index.sliceOf(codePoint)
    return slice < 0 ? 0 : (this.openSlice(slice)?.nominalAdvance(codePoint) ?? 0)
  }

  glyphAdvance(glyph: number): number {
    const part = this.partOf(glyph)
    return part.face.glyphAdvance(part.glyph)
  }
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '')
}
