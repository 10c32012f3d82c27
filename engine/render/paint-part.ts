// Paints the pages of one part, each before the next is made, but for what only the whole document knows (late-layers.ts).
import type { CompiledTemplate } from '../compile.ts'
import type { DocumentImages } from '../image/image.ts'
import { MarginBoxCache } from '../page/margin-box-cache.ts'
import type { PageSummary } from '../page/page.ts'
import { summarise } from '../page/page-values.ts'
import type { ShadowBudget } from '../paint/blur/shadow-budget.ts'
import type { Canvas } from '../paint/canvas.ts'
import { type DeferredText, makePaintContext, type PaintContext } from '../paint/context/context.ts'
import { paintPage } from '../paint/paint.ts'
import type { RenderContext } from '../services.ts'
import { parseClipPathText, parseColorText, parseFilterText } from '../style/rules/attribute-text.ts'
import type { PageStyle } from '../style/style.ts'
import { pagesOf } from './pages.ts'
import { type DocumentPart, type OpenPart, openPart } from './part.ts'

export interface PaintablePart extends OpenPart {
  readonly paint: PaintContext
  readonly marginBoxes: MarginBoxCache
}

/** Shared by the parts of one template, so that the fonts they request are matched once. */
type SharedByTemplate = Pick<PaintablePart, 'fonts' | 'marginBoxes'>

/** A page that was painted, but for what only the whole document knows. */
export interface PaintedPage {
  readonly part: PaintablePart
  readonly summary: PageSummary
  readonly deferred: readonly DeferredText[]
}

const NONE_DEFERRED: readonly DeferredText[] = []

/** The pages so far: those that the numbers of later pages may change, after those that are finished. */
interface PagesSoFar {
  readonly open: PaintedPage[]
  readonly finished: number
}

/** Opens the parts of one document, which share the canvas, the budget of shadows and, by template, their fonts. */
export class PartOpener {
  readonly #canvas: Canvas
  readonly #shadows: ShadowBudget
  readonly #context: RenderContext
  readonly #shared = new Map<CompiledTemplate, SharedByTemplate>()

  constructor(canvas: Canvas, shadows: ShadowBudget, context: RenderContext) {
    this.#canvas = canvas
    this.#shadows = shadows
    this.#context = context
  }

  open(part: DocumentPart): PaintablePart {
    const { template } = part
    const shared = this.#shared.get(template)
    const open = openPart(part, this.#context, shared?.fonts)
    const { fonts, images, bodyBoxes } = open
    const { reporter } = this.#context
    const image = (url: string): ReturnType<DocumentImages['get']> => images.get(url)
    const recolor: DocumentImages['recolor'] = (picture, matrix) => images.recolor(picture, matrix)
    const paint = makePaintContext(this.#canvas, {
      isQuirks: template.mode === 'quirks',
      fonts,
      reporter,
      image,
      recolor,
      parseColor: parseColorText,
      parseClipPath: parseClipPathText,
      parseFilter: parseFilterText,
      bodyBoxes,
      shadows: this.#shadows,
      tags: this.#context.tags,
    })
    const marginBoxes = shared?.marginBoxes ?? new MarginBoxCache()
    if (shared === undefined) this.#shared.set(template, { fonts, marginBoxes })
    return { paint, marginBoxes, ...open }
  }
}

/** Pulls the pages of a part, and paints each before the next is made. */
export function* paintPart(
  part: PaintablePart,
  { open, finished }: PagesSoFar,
  canvas: Canvas,
  context: RenderContext,
): Generator<undefined, void> {
  let counter = open.at(-1)?.summary.counter ?? 0
  for (const page of pagesOf(part, context.limits.pages - finished - open.length, context)) {
    context.onPage?.(page)
    canvas.beginPage(page.style.width, page.style.height, page.style.rotation)
    const deferred = paintPage(page, part.paint)
    canvas.endPage(hasLateLayer(page.style, deferred))
    const summary = summarise(page, counter)
    counter = summary.counter
    open.push({ part, summary, deferred: deferred.length === 0 ? NONE_DEFERRED : deferred })
    yield
  }
}

/** Something on the page depends on the whole document: margin boxes, or texts with the numbers of other pages. */
export function hasLateLayer({ marginBoxes }: PageStyle, deferred: readonly DeferredText[]): boolean {
  return deferred.length > 0 || marginBoxes.size > 0
}
