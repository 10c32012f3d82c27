// What a document paints, as a list for each page: words, shapes, pictures and links with their places. Two versions of the engine, or of a template, are
// compared by it. Places are in points from the top left corner of the sheet; a thing's identity says everything about it but its place.
import { createHash } from 'node:crypto'
import type { Engine } from '../../../engine/index.ts'

type Canvas = Parameters<Engine['paint']>[2]
type Argument<Method extends keyof Canvas, Index extends number> = Canvas[Method] extends (...words: infer Words) => unknown
  ? Words[Index]
  : never
type Matrix = Argument<'transform', 0>
type Rect = Argument<'clipRect', 0>
type Path = Argument<'fillPath', 0>
type Paint = Argument<'fillPath', 2>
type Stroke = Argument<'strokePath', 1>
type Color = Argument<'fillRect', 1>
type Glyphs = Argument<'glyphs', 0>
type Draw = Argument<'mask', 2>

export interface PaintedItem {
  readonly kind: 'text' | 'shape' | 'image' | 'effect' | 'link'
  /** What it is, whatever its place: text, font, size and color; a form and its color. */
  readonly identity: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface PaintedPage {
  readonly width: number
  readonly height: number
  readonly items: readonly PaintedItem[]
}

/** Records what `paint` paints on the canvas it gets. */
export function recordPages(paint: (canvas: Canvas) => void): readonly PaintedPage[] {
  const recorder = new Recorder()
  paint(recorder)
  return recorder.pages
}

/** Of a font, how much of a line's height is above the baseline; only for the picture of a word's place. */
const ASCENT = 0.8
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

class Recorder implements Canvas {
  readonly pages: { width: number; height: number; items: PaintedItem[] }[] = []
  #items: PaintedItem[] = []
  #matrix: Matrix = IDENTITY
  readonly #saved: Matrix[] = []

  beginPage(width: number, height: number): void {
    this.#items = []
    this.pages.push({ width: rounded(width), height: rounded(height), items: this.#items })
    this.#matrix = IDENTITY
  }
  endPage(): void {}
  beginLayer(pageIndex: number): void {
    this.#items = this.pages[pageIndex]!.items
    this.#matrix = IDENTITY
  }
  endLayer(): void {}

  save(): void {
    this.#saved.push(this.#matrix)
  }
  restore(): void {
    this.#matrix = this.#saved.pop() ?? IDENTITY
  }
  transform([a, b, c, d, e, f]: Matrix): void {
    const [A, B, C, D, E, F] = this.#matrix
    this.#matrix = [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F]
  }
  clipToPageArea(): void {}
  clipRect(rect: Rect): void {
    this.#add('effect', 'clip', rect)
  }
  clipPath(path: Path, rule: string): void {
    this.#add('effect', `clip ${rule} ${formOf(path)}`, boundsOf(path))
  }
  beginGroup({ opacity, blendMode, bounds }: Argument<'beginGroup', 0>): void {
    this.#add('effect', `group ${rounded(opacity)} ${blendMode}`, bounds)
  }
  endGroup(): void {}
  mask(bounds: Rect, kind: string, draw: Draw): void {
    this.#add('effect', `mask by ${kind} ${drawingOf(draw)}`, bounds)
  }
  copies(bounds: Rect, copies: Argument<'copies', 1>, draw: Draw): void {
    const drawing = drawingOf(draw)
    for (const { x, y, opacity } of copies)
      this.#add('shape', `copy ${rounded(opacity)} ${drawing}`, { ...bounds, x: bounds.x + x, y: bounds.y + y })
  }

  fillRect(rect: Rect, color: Color): void {
    this.#add('shape', `rectangle ${colorOf(color)}`, rect)
  }
  fillPath(path: Path, rule: string, paint: Paint, opacity: number): void {
    this.#add('shape', `fill ${rule} ${paintOf(paint)} ${rounded(opacity)} ${formOf(path)}`, boundsOf(path))
  }
  strokePath(path: Path, { width, dash, cap, join }: Stroke, paint: Paint, opacity: number): void {
    const pen = [rounded(width), dash.map(rounded).join('-'), cap, join].join(' ')
    this.#add('shape', `stroke ${pen} ${paintOf(paint)} ${rounded(opacity)} ${formOf(path)}`, boundsOf(path))
  }
  glyphs(paint: Glyphs): void {
    if (paint.isInvisible !== true) for (const word of wordsOf(paint)) this.#addWord(word, paint)
  }
  clipGlyphs(paints: readonly Glyphs[]): void {
    for (const paint of paints)
      for (const { text, x, width } of wordsOf(paint)) this.#add('effect', `clip to ${text}`, lineBox(paint, x, width))
  }
  image({ id, encoding }: Argument<'image', 0>, rect: Rect, opacity: number): void {
    this.#add('image', `${encoding.pixelWidth}×${encoding.pixelHeight} ${rounded(opacity)} ${shortHash(id)}`, rect)
  }

  link(rect: Rect, target: Argument<'link', 1>): void {
    this.#add('link', target.kind === 'id' ? `#${target.id}` : target.url, rect)
  }
  destination(): void {}
  bookmark(): void {}
  beginTag(): void {}
  endTag(): void {}

  /** Runs are cut differently from version to version: words that touch are one. */
  #addWord({ text, x, width }: Word, paint: Glyphs): void {
    const style = styleOf(paint)
    const box = this.#place(lineBox(paint, x, width))
    const last = this.#items.at(-1)
    const isContinued =
      last?.kind === 'text' && last.identity.endsWith(style) && last.y === box.y && Math.abs(last.x + last.width - box.x) < 0.05
    if (!isContinued) return void this.#items.push({ kind: 'text', identity: text + style, ...box })
    const joined = last.identity.slice(0, -style.length) + text
    this.#items[this.#items.length - 1] = { ...last, identity: joined + style, width: rounded(box.x + box.width - last.x) }
  }

  #add(kind: PaintedItem['kind'], identity: string, rect: Rect): void {
    this.#items.push({ kind, identity, ...this.#place(rect) })
  }

  /** The rectangle around a rectangle of the present user space, on the sheet. */
  #place({ x, y, width, height }: Rect): Rect {
    const [a, b, c, d, e, f] = this.#matrix
    const xs = [x, x + width].flatMap((x) => [y, y + height].map((y) => a * x + c * y + e))
    const ys = [x, x + width].flatMap((x) => [y, y + height].map((y) => b * x + d * y + f))
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    return { x: rounded(left), y: rounded(top), width: rounded(Math.max(...xs) - left), height: rounded(Math.max(...ys) - top) }
  }
}

interface Word {
  readonly text: string
  readonly x: number
  readonly width: number
}

/** Text of one direction is cut at spaces; text from right to left stays whole, since its glyphs are in the order of the page. */
function wordsOf({ run, from, to, x, fontSize, letterSpacing, wordSpacing }: Glyphs): readonly Word[] {
  const words: Word[] = []
  const unit = fontSize / run.face.unitsPerEm
  const ends = endsOfClusters(run)
  let at = x
  let open: { text: string; x: number } | undefined
  const close = (): void => {
    if (open !== undefined) words.push({ ...open, width: at - open.x })
    open = undefined
  }
  for (let i = from; i < to; i++) {
    const start = run.clusters[i]!
    // Glyphs of one cluster share its text, which is counted once.
    const text = i > from && run.clusters[i - 1] === start ? '' : run.text.slice(start, ends.get(start))
    const isSpace = /^\s+$/.test(text)
    if (isSpace && run.direction === 'ltr') close()
    else open = { text: run.direction === 'ltr' ? (open?.text ?? '') + text : text + (open?.text ?? ''), x: open?.x ?? at }
    at += run.advances[i]! * unit + letterSpacing + (isSpace ? wordSpacing : 0)
  }
  close()
  return words
}

function endsOfClusters({ clusters, text }: Glyphs['run']): ReadonlyMap<number, number> {
  const starts = [...new Set(clusters)].sort((a, b) => a - b)
  return new Map(starts.map((start, i) => [start, starts[i + 1] ?? text.length]))
}

function lineBox({ baseline, fontSize }: Glyphs, x: number, width: number): Rect {
  return { x, y: baseline - fontSize * ASCENT, width, height: fontSize }
}

/** Behind the text of a word; begins with a character that no text has. */
function styleOf({ run, fontSize, color, syntheticBold, syntheticOblique, stroke }: Glyphs): string {
  const extra = `${syntheticBold ? ' bold' : ''}${syntheticOblique ? ' oblique' : ''}${stroke === undefined ? '' : ` outline ${rounded(stroke.width)}`}`
  return `\u0001${run.face.postscriptName} ${rounded(fontSize)} ${colorOf(color)}${extra}`
}

/** The text of an item's identity, without its font. */
export function textOf({ identity }: PaintedItem): string {
  return identity.split('\u0001')[0] ?? ''
}

/** What is drawn into a mask or copied, wherever it lies. */
function drawingOf(draw: Draw): string {
  const [page] = recordPages((canvas) => {
    canvas.beginPage(0, 0)
    draw(canvas)
  })
  const items = page?.items ?? []
  const [left, top] = [Math.min(...items.map(({ x }) => x)), Math.min(...items.map(({ y }) => y))]
  return shortHash(
    JSON.stringify(items.map((item) => [item.identity, rounded(item.x - left), rounded(item.y - top), item.width, item.height])),
  )
}

function paintOf(paint: Paint): string {
  if (paint.kind === 'color') return colorOf(paint.color)
  if (paint.kind === 'pattern')
    return `pattern ${rounded(paint.pattern.stepX)}×${rounded(paint.pattern.stepY)} ${drawingOf((canvas) => paint.pattern.draw(canvas))}`
  return `${paint.gradient.kind} ${paint.gradient.stops.map(({ offset, color }) => `${rounded(offset)}:${colorOf(color)}`).join(',')}`
}

function colorOf({ red, green, blue, alpha, cmyk }: Color): string {
  if (cmyk !== undefined) return `cmyk(${cmyk.map(rounded).join(',')})`
  const hex = [red, green, blue]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
  return `#${hex}${alpha === 1 ? '' : `/${rounded(alpha)}`}`
}

type Point = readonly [x: number, y: number]

function pointsOf(path: Path): readonly Point[] {
  return path.flatMap((segment): readonly Point[] => {
    if (segment.kind === 'close') return []
    const end: Point = [segment.x, segment.y]
    return segment.kind === 'curve' ? [[segment.x1, segment.y1], [segment.x2, segment.y2], end] : [end]
  })
}

function boundsOf(path: Path): Rect {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [x, y] of pointsOf(path)) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return left > right ? { x: 0, y: 0, width: 0, height: 0 } : { x: left, y: top, width: right - left, height: bottom - top }
}

/** The form of a path, wherever it lies: to a tenth of a point, since it is told apart by it and not measured. */
function formOf(path: Path): string {
  const { x: left, y: top } = boundsOf(path)
  const tenth = (value: number): number => Math.round(value * 10) / 10 + 0
  const kinds = path.map(({ kind }) => kind[0]).join('')
  return shortHash(
    `${kinds} ${pointsOf(path)
      .map(([x, y]) => `${tenth(x - left)},${tenth(y - top)}`)
      .join(' ')}`,
  )
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** To a hundredth: a 7,200th of an inch. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
