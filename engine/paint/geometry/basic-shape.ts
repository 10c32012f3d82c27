// Basic shapes as paths.
import { type Point, PX, type Rect } from '../../geometry.ts'
import {
  type BasicShape,
  type ControlPoint,
  diagonal,
  type FillRule,
  pointIn,
  type ShapeCommand,
  shapeIn,
} from '../../style/basic-shape.ts'
import { type LengthPercentage, type PositionValue, resolveLength } from '../../style/value.ts'
import type { Path } from '../canvas.ts'
import { ellipsePath, polygonPath, transformPath } from './path.ts'
import { parsePathData } from './path-data.ts'
import { fitRadii, roundedPath } from './rounded-rect.ts'

/** A shape in its reference box, and how its path is filled. `unit`: of numbers in path data, in points. */
export function shapePathIn(shape: BasicShape, box: Rect, unit = PX): { readonly path: Path; readonly rule: FillRule } {
  const rule = 'rule' in shape ? shape.rule : 'nonzero'
  if (shape.kind === 'path') return { path: transformPath(parsePathData(shape.path), [unit, 0, 0, unit, box.x, box.y]), rule }
  if (shape.kind === 'shape') return { path: parsePathData(new CommandWriter(box).write(shape)), rule }
  const outline = shapeIn(shape, box)
  switch (outline?.kind) {
    case 'rounded': {
      const [topLeft, topRight, bottomRight, bottomLeft] = outline.radii
      return { path: roundedPath(outline.rect, fitRadii({ topLeft, topRight, bottomRight, bottomLeft }, outline.rect)), rule }
    }
    case 'ellipse':
      return { path: ellipsePath(outline.center.x, outline.center.y, outline.rx, outline.ry), rule }
    case 'polygon':
      return { path: outline.points.length === 0 ? [] : polygonPath(outline.points.map(({ x, y }) => [x, y])), rule }
    case undefined:
      throw new Error(`shape: ${shape.kind}() has no outline`)
  }
}

/** Writes the steps of `shape()` as path data in absolute coordinates. */
class CommandWriter {
  readonly #box: Rect
  #at: Point = { x: 0, y: 0 }
  #start: Point = { x: 0, y: 0 }

  constructor(box: Rect) {
    this.#box = box
  }

  write({ from, commands }: Extract<BasicShape, { kind: 'shape' }>): string {
    this.#at = this.#start = pointIn(from, this.#box)
    return [`M${this.#at.x} ${this.#at.y}`, ...commands.map((command) => this.#step(command))].join('')
  }

  #step(command: ShapeCommand): string {
    if (command.kind === 'close') {
      this.#at = this.#start
      return 'Z'
    }
    const end = this.#endOf(command)
    const text = this.#drawn(command, end)
    this.#at = end
    if (command.kind === 'move') this.#start = end
    return `${text} ${end.x} ${end.y}`
  }

  /** Letter and parameters, without the end. */
  #drawn(command: Exclude<ShapeCommand, { kind: 'close' }>, end: Point): string {
    switch (command.kind) {
      case 'move':
        return 'M'
      case 'line':
      case 'hline':
      case 'vline':
        return 'L'
      case 'curve':
        return `${command.controls.length === 1 ? 'Q' : 'C'}${this.#controls(command.controls, end)}`
      case 'smooth':
        return `${command.controls.length === 0 ? 'T' : 'S'}${this.#controls(command.controls, end)}`
      case 'arc': {
        const { width, height } = this.#box
        const isSingle = command.ry === undefined
        const rx = resolveLength(command.rx, isSingle ? diagonal(this.#box) : width)
        const ry = resolveLength(command.ry ?? command.rx, isSingle ? diagonal(this.#box) : height)
        return `A${rx} ${ry} ${command.rotation} ${command.isLarge ? 1 : 0} ${command.isClockwise ? 1 : 0}`
      }
    }
  }

  #endOf(command: Exclude<ShapeCommand, { kind: 'close' }>): Point {
    const { x, y, width, height } = this.#box
    const { by } = command
    if (command.kind !== 'hline' && command.kind !== 'vline')
      return by ? this.#from(this.#at, command.end) : pointIn(command.end, this.#box)
    const isAcross = command.kind === 'hline'
    return isAcross
      ? { x: (by ? this.#at.x : x) + resolveLength(command.end, width), y: this.#at.y }
      : { x: this.#at.x, y: (by ? this.#at.y : y) + resolveLength(command.end, height) }
  }

  #from(origin: Point, { x, y }: PositionValue): Point {
    const along = (value: LengthPercentage, basis: number): number => resolveLength(value, basis)
    return { x: origin.x + along(x, this.#box.width), y: origin.y + along(y, this.#box.height) }
  }

  #controls(controls: readonly ControlPoint[], end: Point): string {
    const origins = { start: this.#at, end, origin: this.#box }
    return controls
      .map(({ point, from }) => this.#from(origins[from], point))
      .map(({ x, y }) => ` ${x} ${y}`)
      .join('')
  }
}
