// The engine: its public functions, made from the stages. `index.ts` loads it when the first engine is made.
import { BUNDLED_FONTS } from '../fonts/bundled.ts'
import { FONT_PACKS } from '../fonts/packs.ts'
import { attachedFiles } from './attachments.ts'
import { loadBarcodes } from './bind/helpers/barcode.ts'
import { beginDocument, ObjectCache } from './collections/cache.ts'
import { addAll } from './collections/lists.ts'
import { type CompiledTemplate, compile } from './compile.ts'
import { type Claims, checkClaims, needsPdf2, needsTags, readClaims, untagged, withoutObjectStreams } from './conformance.ts'
import { DiagnosticList, error, InputError } from './diagnostic.ts'
import { loadShaper } from './font/shape.ts'
import { subsetFace } from './font/subset.ts'
import { ImageCache } from './image/image-cache.ts'
import { elementsOn, type Inspection, inspectPart, type PlacedElement } from './inspect.ts'
import { loadFlex } from './layout/flex/flex.ts'
import { openLetterheads } from './letterheads.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { CompileOptions, EngineOptions, MergeOptions, PaintOptions, PdfPart, RenderOptions } from './options.ts'
import type { Page } from './page/page.ts'
import type { Canvas, DocumentMetadata } from './paint/canvas.ts'
import { ContrastCanvas } from './paint/contrast-canvas.ts'
import { PageRangeCanvas } from './paint/page-range-canvas.ts'
import { PartOutlineCanvas } from './paint/part-outline-canvas.ts'
import { createPdfCanvas, makePdfCaches } from './paint/pdf/pdf-canvas.ts'
import { checkFinishedParts, joinFinishedParts, metadataOfFinished, openFinishedParts } from './render/finished-parts.ts'
import { bindPart, type DocumentPart } from './render/part.ts'
import { paintParts } from './render.ts'
import type { RenderContext, RenderResult, Services, WorkCounters } from './services.ts'
import type { TemplateSource } from './source/source.ts'
import { openRows, ROWS_AHEAD, type RowStreams, RowsMissing, type RowsOptions, readRows, tooFewRows } from './streamed-rows.ts'
import { StructureTree } from './tag/structure-tree.ts'
import { sampleData } from './template/sample.ts'
import { jsonSchema, missingVariables, typesOf } from './template/schema.ts'

export interface Engine {
  /** Compiles a template. Throws InputError with every diagnostic. */
  compile(source: TemplateSource, options?: CompileOptions): CompiledTemplate
  render(template: CompiledTemplate, data: unknown, options?: RenderOptions): Promise<RenderResult>
  /** The PDF in chunks while pages are made; memory does not grow with the rows of the data. */
  stream(template: CompiledTemplate, data: unknown, options?: RenderOptions & StreamOptions): AsyncGenerator<Uint8Array, undefined>
  /** Several documents as one: templates with their data, and finished PDFs, in order. */
  merge(parts: readonly MergePart[], options?: MergeOptions): Promise<RenderResult>
  /** The same in chunks while pages are made; without finished PDFs, as joining them needs the whole document. */
  streamMerge(parts: readonly DocumentPart[], options?: MergeOptions & StreamOptions): AsyncGenerator<Uint8Array, undefined>
  /** Paints on a canvas of the caller's instead of into a PDF. For tests and tools. */
  paint(template: CompiledTemplate, data: unknown, canvas: Canvas, options?: PaintOptions): Omit<RenderResult, 'pdf'>
  /** Lays a document out and gives the box of every element, page by page, instead of a PDF. For debugging and tests. */
  inspect(template: CompiledTemplate, data: unknown, options?: RenderOptions): Promise<Inspection>
  /** A JSON Schema of the data that a template reads. */
  jsonSchema(template: CompiledTemplate): object
  /** The same as TypeScript. */
  types(template: CompiledTemplate): string
  /** Data with which the template renders without a warning. */
  sampleData(template: CompiledTemplate): Readonly<Record<string, unknown>>
  /** Names of variables that `data` does not have, as in `template.variables`. */
  missingVariables(template: CompiledTemplate, data: unknown): readonly string[]
  /** Work counters: the work done by all renders so far, in numbers that do not depend on the machine. */
  counters(): Readonly<Record<string, number>>
}

export type MergePart = DocumentPart | PdfPart

export interface StreamOptions {
  /** Called with the warnings and the number of pages after the last chunk. */
  readonly onEnd?: (end: Omit<RenderResult, 'pdf'>) => void
  /** Called before each page is painted, with its number: where the elements of the template stand on it. */
  readonly onElements?: (page: number, elements: readonly PlacedElement[]) => void
  /** Called when all pages of a part of a merge are painted, with its index. */
  readonly onPart?: (part: number) => void
}

/** Loads WebAssembly and registers fonts. */
export async function makeEngine(options: EngineOptions): Promise<Engine> {
  const [shaper, flex] = await Promise.all([loadShaper(), loadFlex()])
  const workCounters: WorkCounters = { shapeCalls: 0, stylesComputed: 0, yogaNodes: 0, rowsLaid: 0, rowsAlive: 0, subsetsEncoded: 0 }
  const services: Services = {
    shaper,
    flex,
    fonts: [...(options.fonts ?? BUNDLED_FONTS), ...(options.extraFonts ?? [])],
    fontPacks: options.fonts === undefined ? FONT_PACKS : [],
    fontAliases: new Map(Object.entries(options.fontAliases ?? {}).map(([name, family]) => [name.toLowerCase(), family])),
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    conformance: options.conformance,
    tagged: options.tagged,
    helpers: new Map(Object.entries(options.helpers ?? {})),
    locale: options.locale ?? 'en',
    timeZone: options.timeZone ?? 'UTC',
    imageCache: new ImageCache(),
    pdfPageCache: new ObjectCache(),
    createPdfCanvas,
    pdfCaches: makePdfCaches(() => void workCounters.subsetsEncoded++),
    workCounters,
  }
  return {
    compile: (source, more = {}) => compile(source, { limits: services.limits, helpers: new Set(services.helpers.keys()), options: more }),
    render: (template, data, renderOptions = {}) => render(services, { template, data }, renderOptions),
    stream: (template, data, streamOptions = {}) => stream(services, { template, data }, streamOptions),
    merge: (parts, mergeOptions = {}) => merge(services, parts, mergeOptions),
    streamMerge: (parts, streamOptions = {}) => streamMerge(services, parts, streamOptions),
    paint: (template, data, canvas, renderOptions = {}) => paint(services, { template, data }, canvas, renderOptions),
    inspect: (template, data, renderOptions = {}) => inspect(services, { template, data }, renderOptions),
    jsonSchema: ({ variables }) => jsonSchema(variables),
    types: ({ variables }) => typesOf(variables),
    missingVariables: ({ variables }, data) => missingVariables(variables, data),
    sampleData,
    counters: () => ({ ...services.workCounters }),
  }
}

async function render(services: Services, given: DocumentPart, options: RenderOptions): Promise<RenderResult> {
  const part = await withRows(given, services, options)
  const context = await openWithCodes(services, [part], options)
  const { pdf, pages } = await collect(write([part], context, options))
  return { pdf, pages: sum(pages), ...warningsOf(context) }
}

type StreamedOptions = MergeOptions & StreamOptions

async function* streamMerge(
  services: Services,
  given: readonly DocumentPart[],
  options: StreamedOptions,
): AsyncGenerator<Uint8Array, undefined> {
  const parts: DocumentPart[] = []
  for (const part of given) parts.push(await withRows(part, services, options))
  yield* streamOnce(services, parts, options, undefined)
}

async function* stream(services: Services, part: DocumentPart, options: StreamedOptions): AsyncGenerator<Uint8Array, undefined> {
  const opened = openRows(part.data, rowsOptions(part, services, options))
  if (opened === undefined) return yield* streamOnce(services, [part], options, undefined)
  const { data, rows } = opened
  try {
    await rows.fill()
    for (;;) {
      try {
        return yield* streamOnce(services, [{ ...part, data }], options, rows)
      } catch (thrown) {
        if (!(thrown instanceof RowsMissing)) throw thrown
        if (rows.hasForgotten) throw tooFewRows()
      }
      await rows.restart()
    }
  } finally {
    await rows.close()
  }
}

/** Streams the document once; between pages, more of its streamed rows are read. */
async function* streamOnce(
  services: Services,
  parts: readonly DocumentPart[],
  options: StreamedOptions,
  rows: RowStreams | undefined,
): AsyncGenerator<Uint8Array, undefined> {
  const { onElements, onPart } = options
  const withCodes = { ...(await openWithCodes(services, parts, options)), onPart }
  const opened = onElements === undefined ? withCodes : { ...withCodes, onPage: (page: Page) => onElements(page.number, elementsOn(page)) }
  const context = rows === undefined || rows.isDone ? opened : { ...opened, sampleRows: ROWS_AHEAD / 2 }
  const steps = write(parts, context, options)
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done === true) {
      options.onEnd?.({ pages: sum(step.value), ...warningsOf(context) })
      return undefined
    }
    yield* step.value
    await rows?.endPage()
  }
}

function rowsOptions({ template }: DocumentPart, { limits }: Services, { signal }: RenderOptions): RowsOptions {
  const names = template.variables.filter(({ type }) => type === 'array').map(({ name }) => name)
  return { names, most: limits.rows, signal }
}

/** The part with all streams in its data read: a document that is not streamed needs all its rows before it begins. */
async function withRows(part: DocumentPart, services: Services, options: RenderOptions): Promise<DocumentPart> {
  const data = await readRows(part.data, rowsOptions(part, services, options))
  return data === part.data ? part : { ...part, data }
}

async function merge(services: Services, parts: readonly MergePart[], options: MergeOptions): Promise<RenderResult> {
  const own: DocumentPart[] = []
  const places: number[] = []
  for (const [i, part] of parts.entries()) {
    if (!('template' in part)) continue
    own.push(await withRows(part, services, options))
    places.push(i)
  }
  const context = await openWithCodes(services, own, options)
  const finished = await openFinishedParts(parts, options, context)
  const claims = claimsOf(own, context, options)
  await checkFinishedParts(finished, claims)
  const metadata = { ...metadataOfFinished(parts, finished), ...options.metadata }
  const rendered = await collect(write(own, context, { ...options, metadata }, { places, count: parts.length }))
  if (finished.size === 0) return { pdf: rendered.pdf, pages: sum(rendered.pages), ...warningsOf(context) }
  const joined = await joinFinishedParts(
    { parts, finished, rendered },
    { ...options, claims, tagged: isTagged(own, context, options) },
    context,
  )
  return { ...joined, ...warningsOf(context) }
}

function paint(services: Services, part: DocumentPart, canvas: Canvas, options: PaintOptions): Omit<RenderResult, 'pdf'> {
  const { nodesAhead } = options
  const opened = openContext(services, [part], options)
  const context = nodesAhead === undefined ? opened : { ...opened, nodesAhead }
  const steps = paintParts([part], canvas, context)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { pages: sum(step.value), ...warningsOf(context) }
    options.signal?.throwIfAborted()
  }
}

async function inspect(services: Services, given: DocumentPart, options: RenderOptions): Promise<Inspection> {
  const part = await withRows(given, services, options)
  return inspectPart(part, await openWithCodes(services, [part], options), options.signal)
}

/** Where the templates of a merge stand among its parts. */
interface Places {
  readonly places: readonly number[]
  readonly count: number
}

/** Writes parts as one PDF: gives chunks as they become final, and at the end the number of pages of each part. */
async function* write(
  parts: readonly DocumentPart[],
  context: RenderContext,
  options: MergeOptions,
  places: Places = { places: parts.map((_, i) => i), count: parts.length },
): AsyncGenerator<readonly Uint8Array[], readonly number[]> {
  const metadata = { ...metadataOf(parts, context), ...options.metadata }
  const claims = claimsOf(parts, context, options)
  const attachments = attachedFiles([options.attachments, ...parts.map((part) => part.attachments)], claims)
  const tree = isTagged(parts, context, options) ? new StructureTree(places.count > 1) : undefined
  const { reporter, limits, pdfCaches: caches } = context
  const canvas = context.createPdfCanvas({
    metadata,
    fonts: { subset: subsetFace, colorGlyph: context.shaper.colorGlyph },
    reporter,
    limits,
    caches,
    structure: tree,
    claims,
    attachments,
    hasObjectStreams: options.objectStreams,
  })
  const held: Uint8Array[] = []
  const { pageRange } = options
  const some = pageRange && new PageRangeCanvas(canvas, pageRange)
  const { outline = 'joined' } = options
  const shown = some ?? canvas
  const titled = outline === 'joined' ? undefined : new PartOutlineCanvas(shown, outline)
  const onPartStart = (i: number): void => {
    const part = parts[i]!
    if (tree !== undefined) tree.headingShift = part.headingShift ?? 0
    canvas.beginPart()
    titled?.titlePart(part.title ?? (bindPart(part, context).title || `${places.places[i]! + 1}`))
  }
  const painted = claims?.isAccessible === true ? new ContrastCanvas(titled ?? shown, reporter) : (titled ?? shown)
  const pages = paintParts(parts, painted, { tags: tree, onPartStart, ...context })
  for (let page = pages.next(); ; page = pages.next()) {
    if (page.done === true) {
      if (some?.isEmpty === true) throw noSuchPages(sum(page.value))
      await Promise.all(context.waiting)
      canvas.finish()
      const { title, language } = metadata
      const hasForeignPages = (context.pdfPages?.size ?? 0) > 0
      checkClaims(claims, {
        warnings: reporter.all,
        findings: tree?.findings.all ?? [],
        title,
        language,
        painted: canvas.facts,
        hasForeignPages,
      })
      yield [...held, ...canvas.takeChunks()]
      return page.value
    }
    options.signal?.throwIfAborted()
    // A claim that does not hold must be an error before a byte leaves; only a document with streamed rows cannot wait.
    if (claims === undefined || context.sampleRows !== undefined) yield canvas.takeChunks()
    else addAll(held, canvas.takeChunks())
  }
}

/** What the caller claims, or else the templates themselves. */
function claimsOf(parts: readonly DocumentPart[], context: RenderContext, options: RenderOptions): Claims | undefined {
  const { conformance = context.conformance } = options
  const claimed = conformance === undefined ? parts.flatMap(({ template }) => template.conformance ?? []) : [{ names: conformance }]
  const claims = readClaims(claimed)
  if (needsPdf2(claims) && options.objectStreams === false) throw new InputError([withoutObjectStreams(claims)])
  if (needsTags(claims) && !isTagged(parts, context, options)) throw new InputError([untagged(claims)])
  return claims
}

/** What the caller says, or else the templates: a document is tagged unless all of them say no. */
function isTagged(parts: readonly DocumentPart[], context: RenderContext, { tagged = context.tagged }: RenderOptions): boolean {
  return tagged ?? (parts.length === 0 || parts.some(({ template }) => template.tagged !== false))
}

function noSuchPages(pages: number): InputError {
  return new InputError([
    error('page-range', undefined, `the document has ${pages} ${pages === 1 ? 'page' : 'pages'}, none of them in the range`),
  ])
}

async function collect(steps: AsyncGenerator<readonly Uint8Array[], readonly number[]>): Promise<{
  readonly pdf: Uint8Array
  readonly pages: readonly number[]
}> {
  const chunks: Uint8Array[] = []
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done === true) return { pdf: Buffer.concat(chunks), pages: step.value }
    for (const chunk of step.value) chunks.push(chunk)
  }
}

function warningsOf({ reporter }: RenderContext): Pick<RenderResult, 'warnings' | 'warningCount'> {
  return { warnings: reporter.all, warningCount: reporter.count }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function openContext(services: Services, parts: readonly DocumentPart[], options: MergeOptions): RenderContext {
  beginDocument()
  const reporter = new DiagnosticList()
  for (const [i, { template }] of parts.entries()) {
    if (parts.length > 1) reporter.part = i
    for (const warning of template.warnings) reporter.report(warning)
  }
  return {
    reporter,
    assets: options.assets,
    inexact: options.inexact,
    waiting: [],
    pdfPages: undefined,
    pageNumbers: options.pageNumbers ?? 'part',
    shrinkToFit: options.shrinkToFit,
    ...services,
    locale: options.locale ?? services.locale,
    timeZone: options.timeZone ?? services.timeZone,
  }
}

/** The library that draws barcodes is large: it is loaded only for templates that call it. PDFs that serve as pictures are read. */
async function openWithCodes(services: Services, parts: readonly DocumentPart[], options: MergeOptions): Promise<RenderContext> {
  const opened = openContext(services, parts, options)
  const templates = parts.map(({ template }) => template)
  const context = { ...opened, pdfPages: await openLetterheads(templates, options.assets, services.pdfPageCache) }
  if (!parts.some(({ template }) => template.helpers.includes('barcode'))) return context
  return { ...context, encodeBarcode: await loadBarcodes() }
}

/** The title and language of a document are its first part's, unless the caller says otherwise. */
function metadataOf([first]: readonly DocumentPart[], context: RenderContext): DocumentMetadata {
  if (first === undefined) return {}
  const { title, language } = bindPart(first, context)
  return { ...(title === '' ? {} : { title }), ...(language === undefined ? {} : { language }) }
}
