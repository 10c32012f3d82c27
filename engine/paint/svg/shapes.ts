// Basic shapes as paths (SVG 2 §10).

import { parseLength } from '../../drawing-length.ts'
import type { Rect } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Path, PathSegment } from '../canvas.ts'
import { ellipsePath, rectPath } from '../geometry/path.ts'
import { parsePathData } from '../geometry/path-data.ts'
import { fitRadii, roundedPath } from '../geometry/rounded-rect.ts'
import { diagonal, type SvgState } from './state.ts'
import { parseNumbers } from './values.ts'

/** The path of a shape in its own user space; undefined for elements that are no shapes, empty for shapes without extent. */
export function shapePath(element: VectorElement, state: SvgState): Path | undefined {
  const { viewport, fontSize } = state
  const get = (name: string, basis: number): number => parseLength(element.attributes.get(name), basis, fontSize) ?? 0
  const x = (name: string): number => get(name, viewport.width)
  const y = (name: string): number => get(name, viewport.height)
  switch (element.tag) {
    case 'path':
      return parsePathData(pathData(element))
    case 'rect':
      return roundedRect(element, { x: x('x'), y: y('y'), width: x('width'), height: y('height') }, state)
    case 'circle': {
      const radius = get('r', diagonal(state))
      return radius > 0 ? ellipsePath(x('cx'), y('cy'), radius, radius) : []
    }
    case 'ellipse': {
      const own = { rx: lengthOrAuto(element, 'rx', viewport.width, state), ry: lengthOrAuto(element, 'ry', viewport.height, state) }
      const rx = own.rx ?? own.ry ?? 0
      const ry = own.ry ?? own.rx ?? 0
      return rx > 0 && ry > 0 ? ellipsePath(x('cx'), y('cy'), rx, ry) : []
    }
    case 'line':
      return [
        { kind: 'move', x: x('x1'), y: y('y1') },
        { kind: 'line', x: x('x2'), y: y('y2') },
      ]
    case 'polyline':
    case 'polygon':
      return polyPath(parseNumbers(element.attributes.get('points')), element.tag === 'polygon')
    default:
      return undefined
  }
}

/** The `d` attribute, or the CSS property `d: path("…")`. */
function pathData({ attributes }: VectorElement): string {
  const text = attributes.get('d') ?? ''
  return /^\s*path\(\s*["'](.*)["']\s*\)\s*$/s.exec(text)?.[1] ?? text
}

function lengthOrAuto(element: VectorElement, name: string, basis: number, state: SvgState): number | undefined {
  return parseLength(element.attributes.get(name), basis, state.fontSize)
}

function roundedRect(element: VectorElement, rect: Rect, state: SvgState): Path {
  if (!(rect.width > 0 && rect.height > 0)) return []
  const ownX = lengthOrAuto(element, 'rx', state.viewport.width, state)
  const ownY = lengthOrAuto(element, 'ry', state.viewport.height, state)
  const x = Math.min(ownX ?? ownY ?? 0, rect.width / 2)
  const y = Math.min(ownY ?? ownX ?? 0, rect.height / 2)
  if (!(x > 0 && y > 0)) return rectPath(rect)
  const corner = { x, y }
  return roundedPath(rect, fitRadii({ topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }, rect))
}

function polyPath(numbers: readonly number[], isClosed: boolean): Path {
  const path: PathSegment[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    path.push({ kind: i === 0 ? 'move' : 'line', x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0 })
  }
  if (isClosed && path.length > 0) path.push({ kind: 'close' })
  return path
}
