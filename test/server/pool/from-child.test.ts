// A worker may have been taken over by its input: any invalid message ends it, its job gets an outcome of the server's, and the next job is unharmed.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NEVER_CANCELLED } from '../../../server/cancel-signal.ts'
import { fromChild, type ProtocolState } from '../../../server/pool/from-child.ts'
import { usageOf } from '../../../server/pool/process-usage.ts'
import { programUrl } from '../../support/programs.ts'
import type { EvilFrame } from '../support/evil-child.ts'
import { closeOpen, deaths, jobOf, start } from '../support/pool-bench.ts'

const evil = suite('messages of a worker that was taken over')

evil.after.each(closeOpen)

const SCRIPT = programUrl('test/server/support/evil-child')
const DONE = { kind: 'rendered', id: '$', pages: 1, warningCount: 0, warnings: [] }
const one = (header: object, more: Partial<EvilFrame> = {}): EvilFrame[] => [{ header: header as EvilFrame['header'], ...more }]
const failed = (failure: unknown): EvilFrame[] => one({ kind: 'failed', id: '$', failure })
const warned = (warning: unknown): EvilFrame[] => one({ ...DONE, warnings: [warning] })
const PROBLEM = { code: 'bad-image', severity: 'error', message: 'x' }

const INVALID: Readonly<Record<string, readonly EvilFrame[]>> = {
  'no kind': one({ id: '$' }),
  'an unknown kind': one({ kind: 'toString', id: '$' }),
  'the answer to another job': one({ ...DONE, id: 999 }),
  'an answer without the id of its job': one({ ...DONE, id: undefined }),
  'ready again': one({ kind: 'ready' }, { times: 1000 }),
  'an answer to a compile job': one({ kind: 'compiled', id: '$', variables: [], warnings: [] }),
  'no count of pages': one({ ...DONE, pages: undefined }),
  'half a page': one({ ...DONE, pages: 0.5 }),
  'pages as text': one({ ...DONE, pages: '1' }),
  'a negative count of warnings': one({ ...DONE, warningCount: -1 }),
  'warnings that are not a list': one({ ...DONE, warnings: { length: 1 } }),
  'too many warnings': one({ ...DONE, warnings: Array(2000).fill(PROBLEM) }),
  'a warning that is null': warned(null),
  'a warning without a message': warned({ code: 'bad-image', severity: 'warning' }),
  'a message that is an object': warned({ ...PROBLEM, message: { toString: 'x' } }),
  'a code of another form': warned({ ...PROBLEM, code: 'bad\r\nX-Header: 1' }),
  'another severity': warned({ ...PROBLEM, severity: 'fatal' }),
  'a position without a line': warned({ ...PROBLEM, at: { kind: 'text', line: 'x', column: 1 } }),
  'a failure without a kind': failed({}),
  'a failure that is null': failed(null),
  'a failure that only the server decides: overloaded': failed({ kind: 'overloaded', secondsToWait: 1e9 }),
  'a failure that only the server decides: quarantined': failed({ kind: 'quarantined' }),
  'cancelled without being asked to stop': failed({ kind: 'cancelled' }),
  'a part that the job does not have': failed({ kind: 'input', part: 7, problems: [PROBLEM] }),
  'an input failure without an error': failed({ kind: 'input', problems: [] }),
  'missing variables of a job that is not strict': failed({ kind: 'missing', part: 0, variables: ['x'] }),
  'a request for the source of another job': one({ kind: 'need', id: '$', hashes: ['x'] }),
  'a request for the assets of a job that has none': one({ kind: 'need-assets', id: '$', hashes: ['a'.repeat(64)] }),
  'a request for the manifest of a job without assets': one({ kind: 'need-manifest', id: '$' }),
  'a request for no source': one({ kind: 'need', id: '$', hashes: [] }),
  'a piece of a job that is sent whole': one({ kind: 'piece', id: '$' }, { bytes: 10 }),
  'a header that is a list': one({}, { text: ['[', '1,', 10, '1]'] }),
  'a header that is not JSON': one({}, { text: ['{', 'x', 10, ''] }),
  'a header of sixteen megabytes of lists': one({}, { text: ['{"kind":"ready","a":[', '[],', 5_000_000, '0]}'] }),
  'a header of four gigabytes': one({}, { raw: [255, 255, 255, 255, 0, 0, 0, 0] }),
  'a body of four gigabytes': one({}, { raw: [0, 0, 0, 2, 255, 255, 255, 255] }),
  'an invalid message, then a valid answer': [...one({ kind: 'piece', id: '$' }), ...one(DONE, { bytes: 10 })],
}

/** A worker that is ready, with a job that is not strict and is answered whole. */
const STATE: ProtocolState = {
  ...{
    isReady: true,
    sent: new Set<string>(),
    hasManifest: false,
    sentAssets: new Set<string>(),
    stop: undefined,
    parts: 0,
    mostWhole: 100,
  },
  job: {
    ...{ kind: 'job', id: 1, task: 'render', isStrict: false, mayStream: false },
    parts: [{ hash: 'own', type: 'html', start: 0, end: 2 }],
  },
}

for (const [what, frames] of Object.entries(INVALID)) {
  if (frames.some(({ text, raw }) => text !== undefined || raw !== undefined)) continue
  evil(`throws for ${what}`, () => {
    const [{ header, bytes = 0 } = { header: {} }] = frames
    const frame = { header: { ...header, id: header['id'] === '$' ? 1 : header['id'] }, body: new Uint8Array(bytes) }
    assert.throws(() => fromChild(frame, STATE), /broke the protocol/)
  })
}

evil('progress of a merge grows, and comes only where it was asked for', () => {
  const { job } = STATE
  if (job?.kind !== 'job') throw new Error('the job of the state renders')
  const three = { ...job, task: 'merge', parts: [...job.parts, ...job.parts, ...job.parts] } as const
  const answer = (parts: unknown, before = 1, reportsParts = true): ReturnType<typeof fromChild> =>
    fromChild(
      { header: { kind: 'progress', id: 1, parts }, body: new Uint8Array(0) },
      { ...STATE, parts: before, job: { ...three, reportsParts } },
    )
  assert.equal(answer(3), { kind: 'progress', id: 1, parts: 3 })
  for (const parts of [1, 0, 4, -1, '2', undefined]) assert.throws(() => answer(parts), /broke the protocol/)
  assert.throws(() => answer(2, 1, false), /broke the protocol/)
})

evil('a preview is rebuilt from fields that were checked', () => {
  const { job } = STATE
  if (job?.kind !== 'job') throw new Error('the job of the state renders')
  const preview = { hasData: true, pageRange: undefined, withBoxes: true }
  const state: ProtocolState = { ...STATE, job: { ...job, task: 'preview', preview } }
  const box = { path: 'html', page: 1, x: 0, y: -1.5, width: 2, height: 3 }
  const answer = (notes: unknown): ReturnType<typeof fromChild> =>
    fromChild({ header: { ...DONE, id: 1, preview: notes }, body: new Uint8Array(0) }, state)
  const notes = { variables: [], diagnostics: [], boxes: [{ ...box, more: 1 }] }
  assert.equal(answer(notes), { ...DONE, id: 1, preview: { ...notes, boxes: [box] } })
  const wrong = [undefined, [], { variables: [] }, { ...notes, boxes: {} }, { ...notes, boxes: Array(4001).fill(box) }]
  const boxes = [
    { ...box, x: null },
    { ...box, page: -1 },
    { ...box, path: 1 },
    { ...box, id: {} },
  ]
  const places = { at: ['1:1'], spans: [1, 2], first: 1, boxes: [[0, 1, 2, 3, 4], []] }
  assert.equal(answer({ ...notes, places: { ...places, more: 1 } }), { ...DONE, id: 1, preview: { ...notes, boxes: [box], places } })
  const wrongPlaces = [
    { ...places, at: [1] },
    { ...places, spans: [1] },
    { ...places, first: '1' },
    { ...places, boxes: [[0, 1, 2, 3]] },
    { ...places, boxes: [[0, 1, 2, 3, '4']] },
    { ...places, boxes: [Array(100_005).fill(0)] },
    { ...places, boxes: Array(2).fill(Array(50_005).fill(0)) },
  ]
  for (const each of wrongPlaces) assert.throws(() => answer({ ...notes, places: each }), /broke the protocol/)
  for (const each of [...wrong, ...boxes.map((one) => ({ ...notes, boxes: [one] }))])
    assert.throws(() => answer(each), /broke the protocol/)
})

evil('an examination is answered by a checked problem, or none', () => {
  const state: ProtocolState = { ...STATE, job: { kind: 'examine', id: 1, type: 'font/ttf' } }
  const answer = (header: object): ReturnType<typeof fromChild> =>
    fromChild({ header: { id: 1, ...header }, body: new Uint8Array(0) }, state)
  assert.equal(answer({ kind: 'examined' }), { kind: 'examined', id: 1 })
  assert.equal(answer({ kind: 'examined', problem: { ...PROBLEM, more: 1 } }), { kind: 'examined', id: 1, problem: PROBLEM })
  for (const wrong of [
    { kind: 'examined', problem: 'x' },
    { ...DONE, id: 1 },
    { kind: 'need-manifest' },
    { kind: 'need', hashes: ['own'] },
  ])
    assert.throws(() => answer(wrong), /broke the protocol/)
})

evil('assets are asked for once, by hashes, and only so many', () => {
  const { job } = STATE
  if (job?.kind !== 'job') throw new Error('the job of the state renders')
  const state: ProtocolState = { ...STATE, job: { ...job, assets: '["a",1]' } }
  const [one, other] = ['a'.repeat(64), 'b'.repeat(64)]
  const ask = (hashes: unknown, more: Partial<ProtocolState> = {}): ReturnType<typeof fromChild> =>
    fromChild({ header: { kind: 'need-assets', id: 1, hashes }, body: new Uint8Array(0) }, { ...state, ...more })
  assert.equal(ask([one, other]), { kind: 'need-assets', id: 1, hashes: [one, other] })
  for (const wrong of [undefined, [], [one, one], ['../secret'], [one.toUpperCase()], [1], Array(20_001).fill(one)])
    assert.throws(() => ask(wrong), /broke the protocol/)
  assert.throws(() => ask([one], { sentAssets: new Set([one]) }), /broke the protocol/)
  const sentAssets = new Set(Array.from({ length: 20_000 }, (_, i) => String(i)))
  assert.throws(() => ask([one], { sentAssets }), /broke the protocol/)
  const manifest = { header: { kind: 'need-manifest', id: 1 }, body: new Uint8Array(0) }
  assert.equal(fromChild(manifest, state), { kind: 'need-manifest', id: 1 })
  assert.throws(() => fromChild(manifest, { ...state, hasManifest: true }), /broke the protocol/)
})

/** The messages that are sent by a real process, beside all that are no frames. */
const SENT = [
  'the answer to another job',
  'a warning that is null',
  'a failure that only the server decides: quarantined',
  'an invalid message, then a valid answer',
]

evil('an invalid message ends the worker', async () => {
  const bench = await start({ script: SCRIPT, deathsOfTeam: 1000 })
  const before = usageOf(process.pid)?.residentBytes ?? 0
  let count = 0
  for (const [what, frames] of Object.entries(INVALID)) {
    if (!SENT.includes(what) && frames.every(({ text, raw }) => text === undefined && raw === undefined)) continue
    const outcome = await bench.render({ frames })
    assert.is(outcome.kind, 'quarantined', what)
    count += 2
    assert.equal(deaths(bench.events), Array(count).fill('protocol-error'), what)
  }
  assert.ok(count >= 2 * (SENT.length + 5))
  const grown = (usageOf(process.pid)?.residentBytes ?? 0) - before
  assert.ok(grown < 150 * 2 ** 20, `${Math.round(grown / 2 ** 20)} MiB`)
  const good = await bench.render({
    frames: one({ ...DONE, warnings: [{ ...PROBLEM, extra: 1, at: { kind: 'pointer', pointer: '/a' } }] }, { bytes: 10 }),
  })
  assert.equal(good, {
    ...{ kind: 'rendered', pdf: Buffer.alloc(10), pages: 1, warningCount: 0 },
    warnings: [{ ...PROBLEM, at: { kind: 'pointer', pointer: '/a' } }],
  })
})

evil('a source is sent once, and only a document that may stream comes in pieces', async () => {
  const bench = await start({ script: SCRIPT })
  let asked = 0
  const job = jobOf('a', 'Hello', { frames: [] })
  const [{ hash } = { hash: '' }] = job.parts
  const render = (frames: readonly EvilFrame[], mayStream = true): ReturnType<typeof bench.renderer.render> => {
    const data = Buffer.from(JSON.stringify({ frames }))
    const source = async (): Promise<string> => `${asked++}`
    return bench.renderer.render({ ...job, parts: [{ hash, type: 'html', data }], mayStream, source }, NEVER_CANCELLED)
  }
  const need = one({ kind: 'need', id: '$', hashes: [hash] })
  assert.is((await render([...need, ...one(DONE)])).kind, 'rendered')
  assert.is(asked, 1)
  assert.is((await render([...need, ...need])).kind, 'quarantined')
  assert.ok(asked <= 3)
  assert.is((await render(one({ kind: 'piece', id: '$' }))).kind, 'quarantined')
  // The pool of the test streams documents above two megabytes.
  assert.is((await render(one(DONE, { bytes: 4_000_000 }))).kind, 'quarantined')
  assert.equal(new Set(deaths(bench.events)), new Set(['protocol-error']))
})

evil.run()
