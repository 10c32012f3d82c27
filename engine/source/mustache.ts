// Problem: find everything in double braces in the author's text, in linear time, before any HTML parser sees it.
// Approach: jump from `{{` to `{{`; the end of a tag is the next `}}` outside a quoted string. The code between is not parsed
// here, only classified as placeholder, block opening, else, closing or comment. White space control (`~`) and standalone lines
// follow Handlebars: the range that a tag takes from the text is widened.
// Limits: raw blocks, inline partials and decorators are errors; a string inside a tag cannot contain `{{`.

/** One `{{…}}`. `start` and `end` are the offsets it takes from the text, white space it removes included. */
export type Mustache = {
  readonly start: number
  readonly end: number /** Of the braces themselves. */
  readonly offset: number
} & MustacheKind

/** `code` is trimmed; it begins at `codeOffset`. */
type MustacheKind =
  | { readonly kind: 'placeholder'; readonly code: string; readonly codeOffset: number; readonly isRaw: boolean }
  /** `{{#code}}`, or `{{^code}}` when inverse. The closing tag must repeat `name`. */
  | {
      readonly kind: 'open'
      readonly name: string
      readonly code: string
      readonly codeOffset: number
      readonly isInverse: boolean
      /** `{{#> name}}`: a shared part around the content; `code` begins with the `>`. */
      readonly isPartial?: true
    }
  /** `{{> name …}}`: a shared part; `code` begins with the `>`. */
  | { readonly kind: 'partial'; readonly name: string; readonly code: string; readonly codeOffset: number }
  /** `{{else}}`, or `{{else code}}`. */
  | { readonly kind: 'else'; readonly code: string; readonly codeOffset: number }
  | { readonly kind: 'close'; readonly name: string }
  /** A comment or an escaped tag: `text` replaces it. */
  | { readonly kind: 'literal'; readonly text: string }

interface MustacheError {
  readonly offset: number
  readonly message: string
  readonly hint: string
}

interface Scan {
  /** In order, not overlapping. */
  readonly tags: readonly Mustache[]
  readonly errors: readonly MustacheError[]
  /** Characters examined, for tests of linear time. */
  readonly steps: number
}

/** Longer code is not an expression, but a sign of missing braces. */
const MAX_CODE_LENGTH = 10_000

/** Finds the tags of `text`. Invalid ones are left out and reported. */
export function scanMustaches(text: string): Scan {
  const scanner = new Scanner(text)
  scanner.run()
  return { tags: widenStandalone(text, scanner.tags), errors: scanner.errors, steps: scanner.steps }
}

class Scanner {
  readonly tags: Mustache[] = []
  readonly errors: MustacheError[] = []
  steps = 0
  readonly #text: string
  /** For each quote, the offset before which it does not occur: no text is searched twice for the same quote. */
  readonly #noQuoteBefore = new Map<string, number>()
  readonly #lastClose: number
  #position = 0

  constructor(text: string) {
    this.#text = text
    this.#lastClose = text.lastIndexOf('}}')
  }

  run(): void {
    for (;;) {
      const open = this.#find('{{', this.#position)
      if (open < 0) return
      const backslashes = this.#text[open - 1] === '\\' ? (this.#text[open - 2] === '\\' ? 2 : 1) : 0
      if (backslashes > 0 && open - backslashes >= this.#position) this.#escape(open, backslashes)
      else if (!this.#tag(open)) return
    }
  }

  /** `\{{x}}` is the text `{{x}}`; `\\{{x}}` is a backslash and a placeholder. */
  #escape(open: number, backslashes: number): void {
    this.#add({
      kind: 'literal',
      text: backslashes === 2 ? '\\' : '{{',
      start: open - backslashes,
      end: backslashes === 2 ? open : open + 2,
    })
    this.#position = backslashes === 2 ? open : open + 2
    if (backslashes === 2) this.#tag(open)
  }

  /** Reads the tag at `open`; false when no tag ends in the rest of the text. */
  #tag(open: number): boolean {
    const text = this.#text
    if (text.startsWith('{{{{', open)) return this.#rawBlock(open)
    const strip = text[open + 2] === '~' ? 1 : 0
    const inside = open + 2 + strip
    if (text[inside] === '!') return this.#comment(open, inside)
    const isTriple = text[inside] === '{'
    const codeStart = isTriple ? inside + 1 : inside
    const codeEnd = this.#codeEnd(codeStart, isTriple ? '}' : '')
    if (codeEnd < 0) return this.#unclosed(open)
    const stripEnd = !isTriple && text[codeEnd - 1] === '~' && codeEnd - 1 >= codeStart ? 1 : 0
    const close = isTriple ? this.#tripleClose(codeEnd) : codeEnd + 2
    const code = text.slice(codeStart, codeEnd - stripEnd)
    const range = { start: strip ? this.#spaceStart(open) : open, end: stripEnd || text[close - 3] === '~' ? this.#spaceEnd(close) : close }
    this.#position = range.end
    if (code.length > MAX_CODE_LENGTH) this.#report(open, 'a placeholder is longer than any expression can be', 'close it with }}')
    else this.#classify(code, codeStart, { isTriple, range: { ...range, offset: open } })
    return true
  }

  /** `}}}` or `}~}}`. */
  #tripleClose(codeEnd: number): number {
    return this.#text[codeEnd + 1] === '~' ? codeEnd + 4 : codeEnd + 3
  }

  #comment(open: number, inside: number): boolean {
    const text = this.#text
    const isLong = text.startsWith('!--', inside)
    let end = isLong ? this.#find('--}}', inside + 3) : -1
    if (isLong && end >= 0) end += 2
    if (isLong && end < 0) {
      end = this.#find('--~}}', inside + 3)
      if (end >= 0) end += 3
    }
    if (end < 0) end = this.#find('}}', inside)
    if (end < 0) return this.#unclosed(open)
    const start = text[open + 2] === '~' ? this.#spaceStart(open) : open
    const stop = text[end - 1] === '~' ? this.#spaceEnd(end + 2) : end + 2
    this.#add({ kind: 'literal', text: '', start, end: stop, offset: open })
    this.#position = stop
    return true
  }

  /** Offset of the `}}` (after `extra`) that ends the code from `start`, skipping quoted strings; −1 when there is none. */
  #codeEnd(start: number, extra: '' | '}'): number {
    const text = this.#text
    for (let i = start; i < text.length; i++) {
      this.steps++
      const c = text[i]
      if (c === '}' && text[i + 1] === '}' && (extra === '' || text[i + 2] === '}')) return i
      if (extra !== '' && c === '}' && text.startsWith('}~}}', i)) return i
      if (c === '{' && text[i + 1] === '{') return -1
      if (c === '"' || c === "'" || c === '[') {
        const end = this.#quoteEnd(i + 1, c === '[' ? ']' : c)
        if (end >= 0) i = end
      }
    }
    return -1
  }

  /** The end of a quoted string; −1 when it does not end on its line, or would include another tag: then the quote is a stray one. */
  #quoteEnd(start: number, quote: string): number {
    const text = this.#text
    if (start < (this.#noQuoteBefore.get(quote) ?? 0)) return -1
    let i = start
    for (; i < text.length; i++) {
      this.steps++
      const c = text[i]
      if (c === '\\' && quote !== ']') i++
      else if (c === quote) return i
      else if (c === '\n' || (c === '{' && text[i + 1] === '{')) break
    }
    this.#noQuoteBefore.set(quote, i)
    return -1
  }

  #classify(
    whole: string,
    start: number,
    { isTriple, range }: { isTriple: boolean; range: { start: number; end: number; offset: number } },
  ): void {
    const sign = isTriple ? '' : (/^(?:[#^/&>*]|\s*else(?=\s|$))/.exec(whole)?.[0] ?? '')
    const rest = whole.slice(sign.length)
    const code = rest.trim()
    const codeOffset = start + sign.length + rest.length - rest.trimStart().length
    if (sign === '*' || (sign === '#' && code.startsWith('*'))) this.#unsupported(range.offset, whole)
    else if (sign === '>') this.#add({ ...range, kind: 'partial', name: partialName(code), code: whole.trimEnd(), codeOffset: start })
    else if (sign === '#' && code.startsWith('>')) {
      const name = partialName(code.slice(1).trimStart())
      this.#add({ ...range, kind: 'open', name, code, codeOffset, isInverse: false, isPartial: true })
    } else if (sign === '/') this.#add({ ...range, kind: 'close', name: unquoted(code) })
    else if (sign === '#' || (sign === '^' && code !== '')) {
      this.#add({ ...range, kind: 'open', name: firstWord(code), code, codeOffset, isInverse: sign === '^' })
    } else if (sign === '' || sign === '&') this.#add({ ...range, kind: 'placeholder', code, codeOffset, isRaw: isTriple || sign === '&' })
    else this.#add({ ...range, kind: 'else', code, codeOffset })
  }

  #unsupported(offset: number, code: string): void {
    this.#report(
      offset,
      `inline partials and decorators are not supported: {{${code.trim()}}}`,
      'make it a shared part, and write {{> name}}',
    )
  }

  #add(tag: MustacheKind & { start: number; end: number; offset?: number }): void {
    this.tags.push({ ...tag, offset: tag.offset ?? tag.start })
  }

  #find(what: string, from: number): number {
    const found = this.#text.indexOf(what, from)
    this.steps += (found < 0 ? this.#text.length : found) - from
    return found
  }

  /** Start of the white space before `offset`, at most back to the previous tag. */
  #spaceStart(offset: number): number {
    const last = this.tags.at(-1)?.end ?? 0
    let start = offset
    while (start > last && isSpace(this.#text[start - 1])) start--
    this.steps += offset - start
    return start
  }

  #spaceEnd(offset: number): number {
    let end = offset
    while (isSpace(this.#text[end])) end++
    this.steps += end - offset
    return end
  }

  #report(offset: number, message: string, hint: string): void {
    this.errors.push({ offset, message, hint })
  }

  #rawBlock(open: number): boolean {
    this.#report(open, 'raw blocks {{{{…}}}} are not supported', 'write \\{{ to print braces')
    this.#position = open + 4
    return true
  }

  /** Continues with the next tag, unless there is no further `}}`. */
  #unclosed(open: number): boolean {
    this.#report(open, 'a placeholder opens with {{ and is never closed', 'close it with }}, or write \\{{ to print braces')
    this.#position = open + 2
    return this.#lastClose > open
  }
}

/** The name a block's closing tag repeats: everything up to white space outside `[…]`. */
function firstWord(code: string): string {
  return /^(?:\[[^\]]*\]|[^\s[])*/.exec(code)?.[0] ?? ''
}

/** The name after `{{>`, without quotation marks; empty when there is none that could be one. */
function partialName(code: string): string {
  const [name = ''] = /^(?:"[^"]*"|'[^']*'|[^\s"'()|=]+)(?=\s|$)/.exec(code) ?? []
  return unquoted(name)
}

function unquoted(name: string): string {
  return name.replace(/^(["'])(.*)\1$/s, '$2')
}

/** Widens block tags, partials and comments that are alone on a line to the whole line. */
function widenStandalone(text: string, tags: readonly Mustache[]): readonly Mustache[] {
  return tags.map((tag, i) => {
    if (tag.kind === 'placeholder' || (tag.kind === 'literal' && tag.text !== '')) return tag
    let start = tag.start
    let end = tag.end
    const previous = tags[i - 1]?.end ?? 0
    const next = tags[i + 1]?.start ?? text.length
    while (start > previous && isBlank(text[start - 1])) start--
    while (end < next && isBlank(text[end])) end++
    const startsLine = start === 0 || (start > previous && text[start - 1] === '\n')
    const endsLine = end === text.length || (end < next && (text[end] === '\n' || (text[end] === '\r' && text[end + 1] === '\n')))
    if (!startsLine || !endsLine) return tag
    return { ...tag, start, end: end === text.length ? end : text[end] === '\r' ? end + 2 : end + 1 }
  })
}

const isSpace = (c: string | undefined): boolean => c === ' ' || c === '\n' || c === '\t' || c === '\r' || c === '\f'
const isBlank = (c: string | undefined): boolean => c === ' ' || c === '\t'
