// Colour glyphs (OpenType COLR versions 0 and 1, CPAL) as trees: HarfBuzz walks the font's graph, with its limits on depth and size, and
// calls back for what to paint; the calls are recorded here as a tree, which other stages paint.
import type { Color as HarfBuzzColor, Font as HarfBuzzFont, PaintFuncs } from 'harfbuzzjs'
import { concatMatrix, IDENTITY, type Matrix } from '../geometry.ts'
import type { ColorFill, ColorGlyph, ColorNode, CompositeMode, GlyphColor, GlyphOutline } from './font.ts'

type Library = typeof import('harfbuzzjs')
type Bounds = ColorGlyph['bounds']
type GradientFill = Exclude<ColorFill, { kind: 'solid' }>

/** Nodes of one glyph; real ones have hundreds. */
const MOST_NODES = 20_000

/** Makes the function that gives a glyph's tree; undefined for glyphs without colour. */
export function makeColorReader(library: Library): (font: HarfBuzzFont, glyph: number) => ColorGlyph | undefined {
  let functions: PaintFuncs | undefined
  return (font, glyph) => {
    functions ??= makeFunctions(library)
    const builder = new TreeBuilder((part) => font.glyphToJson(part))
    const isPainted = font.paintGlyphOrFail(glyph, functions, builder, 0, { red: 0, green: 0, blue: 0, alpha: 255 })
    return isPainted ? builder.finish() : undefined
  }
}

class TreeBuilder {
  readonly outlineOf: (glyph: number) => GlyphOutline
  readonly transforms: Matrix[] = []
  readonly clips: GlyphOutline[] = []
  /** Lists that are being filled, outermost first. */
  readonly #open: ColorNode[][] = [[]]
  #count = 0
  #usesForeground = false

  constructor(outlineOf: (glyph: number) => GlyphOutline) {
    this.outlineOf = outlineOf
  }

  /** Opens a list of content; `close` makes a node of it. */
  open(): void {
    this.#open.push([])
  }

  close(make: (content: readonly ColorNode[]) => ColorNode): void {
    const content = this.#open.pop()
    if (content === undefined || this.#open.length === 0) throw new Error('colour glyph: a list closes that never opened')
    this.#add(make(content))
  }

  fill(fill: ColorFill): void {
    this.#add({ kind: 'fill', fill })
  }

  color(isForeground: boolean, { red, green, blue, alpha }: HarfBuzzColor): GlyphColor {
    this.#usesForeground ||= isForeground
    return { red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha / 255, isForeground }
  }

  #add(node: ColorNode): void {
    if (++this.#count <= MOST_NODES) this.#open.at(-1)?.push(node)
  }

  finish(): ColorGlyph | undefined {
    const content = this.#open[0]
    const bounds = boundsOf(content ?? [], IDENTITY, undefined)
    if (content === undefined || this.#open.length !== 1 || this.#count > MOST_NODES || bounds === undefined) return undefined
    return { bounds, content, usesForeground: this.#usesForeground }
  }
}

function makeFunctions(library: Library): PaintFuncs {
  const functions = new library.PaintFuncs()
  const builderOf = (data: unknown): TreeBuilder => data as TreeBuilder // the only thing that is ever handed to paintGlyph
  const modes = modesOf(library)
  functions.setPushTransformFunc((xx, yx, xy, yy, dx, dy, data) => {
    builderOf(data).transforms.push([xx, yx, xy, yy, dx, dy])
    builderOf(data).open()
  })
  functions.setPopTransformFunc((data) => {
    const matrix = builderOf(data).transforms.pop() ?? IDENTITY
    builderOf(data).close((content) => ({ kind: 'transform', matrix, content }))
  })
  functions.setPushClipGlyphFunc((glyph, _font, data) => {
    builderOf(data).clips.push(builderOf(data).outlineOf(glyph))
    builderOf(data).open()
  })
  functions.setPushClipRectangleFunc((left, bottom, right, top, data) => {
    builderOf(data).clips.push(rectangle(left, bottom, right, top))
    builderOf(data).open()
  })
  functions.setPopClipFunc((data) => {
    const outline = builderOf(data).clips.pop() ?? []
    builderOf(data).close((content) => ({ kind: 'clip', outline, content }))
  })
  functions.setPushGroupFunc((data) => builderOf(data).open())
  functions.setPopGroupFunc((mode, data) =>
    builderOf(data).close((content) => ({ kind: 'group', mode: modes.get(mode) ?? 'source-over', content })),
  )
  functions.setColorFunc((isForeground, color, data) => {
    const builder = builderOf(data)
    builder.fill({ kind: 'solid', color: builder.color(isForeground, color) })
  })
  addGradients(functions, library, builderOf)
  return functions
}

function addGradients(functions: PaintFuncs, library: Library, builderOf: (data: unknown) => TreeBuilder): void {
  type Line = Parameters<Parameters<PaintFuncs['setSweepGradientFunc']>[0]>[0]
  const lineOf = ({ extend, colorStops }: Line, builder: TreeBuilder): Pick<GradientFill, 'extend' | 'stops'> => ({
    extend: extend === library.PaintExtend.REPEAT ? 'repeat' : extend === library.PaintExtend.REFLECT ? 'reflect' : 'pad',
    stops: colorStops
      .map(({ offset, isForeground, color }) => ({ offset, color: builder.color(isForeground, color) }))
      .sort((a, b) => a.offset - b.offset),
  })
  functions.setLinearGradientFunc((line, x0, y0, x1, y1, x2, y2, data) => {
    const builder = builderOf(data)
    const end = gradientEnd([x0, y0], [x1, y1], [x2, y2])
    if (end !== undefined) builder.fill({ kind: 'linear', geometry: [x0, y0, ...end], ...lineOf(line, builder) })
  })
  functions.setRadialGradientFunc((line, x0, y0, r0, x1, y1, r1, data) => {
    const builder = builderOf(data)
    builder.fill({ kind: 'radial', geometry: [x0, y0, r0, x1, y1, r1], ...lineOf(line, builder) })
  })
  functions.setSweepGradientFunc((line, x0, y0, start, end, data) => {
    const builder = builderOf(data)
    builder.fill({ kind: 'sweep', geometry: [x0, y0, start, end], ...lineOf(line, builder) })
  })
}

type Point = readonly [x: number, y: number]

/** Where the gradient line ends when lines of one colour run parallel to p0p2 (COLR, "Linear gradients"); undefined: nothing is painted. */
function gradientEnd([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): Point | undefined {
  const [ax, ay] = [x1 - x0, y1 - y0]
  // The normal of p0p2.
  const [nx, ny] = [y2 - y0, x0 - x2]
  const length = nx * nx + ny * ny
  const along = ax * nx + ay * ny
  if (length === 0 || along === 0) return undefined
  return [x0 + (nx * along) / length, y0 + (ny * along) / length]
}

function modesOf({ PaintCompositeMode: mode }: Library): ReadonlyMap<number, CompositeMode> {
  return new Map<number, CompositeMode>([
    [mode.CLEAR, 'clear'],
    [mode.SRC, 'source'],
    [mode.DEST, 'destination'],
    [mode.SRC_OVER, 'source-over'],
    [mode.DEST_OVER, 'destination-over'],
    [mode.SRC_IN, 'source-in'],
    [mode.DEST_IN, 'destination-in'],
    [mode.SRC_OUT, 'source-out'],
    [mode.DEST_OUT, 'destination-out'],
    [mode.SRC_ATOP, 'source-atop'],
    [mode.DEST_ATOP, 'destination-atop'],
    [mode.XOR, 'xor'],
    [mode.PLUS, 'plus'],
    [mode.SCREEN, { blend: 'screen' }],
    [mode.OVERLAY, { blend: 'overlay' }],
    [mode.DARKEN, { blend: 'darken' }],
    [mode.LIGHTEN, { blend: 'lighten' }],
    [mode.COLOR_DODGE, { blend: 'color-dodge' }],
    [mode.COLOR_BURN, { blend: 'color-burn' }],
    [mode.HARD_LIGHT, { blend: 'hard-light' }],
    [mode.SOFT_LIGHT, { blend: 'soft-light' }],
    [mode.DIFFERENCE, { blend: 'difference' }],
    [mode.EXCLUSION, { blend: 'exclusion' }],
    [mode.MULTIPLY, { blend: 'multiply' }],
    [mode.HSL_HUE, { blend: 'hue' }],
    [mode.HSL_SATURATION, { blend: 'saturation' }],
    [mode.HSL_COLOR, { blend: 'color' }],
    [mode.HSL_LUMINOSITY, { blend: 'luminosity' }],
  ])
}

// ── Bounds ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function rectangle(left: number, bottom: number, right: number, top: number): GlyphOutline {
  return [
    { type: 'M', values: [left, bottom] },
    { type: 'L', values: [right, bottom] },
    { type: 'L', values: [right, top] },
    { type: 'L', values: [left, top] },
    { type: 'Z', values: [] },
  ]
}

/** What the fills of some content reach; undefined when there are none. What no clip holds back is not painted. */
function boundsOf(content: readonly ColorNode[], matrix: Matrix, clip: Bounds | undefined): Bounds | undefined {
  let bounds: Bounds | undefined
  for (const node of content) {
    let own: Bounds | undefined
    if (node.kind === 'fill') own = clip
    else if (node.kind === 'group') own = boundsOf(node.content, matrix, clip)
    else if (node.kind === 'transform') own = boundsOf(node.content, concatMatrix(node.matrix, matrix), clip)
    else {
      const inner = intersection(outlineBounds(node.outline, matrix), clip)
      if (inner !== undefined) own = boundsOf(node.content, matrix, inner)
    }
    bounds = union(bounds, own)
  }
  return bounds
}

function outlineBounds(outline: GlyphOutline, [a, b, c, d, e, f]: Matrix): Bounds | undefined {
  let [left, bottom, right, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { values } of outline) {
    for (let i = 0; i + 1 < values.length; i += 2) {
      const [x, y] = [values[i]!, values[i + 1]!]
      const [toX, toY] = [a * x + c * y + e, b * x + d * y + f]
      left = Math.min(left, toX)
      right = Math.max(right, toX)
      bottom = Math.min(bottom, toY)
      top = Math.max(top, toY)
    }
  }
  return left <= right ? [left, bottom, right, top] : undefined
}

function union(a: Bounds | undefined, b: Bounds | undefined): Bounds | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}

function intersection(a: Bounds | undefined, b: Bounds | undefined): Bounds | undefined {
  if (a === undefined || b === undefined) return a
  const [left, bottom, right, top] = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return left < right && bottom < top ? [left, bottom, right, top] : undefined
}
