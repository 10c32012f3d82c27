// Rows: parts side by side, operators with their spaces, fences as tall as what they enclose (MathML Core §3.3.1).
import type { MathElement } from '../../box/box.ts'
import { fontOf, type MathEnvironment, type StretchTarget } from './environment.ts'
import { axisOf, elementsOf, type OperatorIndex, spacesOf } from './operators.ts'
import { EMPTY, joinPieces, type MathPiece, type PlacedPiece } from './piece.ts'

/** The children of an element as a row. */
export function rowPiece(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece {
  const children = elementsOf(element)
  const [only] = children
  if (only === undefined) return EMPTY
  // What stands alone may grow with what is around the row.
  if (children.length === 1 && element.tag !== 'math') return environment.formula.lay(only, environment)
  const inner = { ...environment, stretch: undefined }
  const pieces = rowPieces(children, inner, { outer: environment.stretch, operators })
  const isSpaced = element.tag === 'math' || operators.coreOf(element) === undefined
  const isRtl = element.style.direction === 'rtl'
  const placed: PlacedPiece[] = []
  let x = 0
  children.forEach((child, i) => {
    const piece = pieces[i]!
    const core = isSpaced ? operators.coreOf(child) : undefined
    const spaces = core === undefined ? NO_SPACES : spacesOf(core, operators.traitsOf(core), fontOf(core.style, inner))
    x += isRtl ? spaces.right : spaces.left
    placed.push({ piece, x, y: 0 })
    x += piece.width + (isRtl ? spaces.left : spaces.right)
  })
  const mirrored = isRtl ? placed.map((part) => ({ ...part, x: x - part.x - part.piece.width })) : placed
  const joined = joinPieces(mirrored, x)
  const [single] = pieces
  return pieces.length === 1 && single !== undefined ? { ...joined, italicsCorrection: single.italicsCorrection } : joined
}

const NO_SPACES = { left: 0, right: 0 }

interface Around {
  readonly outer: StretchTarget | undefined
  readonly operators: OperatorIndex
}

function rowPieces(children: readonly MathElement[], environment: MathEnvironment, { outer, operators }: Around): readonly MathPiece[] {
  const { formula } = environment
  const grows = children.map((child) => {
    const core = operators.coreOf(child)
    const traits = core === undefined ? undefined : operators.traitsOf(core)
    return core !== undefined && traits?.isStretchy === true && axisOf(core, traits) === 'vertical'
  })
  const isOuter = (core: MathElement | undefined): boolean => core !== undefined && outer?.axis === 'horizontal'
  const all = grows.every(Boolean)
  const first = children.map((child, i) => {
    if (grows[i] && !all) return undefined
    return formula.lay(child, isOuter(operators.coreOf(child)) ? { ...environment, stretch: outer } : environment)
  })
  if (!grows.includes(true)) return first.map((piece) => piece!)
  const still = first.filter((piece) => piece !== undefined)
  const ascent = still.reduce((most, piece) => Math.max(most, piece.ascent), Number.NEGATIVE_INFINITY)
  const descent = still.reduce((most, piece) => Math.max(most, piece.descent), Number.NEGATIVE_INFINITY)
  const own = { axis: 'vertical', ascent, descent } as const
  // An embellished row grows with what is around it.
  const stretch =
    outer?.axis === 'vertical' ? { ...own, ascent: Math.max(ascent, outer.ascent), descent: Math.max(descent, outer.descent) } : own
  return children.map((child, i) => (grows[i] ? formula.lay(child, { ...environment, stretch }) : first[i]!))
}
