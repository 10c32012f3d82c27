// Whether a break cuts what should stay whole: a box that cannot break, or a line, here or in a parallel flow, whose breaks the appeal of a cut leaves out.
import type { BreakToken, CellToken, ParallelToken } from '../fragment.ts'

export function isSliced(token: BreakToken): boolean {
  switch (token.at) {
    case 'slice':
      return true
    case 'child':
      return isCellSliced(token.inner) || areSliced(token.parallel)
    case 'rest':
    case 'line':
      return areSliced(token.parallel)
    case 'columns':
    case 'wrapper':
      return isCellSliced(token.inner)
    case 'band':
      return token.inner.some(isCellSliced)
    case 'row': {
      const { cells, spans, parallel } = token
      return cells?.some(isCellSliced) === true || spans.some(({ inner }) => isCellSliced(inner)) || areSliced(parallel ?? [])
    }
  }
}

function isCellSliced(token: CellToken): boolean {
  return token !== null && token !== 'later' && isSliced(token)
}

function areSliced(tokens: readonly ParallelToken[]): boolean {
  return tokens.some(({ inner }) => isCellSliced(inner))
}
