// What callers may set: on the engine once, and on each render.
import type { Attachment } from './attachments.ts'
import type { Helper } from './bind/bound.ts'
import type { FontSource } from './font/font.ts'
import type { Limits } from './limits.ts'
import type { DocumentMetadata } from './paint/canvas.ts'
import type { PageRange } from './paint/page-range-canvas.ts'

/** Bytes of assets by name, or a function that finds them; undefined for names that do not exist. */
export type Assets = Readonly<Record<string, Uint8Array>> | ((name: string) => Uint8Array | undefined)

export interface EngineOptions {
  /** Replaces the bundled families, and the packs that are found installed. */
  readonly fonts?: readonly FontSource[]
  /** Adds to the bundled families, or to `fonts`. */
  readonly extraFonts?: readonly FontSource[]
  /** Family names in documents, and the family to use for each; before the built-in table. */
  readonly fontAliases?: Readonly<Record<string, string>>
  /** BCP 47; formats numbers, dates and money unless a helper call names another. Default `en`. */
  readonly locale?: string
  /** IANA name; dates are shown in it. Default `UTC`. */
  readonly timeZone?: string
  readonly limits?: Partial<Limits>
  /** What every render is to keep and to claim, unless it says so itself. Replaces what templates claim. */
  readonly conformance?: readonly string[]
  /** False: renders write no structure tree, unless they say so themselves. Replaces what templates say. */
  readonly tagged?: boolean
  readonly helpers?: Readonly<Record<string, Helper>>
}

export interface CompileOptions {
  /** Style sheets that `<link>` names, and shared parts: `{{> footer}}` is the asset `footer`, else `footer.html`. A compiled template holds their text. */
  readonly assets?: Assets
  /** The texts of shared parts by name, or a function that finds them; asked before `assets`. */
  readonly parts?: Readonly<Record<string, string>> | ((name: string) => string | undefined)
  /** Names of all assets, for hints where one is misspelt; not needed where `assets` and `parts` are records. */
  readonly assetNames?: () => readonly string[]
  /** What an editor document has and no one knows, or cannot be printed as its editor shows it, is an error instead of a warning. */
  readonly strict?: boolean
}

export interface RenderOptions {
  readonly assets?: Assets
  readonly metadata?: DocumentMetadata
  /** Checked between pages; its reason is thrown. */
  readonly signal?: AbortSignal
  /** Integers in the data (as bigints) that came as numbers of JSON, which cannot hold them: printing one is a warning. */
  readonly inexact?: ReadonlySet<bigint> | undefined
  readonly locale?: string
  readonly timeZone?: string
  /** Scales a document that is wider than its pages down to fit, to two thirds at most, as browsers print. Default: html templates, yes; editor documents, no. */
  readonly shrinkToFit?: boolean
  /**
   * A structure tree says what everything is (headings, tables, lists, alternatives of pictures), for screen readers and other programs. Default: what the engine or
   * the templates say, and yes where none says anything.
   */
  readonly tagged?: boolean
  /**
   * Standards that the file is to keep and to claim: `ua-1`, and one of `a-2b`, `a-2u`, `a-2a`, `a-3b`, `a-3u`, `a-3a`, `a-4`, `a-4f`. What does not hold is an error. Replaces what
   * templates claim themselves; an empty list claims nothing.
   */
  readonly conformance?: readonly string[]
  /** Files inside the PDF. PDF/A-2 takes those that are PDF/A-1 or PDF/A-2 themselves, PDF/A-3 any. */
  readonly attachments?: readonly Attachment[]
  /** False: a classic table of cross references, and no object streams, for readers of PDF 1.4. The file is larger. */
  readonly objectStreams?: boolean
  /** The PDF gets these pages only; all are laid out and counted. A range without pages is an error (`page-range`). */
  readonly pageRange?: PageRange
}

export interface PaintOptions extends RenderOptions {
  /** Boxes made before the rest of a document is made as its pages are pulled. Default: 10,000, so that small documents are made at once. */
  readonly nodesAhead?: number
}

/** A finished PDF as a part of a merge. */
export interface PdfPart {
  readonly pdf: Uint8Array
  /** The pages that come in, in this order, counted from 1; default: all. None twice. */
  readonly pages?: readonly PageRange[]
  /** Of its entry in the outline (`outline: 'parts'`); default: its own title, or else its number. */
  readonly title?: string
  /** Levels that headings in its tags are moved down; the lowest is 6. Default 0. */
  readonly headingShift?: number
}

export interface MergeOptions extends RenderOptions {
  /**
   * The outline of the document: those of the parts one after another (`joined`, the default), or each below an entry for its part (`parts`), or none.
   */
  readonly outline?: 'joined' | 'parts' | 'none'
  /** What `counter(page)` and `counter(pages)` count: each part by itself (default), or the whole document. */
  readonly pageNumbers?: 'part' | 'document'
}
