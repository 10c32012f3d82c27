// `::first-letter` (CSS Pseudo-Elements 4 §3.2): the first letter with the punctuation around it becomes a box of its own.
import type { Style } from '../style/style.ts'
import type { InlineItem, ParagraphBox } from './box.ts'
import { NO_MARKS } from './context.ts'

/** Punctuation before and after belongs to the letter; a space between letter and punctuation ends it. */
const FIRST_LETTER = /^(?:\p{P}|\p{Zs})*(?:\p{L}|\p{N}|\p{S})\p{M}*[^\P{P}\p{Ps}\p{Pd}]*/u

export interface LetterPlace {
  readonly origin: ParagraphBox['origin']
  /** Items before this one are no text of the element: an inside marker, decorations. */
  readonly from: number
}

/** `items` with their first letter split off; unchanged when the line begins with something that is no text. */
export function withFirstLetter(items: InlineItem[], style: Style, { origin, from }: LetterPlace): InlineItem[] {
  const isContent = (item: InlineItem): boolean => item.kind === 'text' || item.kind === 'atomic' || item.kind === 'break'
  const index = items.findIndex((item, i) => i >= from && isContent(item))
  const item = items[index]
  if (item?.kind !== 'text') return items
  const letter = FIRST_LETTER.exec(item.text)?.[0]
  if (letter === undefined) return items
  const text: InlineItem = { kind: 'text', text: letter, source: undefined, style, origin: item.origin }
  const rest: InlineItem = { ...item, text: item.text.slice(letter.length), source: undefined }
  return [...items.slice(0, index), ...letterItems(text, style, origin), ...(rest.text === '' ? [] : [rest]), ...items.slice(index + 1)]
}

function letterItems(text: InlineItem, style: Style, origin: ParagraphBox['origin']): InlineItem[] {
  if (style.float !== 'left' && style.float !== 'right') return [{ kind: 'open', style, origin, marks: NO_MARKS }, text, { kind: 'close' }]
  const box: ParagraphBox = {
    kind: 'paragraph',
    style,
    origin,
    isAnonymous: false,
    marks: NO_MARKS,
    items: [text],
    marker: undefined,
    firstLineStyle: undefined,
  }
  return [{ kind: 'float', box }]
}
