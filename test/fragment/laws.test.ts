// What holds for every document: nothing lost, nothing twice, in order, always forward, nothing below the end of its page.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { itemsOf } from '../../engine/collections/sequence.ts'
import type { Laid, LaidParagraph } from '../../engine/layout/laid.ts'
import { cutPages, type Spot, spotsOf } from '../support/pieces.ts'
import { makeRandom } from '../support/random/random.ts'
import { randomDocument } from '../support/random/random-laid.ts'

const DOCUMENTS = 2000

interface Seen extends Spot {
  readonly page: number
}

function readPages(root: Laid, height: number): Map<Laid, Seen[]> {
  const seen = new Map<Laid, Seen[]>()
  cutPages(root, height).pages.forEach(({ piece }, page) => {
    for (const spot of spotsOf(piece)) {
      if (spot.kind === 'row') continue
      const list = seen.get(spot.laid as Laid)
      if (list === undefined) seen.set(spot.laid as Laid, [{ ...spot, page }])
      else list.push({ ...spot, page })
    }
  })
  return seen
}

/** Every paragraph and picture in the tree, except in heads and feet, which come many times. */
function* leavesOf(laid: Laid): Generator<Laid, undefined> {
  switch (laid.kind) {
    case 'paragraph':
    case 'replaced':
      yield laid
      return undefined
    case 'block':
      for (const child of itemsOf(laid.children)) yield* leavesOf(child.laid)
      return undefined
    case 'flex-grid':
      for (const child of laid.children) yield* leavesOf(child.laid)
      return undefined
    case 'columns':
      yield* leavesOf(laid.flow)
      return undefined
    case 'table':
      for (const row of itemsOf(laid.rows)) for (const cell of row.cells) yield* leavesOf(cell.laid)
      for (const caption of [...laid.topCaptions, ...laid.bottomCaptions]) yield* leavesOf(caption.laid)
      return undefined
  }
}

/** Lines one after another, each once; a line that is taller than a page in slices without a gap. */
function checkParagraph(laid: LaidParagraph, spots: readonly Seen[]): void {
  let line = 0
  let sliced: number | undefined
  for (const spot of spots) {
    if (spot.kind === 'lines') {
      if (sliced !== undefined) {
        while (line < laid.lines.length && laid.lines[line]!.y + laid.lines[line]!.height <= sliced + 0.02) line++
        sliced = undefined
      }
      assert.is(spot.from, line, 'a line is missing or comes twice')
      line = spot.to
    } else {
      if (sliced !== undefined) assert.ok(Math.abs(spot.from - sliced) < 0.02, 'a slice is missing')
      else assert.ok(spot.from <= (laid.lines[line]?.y ?? 0) + 0.02, 'a slice begins too late')
      sliced = spot.to
    }
  }
  if (sliced !== undefined) while (line < laid.lines.length && laid.lines[line]!.y + laid.lines[line]!.height <= sliced + 0.02) line++
  assert.is(line, laid.lines.length, 'lines at the end are missing')
}

function checkPicture(laid: Laid, spots: readonly Seen[]): void {
  if (spots.length === 1 && spots[0]!.kind === 'box') return
  let done = 0
  for (const spot of spots) {
    assert.ok(spot.kind === 'slice' && Math.abs(spot.from - done) < 0.02, 'a slice of a picture is missing')
    done = spot.to
  }
  assert.ok(Math.abs(done - laid.height) < 0.02, 'the end of a picture is missing')
}

/** Children in flow begin on no earlier page than the child before them ended. */
function checkOrder(laid: Laid, seen: Map<Laid, Seen[]>): { first: number; last: number } | undefined {
  if (laid.kind === 'paragraph' || laid.kind === 'replaced') {
    const spots = seen.get(laid) ?? []
    return spots.length === 0 ? undefined : { first: spots[0]!.page, last: spots[spots.length - 1]!.page }
  }
  if (laid.kind !== 'block') {
    const pages = [...leavesOf(laid)].flatMap((leaf) => (seen.get(leaf) ?? []).map((spot) => spot.page))
    return pages.length === 0 ? undefined : { first: Math.min(...pages), last: Math.max(...pages) }
  }
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const child of itemsOf(laid.children)) {
    const range = checkOrder(child.laid, seen)
    if (range === undefined) continue
    first = Math.min(first, range.first)
    if (child.role === 'float') continue
    assert.ok(range.first >= last, 'a child begins before the one above it has ended')
    last = Math.max(last, range.last)
  }
  return first === Number.POSITIVE_INFINITY ? undefined : { first, last }
}

const laws = suite('laws of fragmentation')

laws(`nothing is lost or doubled in ${DOCUMENTS} random documents`, () => {
  for (let seed = 1; seed <= DOCUMENTS; seed++) {
    const random = makeRandom(seed)
    const height = random.int(60, 200)
    const root = randomDocument(random)
    try {
      const seen = readPages(root, height)
      for (const leaf of leavesOf(root)) {
        const spots = seen.get(leaf) ?? []
        if (leaf.kind === 'paragraph') checkParagraph(leaf, spots)
        else checkPicture(leaf, spots)
      }
      for (const spot of [...seen.values()].flat()) assert.ok(spot.bottom <= height + 0.05, `${spot.name} ends at ${spot.bottom}`)
      checkOrder(root, seen)
    } catch (problem) {
      throw new Error(`seed ${seed}, pages of ${height}: ${(problem as Error).message}`, { cause: problem })
    }
  }
})

laws.run()
