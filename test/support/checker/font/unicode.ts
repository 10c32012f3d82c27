// Unicode of glyph names (Adobe Glyph List), and encodings by name.
import {
  GLYPH_NAMES,
  MAC_EXPERT_ENCODING,
  MAC_ROMAN_ENCODING,
  STANDARD_ENCODING,
  SYMBOL_ENCODING,
  WIN_ANSI_ENCODING,
  ZAPF_DINGBATS_ENCODING,
} from './encodings.data.ts'

const byName = new Map<string, string>()
for (let i = 0; i + 1 < GLYPH_NAMES.length; i += 2)
  byName.set(GLYPH_NAMES[i] ?? '', String.fromCodePoint(Number.parseInt(GLYPH_NAMES[i + 1] ?? '0', 16)))

export function isListedName(name: string): boolean {
  return byName.has(name) || /^uni([0-9A-F]{4})+$/.test(name) || /^u[0-9A-F]{4,6}$/.test(name)
}

/** Null for names that say nothing. */
export function unicodeOfName(name: string): string | null {
  const plain = name.replace(/\..*/, '')
  const listed = byName.get(name) ?? byName.get(plain)
  if (listed !== undefined) return listed
  const many = plain.match(/^uni((?:[0-9A-F]{4})+)$/)?.[1]
  if (many !== undefined) return many.replace(/[0-9A-F]{4}/g, (code) => String.fromCharCode(Number.parseInt(code, 16)))
  const one = plain.match(/^u([0-9A-F]{4,6})$/)?.[1]
  return one === undefined || Number.parseInt(one, 16) > 0x10ffff ? null : String.fromCodePoint(Number.parseInt(one, 16))
}

export function encodingNamed(name: string | null): readonly string[] | undefined {
  return name === null ? undefined : ENCODINGS[name]
}

const ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  StandardEncoding: STANDARD_ENCODING,
  WinAnsiEncoding: WIN_ANSI_ENCODING,
  MacRomanEncoding: MAC_ROMAN_ENCODING,
  MacExpertEncoding: MAC_EXPERT_ENCODING,
}

/** The built-in encodings of standard fonts. */
export function standardFontEncoding(font: string): readonly string[] {
  return font === 'Symbol' ? SYMBOL_ENCODING : font === 'ZapfDingbats' ? ZAPF_DINGBATS_ENCODING : STANDARD_ENCODING
}

export const STANDARD_FONTS: ReadonlySet<string> = new Set(
  'Courier Courier-Bold Courier-Oblique Courier-BoldOblique Helvetica Helvetica-Bold Helvetica-Oblique Helvetica-BoldOblique Times-Roman Times-Bold Times-Italic Times-BoldItalic Symbol ZapfDingbats'.split(
    ' ',
  ),
)
