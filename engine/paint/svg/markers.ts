// Markers at the vertices of paths (SVG 2 §13.7).

import { parseLength } from '../../drawing-length.ts'
import type { Matrix } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import type { Path, PathSegment } from '../canvas.ts'
import { type Drawing, elementsOf, followReference } from './drawing.ts'
import type { SvgState } from './state.ts'
import { fitViewBox, parseViewBox } from './viewport.ts'

const MOST_MARKERS = 5_000

export function paintMarkers(path: Path, state: SvgState, drawing: Drawing): void {
  if (state.markerStart === undefined && state.markerMid === undefined && state.markerEnd === undefined) return
  const vertices = verticesOf(path)
  vertices.slice(0, MOST_MARKERS).forEach((vertex, i) => {
    const isStart = i === 0
    const isEnd = i === vertices.length - 1
    if (isStart) paintMarker(vertex, 'start', state, drawing)
    if (!isStart && !isEnd) paintMarker(vertex, 'mid', state, drawing)
    if (isEnd) paintMarker(vertex, 'end', state, drawing)
  })
}

/** A vertex with the directions of the path into it and out of it, in radians. */
interface Vertex {
  readonly x: number
  readonly y: number
  readonly into: number | undefined
  readonly out: number | undefined
}

function verticesOf(path: Path): Vertex[] {
  const vertices: { x: number; y: number; into: number | undefined; out: number | undefined }[] = []
  let start = { x: 0, y: 0 }
  let at = start
  for (const segment of path) {
    if (segment.kind === 'move') {
      start = segment
      at = segment
      vertices.push({ x: segment.x, y: segment.y, into: undefined, out: undefined })
      continue
    }
    const end = segment.kind === 'close' ? start : segment
    const { out, into } = directions(at, segment, end)
    const before = vertices[vertices.length - 1]
    if (before !== undefined) before.out = out
    vertices.push({ x: end.x, y: end.y, into, out: undefined })
    at = end
  }
  return vertices
}

function directions(from: { x: number; y: number }, segment: PathSegment, to: { x: number; y: number }): { out: number; into: number } {
  const angle = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.atan2(b.y - a.y, b.x - a.x)
  if (segment.kind !== 'curve') return { out: angle(from, to), into: angle(from, to) }
  const one = { x: segment.x1, y: segment.y1 }
  const two = { x: segment.x2, y: segment.y2 }
  const isAt = (a: { x: number; y: number }, b: { x: number; y: number }): boolean => a.x === b.x && a.y === b.y
  return {
    out: angle(from, !isAt(from, one) ? one : !isAt(from, two) ? two : to),
    into: angle(!isAt(to, two) ? two : !isAt(to, one) ? one : from, to),
  }
}

type MarkerPlace = 'start' | 'mid' | 'end'

function paintMarker(vertex: Vertex, place: MarkerPlace, state: SvgState, drawing: Drawing): void {
  const id = place === 'start' ? state.markerStart : place === 'mid' ? state.markerMid : state.markerEnd
  const element = id === undefined ? undefined : drawing.byId(id)
  const inner = followReference(drawing)
  if (element?.tag !== 'marker' || inner === undefined) return
  const { attributes } = element
  const scale = attributes.get('markerUnits') === 'userSpaceOnUse' ? 1 : state.line.width
  const length = (name: string, initial: number): number => parseLength(attributes.get(name), initial, state.fontSize) ?? initial
  const viewport = { x: 0, y: 0, width: length('markerWidth', 3), height: length('markerHeight', 3) }
  if (!(viewport.width > 0 && viewport.height > 0 && scale > 0)) return
  const viewBox = parseViewBox(attributes.get('viewBox'))
  const fitted: Matrix =
    viewBox === undefined ? [1, 0, 0, 1, 0, 0] : fitViewBox(viewBox, viewport, attributes.get('preserveAspectRatio')).matrix
  const [sx, , , sy, tx, ty] = fitted
  const refX = length('refX', 0) * sx + tx
  const refY = length('refY', 0) * sy + ty
  const angle = angleOf(element, vertex, place)
  const { canvas } = drawing
  canvas.save()
  canvas.transform([
    Math.cos(angle) * scale,
    Math.sin(angle) * scale,
    -Math.sin(angle) * scale,
    Math.cos(angle) * scale,
    vertex.x,
    vertex.y,
  ])
  canvas.transform([1, 0, 0, 1, -refX, -refY])
  if (attributes.get('overflow') !== 'visible') canvas.clipRect(viewport)
  canvas.transform(fitted)
  const own = drawing.inheritedBy(element, viewBox ?? viewport)
  for (const child of elementsOf(element)) inner.draw(child, own, { ...inner, paint: { fill: state.fill, stroke: state.stroke } })
  canvas.restore()
}

function angleOf({ attributes }: VectorElement, vertex: Vertex, place: MarkerPlace): number {
  const orient = attributes.get('orient') ?? '0'
  if (!orient.startsWith('auto')) return ((Number.parseFloat(orient) || 0) * Math.PI) / 180
  const into = vertex.into ?? vertex.out ?? 0
  const out = vertex.out ?? vertex.into ?? 0
  // The bisector of both directions, on the side of the smaller turn.
  const middle = Math.atan2(Math.sin(into) + Math.sin(out), Math.cos(into) + Math.cos(out))
  return orient === 'auto-start-reverse' && place === 'start' ? middle + Math.PI : middle
}
