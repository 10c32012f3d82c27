// How far a token has come, in the natural coordinates of its box.
import type { Laid } from '../layout/laid.ts'
import type { BreakToken } from './fragment.ts'

/** Natural `y` at which what remains begins: what is positioned above it is on earlier pages. */
export function doneBefore(laid: Laid, token: BreakToken): number {
  switch (token.at) {
    case 'slice':
      return token.y
    case 'band':
      return token.done
    case 'line':
      return laid.kind === 'paragraph' ? (laid.lines[token.line]?.y ?? laid.height) : 0
    case 'row':
      return doneRows(laid, token)
    case 'child': {
      const child = childAt(laid, token.index)
      return child === undefined ? laid.height : child.y + (token.inner === null ? 0 : doneBefore(child.laid, token.inner))
    }
  }
}

function doneRows(laid: Laid, token: Extract<BreakToken, { at: 'row' }>): number {
  if (laid.kind !== 'table') return 0
  const row = token.group === 'body' ? laid.rows.at(token.row) : undefined
  return row === undefined ? (token.group === 'head' ? 0 : laid.height) : laid.gridY + row.y + token.done
}

function childAt(laid: Laid, index: number): { readonly y: number; readonly laid: Laid } | undefined {
  if (laid.kind === 'block') return laid.children.at(index)
  if (laid.kind === 'island' && laid.breaks.kind === 'bands') {
    const band = laid.breaks.bands[index]
    return band === undefined ? undefined : { y: band.y, laid }
  }
  return laid.kind === 'island' ? laid.children[index] : undefined
}
