// The state of one binding of a template with data: its context, its budgets, and the warnings reported so far.
import { type Diagnostic, error, InputError, type Position, type Reporter, warning } from '../diagnostic.ts'
import type { Limits } from '../limits.ts'
import type { SourceElement, SourceNode } from '../source/source.ts'
import type { Helper, SumsOfPage } from './bound.ts'
import { below, type DataPath } from './data-path.ts'
import type { FormatterCache } from './formats/formats.ts'
import { OpenRepeats } from './remaining-items.ts'
import type { DataScope } from './scope.ts'

export interface BindContext {
  /** The embedder's custom helpers, by name; they take precedence over the built-in ones. */
  readonly helpers: ReadonlyMap<string, Helper>
  /** BCP 47, such as `de-DE`. */
  readonly locale: string
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
  readonly reporter: Reporter
  readonly limits: Limits
  /** Integers that the JSON of the data wrote as numbers, and no number holds; they print exactly, with a warning. */
  readonly inexact?: ReadonlySet<bigint> | undefined
  /** Parses the markup of `{{{…}}}` values. */
  readonly parseRich: (html: string) => readonly SourceNode[]
  /** Reads the LaTeX of `{{math}}`; without it the LaTeX prints. */
  readonly readLatex?: ReadLatex
  /** Encodes barcodes; without it `{{barcode}}` prints nothing. Comes from `loadBarcodes`, for templates that call the helper. */
  readonly encodeBarcode?: EncodeBarcode
}

/** A formula as an element of MathML, or what cannot be read in it. */
export type ReadLatex = (formula: {
  readonly latex: string
  readonly isBlock: boolean
  readonly at: Position
  readonly attributes: Readonly<Record<string, string>>
}) =>
  | { readonly kind: 'formula'; readonly element: SourceElement }
  | { readonly kind: 'bad'; readonly message: string; readonly place: number | undefined }

/** `height` is the height of the bars in millimetres; undefined: the usual one of the symbology. */
export type EncodeBarcode = (
  type: string,
  text: string,
  options: { readonly showText: boolean; readonly height: number | undefined; readonly color: string },
) => Barcode | { readonly problem: string }

export interface Barcode {
  /** A symbol of square modules, so that height follows from width. */
  readonly isMatrix: boolean
  readonly viewBox: string
  /** Natural size in CSS pixels. */
  readonly width: number
  readonly height: number
  /** Attributes of svg `path` elements. */
  readonly paths: readonly Readonly<Record<string, string>>[]
}

/** A placeholder that may find no value. */
export interface MissingValue {
  /** As the template writes it. */
  readonly text: string
  readonly at: Position | undefined
  readonly path: DataPath | undefined
}

/** Passed through all evaluations of one binding; what is counted and warned of goes here. */
const NOBODY: Reporter = { report: () => {} }
/** Of one element. */
const TRACING = { rows: 10_000, steps: 100_000 }

export class Binding {
  readonly context: BindContext
  readonly formats: FormatterCache
  /** The data's root value. */
  readonly data: unknown
  /** Locale and time zone, as a cache key: bindings with the same print alike. */
  readonly localeKey: string
  /** A key for caches that must not keep the data alive. */
  readonly identity: object = {}
  /** Warnings so far, repeated ones included; missing values are counted where they are reported. */
  warningCount = 0
  readonly openRepeats = new OpenRepeats<Binding>()
  /** It binds again what was bound, to find the value that a warning is of. */
  readonly isTracing: boolean
  #steps = 0
  #rows = 0
  #quietDepth = 0
  #path: DataPath | undefined
  #scope: DataScope | undefined
  #sums: SumsOfPage | undefined
  #ids = 0
  readonly #idOf = new WeakMap<object, number>()

  constructor(context: BindContext, formats: FormatterCache, data: unknown, isTracing = false) {
    this.isTracing = isTracing
    this.context = context
    this.formats = formats
    this.data = data
    this.localeKey = `${context.locale} ${context.timeZone}`
  }

  /** A binding of the same data that reports nothing, and ends early. */
  tracing(): Binding {
    const limits = { ...this.context.limits, ...TRACING }
    return new Binding({ ...this.context, reporter: NOBODY, limits }, this.formats, this.data, true)
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

  /** Sums of the page that a late text is being printed for; undefined outside of late texts. */
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

  /** The number of a list, assigned at first use. */
  idOf(list: object): number {
    let id = this.#idOf.get(list)
    if (id === undefined) {
      id = this.nextId()
      this.#idOf.set(list, id)
    }
    return id
  }

  /** Evaluates an expression whose value may legitimately be missing: a condition, or an argument of `default`. */
  withoutMissingWarnings<T>(evaluate: () => T): T {
    this.#quietDepth++
    try {
      return evaluate()
    } finally {
      this.#quietDepth--
    }
  }

  /** From here on, warnings are of the value at this path. */
  enter(path: DataPath | undefined, scope: DataScope): void {
    this.#path = path
    this.#scope = scope
  }

  /** From here on, warnings are of no value in the data. */
  leave(): void {
    this.#path = undefined
  }

  /** The path of the value that warnings are of; undefined when it is none of the data. */
  path(): string | undefined {
    return this.#scope === undefined ? undefined : this.#path?.(this.#scope)
  }

  /** Evaluates something whose warnings are of a value below the present one. */
  below<T>(segments: readonly (string | number)[], evaluate: () => T): T {
    const path = this.#path
    this.#path = path && ((scope) => below(path(scope), segments))
    try {
      return evaluate()
    } finally {
      this.#path = path
    }
  }

  /** Warns of a missing value. */
  reportMissing({ text, at, path }: MissingValue, scope: DataScope): void {
    if (this.#quietDepth > 0) return
    this.#report(warning('missing-value', at, `no value for {{${text}}}`), path?.(scope))
  }

  warn(code: 'bad-value' | 'not-a-list' | 'blocked-url' | 'bad-latex', at: Position | undefined, message: string, hint?: string): void {
    this.warningCount++
    this.#report(warning(code, at, message, hint), this.path())
  }

  /** Warns of an argument that the template gives to a helper, such as a format. */
  warnOfArgument(at: Position | undefined, message: string, hint?: string): void {
    this.warningCount++
    this.#report(warning('bad-value', at, message, hint), undefined)
  }

  #report(diagnostic: Diagnostic, path: string | undefined): void {
    this.context.reporter.report(path === undefined || path === '' ? diagnostic : { ...diagnostic, path })
  }
}
