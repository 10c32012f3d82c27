// Contract of stage 3: template and data joined. Lazy: a repeat's items are bound while its children are iterated.
import type { Decimal } from '../decimal.ts'
import type { Position } from '../diagnostic.ts'
import type { TemplateElement } from '../template/template.ts'

export type BoundNode = BoundElement | BoundText

export interface BoundElement {
  readonly kind: 'element'
  /** What it was made from: its identity is what caches are keyed by. Elements of `{{{rich}}}` values have id −1. */
  readonly node: TemplateElement
  readonly tag: string
  /** Own attributes after placeholders, lower-case names (as written in svg). A false or missing bound boolean attribute is absent. */
  readonly attributes: ReadonlyMap<string, string>
  /** May be iterated more than once; each time binds again. Adjacent texts are joined. */
  readonly children: Iterable<BoundNode>
  /** True when iterating `children` may run over a repeat of any length. */
  readonly isStreamed: boolean
  /** What it adds to page sums where it begins: the numbers of the item of a repeat whose first element it is. */
  readonly sums?: readonly SumMark[]
}

export interface BoundText {
  readonly kind: 'text'
  readonly text: string
  readonly at: Position | undefined
  /** The text is known with its page; `text` is only about as long. */
  readonly late?: LateText
}

/** A text that asks for page sums. */
export interface LateText {
  /** It asks only for rows of a table that it stands in: what repeats with that table can tell it. */
  readonly isLocal: boolean
  textWith(sums: SumsOfPage): string
}

/** Sums by key: of the rows that begin on a page, and of those that began on pages before it. */
export interface SumsOfPage {
  pagesum(key: string): Decimal
  carry(key: string): Decimal
}

/** One number, added under every key it is asked for by. */
export interface SumMark {
  readonly keys: readonly string[]
  readonly value: Decimal
}

/** The whole document: the `html` element and the texts that stand outside of it. */
export interface BoundDocument {
  readonly root: BoundElement
  readonly title: string
  /** `--platen-N` → CSS text, made safe: custom properties of the root element and of every page. */
  readonly properties: ReadonlyMap<string, string>
  readonly language: string | undefined
  /** A sum in the form that CSS asks for (`carry(price, "currency EUR")`): a formatting helper with its arguments. */
  formatSum(value: Decimal, format: string): string
  /** Items of repeats: how many were bound so far (again, where children were iterated again), and how many are still to come as far as it can be foreseen. */
  items(): { readonly bound: number; readonly remaining: number }
}

/** A helper that the embedding program adds: takes the values of the positional arguments, gives a value to print or `HelperMarkup`. */
export type Helper = (args: readonly unknown[], options: HelperOptions) => unknown

export interface HelperOptions {
  readonly named: Readonly<Record<string, unknown>>
  readonly locale: string
  readonly timeZone: string
}

/** What a helper gives when it makes more than text: the same few inline elements as `{{{…}}}` accepts. */
export interface HelperMarkup {
  readonly html: string
}
