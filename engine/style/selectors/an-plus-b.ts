// The An+B microsyntax.
import type { Component } from '../syntax/tokens.ts'

/** Parses An+B (CSS Syntax 3 §6) from joined components: `2n + 1` is tokenized as a dimension, a delimiter and a number. */
export function parseAnPlusB(items: readonly Component[]): { readonly a: number; readonly b: number } | undefined {
  let text = ''
  for (const item of items) {
    if (item.kind === 'ident') text += item.lower
    else if (item.kind === 'number') text += item.value < 0 ? item.value : `+${item.value}`
    else if (item.kind === 'dimension') text += `${item.value}${item.unit}`
    else if (item.kind === 'delim') text += item.value
    else return undefined
  }
  text = text.replace(/([+-])\+/, '$1')
  if (text === 'even') return { a: 2, b: 0 }
  if (text === 'odd') return { a: 2, b: 1 }
  const match = /^(?:([+-]?\d*)n)?([+-]\d+)?$/.exec(text)
  if (match === null || text === '') return undefined
  const [, a, b] = match
  const factor = a === undefined ? 0 : a === '' || a === '+' ? 1 : a === '-' ? -1 : Number(a)
  return { a: factor, b: b === undefined ? 0 : Number(b) }
}

/** Whether `index` is a·n + b for some n ≥ 0. */
export function isNth(index: number, a: number, b: number): boolean {
  if (a === 0) return index === b
  const n = (index - b) / a
  return n >= 0 && Number.isInteger(n)
}
