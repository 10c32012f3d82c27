// Contract of the bind stage: template and data joined. Lazy: a repeat's items are bound while its children are iterated.
import type { Decimal } from '../decimal.ts'
import type { Position, PrintedText } from '../diagnostic.ts'
import type { TemplateElement } from '../template/template.ts'

export type BoundNode = BoundElement | BoundText

export interface BoundElement {
  readonly kind: 'element'
  /** The template element it was bound from; caches are keyed by its identity. Synthetic elements (of `{{{rich}}}` values and helpers) have id −1. */
  readonly node: TemplateElement
  readonly tag: string
  /** Own attributes after placeholders, lower-case names (as written in svg). A false or missing bound boolean attribute is absent. */
  readonly attributes: ReadonlyMap<string, string>
  /** May be iterated more than once; when `isStreamed`, each iteration binds again. Adjacent texts are joined. */
  readonly children: Iterable<BoundNode>
  /** True when iterating `children` may run over a repeat of any length. */
  readonly isStreamed: boolean
  /** Forgets the children, which are bound again if they are read again: what was made of them needs them no more. */
  release?(): void
  /** The path in the data of an attribute's value; undefined where the template alone makes it. */
  pathOf?(attribute: string): string | undefined
  /** The texts among its children, or the values of its attributes, in pieces; absent where the template alone makes them. Bound anew by each call: for warnings. */
  printed?(what: 'texts' | 'attributes'): readonly PrintedText[]
  /** Added to the sums of the page where it begins. Set on the first element of a repeat's item: that item's numbers. */
  readonly sums?: readonly SumMark[]
}

export interface BoundText {
  readonly kind: 'text'
  readonly text: string
  readonly at: Position | undefined
  /** The text depends on its page and is set when the page is; `text` is a placeholder of about the same length. */
  readonly late?: LateText
}

/** A text that contains page sums. */
export interface LateText {
  /** All its sums are over rows of a table around it, so that a repeated header or footer of that table can set it. */
  readonly isLocal: boolean
  textWith(sums: SumsOfPage): string
}

/** Sums by key: `pagesum` over the rows that begin on a page, `carry` over those that began on pages before it. */
export interface SumsOfPage {
  pagesum(key: string): Decimal
  carry(key: string): Decimal
}

/** A number, and all keys under which it is added up. */
export interface SumMark {
  readonly keys: readonly string[]
  readonly value: Decimal
}

/** The whole document: the `html` element and the texts outside of it. */
export interface BoundDocument {
  readonly root: BoundElement
  readonly title: string
  /** `--platen-N` → CSS text, made safe: custom properties of the root element and of every page. */
  readonly properties: ReadonlyMap<string, string>
  readonly language: string | undefined
  /** A sum as text, in a format given in CSS (`carry(price, "currency EUR")`): a formatting helper with its arguments. */
  formatSum(value: Decimal, format: string): string
  /** Items of repeats: how many were bound so far (items bound again count again), and an estimate of how many remain. */
  items(): { readonly bound: number; readonly remaining: number }
}

/** A custom helper of the embedding program: takes the values of the positional arguments, returns a value to print or `HelperMarkup`. */
export type Helper = (args: readonly unknown[], options: HelperOptions) => unknown

interface HelperOptions {
  readonly named: Readonly<Record<string, unknown>>
  readonly locale: string
  readonly timeZone: string
}

/** The result of a helper that returns more than text: the same few inline elements as `{{{…}}}` accepts. */
export interface HelperMarkup {
  readonly html: string
}
