// What is painted below a point of a page, as far as it has one colour.
import { concatMatrix, IDENTITY, type Matrix, type Rect } from '../geometry.ts'
import type { Path } from './canvas.ts'
import { mixed, type Rgb, WHITE } from './contrast.ts'
import { transformPath } from './geometry/path.ts'

type Point = readonly [x: number, y: number]
type Polygon = readonly Point[]

/** Points inside of every one of the shapes. */
interface Region {
  readonly bounds: Rect
  readonly shapes: readonly (readonly Polygon[])[]
}

/** Something painted; without a colour: a picture, a gradient, something blended. */
interface Layer {
  readonly region: Region
  color: Rgb | undefined
  readonly alpha: number
}

interface Group {
  /** Of its first layer. */
  readonly start: number
  /** Undefined: it is blended. */
  readonly opacity: number | undefined
}

interface State {
  readonly matrix: Matrix
  readonly clips: Region['shapes']
  /** What follows is masked. */
  readonly isMasked: boolean
}

const START: State = { matrix: IDENTITY, clips: [], isMasked: false }

/** The page that is being painted. */
export class PaintedGround {
  #layers: Layer[] = []
  #groups: Group[] = []
  #states: State[] = []
  #state = START

  clear(): void {
    this.#layers = []
    this.#groups = []
    this.#states = []
    this.#state = START
  }

  get matrix(): Matrix {
    return this.#state.matrix
  }

  save(): void {
    this.#states.push(this.#state)
  }

  restore(): void {
    this.#state = this.#states.pop() ?? START
  }

  transform(matrix: Matrix): void {
    this.#state = { ...this.#state, matrix: concatMatrix(matrix, this.#state.matrix) }
  }

  clip(path: Path): void {
    this.#state = { ...this.#state, clips: [...this.#state.clips, polygonsOf(path, this.#state.matrix)] }
  }

  mask(): void {
    this.#state = { ...this.#state, isMasked: true }
  }

  /** `color` undefined: no one colour. */
  fill(path: Path, color: Rgb | undefined, alpha: number): void {
    const shape = polygonsOf(path, this.#state.matrix)
    const bounds = boundsOf(shape)
    if (bounds === undefined) return
    const known = this.#state.isMasked ? undefined : color
    this.#layers.push({ region: { bounds, shapes: [shape, ...this.#state.clips] }, color: known, alpha })
  }

  /** `opacity` undefined: blended otherwise than over what is below. */
  beginGroup(opacity: number | undefined): void {
    this.save()
    this.#groups.push({ start: this.#layers.length, opacity })
  }

  endGroup(): void {
    this.restore()
    const group = this.#groups.pop()
    if (group === undefined || group.opacity === 1) return
    // What a translucent group looks like as a whole is not worked out.
    for (let i = group.start; i < this.#layers.length; i++) this.#layers[i]!.color = undefined
  }

  /** Colours of a text and of what is below it at a point of current user space, both as seen on the page; undefined: not one colour. */
  seen(x: number, y: number, text: Rgb, alpha: number): { readonly text: Rgb; readonly ground: Rgb } | undefined {
    if (this.#state.isMasked) return undefined
    const at = transformed([x, y], this.#state.matrix)
    const grounds: Rgb[] = []
    let ground: Rgb | undefined = WHITE
    let from = 0
    for (const { start, opacity } of this.#groups) {
      ground = this.#composed(ground, at, from, start)
      if (ground === undefined || opacity === undefined) return undefined
      grounds.push(ground)
      from = start
    }
    ground = this.#composed(ground, at, from, this.#layers.length)
    if (ground === undefined) return undefined
    let shown = mixed(ground, text, alpha)
    for (let i = grounds.length - 1; i >= 0; i--) {
      const { opacity = 1 } = this.#groups[i]!
      ground = mixed(grounds[i]!, ground, opacity)
      shown = mixed(grounds[i]!, shown, opacity)
    }
    return { text: shown, ground }
  }

  /** The layers `from` to `to` on a colour. */
  #composed(below: Rgb, at: Point, from: number, to: number): Rgb | undefined {
    const over: Layer[] = []
    for (let i = to - 1; i >= from; i--) {
      const layer = this.#layers[i]!
      if (!isInRegion(at, layer.region)) continue
      if (layer.color === undefined) return undefined
      over.push(layer)
      if (layer.alpha >= 1) break
    }
    return over.reduceRight((ground, { color, alpha }) => mixed(ground, color!, alpha), below) // only known colours were added
  }
}

function transformed([x, y]: Point, [a, b, c, d, e, f]: Matrix): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** Curves become four lines: what matters is what text stands on. */
function polygonsOf(path: Path, matrix: Matrix): readonly Polygon[] {
  const polygons: Point[][] = []
  let at: Point = [0, 0]
  for (const segment of transformPath(path, matrix)) {
    if (segment.kind === 'close') continue
    const end: Point = [segment.x, segment.y]
    if (segment.kind === 'move' || polygons.length === 0) polygons.push([end])
    else if (segment.kind === 'line') polygons[polygons.length - 1]!.push(end)
    else for (const t of [0.25, 0.5, 0.75, 1]) polygons[polygons.length - 1]!.push(onCurve(at, segment, t))
    at = end
  }
  return polygons
}

function onCurve(start: Point, curve: Extract<Path[number], { kind: 'curve' }>, t: number): Point {
  const s = 1 - t
  const value = (p0: number, p1: number, p2: number, p3: number): number =>
    s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3
  return [value(start[0], curve.x1, curve.x2, curve.x), value(start[1], curve.y1, curve.y2, curve.y)]
}

function boundsOf(polygons: readonly Polygon[]): Rect | undefined {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const polygon of polygons) {
    for (const [x, y] of polygon) {
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined
}

function isInRegion(at: Point, { bounds, shapes }: Region): boolean {
  const [x, y] = at
  if (x < bounds.x || y < bounds.y || x > bounds.x + bounds.width || y > bounds.y + bounds.height) return false
  return shapes.every((polygons) => isInside(at, polygons))
}

/** By the even-odd rule, which is right for shapes that do not overlap themselves. */
function isInside([x, y]: Point, polygons: readonly Polygon[]): boolean {
  let inside = false
  for (const polygon of polygons) {
    let [fromX, fromY] = polygon[polygon.length - 1] ?? [0, 0]
    for (const [toX, toY] of polygon) {
      if (fromY > y !== toY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) inside = !inside
      fromX = toX
      fromY = toY
    }
  }
  return inside
}
