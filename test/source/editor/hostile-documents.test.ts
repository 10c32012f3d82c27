// Documents made at random of everything an editor might write: they are read, or refused with errors at places that exist.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList } from '../../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../../engine/limits.ts'
import { parseEditor } from '../../../engine/source/editor/editor.ts'
import { MARK_ALIASES, NODE_ALIASES } from '../../../engine/source/editor/names.data.ts'
import { EDITOR_MARKS, EDITOR_NODES } from '../../../engine/source/editor/schema.data.ts'

const TYPES = [
  ...EDITOR_NODES,
  ...Object.keys(NODE_ALIASES),
  'footnotes',
  'footnoteReference',
  'tableHead',
  'mystery',
  'bulletListItem',
  '__proto__',
  7,
]
const MARKS = [...EDITOR_MARKS, ...Object.keys(MARK_ALIASES), 'sparkle']
const VALUES = [null, '', 0, -1, '2', 'x', true, [], {}, 'red; a:b', '{{a}}', 'var(--x)', 'calc(1px)', Number.NaN]
const NAMES =
  'level src href textAlign checked latex name items if unless repeat colspan colwidth width title color fontSize dir caption data-id html value label'.split(
    ' ',
  )
const TEXTS = ['a', '{{x}}', '{{', '}}', '{{#if a}}', '{{/if}}', ' ', '', '{', 5]

/** A generator of small numbers: the same at every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const random = numbers(19)
const pick = (list: readonly unknown[]): unknown => list[random(list.length)]
const some = <T>(most: number, make: () => T): T[] => Array.from({ length: random(most) }, make)

function attributes(): object {
  return Object.fromEntries(some(4, () => [pick(NAMES), pick(VALUES)]))
}

function node(depth: number): unknown {
  if (random(60) === 0) return pick(VALUES)
  const isText = random(3) === 0
  return {
    type: isText ? 'text' : pick(TYPES),
    ...(isText ? { text: pick(TEXTS) } : {}),
    ...(random(2) === 0 ? { attrs: attributes() } : {}),
    ...(random(4) === 0 ? { marks: some(3, () => ({ type: pick(MARKS), attrs: attributes() })) } : {}),
    ...(depth > 0 && random(4) > 0 ? { content: some(4, () => node(depth - 1)) } : {}),
  }
}

const hostile = suite('hostile editor documents')

hostile('every document is read or refused, and stays as it is', () => {
  for (let i = 0; i < 2000; i++) {
    const source = { type: 'doc', attrs: { page: { header: some(2, () => node(2)) } }, content: some(4, () => node(3)) }
    const before = JSON.stringify(source)
    const reporter = new DiagnosticList()
    parseEditor(source, { reporter, limits: DEFAULT_LIMITS })
    assert.is(JSON.stringify(source), before)
    for (const { message } of reporter.all) assert.not.match(message, 'is not allowed here', `${message}: ${before}`)
  }
})

hostile.run()
