// Contract of stage 3: template and data joined. Lazy: a repeat's items are bound while its children are iterated.
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
}

export interface BoundText {
  readonly kind: 'text'
  readonly text: string
  readonly at: Position | undefined
}

/** The whole document: the `html` element and the texts that stand outside of it. */
export interface BoundDocument {
  readonly root: BoundElement
  readonly title: string
  /** `--platen-N` → CSS text, made safe: custom properties of the root element and of every page. */
  readonly properties: ReadonlyMap<string, string>
  readonly language: string | undefined
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
