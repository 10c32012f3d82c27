// The canvas that writes PDF. The content of a page is written when the page ends; its page dictionary, which layers add to, at the end of the document.

import { deflateSync } from 'node:zlib'
import type { AttachedFile } from '../../attachments.ts'
import { ObjectCache } from '../../collections/cache.ts'
import { CLAIM_SEAL, type Claims, needsPdf2 } from '../../conformance.ts'
import { type Reporter, warning } from '../../diagnostic.ts'
import type { ColorDrawings, FontSubset, FontSubsetter } from '../../font/font.ts'
import type { Limits } from '../../limits.ts'
import type { Structure } from '../../tag/tag.ts'
import type { Canvas, DocumentMetadata } from '../canvas.ts'
import { writeAttachedFiles } from './attached-files.ts'
import { Container } from './container.ts'
import { DocumentPainter } from './document-painter.ts'
import { identification, outputIntents } from './identification.ts'
import { informationDictionary, xmpPacket } from './metadata.ts'
import { type PdfReference, pdfText } from './objects.ts'
import { makePaintedFacts, type PaintedFacts } from './painted-facts.ts'
import type { PainterHost } from './painter-host.ts'
import { PdfStructure } from './structure.ts'

/** Measured on subsets of 5.5 KB: levels 1 to 3 take four fifths of the time of level 6, and level 3 output is 1 % larger. Longer programs are worth the time. */
const FONT_LEVELS = { short: 3, long: 6, longFrom: 1 << 15 } as const
/** Of programs that such a window holds whole: a twentieth of the time is clearing what is not used. */
const DEFLATE_SHORT = { level: FONT_LEVELS.short, windowBits: 13, memLevel: 7 } as const
const SHORT = 1 << 13

interface PdfCanvasOptions {
  readonly metadata: DocumentMetadata
  readonly fonts: FontSubsetter & ColorDrawings
  readonly reporter: Reporter
  readonly limits: Limits
  /** Shared by the documents of an engine; absent: every document compresses its own fonts. */
  readonly caches?: PdfCaches
  /** The structure tree of a tagged document. */
  readonly structure?: Structure | undefined
  /** The standards that the file says it keeps. */
  readonly claims?: Claims | undefined
  readonly attachments?: readonly AttachedFile[]
  /** False: classic cross references, for readers of PDF 1.4. */
  readonly hasObjectStreams?: boolean | undefined
}

/** Caches shared by documents: compressed font programs, by subset. */
export interface PdfCaches {
  readonly fontPrograms: ObjectCache<FontSubset, Uint8Array>
  /** Called for every font program that was not in the cache. */
  readonly onEncode?: (() => void) | undefined
}

export function makePdfCaches(onEncode?: () => void): PdfCaches {
  return { fontPrograms: new ObjectCache(), onEncode }
}

interface PdfCanvas extends Canvas {
  /** Before the pages of each part of a merged document: identifiers of destinations are of their part. */
  beginPart(): void
  /** The final bytes since the last call, in order. The canvas does not keep them. */
  takeChunks(): Uint8Array[]
  /** Writes fonts, page dictionaries and the end of the file; the last chunks can be taken then. */
  finish(): void
  /** What was painted so far. */
  readonly facts: PaintedFacts
  readonly pageCount: number
}

/** A canvas for a new document. The caller takes chunks after each page to bound memory. */
export function createPdfCanvas(options: PdfCanvasOptions): PdfCanvas {
  const container = new Container(options.limits, options.hasObjectStreams ?? true, needsPdf2(options.claims))
  if (options.metadata.language !== undefined && options.metadata.language !== '') {
    container.catalog['Lang'] = pdfText(options.metadata.language)
  }
  const facts = makePaintedFacts()
  const host: PainterHost = {
    part: 0,
    facts,
    pages: container.pages,
    reportBlocked: (url) =>
      options.reporter.report(warning('blocked-url', undefined, `a link to ${JSON.stringify(url.slice(0, 200))} is left out`)),
    structure: options.structure && new PdfStructure(container, options.structure),
  }
  const painter = new DocumentPainter(container, options.fonts, host)
  const programs = options.caches?.fontPrograms ?? new ObjectCache<FontSubset, Uint8Array>()
  const deflateFont = (subset: FontSubset): Uint8Array => {
    let program = programs.get(subset)
    if (program === undefined) {
      options.caches?.onEncode?.()
      program = deflateFontProgram(subset.bytes)
      programs.set(subset, program)
    }
    return program
  }
  return Object.assign(painter, {
    facts,
    beginPart: () => void host.part++,
    takeChunks: () => container.takeChunks(),
    finish: () => {
      const { destinations, outline, structure } = painter.finishObjects({ subsetter: options.fonts, deflateFont })
      Object.assign(container.catalog, structure)
      finishCatalog(container, options, outline)
      const files = writeAttachedFiles(container, options.attachments ?? [])
      if (files !== undefined) container.catalog['AF'] = files.associated
      const information = informationDictionary(options.metadata)
      container.finish({ information, destinations, files: files?.tree, seal: options.claims && CLAIM_SEAL })
    },
  })
}

function deflateFontProgram(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SHORT) return deflateSync(bytes, DEFLATE_SHORT)
  return deflateSync(bytes, { level: bytes.length < FONT_LEVELS.longFrom ? FONT_LEVELS.short : FONT_LEVELS.long })
}

/** Outline, title and metadata in the catalog. */
function finishCatalog(container: Container, { metadata, claims }: PdfCanvasOptions, outline: PdfReference | undefined): void {
  const { catalog } = container
  if (claims?.archive !== undefined) catalog['OutputIntents'] = outputIntents(container)
  if (outline !== undefined) {
    catalog['Outlines'] = outline
    catalog['PageMode'] = 'UseOutlines'
  }
  if (metadata.title !== undefined && metadata.title !== '') catalog['ViewerPreferences'] = { DisplayDocTitle: true }
  const packet = container.reserve()
  // Uncompressed: programs search the bytes of the file for the packet.
  container.writeEncoded(packet, { Type: 'Metadata', Subtype: 'XML' }, Buffer.from(xmpPacket(metadata, identification(claims)), 'utf8'))
  catalog['Metadata'] = packet
}
