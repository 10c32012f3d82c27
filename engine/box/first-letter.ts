// `::first-letter` (CSS Pseudo-Elements 4 §3.2): the first letter with the punctuation around it becomes a box of its own.
import type { Style } from '../style/style.ts'
import type { InlineItem, ParagraphBox } from './box.ts'
import { NO_MARKS } from './context.ts'
import { INHERITED } from './derived-style.ts'
import { letterOrigin } from './origin.ts'
import { isSameCase, transformText } from './text-transform.ts'

/** Punctuation before and after belongs to the letter; a space between letter and punctuation ends it. */
const firstLetter = (): RegExp => /^(?:\p{P}|\p{Zs})*(?:\p{L}|\p{N}|\p{S})\p{M}*[^\P{P}\p{Ps}\p{Pd}]*/u

/** Punctuation that is all of its text, as a quotation mark of its own: browsers do not look into the next one for a letter. */
const punctuation = (): RegExp => /^\p{P}+$/u

interface LetterPlace {
  /** Style of the element whose first letter it is. */
  readonly base: Style
  /** What the letter inherits from: the style of the first line, or `base`. */
  readonly parent: Style
  readonly origin: ParagraphBox['origin']
  /** Style of the paragraph. */
  readonly lines: Style
  /** Items before this one are no text of the element: an inside marker, decorations. */
  readonly from: number
}

/** `items` with their first letter split off; unchanged when the line begins with something that is no text. */
export function withFirstLetter(items: InlineItem[], letterStyle: Style, place: LetterPlace): InlineItem[] {
  const { from } = place
  const isContent = (item: InlineItem): boolean => item.kind === 'text' || item.kind === 'atomic' || item.kind === 'break'
  const index = items.findIndex((item, i) => i >= from && isContent(item))
  const item = items[index]
  if (item?.kind !== 'text') return items
  const letter = (firstLetter().exec(item.text) ?? punctuation().exec(item.text))?.[0]
  if (letter === undefined) return items
  const style = withoutEffects(inheritedInside(letterStyle, place, item.style))
  const { length } = letter
  // Text that its transformation made longer or shorter has no place for a letter's source.
  const source = item.source?.length === item.text.length ? item.source : undefined
  const written = (source ?? item.text).slice(0, length)
  const shown = isSameCase(style, item.style) ? letter : transformText(written, style, '')
  const text: Extract<InlineItem, { kind: 'text' }> = {
    kind: 'text',
    text: shown,
    source: shown === written ? undefined : written,
    style,
    origin: item.origin,
  }
  const onFirstLine = item.onFirstLine?.slice(length)
  const rest = { ...item, text: item.text.slice(length), source: source?.slice(length), ...(onFirstLine !== undefined && { onFirstLine }) }
  const after = [...(rest.text === '' ? [] : [rest]), ...items.slice(index + 1)]
  return [...items.slice(0, index), ...letterItems(text, style, { ...place, isPartOfWord: isMidWord(after) }), ...after]
}

/** Whether text follows at once. */
function isMidWord(after: readonly InlineItem[]): boolean {
  const next = after.find(({ kind }) => kind !== 'open' && kind !== 'close')
  return next?.kind === 'text' && /^\S/.test(next.text)
}

/** The letter stands inside the inline box it begins in: what it inherited unchanged from the block or its first line it inherits from that box. */
function inheritedInside(letter: Style, { base, parent }: LetterPlace, inside: Style): Style {
  if (inside === base) return letter
  const unchanged = INHERITED.filter((name) => letter[name] === parent[name] && inside[name] !== base[name])
  return unchanged.length === 0 ? letter : { ...letter, ...Object.fromEntries(unchanged.map((name) => [name, inside[name]])) }
}

/** Of effects on what an element contains, opacity alone applies to a first letter (CSS Pseudo-Elements 4 §2.2). */
function withoutEffects(style: Style): Style {
  const { filter, mixBlendMode, isolation, clipPath, maskLayers, maskBorder } = style
  const hasNone = filter.length === 0 && mixBlendMode === 'normal' && isolation === 'auto' && clipPath === 'none'
  if (hasNone && maskLayers.length === 0 && maskBorder === undefined) return style
  return { ...style, filter: [], mixBlendMode: 'normal', isolation: 'auto', clipPath: 'none', maskLayers: [], maskBorder: undefined }
}

/** A letter that floats is a box of its own; so is an initial letter, which takes its place at the start of its lines as a float does. */
function letterItems(
  text: Extract<InlineItem, { kind: 'text' }>,
  style: Style,
  { origin, lines, isPartOfWord }: LetterPlace & { readonly isPartOfWord: boolean },
): InlineItem[] {
  const isFloated = style.float === 'left' || style.float === 'right'
  // No number of lines makes a letter visible that has no size, as in browsers.
  const isInitial = !isFloated && style.initialLetter !== 'normal' && style.fontSize > 0
  if (!isFloated && !isInitial) {
    if (style.opacity >= 1) return [{ kind: 'open', style, origin, marks: NO_MARKS }, text, { kind: 'close' }]
    // With the origin of the element the opacity would be that of all its text.
    const own = letterOrigin(origin)
    return [{ kind: 'open', style, origin: own, marks: NO_MARKS }, { ...text, origin: own }, { kind: 'close' }]
  }
  const box: ParagraphBox = {
    kind: 'paragraph',
    style,
    origin,
    isAnonymous: false,
    marks: NO_MARKS,
    items: [text],
    marker: undefined,
    firstLineStyle: undefined,
    ...(isInitial ? { initialLetterOf: lines } : {}),
    letter: { isPartOfWord },
  }
  return [{ kind: 'float', box }]
}
