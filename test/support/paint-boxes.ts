// Laid boxes with places given by hand, and their painting as a display list.
import type { Box, Origin } from '../../engine/box/box.ts'
import { sequenceOf } from '../../engine/collections/sequence.ts'
import { DiagnosticList } from '../../engine/diagnostic.ts'
import type { Fonts } from '../../engine/font/font.ts'
import type { Fragment } from '../../engine/fragment/fragment.ts'
import { type Edges, NO_EDGES } from '../../engine/geometry.ts'
import type { Image } from '../../engine/image/image.ts'
import type { FlowChild, Laid, LaidBlock, LaidParagraph, LaidReplaced, LineItem, Placed } from '../../engine/layout/laid.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import type { Page } from '../../engine/page/page.ts'
import { ShadowBudget } from '../../engine/paint/blur/shadow-budget.ts'
import type { Canvas } from '../../engine/paint/canvas.ts'
import { BodyBoxes } from '../../engine/paint/context/body-boxes.ts'
import { makePaintContext } from '../../engine/paint/context/context.ts'
import { paintPage } from '../../engine/paint/paint.ts'
import { parseClipPathText, parseColorText, parseFilterText } from '../../engine/style/rules/attribute-text.ts'
import { type StyleChange, styleOf } from './boxes.ts'
import { ARIMO, kitRun } from './kit-fonts.ts'
import { ListCanvas } from './list-canvas.ts'

const ORIGIN: Origin = { tag: 'div', id: undefined, link: undefined, alt: undefined, level: undefined, at: undefined, path: 'div' }

export interface BoxOptions {
  readonly style?: StyleChange
  readonly origin?: Partial<Origin>
  readonly positioned?: readonly Placed[]
  readonly marks?: Box['marks']
  readonly shift?: { readonly x: number; readonly y: number }
  readonly padding?: Partial<Edges>
}

function baseOf(kind: Box['kind'], width: number, height: number, options: BoxOptions) {
  const style = styleOf(options.style)
  const box = { kind, style, origin: { ...ORIGIN, ...options.origin }, isAnonymous: false, marks: options.marks ?? [] } as unknown as Box
  return {
    box,
    width,
    height,
    border: { top: style.borderTopWidth, right: style.borderRightWidth, bottom: style.borderBottomWidth, left: style.borderLeftWidth },
    padding: { ...NO_EDGES, ...options.padding },
    firstBaseline: undefined,
    lastBaseline: undefined,
    positioned: options.positioned ?? [],
    shift: options.shift,
  }
}

/** `[x, y, box]`; floats are told by their style. */
export type At = readonly [x: number, y: number, laid: Laid]

export function place([x, y, laid]: At): Placed {
  return { x, y, laid }
}

export function laidBlock(width: number, height: number, options: BoxOptions, ...children: readonly At[]): LaidBlock {
  const flow = children.map(([x, y, laid]): FlowChild => {
    const isFloat = laid.box.style.float === 'left' || laid.box.style.float === 'right'
    return { x, y, laid, role: isFloat ? 'float' : 'in-flow', marginTop: 0 }
  })
  return { kind: 'block', ...baseOf('block', width, height, options), children: sequenceOf(flow), isOpen: false, marker: undefined }
}

export function laidReplaced(width: number, height: number, image: Image | undefined, options: BoxOptions = {}): LaidReplaced {
  const base = baseOf('replaced', width, height, options)
  return { kind: 'replaced', ...base, box: { ...base.box, image } as unknown as Box }
}

export interface TextOptions extends BoxOptions {
  readonly textOrigin?: Partial<Origin>
  readonly decorations?: Extract<LineItem, { kind: 'text' }>['decorations']
}

/** A paragraph of lines of 12 pt, baseline at 9; one text a line. */
export function laidText(width: number, lines: readonly string[], options: TextOptions = {}): LaidParagraph {
  const base = baseOf('paragraph', width, lines.length * 12, options)
  return {
    kind: 'paragraph',
    ...base,
    box: { ...base.box, items: [] } as unknown as Box,
    lines: lines.map((text, i) => ({
      y: i * 12,
      height: 12,
      baseline: i * 12 + 9,
      from: 0,
      items: [textItem(text, 0, i * 12 + 9, base.box, options)],
      isLast: i === lines.length - 1,
      marks: [],
    })),
    floats: [],
    marker: undefined,
  }
}

function textItem(text: string, x: number, baseline: number, box: Box, options: TextOptions): LineItem {
  const run = kitRun(text)
  return {
    kind: 'text',
    run,
    from: 0,
    to: run.glyphs.length,
    x,
    baseline,
    width: (run.width * 10) / run.face.unitsPerEm,
    style: box.style,
    fontSize: 10,
    match: { face: ARIMO, syntheticBold: false, syntheticOblique: false },
    letterSpacing: 0,
    wordSpacing: 0,
    actualText: undefined,
    isTurn: false,
    endsWord: false,
    decorations: options.decorations ?? [],
    origin: { ...box.origin, ...options.textOrigin },
  }
}

/** Shapes anything as nominal glyphs of Arimo. */
export const KIT_FONTS: Fonts = {
  primary: () => ({ face: ARIMO, syntheticBold: false, syntheticOblique: false }),
  forCluster: () => ({ face: ARIMO, syntheticBold: false, syntheticOblique: false }),
  shape: (text) => kitRun(text),
  isKnownFamily: () => true,
  reportMissing: () => undefined,
  outline: () => [],
}

export function wholePage(
  root: Laid | Fragment,
  options: { margin?: number; width?: number; height?: number; style?: StyleChange } = {},
): Page {
  const { margin = 0, width = 300, height = 300 } = options
  const fragment: Fragment =
    'laid' in root ? root : { laid: root, x: 0, y: 0, height: root.height, isFirst: true, isLast: true, content: { kind: 'whole' } }
  const area = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin }
  return {
    number: 1,
    name: '',
    side: 'right',
    isFirst: true,
    isBlank: false,
    scale: 1,
    style: {
      width,
      height,
      margin: { top: margin, right: margin, bottom: margin, left: margin },
      padding: NO_EDGES,
      area,
      rotation: 0,
      style: styleOf(options.style),
      marginBoxes: new Map(),
      footnoteArea: styleOf({}),
    },
    area,
    root: fragment,
    fixed: [],
    frame: 'none',
    footnotes: [],
    marks: [],
    marksAtStart: 0,
  }
}

export function paintOn(canvas: Canvas, page: Page, images: Readonly<Record<string, Image>> = {}): DiagnosticList {
  const reporter = new DiagnosticList()
  paintPage(
    page,
    makePaintContext(canvas, {
      fonts: KIT_FONTS,
      reporter,
      image: (url) => images[url],
      recolor: (picture) => picture,
      parseColor: parseColorText,
      parseClipPath: parseClipPathText,
      parseFilter: parseFilterText,
      bodyBoxes: new BodyBoxes(),
      shadows: new ShadowBudget(DEFAULT_LIMITS.shadows, reporter),
    }),
  )
  return reporter
}

/** The display list of a page without margins, less the move to its area. */
export function listOf(root: Laid | Fragment, images?: Readonly<Record<string, Image>>): readonly string[] {
  const canvas = new ListCanvas()
  paintOn(canvas, wholePage(root), images)
  return canvas.lines.slice(2).map((line) => line.slice(2))
}
