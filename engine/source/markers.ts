// Problem: an HTML parser would split or move `{{…}}`, but has to carry each tag to its place in the tree.
// Approach: each tag is replaced by a marker, one character from the private use planes 15 and 16 of Unicode. Characters of these planes that
// the author wrote (icon fonts use them), also as `&#x…;`, are replaced by markers too, so that a marker is never ambiguous.
import type { Mustache } from './mustache.ts'

const FIRST = 0xf0000
const PER_PLANE = 0xfffe
const PLANE = 0x10000
/** Tags that a template may have: the code points of both planes, without the last two of each. */
export const MAX_MARKERS = 2 * PER_PLANE

/** The high surrogates of planes 15 and 16. */
const ANY_MARKER = /[\uDB80-\uDBFF]/
const MARKERS = /[\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/gu
/** Private use characters of these planes, and references to any character. */
const PRIVATE_USE = /[\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]|&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?/gu

export type Marker =
  | Mustache
  | { readonly kind: 'private-use'; readonly start: number; readonly end: number; readonly text: string; readonly source: string }

export interface MarkedText {
  /** The text with a marker in place of each tag. */
  readonly text: string
  readonly markers: readonly Marker[]
  /** White space after a block tag, removed with it: inside a start tag the marker thereby becomes part of the next attribute's name. */
  readonly spaces: ReadonlyMap<Marker, string>
  /** From an offset in `text` to the offset in the author's text. */
  originalOffset(offset: number): number
}

const codePointOf = (index: number): number => (index < PER_PLANE ? FIRST + index : FIRST + PLANE + index - PER_PLANE)

/** Index of the marker at a code point; −1 for any other character. */
function indexOf(codePoint: number): number {
  if (codePoint < FIRST) return -1
  return codePoint < FIRST + PER_PLANE ? codePoint - FIRST : codePoint - FIRST - PLANE + PER_PLANE
}

/** A tag name right before a block tag: needs a space, or it would join with the attribute after that tag. */
const OPEN_TAG_NAME = /<[a-zA-Z][^\s<>"'=/]{0,30}$/

export function markText(text: string, tags: readonly Mustache[]): MarkedText {
  const all = withPrivateUse(text, tags)
  const markers = all.slice(0, MAX_MARKERS)
  const spaces = new Map<Marker, string>()
  const pieces: string[] = []
  const starts: number[] = []
  const originals: number[] = []
  let length = 0
  let position = 0
  const push = (piece: string, original: number): void => {
    starts.push(length)
    originals.push(original)
    pieces.push(piece)
    length += piece.length
  }
  markers.forEach((marker, i) => {
    push(text.slice(position, marker.start), position)
    position = marker.end
    if (isBlockTag(marker)) {
      const limit = markers[i + 1]?.start ?? text.length
      const before = position
      while (position < limit && ' \n\t\r\f'.includes(text[position]!)) position++
      if (position > before) spaces.set(marker, text.slice(before, position))
      if (OPEN_TAG_NAME.test(text.slice(Math.max(0, marker.start - 32), marker.start))) push(' ', marker.start)
    }
    push(String.fromCodePoint(codePointOf(i)), marker.start)
  })
  push(text.slice(position), position)
  return { text: pieces.join(''), markers, spaces, originalOffset: (offset) => translate(offset, starts, originals) }
}

export function isBlockTag(marker: Marker): marker is Extract<Mustache, { kind: 'open' | 'else' | 'close' }> {
  return marker.kind === 'open' || marker.kind === 'else' || marker.kind === 'close'
}

function translate(offset: number, starts: readonly number[], originals: readonly number[]): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle
  }
  return (originals[low] ?? 0) + offset - (starts[low] ?? 0)
}

function withPrivateUse(text: string, tags: readonly Mustache[]): readonly Marker[] {
  if (!ANY_MARKER.test(text) && !text.includes('&#')) return tags
  const own: Marker[] = []
  let next = 0
  for (const match of text.matchAll(PRIVATE_USE)) {
    const [source, hex, decimal] = match
    const codePoint =
      hex === undefined && decimal === undefined ? FIRST : Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16)
    if (indexOf(codePoint) < 0 || codePoint > 0x10fffd) continue
    while (next < tags.length && tags[next]!.end <= match.index) next++
    if (next < tags.length && tags[next]!.start <= match.index) continue
    const character = hex === undefined && decimal === undefined ? source : String.fromCodePoint(codePoint)
    own.push({ kind: 'private-use', start: match.index, end: match.index + source.length, text: character, source })
  }
  return own.length === 0 ? tags : [...tags, ...own].sort((a, b) => a.start - b.start)
}

/** Splits parsed text at its markers. */
export function splitAtMarkers(text: string, { markers }: Pick<MarkedText, 'markers'>): readonly (string | Marker)[] {
  if (!ANY_MARKER.test(text)) return text === '' ? [] : [text]
  const pieces: (string | Marker)[] = []
  let position = 0
  for (const match of text.matchAll(MARKERS)) {
    const marker = markers[indexOf(match[0].codePointAt(0) ?? 0)]
    if (marker === undefined) continue
    if (match.index > position) pieces.push(text.slice(position, match.index))
    pieces.push(marker)
    position = match.index + match[0].length
  }
  if (position < text.length) pieces.push(text.slice(position))
  return pieces
}
