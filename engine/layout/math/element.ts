// Which element of a formula is laid out by what.
import type { MathElement } from '../../box/box.ts'
import { inEdges } from './decoration.ts'
import { type MathEnvironment, withAttributes } from './environment.ts'
import { fractionPiece } from './fraction.ts'
import { limitsPiece } from './limits.ts'
import type { OperatorIndex } from './operators.ts'
import type { MathPiece } from './piece.ts'
import { anyRoot, squareRoot } from './radical.ts'
import { rowPiece } from './row.ts'
import { scriptsPiece } from './scripts.ts'
import { paddedPiece, spacePiece } from './space.ts'
import { tablePiece } from './table.ts'
import { operatorPiece, tokenPiece } from './token.ts'

/** Any element but the formula itself, in its border and padding. */
export function elementPiece(element: MathElement, around: MathEnvironment, operators: OperatorIndex): MathPiece {
  const environment = withAttributes(element, around)
  // A wrong number of children makes a row of them, as in browsers (MathML Core §3.1.2).
  const piece = pieceOf(element, environment, operators) ?? rowPiece(element, environment, operators)
  return element.tag === 'mtd' ? piece : inEdges(element.style, piece)
}

function pieceOf(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece | undefined {
  switch (element.tag) {
    case 'mi':
    case 'mn':
    case 'mtext':
    case 'ms':
      return tokenPiece(element, environment)
    case 'mo':
      return operatorPiece(element, environment, operators)
    case 'mspace':
      return spacePiece(element, environment)
    case 'mfrac':
      return fractionPiece(element, environment)
    case 'msqrt':
      return squareRoot(element, environment, operators)
    case 'mroot':
      return anyRoot(element, environment)
    case 'msub':
    case 'msup':
    case 'msubsup':
    case 'mmultiscripts':
      return scriptsPiece(element, environment, operators)
    case 'munder':
    case 'mover':
    case 'munderover':
      return limitsPiece(element, environment, operators)
    case 'mpadded':
      return paddedPiece(element, environment, operators)
    case 'mtable':
      return tablePiece(element, environment, operators)
    default:
      return undefined
  }
}
