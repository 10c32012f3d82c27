// Spaces, and boxes that are made larger or smaller than what is in them (MathML Core §3.2.5 and §3.3.6).
import type { MathElement } from '../../box/box.ts'
import { fontOf, lengthOf, type MathEnvironment } from './environment.ts'
import type { OperatorIndex } from './operators.ts'
import { EMPTY, joinPieces, type MathPiece } from './piece.ts'
import { rowPiece } from './row.ts'

export function spacePiece(element: MathElement, environment: MathEnvironment): MathPiece {
  const font = fontOf(element.style, environment)
  const width = lengthOf(element, 'width', font) ?? 0
  const height = lengthOf(element, 'height', font) ?? 0
  const depth = lengthOf(element, 'depth', font) ?? 0
  return { ...EMPTY, width: Math.max(0, width), ascent: height, descent: Math.max(depth, -height) }
}

export function paddedPiece(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece {
  const font = fontOf(element.style, environment)
  const content = rowPiece(element, environment, operators)
  const length = (name: string, own: number): number | undefined => {
    const text = element.attributes.get(name)?.trim() ?? ''
    // MathML 3 has changes too, which `+` and `-` begin, and percentages of the content.
    const found = lengthOf(element, name, font, own)
    return found === undefined ? undefined : name !== 'lspace' && name !== 'voffset' && /^[+-]/.test(text) ? own + found : found
  }
  const width = Math.max(0, length('width', content.width) ?? content.width)
  const ascent = Math.max(0, length('height', content.ascent) ?? content.ascent)
  const descent = Math.max(0, length('depth', content.descent) ?? content.descent)
  const lspace = Math.max(0, length('lspace', content.width) ?? 0)
  const voffset = length('voffset', content.ascent) ?? 0
  const isRtl = element.style.direction === 'rtl'
  const x = isRtl ? width - content.width - lspace : lspace
  return { ...joinPieces([{ piece: content, x, y: -voffset }], width), ascent, descent, italicsCorrection: 0 }
}
