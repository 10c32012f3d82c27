// Contract of the source stage: the text of a template as a tree with positions. Placeholders are found, but their code is not parsed.
import type { Claimed } from '../conformance.ts'
import type { Position } from '../diagnostic.ts'

/** A template as the author wrote it: HTML text, or an editor document as JSON text or as the parsed value. */
export type TemplateSource =
  | { readonly type: 'html'; readonly source: string }
  | { readonly type: 'editor'; readonly source: string | object }

/** Text or an attribute's value, split at placeholders and blocks. */
export type SourcePart =
  | { readonly kind: 'literal'; readonly text: string }
  /** `code` is the trimmed text between the braces and begins at `at`; `isRaw` for `{{{…}}}`. */
  | {
      readonly kind: 'placeholder'
      readonly code: string
      readonly isRaw: boolean
      readonly at: Position
    }
  | { readonly kind: 'block'; readonly block: SourceBlock<SourcePart> }

/** `{{#name arguments}}body{{else …}}otherwise{{/name}}`, between nodes or in text. An inverse `{{^x}}` is an `unless`. */
export interface SourceBlock<Node> {
  readonly name: string
  /** Everything after `#`, the name included; begins at `at`. */
  readonly code: string
  readonly body: readonly Node[]
  readonly otherwise: readonly Node[]
  readonly at: Position
}

export interface SourceElement {
  readonly kind: 'element'
  readonly tag: string
  readonly namespace: 'html' | 'svg' | 'mathml'
  readonly attributes: readonly SourceAttribute[]
  readonly children: readonly SourceNode[]
  readonly at: Position
}

export interface SourceAttribute {
  readonly name: string
  readonly parts: readonly SourcePart[]
  readonly at: Position
  /** Conditions that must all hold for the attribute to be present: `<p {{#if x}}hidden{{/if}}>`. Absent when there are none. */
  readonly guards?: readonly SourceGuard[]
}

/** `code` is that of a block: `if x`, `unless x`. */
export interface SourceGuard {
  readonly code: string
  readonly isNegated: boolean
  readonly at: Position
}

interface SourceText {
  readonly kind: 'text'
  readonly parts: readonly SourcePart[]
  readonly at: Position
}

export type SourceNode = SourceElement | SourceText | { readonly kind: 'block'; readonly block: SourceBlock<SourceNode> }

/** The parsed document: one `html` root with `head` and `body`, whichever type it came from. */
export interface SourceDocument {
  readonly root: SourceElement
  /** Contents of `<style>` elements and generated sheets, in document order. */
  readonly stylesheets: readonly SourceStylesheet[]
  /** By the doctype, as defined by the HTML standard (§13.2.6.2). */
  readonly mode: 'standards' | 'quirks' | 'limited-quirks'
  readonly title: readonly SourcePart[]
  readonly language: string | undefined
  /** `<meta name="platen:conformance">`, or the page of an editor document. */
  readonly conformance?: Claimed | undefined
  /** `<meta name="platen:tagged">`, or the page of an editor document; absent: it says nothing. */
  readonly tagged?: boolean | undefined
}

export interface SourceStylesheet {
  /** CSS text in which placeholders are replaced by `var(--platen-N)`, with N unique in the document. */
  readonly text: string
  readonly values: readonly SourceStyleValue[]
  /** The `media` attribute; empty for all. */
  readonly media: string
  /** Of the first character of `text`. */
  readonly at: Position
}

/** A style sheet that a `<link>` or `@import` names. */
export interface SheetText {
  readonly text: string
  /** The name of its asset, which positions in it tell; absent for a `data:` URL. */
  readonly file: string | undefined
}

/** Where a loaded style sheet begins: in its own file, or at the place that names it. */
export function sheetStart({ file }: SheetText, at: Position): Position {
  return file === undefined || at.kind === 'pointer' ? at : { kind: 'text', file, line: 1, column: 1 }
}

/** The value of a `var(--platen-N)`: CSS value text, the contents of a string, or a URL. */
export interface SourceStyleValue {
  /** `--platen-N`. */
  readonly name: string
  readonly styleContext: 'value' | 'string' | 'url'
  readonly parts: readonly SourcePart[]
  readonly at: Position
}

const PICTURE_FILE = /^data:image\/|^[^?#]*\.(?:svgz?|png|jpe?g|gif|webp|avif|bmp)(?:[?#]|$)/i

/** Whether an `object` shows a picture (HTML §4.8.7), by what its attributes say: its content stands in for anything else. */
export function isPictureObject(type: string | undefined, data: string | undefined): boolean {
  return data !== undefined && (/^image\//i.test(type?.trim() ?? '') || (!type?.trim() && PICTURE_FILE.test(data.trim())))
}
