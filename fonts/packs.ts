// Typefaces that are too large to come with Platen, found by themselves once their npm packages are installed: Noto Sans for Chinese,
// Japanese and Korean (one variable font each, in slices with their ranges), Noto Color Emoji and Noto Sans Math.
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { FontPack, FontSource } from '../engine/font/font.ts'
import { ABSENT_FONTS } from './bundled.ts'
import { packageFolder } from './files.ts'

type Ranges = FontPack['ranges']

/** Chinese, Japanese and Korean letters, their punctuation and their full-width forms; Latin for those who name the family. */
const EAST_ASIAN: Ranges = [
  [0x20, 0x2ff],
  [0x370, 0x45f],
  [0x1100, 0x11ff],
  [0x1e00, 0x33ff],
  [0x3400, 0x9fff],
  [0xa960, 0xd7ff],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe6f],
  [0xff00, 0xffef],
  [0x1aff0, 0x1b16f],
  [0x1f100, 0x1f2ff],
  [0x20000, 0x3ffff],
]

/** Emoji of all blocks, keycaps and flags. */
const PICTURES: Ranges = [
  [0x23, 0x39],
  [0xa9, 0xae],
  [0x203c, 0x3299],
  [0x1f000, 0x1faff],
]

/** Letters of formulas in all their styles, operators, arrows and fences; Latin and Greek for those who name the family. */
const FORMULAS: Ranges = [
  [0x20, 0x3ff],
  [0x2010, 0x23ff],
  [0x25a0, 0x27ff],
  [0x2900, 0x2bff],
  [0x1d400, 0x1d7ff],
  [0x1ee00, 0x1eeff],
]

/** Packs in the order in which they serve texts of no language of theirs. */
export const FONT_PACKS: readonly FontPack[] = [
  slicedPack('sc', ['zh', 'zh-hans', 'zh-cn', 'zh-sg']),
  slicedPack('tc', ['zh-hant', 'zh-tw', 'zh-hk', 'zh-mo', 'yue']),
  slicedPack('jp', ['ja']),
  slicedPack('kr', ['ko']),
  pack('Noto Color Emoji', {
    kind: 'emoji',
    languages: [],
    ranges: PICTURES,
    package: '@expo-google-fonts/noto-color-emoji',
    read: (folder) => {
      const file = join(folder, '400Regular', 'NotoColorEmoji_400Regular.ttf')
      return existsSync(file) ? [{ family: 'Noto Color Emoji', weight: 400, style: 'normal', data: () => readWithoutDrawings(file) }] : []
    },
  }),
  pack('Noto Sans Math', {
    kind: 'text',
    languages: [],
    ranges: FORMULAS,
    package: '@fontsource/noto-sans-math',
    read: (folder) => {
      const file = join(folder, 'files', 'noto-sans-math-latin-400-normal.woff2')
      return existsSync(file) ? [{ family: 'Noto Sans Math', weight: 400, style: 'normal', data: () => readFileSync(file) }] : []
    },
  }),
  ...ABSENT_FONTS,
]

function slicedPack(region: 'sc' | 'tc' | 'jp' | 'kr', languages: readonly string[]): FontPack {
  const family = `Noto Sans ${region.toUpperCase()}`
  const name = `noto-sans-${region}`
  return pack(family, {
    kind: 'text',
    languages,
    ranges: EAST_ASIAN,
    package: `@fontsource-variable/${name}`,
    read: (folder) => readSlices(folder, family, name),
  })
}

interface PackRow extends Pick<FontPack, 'kind' | 'languages' | 'ranges'> {
  readonly package: string
  /** The sources in the package's folder. */
  readonly read: (folder: string) => readonly FontSource[]
}

function pack(family: string, row: PackRow): FontPack {
  let sources: readonly FontSource[] | undefined
  const { kind, languages, ranges } = row
  return {
    family,
    kind,
    languages,
    ranges,
    hint: `${family} has it: npm install ${row.package}`,
    open: () => {
      sources ??= readFrom(packageFolder(row.package), row)
      return sources
    },
  }
}

/** A package that is not what it was when this was written counts as absent. */
function readFrom(folder: string | undefined, { read }: PackRow): readonly FontSource[] {
  if (folder === undefined) return []
  try {
    return read(folder)
  } catch {
    return []
  }
}

/** One source for each slice; `unicode.json` says which characters each has. The slices with Latin letters come last, so that they win. */
function readSlices(folder: string, family: string, name: string): readonly FontSource[] {
  const ranges = Object.entries(JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>)
  return ranges.map(([slice, text]) => ({
    family,
    weight: 100,
    maxWeight: 900,
    style: 'normal',
    unicodeRange: parseRanges(text),
    data: () => readFileSync(join(folder, 'files', `${name}-${slice.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`)),
  }))
}

function parseRanges(text: string): Ranges {
  return [...text.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '0', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ])
}

const ROW = 16

/**
 * A font file without its `SVG ` table: Noto Color Emoji has every picture twice, and 20 of its 25 MB are the form that is not used here.
 */
function readWithoutDrawings(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const read = (at: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length)
      if (readSync(file, bytes, 0, length, at) !== length) throw new Error('the file is cut off')
      return bytes
    }
    const head = read(0, 12)
    const rows = read(12, head.readUInt16BE(4) * ROW)
    const kept = Array.from({ length: rows.length / ROW }, (_, i) => rows.subarray(i * ROW, (i + 1) * ROW)).filter(
      (row) => row.toString('latin1', 0, 4) !== 'SVG ',
    )
    head.writeUInt16BE(kept.length, 4)
    const parts: Buffer[] = [head, ...kept]
    let at = 12 + kept.length * ROW
    for (const row of kept) {
      const [from, length] = [row.readUInt32BE(8), row.readUInt32BE(12)]
      const padded = Buffer.concat([read(from, length), Buffer.alloc(-length & 3)])
      row.writeUInt32BE(at, 8)
      parts.push(padded)
      at += padded.length
    }
    return Buffer.concat(parts)
  } finally {
    closeSync(file)
  }
}
