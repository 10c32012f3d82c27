// What is written in pieces reads as what is written at once.
import { deflateSync, inflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DeflatedPieces } from '../../../engine/paint/pdf/deflated-pieces.ts'
import { CrossReferences, ObjectStreams } from '../../../engine/paint/pdf/object-streams.ts'

const objectStreams = suite('object streams')

interface Stream {
  readonly id: number
  readonly dictionary: string
  readonly bytes: Uint8Array
}

/** Object streams whose own numbers begin at 1000, and what they write. */
function collected(): { readonly objects: ObjectStreams; readonly written: Stream[]; readonly table: CrossReferences } {
  const written: Stream[] = []
  const table = new CrossReferences()
  let next = 1000
  const objects = new ObjectStreams(
    table,
    () => next++,
    (id, dictionary, bytes) => void written.push({ id, dictionary, bytes }),
  )
  return { objects, written, table }
}

/** The values of a stream by number, as a reader finds them (ISO 32000-1, 7.5.7). */
function valuesIn({ dictionary, bytes }: Stream): Map<number, string> {
  const [, count, first] = /\/N (\d+)\/First (\d+)/.exec(dictionary)!.map(Number)
  const text = inflateSync(bytes).toString('latin1')
  const head = text.slice(0, first).trim().split(/\s+/).map(Number)
  assert.is(head.length, 2 * count!)
  const entries = Array.from({ length: count! }, (_, i): [number, string] => {
    const end = 2 * i + 3 < head.length ? first! + head[2 * i + 3]! : undefined
    return [head[2 * i]!, text.slice(first! + head[2 * i + 1]!, end).trim()]
  })
  return new Map(entries)
}

/** Type, second and third field of each number (ISO 32000-1, 7.5.8). */
function entriesOf(table: CrossReferences, size: number): readonly (readonly number[])[] {
  const { dictionary, bytes } = table.encode(size)
  const width = Number(/\/W\[1 (\d) 2\]/.exec(dictionary)![1])
  const rows = inflateSync(bytes)
  const row = width + 4
  assert.is(rows.length, size * row)
  const above = new Uint8Array(row)
  return Array.from({ length: size }, (_, i) => {
    for (let at = 1; at < row; at++) above[at] = above[at]! + rows[i * row + at]!
    const field = (from: number, to: number): number => above.subarray(from, to).reduce((value, byte) => value * 256 + byte, 0)
    return [field(1, 2), field(2, 2 + width), field(2 + width, row)]
  })
}

objectStreams('a value longer than what is held is whole, and the last of its stream', () => {
  const { objects, written } = collected()
  const long = Array.from({ length: 100_000 }, (_, i) => `${i} 0 R`).join(' ')
  const add = (id: number, text: string): void => {
    const out = objects.begin(id)
    for (const part of text.split(/(?<=R )/)) out.ascii(part)
    objects.end()
  }
  add(1, '(before)')
  add(2, `[${long}]`)
  add(3, '(after)')
  objects.flush()
  assert.equal(
    written.map((stream) => [...valuesIn(stream)]),
    [
      [
        [1, '(before)'],
        [2, `[${long}]`],
      ],
      [[3, '(after)']],
    ],
  )
})

objectStreams('a stream in pieces is one of zlib, and one piece is what zlib makes at once', () => {
  const options = { level: 1, windowBits: 13, memLevel: 5 }
  const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i) >> 7)
  const pieces = new DeflatedPieces(options)
  pieces.add(bytes.subarray(0, 70_000))
  pieces.add(bytes.subarray(70_000, 70_001))
  // It throws when the sum at the end is wrong.
  assert.equal(Uint8Array.from(inflateSync(pieces.finish(bytes.subarray(70_001)))), bytes)
  assert.equal(Uint8Array.from(new DeflatedPieces(options).finish(bytes)), Uint8Array.from(deflateSync(bytes, options)))
})

objectStreams('numbers are in order whatever the order of writing, and those without an object are unused', () => {
  const table = new CrossReferences()
  table.at(7, 300)
  for (const [i, id] of [4, 5, 2].entries()) table.inStream(id, 7, i)
  table.at(1, 15)
  table.inStream(6, 8, 3)
  assert.equal(entriesOf(table, 9), [
    [0, 0, 65_535],
    [1, 15, 0],
    [2, 7, 2],
    [0, 0, 0],
    [2, 7, 0],
    [2, 7, 1],
    [2, 8, 3],
    [1, 300, 0],
    [0, 0, 0],
  ])
})

objectStreams('a long table is right beyond its first piece', () => {
  const table = new CrossReferences()
  const size = 150_000
  const isAlone = (id: number): boolean => id % 400 === 399
  for (let id = 1; id < size; id++) {
    if (isAlone(id)) table.at(id, id * 40_000)
    else table.inStream(id, id - (id % 400) + 399, id % 400)
  }
  const entries = entriesOf(table, size)
  for (let id = 1; id < size; id++) {
    const expected = isAlone(id) ? [1, id * 40_000, 0] : [2, id - (id % 400) + 399, id % 400]
    if (String(entries[id]) !== String(expected)) assert.equal(entries[id], expected, `number ${id}`)
  }
})

objectStreams.run()
