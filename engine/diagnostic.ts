// Diagnostics: problems in the caller's input. Broken invariants of the engine are plain `Error`s and never become one.

type Severity = 'error' | 'warning'

/** Where in the author's text: line and column from 1 in an html template or in the shared part or style sheet `file`, or a JSON pointer into an editor document. */
export type Position =
  | { readonly kind: 'text'; readonly line: number; readonly column: number; readonly file?: string }
  | { readonly kind: 'pointer'; readonly pointer: string }

/** The closed list. A new code is added here, in alphabetical order, with one line on when it is given. */
export const DIAGNOSTIC_CODES = {
  'async-rows': 'a page needs streamed rows again after they were released, or more of them than are read ahead',
  attachment: 'a file to be attached has a name, a type or a relationship that cannot be',
  'bad-font': 'a font file cannot be read',
  'bad-image': 'an image is broken, too large or of an unknown kind',
  'bad-latex': 'the LaTeX of a formula cannot be read, and is printed as it is written',
  'bad-pdf': 'a PDF handed to merge cannot be read',
  'bad-value': 'a value bound into an attribute, a style or a formatting helper cannot be used there',
  'block-unbalanced': 'a block opens in one element and closes in another, or is never closed',
  'blocked-url': 'a URL names the network, a file or a scheme that is never opened',
  conformance: 'a standard is claimed that does not exist, that another excludes, or that the document does not keep',
  'css-syntax': 'a rule or declaration cannot be parsed and is skipped',
  'cut-box': 'a box that cannot break is taller than a page and was sliced',
  'invalid-document': 'an editor document does not follow the schema',
  'limit-css': 'the style sheets are larger than allowed, or ask for more work or longer values',
  'limit-depth': 'elements are nested deeper than allowed',
  'limit-image': 'an image has more pixels or bytes than allowed',
  'limit-nodes': 'the document has more nodes than allowed',
  'limit-output': 'the PDF grew larger than allowed',
  'limit-pages': 'the document has more pages than allowed',
  'limit-rows': 'a repeat has more items than allowed',
  'limit-shadows': 'shadows cost more to paint than allowed, and the rest of them is left out',
  'limit-steps': 'evaluating expressions, or ending a page, took more steps than allowed',
  'limit-template': 'the template source is larger than allowed',
  'low-contrast': 'a text can hardly be told from what is below it (reported where PDF/UA is claimed)',
  'missing-asset': 'an asset is named that the caller did not provide',
  'missing-glyph': 'no available font has a glyph for a character',
  'missing-value': 'a placeholder found no value and printed nothing',
  'nested-containers': 'containers are nested so deeply that @container rules cannot all be applied',
  'no-math-font': 'a formula is set in a font that has no rules for formulas',
  'not-a-list': 'a repeat was given something that is not a list',
  'page-range': 'the document has none of the pages that were asked for',
  'part-cycle': 'a shared part contains itself',
  'pdf-left-out': 'something of a finished PDF is not in the merged document',
  'pdf-untagged': 'a finished PDF without tags is merged into a document with tags',
  'sampled-columns': 'the columns of a table with streamed rows were measured by the first of its rows',
  'template-syntax': 'a placeholder or block cannot be parsed',
  'ua-alt': 'a picture, drawing or formula has no alternative text',
  'ua-heading': 'the first heading is not of level 1, or a heading skips a level',
  'ua-language': 'the document does not say its language, or says none that exists',
  'ua-link': 'a link has neither text nor a label',
  'ua-table': 'a table of data has no head cells',
  'ua-title': 'the document has no title',
  'unknown-element': 'an element has a name that is none of HTML',
  'unknown-helper': 'a helper is called that does not exist',
  'unknown-node': 'an editor document has a node or mark that nobody knows; its text is printed, or a box with its name',
  'unknown-part': 'a shared part is named that does not exist, or is no text',
  'unsupported-css': 'a property, value, selector or at-rule has no effect here',
  'unsupported-html': 'an element or attribute has no effect here',
  'wide-table': 'a table is too wide for its page even at the smallest scale, and its words are broken to fit',
} as const

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES

/** `message` is lower case and shows the offending value; `hint` says what to write instead. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  readonly message: string
  readonly hint?: string
  readonly at?: Position
  /** Of a value in the data: where it stands, such as `items[3].name`. */
  readonly path?: string
  /** Values that it stands for, where it is the last that is listed of one character without a glyph at one place; absent: one. */
  readonly count?: number
  /** In a merge: which of its templates, from 0. */
  readonly part?: number
}

/** A piece of what an element prints, and the path in the data of the value that it is; without a path when the template says it. */
export interface PrintedText {
  readonly text: string
  readonly path: string | undefined
}

/** Where a text comes from. */
export interface TextSource {
  readonly at: Position | undefined
  /** Undefined where the template alone makes the text. */
  printed?(): Printed | undefined
}

export interface Printed {
  /** The element that prints the text: one object for all of its texts. */
  readonly by: object
  /** Printed anew by each call. */
  pieces(): readonly PrintedText[]
}

/** Takes diagnostics as they arise. A reporter drops exact repetitions, so callers need not. */
export interface Reporter {
  report(diagnostic: Diagnostic): void
}

/** Problems that an error shows of itself; all of them are in `diagnostics`. */
const MOST_SHOWN = 20

/**
 * Thrown once, with every error found (warnings too, errors first). Its stack begins with them as `platen check` prints them: that is what Node
 * shows of an uncaught error, followed by all properties that can be enumerated, so `diagnostics` cannot.
 */
export class InputError extends Error {
  declare readonly diagnostics: readonly Diagnostic[]

  /** `source` is the text that positions count in, where there is one. */
  constructor(diagnostics: readonly Diagnostic[], source?: string) {
    const first = diagnostics.find((d) => d.severity === 'error') ?? diagnostics[0]
    super(first === undefined ? 'invalid input' : describe(first))
    const sorted = [...diagnostics].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
    const hidden = { enumerable: false, configurable: true, writable: true }
    const frames = (this.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
    Object.defineProperties(this, {
      name: { value: 'InputError', ...hidden },
      diagnostics: { value: sorted, ...hidden },
      stack: { value: [`InputError: ${report(sorted, source)}`, ...frames].join('\n'), ...hidden },
    })
  }

  toJSON(): object {
    const { name, message, diagnostics } = this
    return { name, message, diagnostics }
  }
}

function report(diagnostics: readonly Diagnostic[], source: string | undefined): string {
  const shown = diagnostics.slice(0, MOST_SHOWN).map((problem) => describeProblem(problem, '', source))
  const more = diagnostics.length - shown.length
  return `${shown.join('')}${more > 0 ? `and ${more} more` : ''}`.trimEnd()
}

export function warning(code: DiagnosticCode, at: Position | undefined, message: string, hint?: string): Diagnostic {
  return { code, severity: 'warning', message, ...given(hint, at) }
}

export function error(code: DiagnosticCode, at: Position | undefined, message: string, hint?: string): Diagnostic {
  return { code, severity: 'error', message, ...given(hint, at) }
}

/** The fields that a diagnostic has only where they are given. */
function given(hint: string | undefined, at: Position | undefined): Pick<Diagnostic, 'hint' | 'at'> {
  return { ...(hint === undefined ? {} : { hint }), ...(at === undefined ? {} : { at }) }
}

/** `3:14: unknown helper "monney" (did you mean "money"?)`. */
export function describe(diagnostic: Diagnostic): string {
  const place = diagnostic.at === undefined ? '' : `${describePosition(diagnostic.at)}: `
  const hint = diagnostic.hint === undefined ? '' : ` (${diagnostic.hint})`
  return place + located(diagnostic) + hint
}

/** The message, with the path in the data where it does not name that already. */
function located({ message, path, count = 1 }: Diagnostic): string {
  const more = count === 1 ? '' : ` and ${count - 1} more values`
  return path === undefined || message.includes(`{{${path}}}`) ? message : `${message}, at ${path}${more}`
}

export function describePosition(at: Position): string {
  return at.kind === 'text' ? `${at.file === undefined ? '' : `${at.file}:`}${at.line}:${at.column}` : at.pointer
}

/** `invoice.html:3:14: error: unknown helper "monney" [unknown-helper]`, then the line with a caret, then the hint. Of no file when `file` is empty. */
export function describeProblem(problem: Diagnostic, file: string, source?: string): string {
  const { at, code, severity, hint } = problem
  const place = at === undefined ? file : at.kind === 'text' ? `${at.file ?? file}:${at.line}:${at.column}` : `${file}#${at.pointer}`
  const lines = [`${place.replace(/^:/, '')}: ${severity}: ${located(problem)} [${code}]`.replace(/^: /, '')]
  if (at?.kind === 'text' && at.file === undefined && source !== undefined) lines.push(...excerpt(source, at.line, at.column))
  if (hint !== undefined) lines.push(`  hint: ${hint}`)
  return `${lines.join('\n')}\n`
}

/** Columns shown to either side of the caret: minified templates have lines of a megabyte. */
const SHOWN = 60

function excerpt(source: string, line: number, column: number): string[] {
  const text = source.split(/\r\n|\r|\n/, line).at(line - 1)
  if (text === undefined) return []
  const from = Math.max(0, column - 1 - SHOWN)
  const shown = text.slice(from, column - 1 + SHOWN)
  const number = String(line)
  // Tabs stay tabs before the caret, so that it points at its column whatever their width.
  const indent = shown.slice(0, column - 1 - from).replace(/[^\t]/g, ' ')
  return [`  ${number} | ${shown}`, `  ${' '.repeat(number.length)} | ${indent}^`]
}

/** Values of which one character without a glyph is reported, at one place of the template: a font without a script lacks it in every row. */
const MOST_VALUES_LISTED = 20

/** Places that are told apart when they are counted. Beyond, they are not counted: their keys would take memory without end. */
const MOST_COUNTED = 100_000

/** The place of a diagnostic: the path in the data, else the position in the source, else what its message says. */
function placeOf({ at, path, message }: Diagnostic): string {
  return path ?? (at === undefined ? message : describePosition(at))
}

/** A reporter that keeps at most `limit` different diagnostics, and counts them all: each code once for each place. */
export class DiagnosticList implements Reporter {
  readonly #limit: number
  readonly #seen = new Set<string>()
  readonly #places = new Set<string>()
  readonly #list: Diagnostic[] = []
  /** By character and place of the template: how many values of it are listed, and the index of the last. */
  readonly #values = new Map<string, { listed: number; last: number }>()
  /** The template of a merge that diagnostics are of, from 0; absent where there is but one. */
  part: number | undefined

  constructor(limit = 1000) {
    this.#limit = limit
  }

  report(diagnostic: Diagnostic): void {
    this.#add(this.part === undefined || diagnostic.part !== undefined ? diagnostic : { ...diagnostic, part: this.part })
  }

  /** Reports of the present template, whichever is the present one by then. */
  ofPart(): Reporter {
    const { part } = this
    return part === undefined ? this : { report: (diagnostic) => this.report({ ...diagnostic, part }) }
  }

  #add(diagnostic: Diagnostic): void {
    const { code, part = '' } = diagnostic
    const place = `${part} ${code} ${placeOf(diagnostic)}`
    if (this.#places.size < MOST_COUNTED) this.#places.add(place)
    const isFull = this.#list.length >= this.#limit
    if (isFull && diagnostic.code !== 'missing-glyph') return
    const key = `${place} ${diagnostic.message}`
    if (this.#seen.has(key) || this.#seen.size >= MOST_COUNTED) return
    this.#seen.add(key)
    if (!this.#isOneMore(diagnostic, isFull) && !isFull) this.#list.push(diagnostic)
  }

  /** Whether the last that is listed of the same character and place stands for this one too. */
  #isOneMore({ code, part, at, path, message }: Diagnostic, isFull: boolean): boolean {
    if (code !== 'missing-glyph' || path === undefined) return false
    const key = `${part ?? ''} ${at === undefined ? '' : describePosition(at)} ${message}`
    const values = this.#values.get(key)
    if (values !== undefined && (isFull || values.listed === MOST_VALUES_LISTED)) {
      const last = this.#list[values.last]!
      this.#list[values.last] = { ...last, count: (last.count ?? 1) + 1 }
      return true
    }
    if (!isFull) this.#values.set(key, { listed: (values?.listed ?? 0) + 1, last: this.#list.length })
    return false
  }

  /** How many there were: one for each code and place, up to 100,000. */
  get count(): number {
    return this.#places.size
  }

  get all(): readonly Diagnostic[] {
    return this.#list
  }

  /** Throws an InputError with everything reported when any of it is an error. `source` is the text that positions count in. */
  throwIfErrors(source?: string): void {
    if (this.#list.some((d) => d.severity === 'error')) throw new InputError(this.#list, source)
  }
}
