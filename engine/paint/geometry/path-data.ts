// The `d` attribute of paths (SVG 2 §9.3): everything becomes moves, lines and cubic curves.
import type { Point } from '../../geometry.ts'
import type { PathSegment } from '../canvas.ts'

const MOST_SEGMENTS = 200_000

/** Parameters of each command. */
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 }

/** Parses a path up to its first error, as SVG 2 specifies. */
export function parsePathData(text: string): PathSegment[] {
  const pen = new PathPen()
  const numbers = new NumberReader(text)
  let command = ''
  while (pen.path.length < MOST_SEGMENTS) {
    const next = numbers.command()
    if (next !== undefined) command = next
    else if (command === '' || command === 'Z' || command === 'z' || !numbers.hasNumber()) break
    const upper = command.toUpperCase()
    if (pen.path.length === 0 && upper !== 'M') break
    const values = upper === 'A' ? numbers.arc() : numbers.take(COUNTS[upper] ?? 0)
    if (values === undefined) break
    pen.draw(upper, values, command !== upper)
    // Further pairs after a move are lines.
    if (command === 'M') command = 'L'
    else if (command === 'm') command = 'l'
  }
  return pen.path
}

class NumberReader {
  readonly #text: string
  #at = 0
  readonly #number = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
  readonly #flag = /[\s,]*([01])/y

  constructor(text: string) {
    this.#text = text
  }

  command(): string | undefined {
    while (this.#at < this.#text.length && /[\s,]/.test(this.#text[this.#at] ?? '')) this.#at++
    const letter = this.#text[this.#at]
    if (letter === undefined || COUNTS[letter.toUpperCase()] === undefined) return undefined
    this.#at++
    return letter
  }

  hasNumber(): boolean {
    this.#number.lastIndex = this.#at
    return this.#number.test(this.#text)
  }

  take(count: number): number[] | undefined {
    const values: number[] = []
    for (let i = 0; i < count; i++) {
      const value = this.#match(this.#number)
      if (value === undefined) return undefined
      values.push(value)
    }
    return values
  }

  /** rx ry rotation large-arc sweep x y; separators around the flags may be missing. */
  arc(): number[] | undefined {
    const radii = this.take(3)
    const large = this.#match(this.#flag)
    const sweep = this.#match(this.#flag)
    const end = this.take(2)
    return radii === undefined || large === undefined || sweep === undefined || end === undefined
      ? undefined
      : [...radii, large, sweep, ...end]
  }

  #match(pattern: RegExp): number | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return Number(match[1])
  }
}

/** The current point, and the segments drawn so far. */
class PathPen {
  readonly path: PathSegment[] = []
  #x = 0
  #y = 0
  #startX = 0
  #startY = 0
  /** Control point to mirror for S and T; the current point when the command before was of another kind. */
  #mirror: { readonly kind: 'cubic' | 'quadratic'; readonly x: number; readonly y: number } | undefined

  draw(command: string, values: readonly number[], isRelative: boolean): void {
    const ox = isRelative ? this.#x : 0
    const oy = isRelative ? this.#y : 0
    const v = (i: number): number => values[i] ?? 0
    switch (command) {
      case 'M':
        this.#move(ox + v(0), oy + v(1))
        return
      case 'L':
        this.#line(ox + v(0), oy + v(1))
        return
      case 'H':
        this.#line(ox + v(0), this.#y)
        return
      case 'V':
        this.#line(this.#x, oy + v(0))
        return
      case 'C':
        this.#curve({ kind: 'curve', x1: ox + v(0), y1: oy + v(1), x2: ox + v(2), y2: oy + v(3), x: ox + v(4), y: oy + v(5) })
        return
      case 'S': {
        const [x1, y1] = this.#mirrored('cubic')
        this.#curve({ kind: 'curve', x1, y1, x2: ox + v(0), y2: oy + v(1), x: ox + v(2), y: oy + v(3) })
        return
      }
      case 'Q':
        this.#quadratic(ox + v(0), oy + v(1), ox + v(2), oy + v(3))
        return
      case 'T': {
        const [x1, y1] = this.#mirrored('quadratic')
        this.#quadratic(x1, y1, ox + v(0), oy + v(1))
        return
      }
      case 'A':
        this.#arc({ rx: v(0), ry: v(1), rotation: v(2), isLarge: v(3) === 1, sweeps: v(4) === 1 }, { x: ox + v(5), y: oy + v(6) })
        return
      default:
        this.path.push({ kind: 'close' })
        this.#at(this.#startX, this.#startY)
    }
  }

  #at(x: number, y: number): void {
    this.#x = x
    this.#y = y
    this.#mirror = undefined
  }

  #move(x: number, y: number): void {
    this.path.push({ kind: 'move', x, y })
    this.#startX = x
    this.#startY = y
    this.#at(x, y)
  }

  /** After a close the next segment starts a new subpath at the same point. */
  #reopen(): void {
    if (this.path.at(-1)?.kind === 'close') this.path.push({ kind: 'move', x: this.#x, y: this.#y })
  }

  #line(x: number, y: number): void {
    this.#reopen()
    this.path.push({ kind: 'line', x, y })
    this.#at(x, y)
  }

  #curve(curve: Curve): void {
    this.#reopen()
    this.path.push(curve)
    this.#at(curve.x, curve.y)
    this.#mirror = { kind: 'cubic', x: curve.x2, y: curve.y2 }
  }

  #quadratic(cx: number, cy: number, x: number, y: number): void {
    const third = (from: number, control: number): number => from + ((control - from) * 2) / 3
    this.#curve({ kind: 'curve', x1: third(this.#x, cx), y1: third(this.#y, cy), x2: third(x, cx), y2: third(y, cy), x, y })
    this.#mirror = { kind: 'quadratic', x: cx, y: cy }
  }

  #mirrored(kind: 'cubic' | 'quadratic'): readonly [number, number] {
    const mirror = this.#mirror
    return mirror?.kind === kind ? [2 * this.#x - mirror.x, 2 * this.#y - mirror.y] : [this.#x, this.#y]
  }

  #arc(arc: Arc, to: Point): void {
    if (to.x === this.#x && to.y === this.#y) return
    if (arc.rx === 0 || arc.ry === 0) {
      this.#line(to.x, to.y)
      return
    }
    const from = { x: this.#x, y: this.#y }
    for (const curve of arcCurves(from, to, { ...arc, rx: Math.abs(arc.rx), ry: Math.abs(arc.ry) })) this.#curve(curve)
    this.#at(to.x, to.y)
  }
}

/** An elliptical arc as the `A` command gives it; `rotation` in degrees. */
interface Arc {
  readonly rx: number
  readonly ry: number
  readonly rotation: number
  readonly isLarge: boolean
  readonly sweeps: boolean
}

type Curve = Extract<PathSegment, { kind: 'curve' }>

/** An elliptical arc as cubic curves of at most a quarter turn (SVG 2 appendix B.2.4). */
function arcCurves(from: Point, to: Point, arc: Arc): Curve[] {
  const phi = (arc.rotation * Math.PI) / 180
  const cos = Math.cos(phi)
  const sin = Math.sin(phi)
  const dx = (from.x - to.x) / 2
  const dy = (from.y - to.y) / 2
  const x1 = cos * dx + sin * dy
  const y1 = -sin * dx + cos * dy
  const excess = (x1 * x1) / (arc.rx * arc.rx) + (y1 * y1) / (arc.ry * arc.ry)
  const grow = excess > 1 ? Math.sqrt(excess) : 1
  const rx = arc.rx * grow
  const ry = arc.ry * grow
  const square = (rx * rx * ry * ry - rx * rx * y1 * y1 - ry * ry * x1 * x1) / (rx * rx * y1 * y1 + ry * ry * x1 * x1)
  const factor = (arc.isLarge === arc.sweeps ? -1 : 1) * Math.sqrt(Math.max(0, square))
  const cx1 = (factor * rx * y1) / ry
  const cy1 = (-factor * ry * x1) / rx
  const cx = cos * cx1 - sin * cy1 + (from.x + to.x) / 2
  const cy = sin * cx1 + cos * cy1 + (from.y + to.y) / 2
  const start = Math.atan2((y1 - cy1) / ry, (x1 - cx1) / rx)
  let turn = Math.atan2((-y1 - cy1) / ry, (-x1 - cx1) / rx) - start
  if (arc.sweeps && turn < 0) turn += 2 * Math.PI
  if (!arc.sweeps && turn > 0) turn -= 2 * Math.PI
  const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9))
  const step = turn / count
  const handle = (4 / 3) * Math.tan(step / 4)
  const place = (ux: number, uy: number): readonly [number, number] => [
    cx + cos * rx * ux - sin * ry * uy,
    cy + sin * rx * ux + cos * ry * uy,
  ]
  return [...Array(count).keys()].map((i) => {
    const a = start + i * step
    const b = a + step
    const end = i === count - 1 ? ([to.x, to.y] as const) : place(Math.cos(b), Math.sin(b))
    const [x1, y1] = place(Math.cos(a) - handle * Math.sin(a), Math.sin(a) + handle * Math.cos(a))
    const [x2, y2] = place(Math.cos(b) + handle * Math.sin(b), Math.sin(b) - handle * Math.cos(b))
    return { kind: 'curve', x1, y1, x2, y2, x: end[0], y: end[1] }
  })
}
