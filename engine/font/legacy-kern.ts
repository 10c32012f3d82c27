// Pair kerning of fonts that have a `kern` table and no GPOS kerning. HarfBuzz would apply it; its WebAssembly build was made without.

import { guard } from './bytes.ts'
import type { OpenFace } from './face.ts'
import { FontError } from './font-error.ts'

/** Font units to add between two glyphs; left to right text only. */
export type PairKerning = (left: number, right: number) => number

const HORIZONTAL = 0x1
const MINIMUM_OR_CROSS_STREAM = 0x2 | 0x4

/** The kerning of a face's `kern` table (format 0 subtables); undefined when there is none or GPOS does it. */
export function legacyKerning(face: OpenFace, hasGposKerning: boolean): PairKerning | undefined {
  const table = face.sfnt.tables.get('kern')
  if (table === undefined || hasGposKerning) return undefined
  try {
    const pairs = guard('kern', () => readPairs(table))
    return pairs.size === 0 ? undefined : (left, right) => pairs.get(left * 65536 + right) ?? 0
  } catch (problem) {
    if (problem instanceof FontError) return undefined
    throw problem
  }
}

function readPairs(table: DataView): Map<number, number> {
  const pairs = new Map<number, number>()
  if (table.getUint16(0) !== 0) return pairs
  let at = 4
  for (let i = 0; i < table.getUint16(2) && at + 14 <= table.byteLength; i++) {
    const coverage = table.getUint16(at + 4)
    const isHorizontal = (coverage & HORIZONTAL) !== 0
    if (coverage >> 8 === 0 && isHorizontal && (coverage & MINIMUM_OR_CROSS_STREAM) === 0) addPairs(table, at, pairs)
    at += table.getUint16(at + 2)
  }
  return pairs
}

function addPairs(table: DataView, at: number, pairs: Map<number, number>): void {
  const count = Math.min(table.getUint16(at + 6), Math.floor((table.byteLength - at - 14) / 6))
  for (let row = at + 14; row < at + 14 + count * 6; row += 6) {
    const key = table.getUint16(row) * 65536 + table.getUint16(row + 2)
    pairs.set(key, (pairs.get(key) ?? 0) + table.getInt16(row + 4))
  }
}
