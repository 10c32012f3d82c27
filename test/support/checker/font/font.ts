// A font of a PDF as rules see it: its codes, and for each what the dictionary and the embedded program say of the glyph.
import { decodeStream } from '../cos/filters.ts'
import { type PdfDictionary, PdfStream } from '../cos/objects.ts'
import { type Cff, readCff } from './cff.ts'
import { type CMap, readCMap } from './cmap.ts'
import { readTrueType, type TrueType } from './true-type.ts'
import { readType1, type Type1 } from './type1.ts'

export interface GlyphFacts {
  readonly name: string | null
  readonly toUnicode: string | null
  readonly widthFromFontProgram: number | null
  readonly widthFromDictionary: number | null
  readonly isGlyphPresent: boolean | null
}

export interface Font {
  readonly dictionary: PdfDictionary
  readonly program: FontProgram
  /** A Type 3 font: the procedures that paint its glyphs. */
  readonly procedures: PdfDictionary | null
  codes(bytes: Uint8Array): Iterable<{ readonly code: number; readonly length: number }>
  glyph(code: number): GlyphFacts
}

export interface FontProgram {
  readonly stream: PdfStream | null
  readonly key: 'FontFile' | 'FontFile2' | 'FontFile3' | null
  readonly trueType: TrueType | undefined
  readonly cff: Cff | undefined
  readonly type1: Type1 | undefined
}

export function readProgram(descriptor: PdfDictionary | null): FontProgram {
  for (const key of ['FontFile', 'FontFile2', 'FontFile3'] as const) {
    const stream = descriptor?.stream(key)
    if (stream === undefined || stream === null) continue
    const bytes = decodeStream(stream) ?? new Uint8Array()
    const trueType = key === 'FontFile' ? undefined : readTrueType(bytes)
    return {
      stream,
      key,
      trueType: trueType?.cff === undefined ? trueType : undefined,
      cff:
        trueType?.cff === undefined ? (key === 'FontFile3' && trueType === undefined ? readCff(bytes) : undefined) : readCff(trueType.cff),
      type1: key === 'FontFile' ? readType1(bytes, stream.dictionary.number('Length1') ?? 0) : undefined,
    }
  }
  return { stream: null, key: null, trueType: undefined, cff: undefined, type1: undefined }
}

export function isEmbedded(program: FontProgram): boolean {
  return program.stream !== null
}

export function toUnicodeOf(dictionary: PdfDictionary): CMap | undefined {
  const value = dictionary.get('ToUnicode')
  return value instanceof PdfStream ? readCMap(value) : undefined
}
