// Opens one template with its data: bound and styled lazily, with everything that layout is given.
import type { Attachment } from '../attachments.ts'
import { bindTemplate } from '../bind/bind.ts'
import type { BoundDocument } from '../bind/bound.ts'
import type { PageContext } from '../box/page-context.ts'
import { principalFrame } from '../box/principal-mode.ts'
import { type CompiledTemplate, stylesOf } from '../compile.ts'
import { DiagnosticList, type Reporter } from '../diagnostic.ts'
import type { FontService } from '../font/font.ts'
import { measuresOf } from '../font/measures.ts'
import { createFonts } from '../font/registry.ts'
import type { DocumentImages } from '../image/image.ts'
import type { LayoutContext } from '../layout/context.ts'
import { layoutParagraph, paragraphWidths } from '../layout/inline/paragraph.ts'
import { makeContext } from '../layout/layout.ts'
import { layoutTable, shownWidth, tableWidths } from '../layout/table/table.ts'
import { layoutArea } from '../page/paginate.ts'
import { BodyBoxes } from '../paint/context/body-boxes.ts'
import { addFontFaces, openImages } from '../resources.ts'
import type { RenderContext } from '../services.ts'
import { parseFragmentNodes } from '../source/html.ts'
import { readFormula } from '../source/latex.ts'
import { styleDocument } from '../style/cascade.ts'
import type { FontFaceRule } from '../style/font-face-rule.ts'
import type { StyledDocument } from '../style/style.ts'
import { PartContainers } from './containers.ts'

/** One template with its data: a document by itself, or a part of a merged one. */
export interface DocumentPart {
  readonly template: CompiledTemplate
  readonly data: unknown
  /** In a merge: of its entry in the outline (`outline: 'parts'`); default: the title of the document, or else its number. */
  readonly title?: string
  /** In a merge: levels that headings in the tags are moved down; the lowest is 6. Default 0. */
  readonly headingShift?: number
  /** In a merge: files of this part, behind those of the call; one whose name is taken gets a number. */
  readonly attachments?: readonly Attachment[]
}

export interface OpenPart {
  readonly document: StyledDocument
  readonly images: DocumentImages
  readonly fonts: FontService
  readonly layout: LayoutContext
  readonly formatSum: PageContext['formatSum']
  /** Items of repeats that were bound so far, and an estimate of those that remain. */
  readonly items: BoundDocument['items']
  /** The document styled for a first page of this name, laid out at a scale: viewport units refer to its area. */
  styledFor(firstPage: string, widthScale: number): StyledDocument
  /** Binds and styles the document once more, to be read ahead independently: with budgets of its own, and without repeating warnings. */
  rebind(): ReboundDocument
  readonly bodyBoxes: BodyBoxes
  /** Undefined unless styles depend on the sizes of query containers. */
  readonly containers: PartContainers | undefined
  /** May be scaled down when it is wider than its pages. */
  readonly mayShrink: boolean
}

/** What viewport units refer to. */
interface Viewport {
  readonly firstPage: string
  readonly widthScale: number
}

/** A document, and how far its repeats were read. */
interface ReboundDocument {
  readonly document: StyledDocument
  readonly items: BoundDocument['items']
}

/** Everything a part's pages are made from. `known`: fonts of a part of the same template. */
export function openPart({ template, data }: DocumentPart, context: RenderContext, known?: FontService): OpenPart {
  const { limits, workCounters, flex } = context
  const styles = stylesOf(template, limits)
  const containers = styles.containerUses.sizes ? new PartContainers(context.reporter.ofPart()) : undefined
  const reporter = containers?.reports ?? context.reporter
  const images = openImages(template, { ...context, reporter: context.reporter.ofPart() })
  known?.beginPart()
  const fonts = known ?? openFonts(styles.fontFaces, context)
  const onCompute = (): void => void workCounters.stylesComputed++
  const styled = (bound: BoundDocument, to: Reporter, viewport?: Viewport): StyledDocument =>
    styleDocument(bound, styles, {
      reporter: to,
      ...viewport,
      metrics: (families, weight, style) => measuresOf({ families, weight, style, stretch: 100 }, fonts),
      onCompute,
      containers: containers?.sizes,
    })
  const bound = bindPart({ template, data }, context)
  const document = styled(bound, reporter)
  const pageWidth = (name: string): number =>
    layoutArea(
      document.pageStyle({ name, number: 2, inGroup: 1, side: 'left', isFirst: false, isBlank: false }),
      principalFrame(document.root),
    ).width
  const leaves = { layoutParagraph, paragraphWidths, layoutTable, tableWidths, shownWidth }
  const layout = makeContext({ fonts, reporter, limits, flex, workCounters, mode: template.mode, pageWidth }, leaves)
  const formatSum: OpenPart['formatSum'] = (value, format) => bound.formatSum(value, format)
  const rebind = (): ReboundDocument => {
    const quiet = new DiagnosticList()
    const copy = bindPart({ template, data }, { ...context, reporter: quiet })
    return { document: styled(copy, quiet), items: () => copy.items() }
  }
  return {
    document,
    images,
    fonts,
    layout,
    formatSum,
    items: () => bound.items(),
    styledFor: (firstPage, widthScale) => styled(bound, reporter, { firstPage, widthScale }),
    rebind,
    bodyBoxes: new BodyBoxes(),
    containers,
    mayShrink: context.shrinkToFit ?? template.type === 'html',
  }
}

function openFonts(faces: readonly FontFaceRule[], context: RenderContext): FontService {
  const { reporter, shaper, fontAliases, fontPacks, locale, limits } = context
  const options = { reporter, shaper, aliases: fontAliases, packs: fontPacks, locale, mostBytes: limits.fontBytes }
  const fonts = createFonts(context.fonts, options)
  addFontFaces(faces, fonts, context)
  return fonts
}

/** Joins a part's template and data; lazy, so asking for it twice costs little. */
export function bindPart({ template, data }: DocumentPart, context: RenderContext): BoundDocument {
  return bindTemplate(template, data, { parseRich: parseFragmentNodes, readLatex: readFormula, ...context })
}
