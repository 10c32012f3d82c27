// Problem: `{{> row}}` stands where a shared part is to be: between table rows, in a list, in an attribute or a style sheet. What its markup means
// depends on the markup around it, so it cannot be parsed by itself.
// Approach: the texts of parts are inserted before the HTML parser runs. Tags are found and paired in each text alone, and every offset of the whole
// text maps to a file with line and column. A part with arguments becomes a block of its own around its text; one without is its text alone.
// Limits: part names are constants; a part that contains itself is an error, even under a condition; a standalone part is not indented as in
// Handlebars; `{{else}}` has no meaning in `{{#> layout}}`.
import { type Diagnostic, error, type Position, type Reporter } from '../diagnostic.ts'
import type { Limits } from '../limits.ts'
import { suggest } from '../suggest.ts'
import { type Locate, type Pairs, pairBlocks } from './blocks.ts'
import { type Mustache, scanMustaches } from './mustache.ts'
import { byteLength, lineStarts, positionIn } from './positions.ts'

/** Where the texts of shared parts come from. */
export interface Parts {
  /** The text of a part with the name of its file; a problem when it is no text; undefined when there is none. */
  readonly find: (name: string) => PartText | { readonly problem: string } | undefined
  /** All names, for hints. */
  readonly names: () => readonly string[]
}

export interface PartText {
  readonly file: string
  readonly text: string
}

/** The whole text with its parts inserted. */
export interface WholeText {
  readonly text: string
  readonly tags: readonly Mustache[]
  readonly locate: Locate
  /** Undefined when blocks are nested too deeply, which has been reported. */
  readonly pairs: Pairs | undefined
}

interface WholeOptions {
  readonly parts: Parts | undefined
  readonly reporter: Reporter
  readonly limits: Limits
}

/** Parts inside of parts. */
const MAX_DEPTH = 64
/** What a tag counts for, or parts that are nothing but parts could go on for ever. */
const BYTES_OF_TAG = 16
/** More than the name after the `>`. */
const HAS_ARGUMENTS = /^>\s*(?:"[^"]*"|'[^']*'|[^\s"']+)\s+\S/
const NO_PARTS: Parts = { find: () => undefined, names: () => [] }
const SILENT: Reporter = { report: () => undefined }

/** Finds the tags of a template, and inserts the parts that it names. */
export function wholeText(text: string, { parts, reporter, limits }: WholeOptions): WholeText {
  let hasErrors = false
  const report = (problem: Diagnostic): void => {
    hasErrors = true
    reporter.report(problem)
  }
  const options = { reporter: { report }, maxDepth: limits.depth }
  const main = new TextFile(text, undefined, options)
  if (!main.hasPartials) return main
  const insertion = new Insertion(parts ?? NO_PARTS, limits, { report })
  insertion.insertAll(main)
  const { tags, locate } = insertion
  // Unbalanced blocks were reported where they are: in one of the texts.
  const pairs = pairBlocks(tags, { ...options, locate, reporter: hasErrors ? SILENT : reporter })
  return { text: insertion.text, tags, locate, pairs }
}

/** A text with its tags. */
class TextFile implements WholeText {
  readonly text: string
  readonly tags: readonly Mustache[]
  readonly pairs: Pairs | undefined
  readonly hasPartials: boolean
  readonly #name: string | undefined
  readonly #lines: readonly number[]

  constructor(text: string, name: string | undefined, options: { readonly reporter: Reporter; readonly maxDepth: number }) {
    this.text = text
    this.#name = name
    this.#lines = lineStarts(text)
    const { tags, errors } = scanMustaches(text)
    this.tags = tags
    this.hasPartials = tags.some(isPartial)
    for (const { offset, message, hint } of errors) options.reporter.report(error('template-syntax', this.locate(offset), message, hint))
    this.pairs = pairBlocks(tags, { ...options, locate: this.locate })
  }

  readonly locate = (offset: number): Position => {
    const position = positionIn(this.#lines, offset)
    return this.#name === undefined ? position : { ...position, file: this.#name }
  }
}

type Partial = Extract<Mustache, { kind: 'open' | 'partial' }>

function isPartial(tag: Mustache): tag is Partial {
  return tag.kind === 'partial' || (tag.kind === 'open' && tag.isPartial === true)
}

/** A part of a text: from `start` to `end`, with the tags from `first` up to `last`. */
interface Range {
  readonly file: TextFile
  readonly start: number
  readonly end: number
  readonly first: number
  readonly last: number
}

/** Where a range is inserted. */
interface Frame {
  readonly depth: number
  /** Names of the parts around, outermost first. */
  readonly open: readonly string[]
  /** What `{{> @partial-block}}` inserts, and the frame in which that was written. */
  readonly block: { readonly range: Range; readonly frame: Frame } | undefined
}

class Insertion {
  readonly tags: Mustache[] = []
  readonly #texts: string[] = []
  #length = 0
  /** Where each run of a text begins, in the whole and in its file. */
  readonly #runs: { readonly at: number; readonly file: TextFile; readonly from: number }[] = []
  readonly #files = new Map<string, TextFile>()
  readonly #parts: Parts
  readonly #limits: Limits
  readonly #reporter: Reporter
  #bytes = 0
  #isTooLarge = false

  constructor(parts: Parts, limits: Limits, reporter: Reporter) {
    this.#parts = parts
    this.#limits = limits
    this.#reporter = reporter
  }

  get text(): string {
    return this.#texts.join('')
  }

  insertAll(main: TextFile): void {
    this.#insert(wholeOf(main), { depth: 0, open: [], block: undefined })
  }

  readonly locate = (offset: number): Position => {
    let low = 0
    let high = this.#runs.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#runs[middle]!.at <= offset) low = middle
      else high = middle
    }
    const run = this.#runs[low]
    return run === undefined ? { kind: 'text', line: 1, column: 1 } : run.file.locate(run.from + offset - run.at)
  }

  #insert({ file, start, end, first, last }: Range, frame: Frame): void {
    let from = start
    let waiting: Mustache[] = []
    const copyTo = (to: number): void => {
      this.#copy(file, [from, to], waiting)
      waiting = []
    }
    for (let i = first; i < last && !this.#isTooLarge; i++) {
      const tag = file.tags[i]!
      if (!isPartial(tag)) {
        waiting.push(tag)
        continue
      }
      copyTo(tag.start)
      const close = tag.kind === 'open' ? file.pairs?.partner(tag) : undefined
      if (close === undefined) this.#insertPartial(tag, { file, frame, block: undefined })
      else {
        const closeIndex = file.tags.indexOf(close, i)
        const range = { file, start: tag.end, end: close.start, first: i + 1, last: closeIndex }
        this.#insertPartial(tag, { file, frame, block: { range, frame } })
        i = closeIndex
      }
      from = (close ?? tag).end
    }
    copyTo(end)
  }

  #insertPartial(
    tag: Partial,
    { file, frame, block }: { readonly file: TextFile; readonly frame: Frame; readonly block: Frame['block'] },
  ): void {
    const place = file.locate(tag.codeOffset)
    this.#addBytes(BYTES_OF_TAG, place)
    if (frame.depth >= MAX_DEPTH) return this.#report('limit-depth', place, `shared parts are nested deeper than ${MAX_DEPTH}`)
    if (tag.name === '@partial-block') {
      const hint = 'only a part that is called as {{#> name}} has a block'
      if (frame.block === undefined) return this.#report('unknown-part', place, 'this part was called without a block', hint)
      const { range, frame: outer } = frame.block
      return this.#insertScoped(tag, file, () => this.#insert(range, { ...outer, depth: frame.depth + 1 }))
    }
    const found = this.#find(tag.name, { place, frame, mayBeMissing: block !== undefined })
    // The content of `{{#> name}}` is shown in place of a part that does not exist.
    if (found === undefined) return block && this.#insert(block.range, { ...frame, depth: frame.depth + 1 })
    const inner = { depth: frame.depth + 1, open: [...frame.open, found.name], block }
    this.#insertScoped(tag, file, () => this.#insert(wholeOf(found.file), inner))
  }

  /** A part with arguments is in a block that begins at its tag. */
  #insertScoped(tag: Partial, file: TextFile, insert: () => void): void {
    if (!HAS_ARGUMENTS.test(tag.code)) return insert()
    const { code, codeOffset, start, end, offset } = tag
    this.#copy(file, [start, end], [{ kind: 'open', name: '>', code, codeOffset, isInverse: false, start, end, offset }])
    insert()
    this.tags.push({ kind: 'close', name: '>', start: this.#length, end: this.#length, offset: this.#length })
  }

  /** The file of a part; undefined when it cannot be inserted, which has been reported unless it may be missing. */
  #find(
    name: string,
    { place, frame, mayBeMissing }: { place: Position; frame: Frame; mayBeMissing: boolean },
  ): { readonly name: string; readonly file: TextFile } | undefined {
    if (name === '' || name.startsWith('@') || name.startsWith('(')) {
      this.#report(
        'template-syntax',
        place,
        'the name of a shared part is a constant',
        'write {{> name}}; choose between parts with {{#if}}',
      )
      return undefined
    }
    const found = this.#parts.find(name)
    if (found === undefined) {
      if (!mayBeMissing) this.#reportUnknown(name, place)
      return undefined
    }
    if ('problem' in found) {
      this.#report('unknown-part', place, `"${shorten(name)}" ${found.problem}`, 'a shared part is a text of HTML')
      return undefined
    }
    const { file: key } = found
    if (frame.open.includes(key)) {
      const way = [...frame.open.slice(frame.open.indexOf(key)), key].join(' → ')
      this.#report('part-cycle', place, `part "${shorten(key)}" contains itself: ${way}`, 'repeat with {{#each}} instead')
      return undefined
    }
    let file = this.#files.get(key)
    if (file === undefined) {
      file = new TextFile(found.text.replace(/^\uFEFF/, ''), key, { reporter: this.#reporter, maxDepth: this.#limits.depth })
      this.#files.set(key, file)
    }
    return { name: key, file }
  }

  #reportUnknown(name: string, place: Position): void {
    const names = this.#parts.names()
    const known = [...new Set(names.flatMap((file) => [file, file.replace(/\.html$/, '')]))]
    const some = names.slice(0, 5).join(', ')
    const hint = suggest(name, known) ?? (some === '' ? 'hand it in as an asset, on the command line with --base-dir' : `there are ${some}`)
    this.#report('unknown-part', place, `there is no shared part "${shorten(name)}"`, hint)
  }

  /** Appends a piece of a file with the tags in it. */
  #copy(file: TextFile, [from, to]: readonly [number, number], tags: readonly Mustache[]): void {
    if (to <= from || this.#isTooLarge) return
    const shift = this.#length - from
    const text = file.text.slice(from, to)
    this.#runs.push({ at: this.#length, file, from })
    this.#texts.push(text)
    this.#length += to - from
    for (const tag of tags) this.tags.push(moved(tag, shift))
    this.#addBytes(byteLength(text), file.locate(from))
  }

  #addBytes(bytes: number, place: Position): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#limits.templateBytes || this.#isTooLarge) return
    this.#isTooLarge = true
    this.#report('limit-template', place, `the template with its shared parts is larger than ${this.#limits.templateBytes} bytes`)
  }

  #report(code: Diagnostic['code'], at: Position, message: string, hint?: string): void {
    this.#reporter.report(error(code, at, message, hint))
  }
}

function wholeOf(file: TextFile): Range {
  return { file, start: 0, end: file.text.length, first: 0, last: file.tags.length }
}

function moved(tag: Mustache, shift: number): Mustache {
  const places = { start: tag.start + shift, end: tag.end + shift, offset: tag.offset + shift }
  return 'codeOffset' in tag ? { ...tag, ...places, codeOffset: tag.codeOffset + shift } : { ...tag, ...places }
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)
