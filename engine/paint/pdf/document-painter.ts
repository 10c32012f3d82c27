// The canvas of a PDF: turns calls into pages, layers, forms and patterns.

import type { ColorDrawings } from '../../font/font.ts'
import { concatMatrix, IDENTITY, type Matrix, type Rect } from '../../geometry.ts'
import type { RasterImage } from '../../image/image.ts'
import type { Color } from '../../style/value.ts'
import type { Canvas, Copy, GlyphPaint, Gradient, GroupOptions, LinkTarget, Paint, Path, Stroke, TilePattern } from '../canvas.ts'
import { pathBounds, rectPath, transformRect } from '../geometry/path.ts'
import { ColorGlyphs } from './color-glyphs.ts'
import { ContentStream } from './content-stream.ts'
import { ExtendedStates } from './extended-states.ts'
import { FontTable, type FontWriting } from './fonts.ts'
import { drawCopies, writeEmptyForm, writeForm, writeTilePattern } from './forms.ts'
import { GlyphWriter, showsGlyphs } from './glyph-writer.ts'
import { ImageTable, orientationOf } from './images.ts'
import { linkAnnotation, Navigation } from './navigation.ts'
import { addObject, type PdfDictionary, type PdfObjects, type PdfReference } from './objects.ts'
import { makePageRecord, mergeResources, type PageRecord, pageDictionary } from './page-record.ts'
import { clampUnit, isInvisible, type PaintedPath, setAlpha } from './painted-path.ts'
import { PendingPageStreams } from './pending-page-streams.ts'
import { isTranslucent, ShadingTable } from './shadings.ts'
import { Surface, type SurfaceTables } from './surface.ts'

/** The document that a painter writes its pages to. */
interface PainterHost {
  readonly pages: { readonly reference: PdfReference; add(page: PdfReference): void }
  /** A link whose scheme is not allowed was left out. */
  reportBlocked(url: string): void
}

type GroupFrame = { readonly kind: 'form'; readonly surface: Surface; readonly options: GroupOptions } | { readonly kind: 'inline' }

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
  /** Links within the document, held until all destinations are known. */
  readonly #innerLinks: { readonly page: PageRecord; readonly annotation: PdfDictionary; readonly id: string }[] = []
  /** The buffer of page contents and layers, reused for each. */
  readonly #buffer = new ContentStream(1 << 16)
  readonly #pending = new PendingPageStreams((page, stream) => this.#writeContent(page, stream))
  #page: PageRecord | undefined
  /** Open content streams: the page's or the layer's first, the innermost last. */
  readonly #surfaces: Surface[] = []
  readonly #groups: GroupFrame[] = []

  constructor(objects: PdfObjects, drawings: ColorDrawings, host: PainterHost) {
    this.#objects = objects
    this.#host = host
    this.#tables = { fonts: new FontTable(objects), states: new ExtendedStates(objects) }
    this.#glyphs = new GlyphWriter(this.#tables.fonts)
    this.#colors = new ColorGlyphs(drawings)
    this.#images = new ImageTable(objects)
    this.#shadings = new ShadingTable(objects)
    this.#navigation = new Navigation(objects)
  }

  get pageCount(): number {
    return this.#pages.length
  }

  /** Writes what is known only at the end of the document: inner links, pending streams, images, pages, fonts, graphics states. */
  finishObjects(writing: FontWriting): { destinations: PdfReference | undefined; outline: PdfReference | undefined } {
    if (this.#page !== undefined) throw new Error('canvas: finished inside a page')
    // A link to an id without a destination is left out: viewers report it as an error.
    for (const { page, annotation, id } of this.#innerLinks) {
      if (this.#navigation.has(id)) page.annotations.push(addObject(this.#objects, annotation))
    }
    this.#pending.flush()
    this.#images.finish()
    for (const page of this.#pages) this.#objects.write(page.reference, pageDictionary(page, this.#host.pages.reference))
    this.#tables.fonts.finish(writing)
    this.#tables.states.finish()
    return { destinations: this.#navigation.finishDestinations(), outline: this.#navigation.finishOutline() }
  }

  // ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  beginPage(width: number, height: number): void {
    if (this.#page !== undefined) throw new Error('canvas: page inside a page')
    const reference = this.#objects.reserve()
    this.#host.pages.add(reference)
    const page = makePageRecord(reference, width, height)
    this.#pages.push(page)
    this.#open(page, undefined)
  }

  endPage(awaitsLayer = false): void {
    this.#close(awaitsLayer)
  }

  beginLayer(pageIndex: number): void {
    const page = this.#pages[pageIndex]
    if (page === undefined || this.#page !== undefined) throw new Error(`canvas: no layer on page ${pageIndex} here`)
    this.#open(page, this.#pending.take(page))
  }

  endLayer(): void {
    this.#close(false)
  }

  /** `before`: content that the stream starts with. */
  #open(page: PageRecord, before: Uint8Array | undefined): void {
    const flip: Matrix = [1, 0, 0, -1, 0, page.height]
    this.#page = page
    this.#buffer.clear()
    if (before !== undefined) this.#buffer.raw(before)
    this.#surfaces.push(new Surface(this.#tables, { matrix: IDENTITY, toPage: IDENTITY, inherits: false }, this.#buffer))
    // A viewer concatenates the content streams of a page: each restores the graphics state at its end.
    this.#surface.save()
    this.#surface.transform(flip)
  }

  #close(awaitsLayer: boolean): void {
    const page = this.#page
    const surface = this.#surfaces.pop()
    if (page === undefined || surface === undefined || this.#surfaces.length > 0 || this.#groups.length > 0 || surface.depth !== 1) {
      throw new Error('canvas: page ends with open groups or states')
    }
    surface.restore()
    if (awaitsLayer) this.#pending.hold(page, surface.stream.view)
    else this.#writeContent(page, surface.stream.view)
    page.resources = mergeResources(page.resources, surface.resources())
    page.isTransparent ||= surface.usesTransparency
    this.#page = undefined
  }

  #writeContent(page: PageRecord, bytes: Uint8Array): void {
    const content = this.#objects.reserve()
    this.#objects.writeStream(content, {}, bytes)
    page.contents.push(content)
  }

  get #surface(): Surface {
    const surface = this.#surfaces.at(-1)
    if (surface === undefined) throw new Error('canvas: nothing is open')
    return surface
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
    const surface = this.#surface
    surface.endText()
    surface.rectangle(rect.x, rect.y, rect.width, rect.height)
    surface.stream.operator('W n')
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
    const surface = this.#newSurface(this.#surface.matrixToPage())
    this.#surfaces.push(surface)
    this.#groups.push({ kind: 'form', surface, options })
  }

  endGroup(): void {
    const frame = this.#groups.pop()
    if (frame === undefined) throw new Error('canvas: endGroup without beginGroup')
    if (frame.kind === 'inline') {
      this.#surface.restore()
      return
    }
    const { surface, options } = frame
    if (this.#surfaces.pop() !== surface || surface.depth !== 0) throw new Error('canvas: group ends inside another state')
    const form = writeForm(this.#objects, surface, options.bounds, options.isIsolated)
    if (form === undefined) return
    const parent = this.#surface
    parent.save()
    parent.fillAlpha(clampUnit(options.opacity))
    if (options.blendMode !== 'normal') parent.extendedState(this.#tables.states.blendMode(options.blendMode))
    parent.drawObject(form)
    parent.markTransparent()
    parent.restore()
  }

  mask(bounds: Rect, kind: 'luminance' | 'alpha', draw: (canvas: Canvas) => void): void {
    const parent = this.#surface
    const surface = this.#newSurface(undefined)
    this.#surfaces.push(surface)
    draw(this)
    if (this.#surfaces.pop() !== surface || surface.depth !== 0) throw new Error('canvas: mask ends inside another state')
    surface.endText()
    // A mask without content hides everything: it is an empty form.
    const form = writeForm(this.#objects, surface, bounds, true) ?? writeEmptyForm(this.#objects, bounds)
    parent.endText()
    parent.extendedState(this.#tables.states.softMask(kind, form))
  }

  copies(bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void {
    const form = this.#writeGroup(bounds, draw)
    if (form !== undefined) drawCopies(this.#surface, form, copies)
  }

  #newSurface(toPage: Matrix | undefined): Surface {
    return new Surface(this.#tables, { matrix: IDENTITY, toPage, inherits: true })
  }

  // ── Fills, strokes, glyphs and images ───────────────────────────────────────────────────────────────────────────────────────────────

  fillRect(rect: Rect, color: Color): void {
    if (color.alpha <= 0) return
    const surface = this.#surface
    surface.endText()
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
    surface.endText()
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
    this.mask(bounds, 'luminance', () => {
      const surface = this.#surface
      surface.fillPattern(this.#shadings.pattern(gradient, 'alpha', surface.matrix))
      surface.path(rectPath(bounds))
      surface.stream.operator('f')
    })
  }

  #tilePattern(pattern: TilePattern, matrix: Matrix): PdfReference {
    const surface = new Surface(this.#tables, { matrix: IDENTITY, toPage: undefined, inherits: false })
    this.#surfaces.push(surface)
    pattern.draw(this)
    surface.endText()
    if (this.#surfaces.pop() !== surface || surface.depth !== 0) throw new Error('canvas: pattern ends inside another state')
    return writeTilePattern(this.#objects, surface, pattern, matrix)
  }

  glyphs(paint: GlyphPaint): void {
    if (!showsGlyphs(paint)) return
    if (paint.run.face.hasColor) this.#colors.show(paint, this)
    else this.#glyphs.show(this.#surface, paint)
  }

  setGlyphs(paint: GlyphPaint): void {
    this.#glyphs.show(this.#surface, paint)
  }

  clipGlyphs(paints: readonly GlyphPaint[]): void {
    if (!this.#glyphs.clip(this.#surface, paints)) this.clipPath([], 'nonzero')
  }

  form(key: string, opacity: number, bounds: Rect, draw: (canvas: Canvas) => void): void {
    if (!this.#forms.has(key)) this.#forms.set(key, this.#writeGroup(bounds, draw))
    const form = this.#forms.get(key)
    if (form === undefined) return
    this.#surface.endText()
    this.#surface.fillAlpha(clampUnit(opacity))
    this.#surface.drawObject(form)
    this.#surface.markTransparent()
  }

  #writeGroup(bounds: Rect, draw: (canvas: Canvas) => void): PdfReference | undefined {
    const surface = this.#newSurface(undefined)
    this.#surfaces.push(surface)
    draw(this)
    if (this.#surfaces.pop() !== surface || surface.depth !== 0) throw new Error('canvas: form ends inside another state')
    return writeForm(this.#objects, surface, bounds, true)
  }

  image(image: RasterImage, rect: Rect, opacity: number): void {
    if (opacity <= 0 || !(rect.width > 0 && rect.height > 0)) return
    const reference = this.#images.reference(image)
    const surface = this.#surface
    surface.save()
    surface.fillAlpha(clampUnit(opacity))
    surface.transform(concatMatrix(orientationOf(image), [rect.width, 0, 0, -rect.height, rect.x, rect.y + rect.height]))
    surface.drawObject(reference)
    const { encoding } = image
    if (encoding.kind === 'later' || encoding.kind === 'page' || (encoding.kind === 'flate' && encoding.alpha !== undefined))
      surface.markTransparent()
    surface.restore()
  }

  // ── Navigation and structure ────────────────────────────────────────────────────────────────────────────────────────

  link(rect: Rect, target: LinkTarget): void {
    const matrix = this.#surface.matrixToPage()
    if (matrix === undefined || this.#page === undefined || !(rect.width > 0 && rect.height > 0)) return
    const box = transformRect(rect, matrix)
    const annotation = linkAnnotation([box.x, box.y, box.x + box.width, box.y + box.height], target)
    if (annotation === undefined) {
      if (target.kind === 'url') this.#host.reportBlocked(target.url)
      return
    }
    if (target.kind === 'id') this.#innerLinks.push({ page: this.#page, annotation, id: target.id })
    else this.#page.annotations.push(addObject(this.#objects, annotation))
  }

  destination(id: string, y: number): void {
    const place = this.#place(y)
    if (place !== undefined) this.#navigation.destination(id, place)
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

  /** The structure tree is not written. */
  beginTag(_tag: string, _attributes: Readonly<Record<string, string | number>>): void {}
  endTag(): void {}
}
