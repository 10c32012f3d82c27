// What `transform` and its companions make of a box: one matrix of the page.
import { concatMatrix, type Matrix, type Rect, type Size } from '../geometry.ts'
import { flattened, inSpace, move, product, type SpaceMatrix, showsBack } from '../space.ts'
import { type PositionValue, resolveLength, type TransformFunction } from './value.ts'

type Steps = readonly TransformFunction[]

/** The matrix of `transform` about `transform-origin`; undefined without one. */
export function transformOf(style: { readonly transform: Steps; readonly transformOrigin: PositionValue }, box: Rect): Matrix | undefined {
  if (style.transform.length === 0) return undefined
  const x = box.x + resolveLength(style.transformOrigin.x, box.width)
  const y = box.y + resolveLength(style.transformOrigin.y, box.height)
  const own = isInSpace(style.transform) ? flattened(spaceOf(style.transform, box)) : planeOf(style.transform, box)
  return concatMatrix(concatMatrix([1, 0, 0, 1, -x, -y], own), [1, 0, 0, 1, x, y])
}

/** Whether a box is turned so that its back shows, seen by itself: turns of boxes around it do not count. */
export function isTurnedAway(steps: Steps): boolean {
  return isInSpace(steps) && showsBack(spaceOf(steps, { width: 0, height: 0 }))
}

/** The matrix of one function, for drawings: percentages are of nothing. */
export function matrixOf(step: TransformFunction, box: Size): Matrix {
  if (step.kind === 'matrix') return step.matrix
  if (step.kind === 'space') return flattened(step.matrix)
  return [1, 0, 0, 1, resolveLength(step.x, box.width), resolveLength(step.y, box.height)]
}

const isInSpace = (steps: Steps): boolean => steps.some(({ kind }) => kind === 'space')

/** The last function is applied to the box first. */
function planeOf(steps: Steps, box: Size): Matrix {
  return steps.reduceRight<Matrix>((matrix, step) => concatMatrix(matrix, matrixOf(step, box)), [1, 0, 0, 1, 0, 0])
}

function spaceOf(steps: Steps, box: Size): SpaceMatrix {
  return steps.map((step) => spaceMatrixOf(step, box)).reduce(product)
}

function spaceMatrixOf(step: TransformFunction, box: Size): SpaceMatrix {
  if (step.kind === 'space') return step.matrix
  const plane = matrixOf(step, box)
  return step.kind === 'translate' && step.z !== undefined ? move(plane[4], plane[5], step.z) : inSpace(plane)
}
