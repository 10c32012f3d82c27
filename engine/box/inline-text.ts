// Problem: white space collapses across elements, and whether a space stays depends on text that comes later.
// Approach: a run collects items as the tree is walked and remembers the one collapsible space that may still have to go.
// CSS Text 4 §4.3.1 (phase I); of phase II, only spaces at the very start and end of a run and around forced breaks are dropped.

import { addAll } from '../collections/lists.ts'
import type { Style } from '../style/style.ts'
import { codeAt } from '../text/code-at.ts'
import type { Box, BoxMark, InlineItem, Origin, RubyAnnotation } from './box.ts'
import { hasInlineEdge } from './box-kinds.ts'
import { isTransformed, transformText } from './text-transform.ts'

interface DraftText {
  readonly kind: 'text'
  text: string
  source: string | undefined
  style: Style
  readonly origin: Origin
}

export interface DraftOpen {
  readonly kind: 'open'
  style: Style
  readonly origin: Origin
  readonly marks: readonly BoxMark[]
  annotations?: RubyAnnotation[]
}

type Draft = DraftText | DraftOpen | Exclude<InlineItem, { kind: 'text' | 'open' }>

const SPACE = 0x20
const WORD_JOINER = '\u2060'
/** Ends in a letter or digit that no line ends after, before another (UAX #14, LB23, LB28). */
const JOINS = /[0-9A-Za-z\u00C0-\u024F\u0370-\u052F]$/
const COLLAPSIBLE = /[\t\n\r\f]| {2}/
const SPACES = /[ \t\n\r\f]+/g
const LINE_END = /[\n\f]|\r\n?/
/** Scripts written without spaces, Hangul not among them (CSS Text 4 §4.1.3). */
const WIDE =
  /[\u2E80-\u303F\u3040-\u30FF\u3100-\u312F\u31A0-\u4DBF\u4E00-\uA4CF\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]$/u
const STARTS_WIDE = new RegExp(`^${WIDE.source.slice(0, -1)}`, 'u')

/** The items of a text that stands alone, where there is nothing to do but to drop a space at its ends; undefined where there is more. */
export function plainItems(text: string, style: Style, origin: Origin): readonly InlineItem[] | undefined {
  const plain = plainText(text, style)
  return plain === undefined ? undefined : [{ kind: 'text', text: plain, source: undefined, style, origin }]
}

/** What is left of a text that stands alone, if it needs no more than to lose a space at its ends, and something is left. */
export function plainText(text: string, style: Style): string | undefined {
  if (style.whiteSpaceCollapse !== 'collapse' || isTransformed(style) || COLLAPSIBLE.test(text)) return undefined
  const start = codeAt(text, 0) === SPACE ? 1 : 0
  const end = codeAt(text, text.length - 1) === SPACE ? text.length - 1 : text.length
  return end <= start ? undefined : text.slice(start, end)
}

/** The items of one inline formatting context while they are collected. */
export class InlineRun {
  readonly #items: Draft[] = []
  /** Something here makes a line: text, an atomic box, a break, an inline box with edges. */
  hasContent = false
  /** There are floats, absolutely positioned boxes or marks. */
  hasOutOfFlow = false
  /** Items of an inside marker at the start, which is no part of the text. */
  leadCount = 0
  #hasTransforms = false
  /** Collapsible spaces are dropped: at the start, after a space, after a forced break. */
  #dropsSpace = true
  /** The text that ends in a collapsible space, when nothing has come after it. */
  #spaceHolder: DraftText | undefined
  #spaceHasLineEnd = false

  text(text: string, style: Style, origin: Origin): void {
    if (isTransformed(style)) this.#hasTransforms = true
    switch (style.whiteSpaceCollapse) {
      case 'collapse':
        return this.#collapse(text, style, origin)
      case 'preserve-spaces':
        return this.#preserve(text.replace(/[\t\n\r\f]/g, ' '), style, origin)
      case 'preserve':
      case 'break-spaces':
        return this.#lines(text, style, origin, (line) => this.#preserve(line, style, origin))
      case 'preserve-breaks':
        return this.#lines(text, style, origin, (line) => this.#collapse(line, style, origin))
    }
  }

  open(style: Style, origin: Origin, marks: readonly BoxMark[]): DraftOpen {
    const item: DraftOpen = { kind: 'open', style, origin, marks }
    this.#items.push(item)
    if (hasInlineEdge(style)) this.hasContent = true
    if (marks.length > 0) this.hasOutOfFlow = true
    return item
  }

  close(): void {
    this.#items.push({ kind: 'close' })
  }

  atomic(box: Box): void {
    this.#content({ kind: 'atomic', box })
  }

  /** Page numbers and leaders: text that is known later. */
  later(item: Extract<InlineItem, { kind: 'page-number' | 'leader' }>): void {
    this.#content(item)
  }

  lineBreak(style: Style, origin: Origin, clear: Style['clear'] = 'none'): void {
    this.#dropTrailingSpace()
    this.#content({ kind: 'break', style, origin, clear })
    this.#dropsSpace = true
  }

  /** `<wbr>`, and what keeps an empty list item's line: no width, no extraction. */
  zeroWidthSpace(style: Style, origin: Origin): void {
    this.#content({ kind: 'text', text: '\u200B', source: '', style, origin })
  }

  /** Keeps what follows on the line of what is before it. */
  glue(style: Style, origin: Origin): void {
    const last = this.#items.findLast(({ kind }) => kind !== 'close' && kind !== 'mark')
    const isJoined = last?.kind === 'text' && JOINS.test(last.text)
    if (this.hasContent && !isJoined) this.#items.push({ kind: 'text', text: WORD_JOINER, source: '', style, origin })
  }

  /** An inside marker: a line that begins with it still counts as not begun. */
  lead(style: Style, origin: Origin, put: () => void): void {
    this.#lead(() => {
      const isBox = style.verticalAlign !== 'baseline' || style.unicodeBidi !== 'normal' || hasInlineEdge(style)
      if (isBox) this.open(style, origin, [])
      put()
      if (isBox) this.close()
    })
  }

  leadImage(box: Box): void {
    this.#lead(() => this.atomic(box))
  }

  #lead(put: () => void): void {
    const isFirst = !this.hasContent
    put()
    this.#dropsSpace = true
    if (isFirst) this.leadCount = this.#items.length
  }

  /** Text that neither collapses nor changes: values of controls. */
  verbatim(text: string, style: Style, origin: Origin): void {
    this.#preserve(text, style, origin)
  }

  /** Out of flow: transparent to white space. */
  outOfFlow(item: Extract<InlineItem, { kind: 'float' | 'positioned' | 'mark' }>): void {
    this.#items.push(item)
    this.hasOutOfFlow = true
  }

  /** What is left of a run that makes no line: boxes out of flow, and marks. */
  remaining(): { readonly boxes: readonly Box[]; readonly marks: readonly BoxMark[] } {
    const boxes: Box[] = []
    const marks: BoxMark[] = []
    const isInline = this.#items.some((item) => item.kind === 'open')
    for (const item of this.#items) {
      if (item.kind === 'positioned' && isInline) boxes.push({ ...item.box, isInInline: true })
      else if (item.kind === 'float' || item.kind === 'positioned') boxes.push(item.box)
      else if (item.kind === 'mark') marks.push(item.mark)
      else if (item.kind === 'open') addAll(marks, item.marks)
    }
    return { boxes, marks }
  }

  finish(): InlineItem[] {
    this.#dropTrailingSpace()
    const items = this.#items.filter((item) => item.kind !== 'text' || item.text !== '')
    if (this.#hasTransforms) transformItems(items)
    return items
  }

  #content(item: Draft): void {
    this.#items.push(item)
    this.hasContent = true
    this.#settle()
    this.#dropsSpace = false
  }

  /** Something that is no collapsible space follows: a waiting space is there to stay. */
  #settle(): void {
    this.#spaceHolder = undefined
    this.#spaceHasLineEnd = false
  }

  #lines(text: string, style: Style, origin: Origin, put: (line: string) => void): void {
    const lines = text.split(LINE_END)
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.lineBreak(style, origin)
      if (line !== '') put(line)
    }
  }

  #preserve(text: string, style: Style, origin: Origin): void {
    if (text === '') return
    this.#append(text, style, origin)
    this.hasContent = true
    this.#settle()
    this.#dropsSpace = false
  }

  #collapse(raw: string, style: Style, origin: Origin): void {
    const text = COLLAPSIBLE.test(raw) ? this.#collapseInside(raw) : raw
    const rest = this.#dropsSpace && text.startsWith(' ') && !this.#movesSpace(style) ? text.slice(1) : text
    if (rest === '') {
      if (this.#spaceHolder !== undefined && raw.includes('\n')) this.#spaceHasLineEnd = true
      return
    }
    if (this.#spaceHasLineEnd && STARTS_WIDE.test(rest) && WIDE.test(this.#textBeforeSpace())) this.#dropTrailingSpace()
    const draft = this.#append(rest, style, origin)
    this.#settle()
    this.#dropsSpace = rest.endsWith(' ')
    if (this.#dropsSpace) {
      this.#spaceHolder = draft
      this.#spaceHasLineEnd = /\n[ \t\r\f\n]*$/.test(raw)
    }
    if (rest !== ' ') this.hasContent = true
  }

  /** A line may break at any of the spaces that collapse (CSS Text 4 §5.1): where the first forbids it, a later one that does not is kept. */
  #movesSpace(style: Style): boolean {
    if (this.#spaceHolder?.style.textWrapMode !== 'nowrap' || style.textWrapMode === 'nowrap') return false
    this.#dropTrailingSpace()
    return true
  }

  #collapseInside(raw: string): string {
    // Nothing else stands between most elements, and replacing by a function costs more than the rest of such a text.
    if (isWhiteSpace(raw)) return raw.includes('\n') && this.#textBeforeSpace().endsWith('\u200B') ? '' : ' '
    return raw.replace(SPACES, (spaces, offset: number) => {
      if (!spaces.includes('\n')) return ' '
      const before = offset === 0 ? this.#textBeforeSpace() : raw.slice(Math.max(0, offset - 2), offset)
      const after = raw.slice(offset + spaces.length, offset + spaces.length + 2)
      if (before.endsWith('\u200B') || after.startsWith('\u200B')) return ''
      return WIDE.test(before) && STARTS_WIDE.test(after) ? '' : ' '
    })
  }

  /** The last characters before the waiting space, or of the run. */
  #textBeforeSpace(): string {
    for (let i = this.#items.length - 1; i >= 0; i--) {
      const item = this.#items[i]!
      if (item.kind === 'atomic' || item.kind === 'break' || item.kind === 'page-number') return ''
      if (item.kind !== 'text') continue
      const text = item === this.#spaceHolder ? item.text.slice(0, -1) : item.text
      if (text !== '') return text.slice(-2)
    }
    return ''
  }

  #append(text: string, style: Style, origin: Origin): DraftText {
    const last = this.#items[this.#items.length - 1]
    if (last?.kind === 'text' && last.style === style && last.origin === origin && last.source === undefined) {
      last.text += text
      return last
    }
    const draft: DraftText = { kind: 'text', text, source: undefined, style, origin }
    this.#items.push(draft)
    return draft
  }

  #dropTrailingSpace(): void {
    if (this.#spaceHolder !== undefined) this.#spaceHolder.text = this.#spaceHolder.text.slice(0, -1)
    this.#settle()
  }
}

/** Transformation comes after collapsing, and sees the word across items (CSS Text 4 §2.1, §1.1). */
function transformItems(items: readonly Draft[]): void {
  let before = ''
  for (const item of items) {
    if (item.kind === 'atomic' || item.kind === 'break') before = ''
    if (item.kind !== 'text') continue
    const original = item.text
    if (isTransformed(item.style)) {
      const transformed = transformText(original, item.style, before)
      if (transformed !== original) {
        item.source ??= original
        item.text = transformed
      }
    }
    before = original
  }
}

/** Nothing but white space, which tables and flex containers drop between their parts. */
export function isWhiteSpace(text: string): boolean {
  return !/[^ \t\n\r\f]/.test(text)
}
