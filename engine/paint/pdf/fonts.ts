// Problem: the fonts of a document: character ids, their widths and texts, and the font objects that are written at the end.
// Approach: every pair of glyph and text has a character id of its own, so that text is extracted correctly where one glyph represents several characters, and the
// bytes depend on nothing but the document. The first pair for a Latin character has the id that `fixedId` assigns, all others follow in order of first
// use: most documents then share one ToUnicode map (`to-unicode.ts`).
import {
  blankGlyph,
  type ComposedGlyph,
  type Face,
  type FontSubset,
  type FontSubsetter,
  type SubsetGlyph,
  type SubsetGlyphs,
} from '../../font/font.ts'
import { addObject, type PdfDictionary, type PdfObjects, type PdfReference, type PdfValue } from './objects.ts'
import { FIRST_FREE_ID, fixedId, writeToUnicode } from './to-unicode.ts'

const MOST_IDS = 65_535
/** Composed glyphs of a font: each takes some thirty bytes of the file, and their parts need ids too. */
const MOST_COMPOSED = 30_000

/** A face as a font of one document. */
export class FontUse {
  readonly face: Face
  /** Resource name. */
  readonly name: string
  readonly reference: PdfReference
  /** By character id: the glyph (composed where text extraction must see several as one), its width in whole thousandths of an em, and its text. */
  readonly #glyphs: (SubsetGlyph | undefined)[] = new Array<SubsetGlyph | undefined>(FIRST_FREE_ID).fill(undefined)
  readonly widths: number[] = new Array<number>(FIRST_FREE_ID).fill(0)
  readonly texts: string[] = new Array<string>(FIRST_FREE_ID).fill('')
  /** The largest fixed id in use. */
  #lastFixed = 0
  /** By glyph: its first id, 0 for none; and the UTF-16 unit of its text, 0 when the text is longer or empty. */
  #idOfGlyph = new Uint16Array(1024)
  #unitOfGlyph = new Uint16Array(1024)
  readonly #others = new Map<string, number>()
  /** Ids of glyphs with letter spacing in their advance, by the key that `idForSpaced` computes. */
  readonly spaced = new Map<number, number>()
  #composed = 0
  /** The font has a second resource name. */
  hasTwin = false

  constructor(face: Face, name: string, reference: PdfReference) {
    this.face = face
    this.name = name
    this.reference = reference
    this.#glyphs[0] = 0
    this.widths[0] = this.#widthOf(0)
  }

  /** By character id. */
  get glyphs(): SubsetGlyphs {
    return this.#glyphs.length > FIRST_FREE_ID ? this.#glyphs : this.#glyphs.slice(0, this.#lastFixed + 1)
  }

  /** A second resource name for the same font. */
  twinName(): string {
    this.hasTwin = true
    return `${this.name}b`
  }

  /** The id of a glyph whose text is a single UTF-16 unit. */
  idForUnit(glyph: number, unit: number): number {
    if (unit !== 0 && this.#unitOfGlyph[glyph] === unit) {
      return this.#idOfGlyph[glyph]! // both arrays have the same length
    }
    return this.idFor(glyph, String.fromCharCode(unit))
  }

  /** The id of a glyph with a text, which is empty for later glyphs of a cluster. */
  idFor(glyph: number, text: string): number {
    this.#growTo(glyph)
    const first = this.#idOfGlyph[glyph]! // grown
    if (first !== 0 && this.texts[first] === text) return first
    const key = `${glyph} ${text}`
    const other = this.#others.get(key)
    if (other !== undefined) return other
    const fixed = fixedId(text)
    const isFixed = fixed !== 0 && this.#glyphs[fixed] === undefined
    if (!isFixed && this.#isFull) return first
    const id = isFixed ? this.#takeFixed(fixed, glyph, text) : this.#take(glyph, this.#widthOf(glyph), text)
    if (first === 0) {
      this.#idOfGlyph[glyph] = id
      this.#unitOfGlyph[glyph] = text.length === 1 ? text.charCodeAt(0) : 0
    } else {
      this.#others.set(key, id)
    }
    return id
  }

  /** The id of an invisible character under a picture, `width` font units wide: see `blankGlyph`. */
  idUnderPicture(width: number, text: string): number {
    const advance = Math.round(width)
    const key = `under ${advance} ${text}`
    const known = this.#others.get(key)
    if (known !== undefined || this.#isFull) return known ?? 0
    const id = this.#take(blankGlyph(advance), this.#thousandths(advance), text)
    this.#others.set(key, id)
    return id
  }

  /** The id of a composed glyph with a text; undefined when the font has reached its limit of composed glyphs. */
  idForComposed(glyph: ComposedGlyph, text: string): number | undefined {
    const key = `${glyph.key} ${text}`
    const known = this.#others.get(key)
    if (known !== undefined) return known
    if (this.#composed >= MOST_COMPOSED || this.#isFull) return undefined
    this.#composed++
    const id = this.#take(glyph, this.#thousandths(glyph.advance), text)
    this.#others.set(key, id)
    return id
  }

  get #isFull(): boolean {
    return this.#glyphs.length >= MOST_IDS
  }

  #takeFixed(id: number, glyph: number, text: string): number {
    this.#glyphs[id] = glyph
    this.widths[id] = this.#widthOf(glyph)
    this.texts[id] = text
    if (id > this.#lastFixed) this.#lastFixed = id
    return id
  }

  /** Assigns the next id. */
  #take(glyph: SubsetGlyph, width: number, text: string): number {
    this.widths.push(width)
    this.texts.push(text)
    return this.#glyphs.push(glyph) - 1
  }

  #widthOf(glyph: number): number {
    return this.#thousandths(this.face.glyphAdvance(glyph))
  }

  #thousandths(fontUnits: number): number {
    return Math.round((fontUnits * 1000) / this.face.unitsPerEm)
  }

  #growTo(glyph: number): void {
    if (glyph < this.#idOfGlyph.length) return
    const size = Math.max(glyph + 1, this.#idOfGlyph.length * 2)
    this.#idOfGlyph = grown(this.#idOfGlyph, size)
    this.#unitOfGlyph = grown(this.#unitOfGlyph, size)
  }
}

function grown(array: Uint16Array<ArrayBuffer>, size: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(size)
  larger.set(array)
  return larger
}

/** Subsets and compresses font programs. */
export interface FontWriting {
  readonly subsetter: FontSubsetter
  readonly deflateFont: (subset: FontSubset) => Uint8Array
}

/** The fonts of one document. */
export class FontTable {
  readonly #objects: PdfObjects
  readonly #uses = new Map<Face, FontUse>()
  #lastFace: Face | undefined
  #lastUse: FontUse | undefined
  /** The shared font resource dictionary; reserved when the first font is used. */
  #resources: PdfReference | undefined

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  get resources(): PdfReference {
    this.#resources ??= this.#objects.reserve()
    return this.#resources
  }

  use(face: Face): FontUse {
    if (face === this.#lastFace && this.#lastUse !== undefined) return this.#lastUse
    let use = this.#uses.get(face)
    if (use === undefined) {
      use = new FontUse(face, `F${this.#uses.size + 1}`, this.#objects.reserve())
      this.#uses.set(face, use)
    }
    this.#lastFace = face
    this.#lastUse = use
    return use
  }

  finish(writing: FontWriting): void {
    if (this.#resources === undefined) return
    const names: Record<string, PdfValue> = {}
    for (const use of this.#uses.values()) {
      names[use.name] = use.reference
      if (use.hasTwin) names[use.twinName()] = use.reference
      writeFont(this.#objects, use, writing)
    }
    this.#objects.write(this.#resources, names)
  }
}

function writeFont(objects: PdfObjects, use: FontUse, { subsetter, deflateFont }: FontWriting): void {
  const { glyphs } = use
  const subset = subsetter.subset(use.face, glyphs)
  const name = `${subsetTag(glyphs)}+${plainName(use.face.postscriptName)}`
  const file = objects.reserve()
  objects.writeEncoded(
    file,
    subset.format === 'cff' ? { Filter: 'FlateDecode', Subtype: 'CIDFontType0C' } : { Filter: 'FlateDecode', Length1: subset.bytes.length },
    deflateFont(subset),
  )
  const descriptor = addObject(objects, { ...describe(use.face, name), [subset.format === 'cff' ? 'FontFile3' : 'FontFile2']: file })
  const descendant = addObject(objects, {
    Type: 'Font',
    Subtype: subset.format === 'cff' ? 'CIDFontType0' : 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: Object('Adobe'), Ordering: Object('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    DW: 1000,
    W: widthRuns(glyphs, use.widths),
    ...(subset.format === 'cff' ? {} : { CIDToGIDMap: 'Identity' }),
  })
  const toUnicode = writeToUnicode(objects, glyphs, use.texts)
  objects.write(use.reference, {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: subset.format === 'cff' ? `${name}-Identity-H` : name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: toUnicode,
  })
}

function describe(face: Face, name: string): PdfDictionary {
  const scale = (units: number): number => Math.round((units * 1000) / face.unitsPerEm)
  const isItalic = face.style !== 'normal' || face.italicAngle !== 0
  return {
    Type: 'FontDescriptor',
    FontName: name,
    // Symbolic (bit 3): ids follow no standard encoding.
    Flags: (face.isFixedPitch ? 1 : 0) | (face.isSerif ? 2 : 0) | 4 | (isItalic ? 64 : 0),
    FontBBox: face.bounds.map(scale),
    ItalicAngle: face.italicAngle,
    Ascent: scale(face.ascent),
    Descent: scale(face.descent),
    CapHeight: scale(face.capHeight),
    XHeight: scale(face.xHeight),
    // Font files have no stem width; this is the usual estimate from the weight.
    StemV: Math.round(10 + 220 * ((face.weight - 50) / 900)),
  }
}

/** Unused ids within a run of widths, which cost less than another run. */
const LONGEST_GAP = 3

/** Widths of the ids in use, as runs of consecutive ids (PDF 32000 §9.7.4.3): first id, list of widths, … */
function widthRuns(glyphs: SubsetGlyphs, widths: readonly number[]): readonly PdfValue[] {
  const runs: PdfValue[] = []
  let run: number[] = []
  let end = Number.NEGATIVE_INFINITY
  for (let id = 0; id < glyphs.length; id++) {
    if (glyphs[id] === undefined) continue
    if (id - end > LONGEST_GAP) {
      run = []
      runs.push(id, run)
    } else {
      for (let unused = end; unused < id; unused++) run.push(0)
    }
    run.push(widths[id]!) // as many as glyphs, or more
    end = id + 1
  }
  return runs
}

/** Six capital letters that identify the subset (PDF 32000 §9.9.2): a hash of its glyphs. */
function subsetTag(glyphs: SubsetGlyphs): string {
  let hash = 0x811c9dc5
  const add = (value: number): void => {
    hash = Math.imul(hash ^ value, 0x01000193) >>> 0
  }
  for (const glyph of glyphs) {
    if (glyph === undefined || typeof glyph === 'number') add(glyph ?? -1)
    else for (let i = 0; i < glyph.key.length; i++) add(glyph.key.charCodeAt(i))
  }
  let tag = ''
  for (let i = 0; i < 6; i++) {
    tag += String.fromCharCode(65 + (hash % 26))
    hash = Math.floor(hash / 26)
  }
  return tag
}

function plainName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '').slice(0, 63)
  return plain === '' ? 'Font' : plain
}
