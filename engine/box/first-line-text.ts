// `text-transform` of `::first-line` (CSS Pseudo 4 §2.1.1): layout finds out which text it is, and has both forms, character for character.
import { ObjectCache } from '../collections/cache.ts'
import type { Style } from '../style/style.ts'
import type { InlineItem } from './box.ts'
import { isSameCase, transformText } from './text-transform.ts'

const cased = new ObjectCache<Style, WeakMap<Style, Style>>('identity')

/** The items of a paragraph with the texts that they are on a first line of this style. */
export function withFirstLineTexts(items: InlineItem[], base: Style, firstLine: Style): InlineItem[] {
  if (isSameCase(base, firstLine)) return items
  return items.map((item) => {
    if (item.kind !== 'text' || item.origin.tag === '::marker' || !isSameCase(item.style, base)) return item
    const written = item.source?.length === item.text.length ? item.source : item.text
    return { ...item, onFirstLine: sameLength(written, casedStyle(item.style, firstLine)) }
  })
}

function casedStyle(style: Style, firstLine: Style): Style {
  let known = cased.get(firstLine)
  if (known === undefined) cased.set(firstLine, (known = new WeakMap()))
  let result = known.get(style)
  if (result === undefined) known.set(style, (result = { ...style, textTransform: firstLine.textTransform }))
  return result
}

/** A letter whose other form is several (ß) stays as it is. */
function sameLength(text: string, style: Style): string {
  const whole = transformText(text, style, '')
  if (whole.length === text.length) return whole
  return [...text]
    .map((letter) => {
      const other = transformText(letter, style, '')
      return other.length === letter.length ? other : letter
    })
    .join('')
}
