// Full-width punctuation that meets loses the empty half between (CSS Text 4 §8.3, `text-spacing-trim`), by the font's half-width forms.
// Limits: lines keep what was trimmed where they break, so a bracket after a closing one may begin a line in half its width.
import { ObjectCache } from '../../collections/cache.ts'
import type { ShapingStyle } from '../../font/font.ts'
import type { TextStyle } from './text-style.ts'

const OPENING = new Set('「『（［｛｟〈《【〔〖〘〚〝')
const CLOSING = new Set('」』）］｝｠〉》】〕〗〙〛〟')
/** At the left of their em; in traditional Chinese in its middle, where nothing is to be had. */
const STOPS = new Set('、。，．')
const MIDDLE = new Set('・：；\u3000')
const TRADITIONAL = /^(?:yue|zh-(?:hant|tw|hk|mo))\b/i

/** Whether the character at `at` of a text in this language is set in half its width. */
export function isTrimmed(text: string, at: number, language: string): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x3001 || (code > 0x301f && code < 0xff08)) return false
  const own = text.charAt(at)
  const areStopsCentred = TRADITIONAL.test(language)
  const closes = (character: string): boolean => CLOSING.has(character) || (!areStopsCentred && STOPS.has(character))
  if (OPENING.has(own)) {
    const before = text.charAt(at - 1)
    return OPENING.has(before) || closes(before) || MIDDLE.has(before) || STOPS.has(before)
  }
  const after = text.charAt(at + 1)
  return closes(own) && (closes(after) || MIDDLE.has(after) || STOPS.has(after))
}

/** Whether texts of a style are trimmed at all: not where the author chose the widths of glyphs. */
export function maySpaceTrim({ style, features }: TextStyle): boolean {
  return style.textSpacingTrim !== 'space-all' && !features.some(([tag]) => WIDTHS.has(tag))
}

const WIDTHS = new Set(['chws', 'fwid', 'halt', 'hwid', 'palt', 'pwid'])

const trimmed = new ObjectCache<ShapingStyle, ShapingStyle>('identity')

/** The same style with half-width forms. */
export function trimmedStyle(shaping: ShapingStyle): ShapingStyle {
  let style = trimmed.get(shaping)
  if (style === undefined) {
    const features = [...shaping.features, ['halt', 1] as const].sort(([a], [b]) => (a < b ? -1 : 1))
    trimmed.set(shaping, (style = { ...shaping, features }))
  }
  return style
}
