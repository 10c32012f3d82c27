// Fonts of the team's assets in documents: families told by the names of their files, and faces as the page lists them.

/** A member of `page.fonts`. */
export interface PageFont {
  readonly family: string
  readonly src: string
  readonly weight?: number | string
  readonly style?: string
}

export interface FontFamily {
  readonly name: string
  readonly faces: readonly PageFont[]
}

const WEIGHTS: Readonly<Record<string, number | string>> = {
  ...{ thin: 100, hairline: 100, extralight: 200, ultralight: 200, light: 300, regular: 400, normal: 400, book: 400, roman: 400 },
  ...{ medium: 500, semibold: 600, demibold: 600, demi: 600, bold: 700, extrabold: 800, ultrabold: 800, black: 900, heavy: 900 },
  // A variable font has all of them.
  ...{ variable: '100 900', variablefont: '100 900', vf: '100 900', wght: '100 900' },
}
const OTHER_WORDS = new Set(['italic', 'oblique', 'ital', 'opsz', 'wdth', 'slnt'])

/** The face that a file is, by its name: `fonts/OpenSans-SemiBoldItalic.woff2` is “OpenSans”, 600, italic. */
export function faceOf(src: string): PageFont {
  const base = src.replace(/^.*\//, '').replace(/\.[^.]*$/, '')
  const words = [...base.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)].map((match) => ({ text: match[0].toLowerCase(), at: match.index }))
  let end = base.length
  let weight: number | string | undefined
  let style: string | undefined
  while (words.length > 1) {
    const [before, last] = words.slice(-2) as [(typeof words)[0], (typeof words)[0]]
    const pair = `${before.text}${last.text}`
    const isPair = words.length > 2 && pair in WEIGHTS
    const word = isPair ? pair : last.text
    const found = /^[1-9]00$/.test(word) ? Number(word) : WEIGHTS[word]
    if (found === undefined && !OTHER_WORDS.has(word)) break
    if (found !== undefined && typeof weight !== 'string') weight = found
    if (word === 'italic' || word === 'ital' || word === 'oblique') style = word === 'oblique' ? 'oblique' : 'italic'
    end = isPair ? before.at : last.at
    words.splice(isPair ? -2 : -1)
  }
  const family =
    base
      .slice(0, end)
      .replace(/[-_. ]+/g, ' ')
      .trim() || base
  return { family, src, ...(weight === undefined ? {} : { weight }), ...(style === undefined ? {} : { style }) }
}

/** Families of the files, by name. */
export function familiesOf(sources: readonly string[]): readonly FontFamily[] {
  const families = new Map<string, PageFont[]>()
  for (const src of [...sources].sort()) {
    const face = faceOf(src)
    families.set(face.family, [...(families.get(face.family) ?? []), face])
  }
  return [...families].map(([name, faces]) => ({ name, faces })).sort((a, b) => a.name.localeCompare(b.name))
}

/** Of a page that anybody may have written. */
export function pageFonts(page: unknown): readonly PageFont[] {
  const fonts: unknown = (page as { fonts?: unknown } | null)?.fonts
  if (!Array.isArray(fonts)) return []
  return fonts.filter(
    (font: unknown): font is PageFont =>
      typeof font === 'object' &&
      font !== null &&
      typeof (font as PageFont).family === 'string' &&
      typeof (font as PageFont).src === 'string',
  )
}

/** The page with the faces of a family; the same one when it has a font of that name. */
export function withFamily(page: unknown, family: FontFamily | undefined): unknown {
  const fonts = pageFonts(page)
  if (family === undefined || fonts.some((font) => font.family === family.name)) return page
  const before = (page as { fonts?: unknown } | null)?.fonts
  // What is there and is not understood stays.
  return { ...(page as object | null), fonts: [...(Array.isArray(before) ? before : []), ...family.faces] }
}
