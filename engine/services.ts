// What an engine holds for all its renders, and what one render adds.

import type { EncodeBarcode } from './bind/binding.ts'
import type { Helper } from './bind/bound.ts'
import type { ObjectCache } from './collections/cache.ts'
import type { Diagnostic, DiagnosticList } from './diagnostic.ts'
import type { FontPack, FontSource } from './font/font.ts'
import type { Shaper } from './font/shape.ts'
import type { PdfPages } from './image/image.ts'
import type { ImageCache } from './image/image-cache.ts'
import type { FlexEngine, LayoutWorkCounters } from './layout/context.ts'
import type { Limits } from './limits.ts'
import type { Assets } from './options.ts'
import type { Page } from './page/page.ts'
import type { createPdfCanvas, PdfCaches } from './paint/pdf/pdf-canvas.ts'
import type { Tags } from './tag/tag.ts'

/** Made once by `createEngine` and shared by renders, which change nothing of it but its bounded caches and work counters. */
export interface Services {
  readonly fonts: readonly FontSource[]
  readonly fontPacks: readonly FontPack[]
  /** Lower-case family names and the family to use for each. */
  readonly fontAliases: ReadonlyMap<string, string>
  readonly shaper: Shaper
  readonly flex: FlexEngine
  readonly limits: Limits
  /** What every render claims; absent: what it says, or its templates. */
  readonly conformance?: readonly string[] | undefined
  /** Whether renders write a structure tree; absent: what they say, or their templates. */
  readonly tagged?: boolean | undefined
  readonly helpers: ReadonlyMap<string, Helper>
  readonly locale: string
  readonly timeZone: string
  readonly imageCache: ImageCache
  /** Pages of PDFs that serve as pictures, by the bytes of the file. */
  readonly pdfPageCache: ObjectCache<Uint8Array, PdfPages>
  readonly createPdfCanvas: typeof createPdfCanvas
  readonly pdfCaches: PdfCaches
  readonly workCounters: WorkCounters
}

/** Work done by all renders of an engine, in numbers that do not depend on the machine. */
export interface WorkCounters extends LayoutWorkCounters {
  stylesComputed: number
  /** Font programs cut and compressed. */
  subsetsEncoded: number
}

/** One render: the engine's services with this call's options over them. */
export interface RenderContext extends Services {
  readonly reporter: DiagnosticList
  readonly assets: Assets | undefined
  readonly inexact: ReadonlySet<bigint> | undefined
  /** The PDFs that were opened for this document; undefined where nothing could wait for them. */
  readonly pdfPages: ReadonlyMap<Uint8Array, PdfPages> | undefined
  readonly pageNumbers: 'part' | 'document'
  /** Documents wider than their pages are scaled down to fit; undefined: html templates are, editor documents are not. */
  readonly shrinkToFit: boolean | undefined
  /** Images that are being decoded; the end of the document waits for them. */
  readonly waiting: Promise<void>[]
  /** Of a table with streamed rows: how many rows its columns are measured by; absent: all of them. */
  readonly sampleRows?: number
  /** Boxes made ahead of layout; absent: as many as `buildBoxes` makes by itself. */
  readonly nodesAhead?: number
  /** Called with each page before it is painted. */
  readonly onPage?: (page: Page) => void
  /** Called with the index of each part before it is opened. */
  readonly onPartStart?: (part: number) => void
  /** Called with the index of each part whose pages are painted. */
  readonly onPart?: ((part: number) => void) | undefined
  /** The structure tree of a tagged document. */
  readonly tags?: Tags | undefined
  /** Only when a template calls `barcode`. */
  readonly encodeBarcode?: EncodeBarcode
}

/** A finished render. */
export interface RenderResult {
  readonly pdf: Uint8Array
  readonly pages: number
  /** Problems that did not stop the render: in the template, in the data, in layout. */
  readonly warnings: readonly Diagnostic[]
  /** How many there were, one for each code and place; `warnings` holds the first thousand. */
  readonly warningCount: number
}
