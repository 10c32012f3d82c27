// What a font file offers to those who write style sheets. Read by fontkit, which knows tables that rendering has no use for; it may
// hang on a hostile file, so this is for files that a person chose, never for what a request brought.
import type { create, Font } from 'fontkit'
import { error, InputError } from '../diagnostic.ts'
import type { FontSource } from './font.ts'
import { fontSources } from './font-source.ts'

/** One typeface of a file. */
export interface FontDescription {
  /** What `font-family`, `font-weight` and `font-style` ask for. */
  readonly family: string
  readonly weight: FontSource['weight']
  readonly maxWeight: FontSource['maxWeight']
  readonly style: FontSource['style']
  readonly fullName: string
  readonly postscriptName: string
  readonly version: string
  readonly glyphs: number
  /** Code points with a glyph of their own. */
  readonly characters: number
  /** Tags for `font-feature-settings`, in alphabetical order. */
  readonly features: readonly string[]
  /** For `font-variation-settings`; none in a static font. */
  readonly axes: readonly {
    readonly tag: string
    readonly name: string
    readonly min: number
    readonly default: number
    readonly max: number
  }[]
  readonly namedInstances: readonly string[]
  /** What the maker allows of embedding (OpenType OS/2 fsType). */
  readonly embedding: 'installable' | 'editable' | 'print and preview' | 'restricted'
}

/** Every typeface of a font file or collection: TTF, OTF, TTC, WOFF, WOFF2. Throws InputError when it is none. */
export async function describeFont(data: Uint8Array): Promise<readonly FontDescription[]> {
  const library = await import('fontkit')
  const sources = fontSources(data)
  try {
    const file = openedBy(library, data)
    const fonts = 'fonts' in file ? file.fonts : [file]
    return fonts.map((font, i) => described(font as Font & Tables, sources[i])) // tables of every OpenType font
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem)
    throw new InputError([error('bad-font', undefined, `the font file cannot be described: ${reason}`)])
  }
}

type Opened = ReturnType<typeof create>

function openedBy(library: { readonly create: typeof create }, data: Uint8Array): Opened {
  return library.create(Buffer.from(data.buffer, data.byteOffset, data.byteLength) as never) // its types ask for a Buffer of another version
}

/** What fontkit's types leave out. */
interface Tables {
  readonly 'OS/2'?: {
    readonly usWeightClass: number
    readonly fsSelection: { readonly italic: boolean; readonly oblique: boolean }
    readonly fsType: Readonly<Record<string, boolean>>
  }
  readonly namedVariations?: Readonly<Record<string, unknown>>
  readonly version: number | string
}

function described(font: Font & Tables, source: FontSource | undefined): FontDescription {
  const os2 = font['OS/2']
  const isSlanted = os2?.fsSelection.italic === true || os2?.fsSelection.oblique === true
  return {
    family: source?.family ?? font.familyName,
    weight: source?.weight ?? os2?.usWeightClass ?? 400,
    maxWeight: source?.maxWeight,
    style: source?.style ?? (isSlanted ? 'italic' : 'normal'),
    fullName: font.fullName,
    postscriptName: font.postscriptName,
    version: String(font.version),
    glyphs: font.numGlyphs,
    characters: font.characterSet.length,
    features: [...new Set(font.availableFeatures)].sort(),
    axes: Object.entries(font.variationAxes).flatMap(([tag, axis]) =>
      axis === undefined ? [] : [{ tag, name: axis.name, min: axis.min, default: axis.default, max: axis.max }],
    ),
    namedInstances: Object.keys(font.namedVariations ?? {}),
    embedding: embeddingOf(os2?.fsType ?? {}),
  }
}

function embeddingOf(type: Readonly<Record<string, boolean>>): FontDescription['embedding'] {
  if (type.editable === true) return 'editable'
  if (type.viewOnly === true) return 'print and preview'
  return type.noEmbedding === true ? 'restricted' : 'installable'
}
