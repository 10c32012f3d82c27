// The fonts that come with Platen. Arimo, Tinos and Cousine serve Latin, Greek and Cyrillic in four styles each; Noto Sans faces serve
// the scripts those lack, by range, so that a file is read only when a document has text of its script or names its family.
import type { FontPack, FontSource } from '../engine/font/font.ts'
import { hasFontFile, readFontFile } from './files.ts'

const FAMILIES = ['Arimo', 'Tinos', 'Cousine']
const FACES = [
  { file: 'Regular', weight: 400, style: 'normal' },
  { file: 'Bold', weight: 700, style: 'normal' },
  { file: 'Italic', weight: 400, style: 'italic' },
  { file: 'BoldItalic', weight: 700, style: 'italic' },
] as const

type Ranges = NonNullable<FontSource['fallbackRange']>

/** Unicode blocks of each script (Blocks.txt), with its presentation forms. */
const SCRIPTS: Readonly<Record<string, Ranges>> = {
  Arabic: [
    [0x600, 0x6ff],
    [0x750, 0x77f],
    [0x8a0, 0x8ff],
    [0xfb50, 0xfdff],
    [0xfe70, 0xfeff],
  ],
  Hebrew: [
    [0x590, 0x5ff],
    [0xfb1d, 0xfb4f],
  ],
  Devanagari: [
    [0x900, 0x97f],
    [0x1cd0, 0x1cff],
    [0xa8e0, 0xa8ff],
  ],
  Bengali: [[0x980, 0x9ff]],
  Gurmukhi: [[0xa00, 0xa7f]],
  Gujarati: [[0xa80, 0xaff]],
  Oriya: [[0xb00, 0xb7f]],
  Tamil: [[0xb80, 0xbff]],
  Telugu: [[0xc00, 0xc7f]],
  Kannada: [[0xc80, 0xcff]],
  Malayalam: [[0xd00, 0xd7f]],
  Sinhala: [[0xd80, 0xdff]],
  Thai: [[0xe00, 0xe7f]],
  Lao: [[0xe80, 0xeff]],
  Myanmar: [
    [0x1000, 0x109f],
    [0xa9e0, 0xa9ff],
    [0xaa60, 0xaa7f],
  ],
  Georgian: [
    [0x10a0, 0x10ff],
    [0x1c90, 0x1cbf],
    [0x2d00, 0x2d2f],
  ],
  Armenian: [
    [0x530, 0x58f],
    [0xfb13, 0xfb17],
  ],
  Ethiopic: [
    [0x1200, 0x139f],
    [0x2d80, 0x2ddf],
    [0xab00, 0xab2f],
  ],
  Khmer: [
    [0x1780, 0x17ff],
    [0x19e0, 0x19ff],
  ],
}

/** Symbols have one weight. */
const SYMBOLS: Readonly<Record<string, Ranges>> = {
  Symbols: [
    [0x2000, 0x2bff],
    [0x1f100, 0x1f1ff],
    [0x1f700, 0x1f77f],
  ],
  Symbols2: [
    [0x2000, 0x2bff],
    [0x1f000, 0x1fbff],
  ],
}

/**
 * Currency signs that Liberation Sans, Serif and Mono lack, which the letters are made like: browsers that have those show these of Noto Sans, at its widths
 * and in its lines.
 */
const CURRENCY: Ranges = [
  [0x20a0, 0x20a2],
  [0x20a5, 0x20a6],
  [0x20a8, 0x20ab],
  [0x20ad, 0x20bf],
]

const LETTERS = FAMILIES.flatMap((family) =>
  FACES.flatMap(({ file, weight, style }) => source(family, `${family}-${file}`, { weight, style, leaves: CURRENCY })),
)
const CURRENCIES = FACES.flatMap(({ file, weight, style }) =>
  source('Noto Sans Currency', `NotoSansCurrency-${file}`, { weight, style, fallbackRange: CURRENCY }),
)
const NOTO = Object.entries(SCRIPTS).flatMap(([script, fallbackRange]) =>
  FACES.slice(0, 2).flatMap(({ file, weight, style }) =>
    source(`Noto Sans ${script}`, `NotoSans${script}-${file}`, { weight, style, fallbackRange }),
  ),
)
const SIGNS = Object.entries(SYMBOLS).flatMap(([name, fallbackRange]) =>
  source(`Noto Sans ${name}`, `NotoSans${name}-Regular`, { weight: 400, style: 'normal', fallbackRange }),
)

/** Sources of the bundled faces; always the same objects, so that faces are opened once in a process. */
export const BUNDLED_FONTS: readonly FontSource[] = [...LETTERS, ...CURRENCIES, ...NOTO, ...SIGNS]

/** Families whose files a bundled program lacks, as packs that are not installed: whoever needs one is told how to get it. */
export const ABSENT_FONTS: readonly FontPack[] = Object.entries({ ...SCRIPTS, ...SYMBOLS })
  .filter(([name]) => !hasFontFile(`NotoSans${name}-Regular.ttf`))
  .map(([name, ranges]) => ({
    family: `Noto Sans ${name}`,
    kind: 'text',
    languages: [],
    ranges,
    hint: `Noto Sans ${name} has it: put a copy of the folder node_modules/platen/fonts beside the bundled program`,
    open: () => [],
  }))

function source(family: string, name: string, rest: Omit<FontSource, 'family' | 'data'>): readonly FontSource[] {
  const file = `${name}.ttf`
  return hasFontFile(file) ? [{ family, ...rest, data: () => readFontFile(file) }] : []
}
