// What one binding carries along: the context it was given, its budgets, and what it has warned of.
import { error, InputError, type Position, type Reporter, warning } from '../diagnostic.ts'
import type { Limits } from '../limits.ts'
import type { SourceNode } from '../source/source.ts'
import type { Helper, SumsOfPage } from './bound.ts'
import type { Formats } from './format.ts'
import { OpenRepeats } from './remaining-items.ts'

export interface BindContext {
  /** The embedder's own helpers, by name; they come before the built-in ones. */
  readonly helpers: ReadonlyMap<string, Helper>
  /** BCP 47, such as `de-DE`. */
  readonly locale: string
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
  readonly reporter: Reporter
  readonly limits: Limits
  /** Parses the markup of `{{{…}}}` values and drawings. */
  readonly parseRich: (html: string) => readonly SourceNode[]
  /** Draws barcodes; without it `{{barcode}}` prints nothing. Made by `loadBarcodes` for templates that call it. */
  readonly encodeBarcode?: EncodeBarcode
}

/** `height` is of the bars, in millimetres; the symbol's usual one when undefined. */
export type EncodeBarcode = (
  type: string,
  text: string,
  options: { readonly showText: boolean; readonly height: number | undefined; readonly color: string },
) => Barcode | { readonly problem: string }

export interface Barcode {
  /** Made of modules, so that height follows from width. */
  readonly isMatrix: boolean
  readonly viewBox: string
  /** Natural size in CSS pixels. */
  readonly width: number
  readonly height: number
  /** Attributes of svg `path` elements. */
  readonly paths: readonly Readonly<Record<string, string>>[]
}

export class Run {
  readonly context: BindContext
  readonly formats: Formats
  /** The data's root value. */
  readonly data: unknown
  /** What makes two runs print alike. */
  readonly localeKey: string
  /** Stands for this document where only its identity is kept. */
  readonly identity: object = {}
  /** Warnings so far, also those that repeat others. */
  warningCount = 0
  readonly openRepeats = new OpenRepeats<Run>()
  #steps = 0
  #rows = 0
  #quietDepth = 0
  readonly #missing = new Set<string>()
  #sums: SumsOfPage | undefined
  #ids = 0
  readonly #idOf = new WeakMap<object, number>()

  constructor(context: BindContext, formats: Formats, data: unknown) {
    this.context = context
    this.formats = formats
    this.data = data
    this.localeKey = `${context.locale} ${context.timeZone}`
  }

  /** Counts an evaluation. */
  countStep(at: Position | undefined): void {
    if (++this.#steps > this.context.limits.steps) {
      throw new InputError([error('limit-steps', at, `evaluating placeholders took more than ${this.context.limits.steps} steps`)])
    }
  }

  /** Items of repeats so far. */
  get rows(): number {
    return this.#rows
  }

  /** Counts an item of a repeat. */
  countRow(at: Position | undefined): void {
    if (++this.#rows > this.context.limits.rows) {
      throw new InputError([error('limit-rows', at, `repeats have more than ${this.context.limits.rows} items`)])
    }
  }

  /** Sums of the page that a text is printed for; undefined outside of late texts. */
  get sums(): SumsOfPage | undefined {
    return this.#sums
  }

  withSums<T>(sums: SumsOfPage, evaluate: () => T): T {
    const before = this.#sums
    this.#sums = sums
    try {
      return evaluate()
    } finally {
      this.#sums = before
    }
  }

  nextId(): number {
    return ++this.#ids
  }

  /** A number for a list, the same whenever it is asked for. */
  idOf(list: object): number {
    let id = this.#idOf.get(list)
    if (id === undefined) {
      id = this.nextId()
      this.#idOf.set(list, id)
    }
    return id
  }

  /** Evaluates what may well have no value: a condition, or what `default` replaces. */
  withoutMissingWarnings<T>(evaluate: () => T): T {
    this.#quietDepth++
    try {
      return evaluate()
    } finally {
      this.#quietDepth--
    }
  }

  /** Warns once of every path that has no value. */
  reportMissing(path: string, at: Position | undefined): void {
    if (this.#quietDepth > 0 || this.#missing.has(path)) return
    this.#missing.add(path)
    this.context.reporter.report(warning('missing-value', at, `no value for {{${path}}}`))
  }

  warn(code: 'bad-value' | 'not-a-list' | 'blocked-url', at: Position | undefined, message: string, hint?: string): void {
    this.warningCount++
    this.context.reporter.report(warning(code, at, message, hint))
  }
}
