// The canvas of a PDF: turns calls into pages, layers, forms and patterns.
import type { ColorDrawings } from '../../font/font.ts'
import { IDENTITY, type Matrix, type Rect } from '../../geometry.ts'
import type { RasterImage } from '../../image/image.ts'
import type { PageRotation } from '../../style/page-selector.ts'
import type { Color } from '../../style/value.ts'
import type { LinkTag } from '../../tag/tag.ts'
import type {
  Canvas,
  Copy,
  GlyphPaint,
  Gradient,
  GroupOptions,
  LinkTarget,
  Paint,
  PaintedTag,
  Path,
  Stroke,
  TilePattern,
} from '../canvas.ts'
import { pathBounds, rectPath, transformRect } from '../geometry/path.ts'
import { ColorGlyphs } from './color-glyphs.ts'
import { ContentStream } from './content-stream.ts'
import { ExtendedStates } from './extended-states.ts'
import { FontTable, type FontWriting } from './fonts.ts'
import { drawCopies, drawForm, drawGroup, type Mask, writeForm, writeMask, writeTilePattern } from './forms.ts'
import { GlyphWriter, showsGlyphs } from './glyph-writer.ts'
import { drawImage, ImageTable } from './images.ts'
import { Links } from './links.ts'
import type { MarkOwners } from './marked-content.ts'
import { Navigation } from './navigation.ts'
import type { PdfObjects, PdfReference } from './objects.ts'
import { addContent, addResources, isDense, makePageRecord, type PageRecord, pageDictionary } from './page-record.ts'
import { notePage } from './painted-facts.ts'
import { isInvisible, type PaintedPath, setAlpha } from './painted-path.ts'
import { type FinishedObjects, type GroupFrame, noSurface, type PainterHost } from './painter-host.ts'
import { PendingPageStreams } from './pending-page-streams.ts'
import { isTranslucent, ShadingTable } from './shadings.ts'
import { Surface, type SurfaceTables } from './surface.ts'
import { corners, Tagging } from './tagging.ts'
import { uprightMatrix, writeMatrix } from './upright.ts'

export class DocumentPainter implements Canvas {
  readonly #objects: PdfObjects
  readonly #host: PainterHost
  readonly #tables: SurfaceTables
  readonly #glyphs: GlyphWriter
  readonly #colors: ColorGlyphs
  /** Forms that are written once and drawn many times, by key; undefined for one without content. */
  readonly #forms = new Map<string, PdfReference | undefined>()
  readonly #images: ImageTable
  readonly #shadings: ShadingTable
  readonly #navigation: Navigation
  readonly #pages: PageRecord[] = []
  readonly #links: Links
  /** The buffer of page contents and layers, reused for each. */
  readonly #buffer = new ContentStream(1 << 16)
  readonly #pending = new PendingPageStreams((page, stream) => this.#writeContent(page, stream))
  #page: PageRecord | undefined
  /** Open content streams: the page's or the layer's first, the innermost last. */
  readonly #surfaces: Surface[] = []
  readonly #groups: GroupFrame[] = []
  readonly #tagging: Tagging
  constructor(objects: PdfObjects, drawings: ColorDrawings, host: PainterHost) {
    this.#objects = objects
    this.#host = host
    this.#tables = { fonts: new FontTable(objects), states: new ExtendedStates(objects), facts: host.facts }
    this.#glyphs = new GlyphWriter(this.#tables.fonts)
    this.#colors = new ColorGlyphs(drawings)
    this.#images = new ImageTable(objects, host.facts)
    this.#shadings = new ShadingTable(objects)
    this.#navigation = new Navigation(objects)
    this.#links = new Links(objects, host.structure)
    this.#tagging = new Tagging(objects, host.structure)
  }

  get pageCount(): number {
    return this.#pages.length
  }

  /** Writes what is known only at the end of the document: inner links, pending streams, images, pages, fonts, graphics states. */
  finishObjects(writing: FontWriting): FinishedObjects {
    if (this.#page !== undefined) throw new Error('canvas: finished inside a page')
    this.#links.finish(this.#navigation)
    const structure = this.#host.structure?.finish()
    this.#pending.flush()
    this.#images.finish()
    for (const page of this.#pages) this.#objects.write(page.reference, pageDictionary(page, this.#host.pages.reference))
    this.#tables.fonts.finish(writing)
    this.#tables.states.finish()
    return { destinations: this.#navigation.finishDestinations(), outline: this.#navigation.finishOutline(), structure }
  }

  // ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  beginPage(width: number, height: number, rotation: PageRotation = 0): void {
    if (this.#page !== undefined) throw new Error('canvas: page inside a page')
    notePage(this.#host.facts, width, height)
    const reference = this.#objects.reserve()
    this.#host.pages.add(reference)
    const sheet = { width, height, rotation, isTagged: this.isTagged, part: this.#host.part }
    const page = makePageRecord(reference, sheet, this.#pages.at(-1))
    this.#pages.push(page)
    this.#open(page, undefined, 'Layout')
  }

  endPage(awaitsLayer = false): void {
    const page = this.#page
    this.#close(awaitsLayer)
    this.#tagging.endPage(page)
  }

  beginLayer(pageIndex: number): void {
    const page = this.#pages[pageIndex]
    if (page === undefined || this.#page !== undefined) throw new Error(`canvas: no layer on page ${pageIndex} here`)
    this.#open(page, this.#pending.take(page), 'Pagination')
  }

  endLayer(): void {
    this.#close(false)
  }

  /** `before`: content that the stream starts with. */
  #open(page: PageRecord, before: Uint8Array | undefined, artifact: 'Layout' | 'Pagination'): void {
    this.#page = page
    this.#buffer.clear()
    if (before !== undefined) this.#buffer.raw(before)
    const owners = this.#tagging.marksOf(page)
    const matrix = uprightMatrix(page.sheet.height)
    const start = { matrix, toPage: IDENTITY, inherits: false, marks: owners && { owners, artifact } }
    this.#surfaces.push(new Surface(this.#tables, start, this.#buffer))
    // A viewer concatenates the content streams of a page: each restores the graphics state at its end.
    this.#surface.save()
    writeMatrix(matrix, this.#buffer)
  }

  #close(awaitsLayer: boolean): void {
    const page = this.#page
    const surface = this.#surfaces.pop()
    if (page === undefined || surface === undefined || this.#surfaces.length > 0 || this.#groups.length > 0 || surface.depth !== 1) {
      throw new Error('canvas: page ends with open groups or states')
    }
    surface.endMark()
    surface.restore()
    page.isDense ||= isDense(page, surface.stream.length)
    if (awaitsLayer) this.#pending.hold(page, surface.stream.view)
    else this.#writeContent(page, surface.stream.view)
    addResources(page, surface.resources(), this.#pages.at(-2)?.resources)
    page.isTransparent ||= surface.usesTransparency
    this.#page = undefined
  }

  #writeContent(page: PageRecord, bytes: Uint8Array): void {
    const content = this.#objects.reserve()
    this.#objects.writeStream(content, {}, bytes, page.isDense)
    addContent(page, content)
  }

  get #surface(): Surface {
    return this.#surfaces.at(-1) ?? noSurface()
  }

  // ── State ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  save(): void {
    this.#surface.save()
  }

  restore(): void {
    this.#surface.restore()
  }

  transform(matrix: Matrix): void {
    this.#surface.transform(matrix)
  }

  clipRect(rect: Rect): void {
    this.#surface.endText()
    this.#surface.rectangle(rect.x, rect.y, rect.width, rect.height)
    this.#surface.stream.operator('W n')
  }

  clipPath(path: Path, rule: 'nonzero' | 'evenodd'): void {
    const surface = this.#surface
    surface.endText()
    // An empty path clips everything; PDF needs a path without area for that.
    if (path.length === 0) surface.rectangle(0, 0, 0, 0)
    else surface.path(path)
    surface.stream.operator(rule === 'evenodd' ? 'W* n' : 'W n')
  }

  beginGroup(options: GroupOptions): void {
    const isPlain = options.opacity >= 1 && options.blendMode === 'normal' && !options.isIsolated
    if (isPlain) {
      this.#surface.save()
      this.#groups.push({ kind: 'inline' })
      return
    }
    const parent = this.#surface
    const marks = this.#tagging.marksOfGroup(parent, this.#page)
    const surface = this.#newSurface(parent.matrixToPage(), marks)
    this.#surfaces.push(surface)
    this.#groups.push({ kind: 'form', surface, options, marks })
  }

  endGroup(): void {
    const frame = this.#groups.pop()
    if (frame === undefined) throw new Error('canvas: endGroup without beginGroup')
    if (frame.kind === 'inline') {
      this.#surface.restore()
      return
    }
    const { surface, options, marks } = frame
    if (this.#surfaces.pop() !== surface || surface.depth !== 0) throw new Error('canvas: group ends inside another state')
    const form = this.#tagging.writeGroup(surface, options, marks)
    if (form === undefined) return
    drawGroup(this.#surface, form, options, this.#tables.states)
  }

  mask(bounds: Rect, kind: 'luminance' | 'alpha', draw: (canvas: Canvas) => void): void {
    this.#surface.endMark()
    this.#mask({ bounds, kind, isArtifact: this.#surface.isMarked }, draw)
  }

  #mask(mask: Mask, draw: (canvas: Canvas) => void): void {
    const surface = this.#drawn(this.#newSurface(undefined), draw)
    const form = writeMask(this.#objects, surface, mask)
    this.#surface.endText()
    this.#surface.extendedState(this.#tables.states.softMask(mask.kind, form))
  }

  copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void {
    const form = this.#writeGroup(bounds, draw)
    this.#tagging.mark(this.#surface, false)
    if (form !== undefined) drawCopies(this.#surface, form, copies)
  }

  #newSurface(toPage: Matrix | undefined, owners?: MarkOwners): Surface {
    const marks = owners && ({ owners, artifact: 'Layout' } as const)
    return new Surface(this.#tables, { matrix: IDENTITY, toPage, inherits: true, marks })
  }

  // ── Fills, strokes, glyphs and images ───────────────────────────────────────────────────────────────────────────────────────────────

  fillRect(rect: Rect, color: Color): void {
    if (color.alpha <= 0) return
    const surface = this.#surface
    this.#tagging.markShape(surface)
    surface.fillColor(color)
    surface.fillAlpha(color.alpha)
    surface.fillRectangle(rect)
  }

  fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void {
    if (path.length === 0 || opacity <= 0 || isInvisible(paint)) return
    this.#painted({ paint, operation: 'fill', opacity, bounds: pathBounds(path, 0) }, (surface) => {
      surface.path(path)
      surface.stream.operator(rule === 'evenodd' ? 'f*' : 'f')
    })
  }

  strokePath(path: Path, stroke: Stroke, paint: Paint, opacity: number): void {
    if (path.length === 0 || opacity <= 0 || !(stroke.width > 0) || isInvisible(paint)) return
    const reach = stroke.width * Math.max(1, stroke.join === 'miter' ? stroke.miterLimit : 1)
    this.#painted({ paint, operation: 'stroke', opacity, bounds: pathBounds(path, reach) }, (surface) => {
      surface.line(stroke)
      surface.path(path)
      surface.stream.operator('S')
    })
  }

  /** Sets the paint of an operation, and draws. */
  #painted({ paint, operation, opacity, bounds }: PaintedPath, draw: (surface: Surface) => void): void {
    const surface = this.#surface
    this.#tagging.markShape(surface)
    if (paint.kind === 'color') {
      const alpha = paint.color.alpha * opacity
      if (operation === 'fill') surface.fillColor(paint.color)
      else surface.strokeColor(paint.color)
      setAlpha(surface, operation, alpha)
      draw(surface)
      return
    }
    const isMasked = paint.kind === 'gradient' && isTranslucent(paint.gradient)
    if (isMasked) {
      surface.save()
      this.#maskByGradient(paint.gradient, bounds)
    }
    const pattern =
      paint.kind === 'gradient'
        ? this.#shadings.pattern(paint.gradient, 'color', surface.matrix)
        : this.#tilePattern(paint.pattern, surface.matrix)
    if (operation === 'fill') surface.fillPattern(pattern)
    else surface.strokePattern(pattern)
    setAlpha(surface, operation, opacity)
    draw(surface)
    if (isMasked) surface.restore()
  }

  #maskByGradient(gradient: Gradient, bounds: Rect): void {
    // It belongs to what is masked: the sequence of that has begun.
    this.#mask({ bounds, kind: 'luminance', isArtifact: false }, () => {
      const surface = this.#surface
      surface.fillPattern(this.#shadings.pattern(gradient, 'alpha', surface.matrix))
      surface.path(rectPath(bounds))
      surface.stream.operator('f')
    })
  }

  #tilePattern(pattern: TilePattern, matrix: Matrix): PdfReference {
    const start = { matrix: IDENTITY, toPage: undefined, inherits: false }
    const surface = this.#drawn(new Surface(this.#tables, start), (canvas) => pattern.draw(canvas))
    return writeTilePattern(this.#objects, surface, pattern, matrix)
  }

  glyphs(paint: GlyphPaint): void {
    if (!showsGlyphs(paint)) return
    this.#tagging.mark(this.#surface, !paint.run.face.hasColor)
    if (paint.run.face.hasColor) this.#colors.show(paint, this)
    else this.#glyphs.show(this.#surface, paint)
  }

  setGlyphs(paint: GlyphPaint): void {
    this.#glyphs.show(this.#surface, paint)
  }

  clipGlyphs(paints: readonly GlyphPaint[]): void {
    this.#tagging.mark(this.#surface, false)
    if (!this.#glyphs.clip(this.#surface, paints)) this.clipPath([], 'nonzero')
  }

  form(key: string, opacity: number, bounds: Rect, draw: (canvas: Canvas) => void): void {
    if (!this.#forms.has(key)) this.#forms.set(key, this.#writeGroup(bounds, draw))
    const form = this.#forms.get(key)
    if (form !== undefined) drawForm(this.#surface, form, opacity)
  }

  #writeGroup(bounds: Rect, draw: (canvas: Canvas) => void): PdfReference | undefined {
    return writeForm(this.#objects, this.#drawn(this.#newSurface(undefined), draw), bounds, true)
  }

  /** A surface with what `draw` paints. */
  #drawn(surface: Surface, draw: (canvas: Canvas) => void): Surface {
    this.#surfaces.push(surface)
    draw(this)
    surface.endText()
    if (this.#surfaces.pop() !== surface || surface.depth !== 0) throw new Error('canvas: a drawing ends inside another state')
    return surface
  }

  image(image: RasterImage, rect: Rect, opacity: number): void {
    if (opacity <= 0 || !(rect.width > 0 && rect.height > 0)) return
    const reference = this.#images.reference(image)
    this.#tagging.mark(this.#surface, false)
    drawImage(this.#surface, reference, image, { rect, opacity })
  }

  // ── Navigation and structure ────────────────────────────────────────────────────────────────────────────────────────

  link(rect: Rect, target: LinkTarget, tag?: LinkTag, text?: string): void {
    const matrix = this.#surface.matrixToPage()
    const page = this.#page
    if (matrix === undefined || page === undefined || !(rect.width > 0 && rect.height > 0)) return
    const box = corners(transformRect(rect, matrix))
    if (!this.#links.add({ page, rect: box, target, tag, text }) && target.kind === 'url') this.#host.reportBlocked(target.url)
  }

  destination(id: string, y: number): void {
    const place = this.#place(y)
    if (place !== undefined) this.#navigation.destination(id, this.#page?.sheet.part ?? 0, place)
  }

  bookmark(level: number, title: string, y: number, isOpen: boolean): void {
    const place = this.#place(y)
    if (place !== undefined) this.#navigation.bookmark(level, title, place, isOpen)
  }

  #place(y: number): { page: PdfReference; y: number } | undefined {
    const matrix = this.#surface.matrixToPage()
    if (matrix === undefined || this.#page === undefined) return undefined
    return { page: this.#page.reference, y: matrix[3] * y + matrix[5] }
  }

  get isTagged(): boolean {
    return this.#tagging.isTagged
  }

  beginTag(painted: PaintedTag): void {
    this.#tagging.begin(painted, this.#surface, this.#page)
  }

  endTag(): void {
    this.#tagging.end()
  }

  reserveTag(painted: PaintedTag): number | undefined {
    return this.#tagging.reserve(painted, this.#page)
  }
}
