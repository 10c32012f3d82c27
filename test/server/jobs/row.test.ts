// How a row ends, by what the renderer makes of it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { HangUpSignal } from '../../../server/cancel-signal.ts'
import { makeRow, NotNow, type RowTools } from '../../../server/jobs/row.ts'
import { JobCodec } from '../../../server/jobs/stored.ts'
import { BrokenStream, type Failure, type Rendered, type Streaming } from '../../../server/pool/renderer.ts'
import type { EndedRow } from '../../../server/store/jobs.ts'

const rows = suite('rows of jobs')
const codec = new JobCodec('00'.repeat(32))
const WARNED: Rendered = {
  ...{ kind: 'rendered', pdf: Buffer.from('%PDF'), pages: 1, warningCount: 1 },
  warnings: [{ code: 'missing-value', severity: 'warning', message: 'no value' }],
}

const streamed = (fail?: Failure): Streaming => ({
  kind: 'streaming',
  pieces: (async function* () {
    yield Buffer.from('%PDF')
    if (fail !== undefined) throw new BrokenStream(fail)
  })(),
  summary: () => WARNED,
})

/** Ends a row whose rendering gives `outcome`. Files that were saved whole are in `saved`. */
async function endOf(outcome: Rendered | Streaming | Failure, isStrict = false): Promise<{ end: EndedRow['end']; saved: string[] }> {
  const saved: string[] = []
  const saveNamed = async (
    _: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<{ id: string; secret: string }> => {
    for await (const piece of pieces) assert.ok(piece.length > 0)
    saved.push('file')
    return { id: 'o', secret: 's' }
  }
  const tools = {
    ...{ codec, renderer: { render: async () => outcome }, outputs: { saveNamed }, publicUrl: () => 'https://x' },
    ...{ readAssets: async () => undefined, readFailure: ({ kind }: Failure) => ({ code: kind, message: kind }), onBug: () => {} },
    readLosses: (warnings: Rendered['warnings']) => (warnings.length === 0 ? undefined : { code: 'lost', message: warnings[0]!.message }),
  }
  const templates = [{ id: 't', hash: 'h', type: 'html', name: 'T' }] as const
  const job = { key: { id: 'j', teamId: 'a' }, spec: { output: 'url', isStrict, templates }, signal: new HangUpSignal() } as const
  // The rest of the tools is not used here.
  const { end } = await makeRow(job, { n: 4, template: 0, data: codec.encrypt('{}') }, tools as unknown as RowTools)
  return { end, saved }
}

const made = (end: EndedRow['end']): unknown[] =>
  end.kind === 'made' ? [codec.text(end.result ?? ''), end.outputId, end.pages, end.warnings] : [end]

rows('a document is saved, with its pages and warnings', async () => {
  for (const outcome of [WARNED, streamed()]) {
    const { end, saved } = await endOf(outcome)
    assert.equal([made(end), saved], [['https://x/d/s', 'o', 1, 1], ['file']])
  }
})

rows('with strict handling a document that lacks something fails its row, and no file stays', async () => {
  for (const outcome of [WARNED, streamed()]) {
    assert.equal(await endOf(outcome, true), { end: { kind: 'failed', code: 'lost', message: 'no value' }, saved: [] })
  }
  const whole: Rendered = { ...WARNED, warningCount: 0, warnings: [] }
  assert.is((await endOf(whole, true)).end.kind, 'made')
})

rows('a rendering that breaks off fails its row', async () => {
  assert.equal(await endOf(streamed({ kind: 'timeout' })), { end: { kind: 'failed', code: 'timeout', message: 'timeout' }, saved: [] })
  assert.equal((await endOf({ kind: 'memory' })).end, { kind: 'failed', code: 'memory', message: 'memory' })
})

rows('what may pass is no end', async () => {
  for (const outcome of [{ kind: 'overloaded', secondsToWait: 3 }, { kind: 'cancelled' }, streamed({ kind: 'cancelled' })] as const) {
    const thrown = await endOf(outcome).catch((thrown: unknown) => thrown)
    assert.ok(thrown instanceof NotNow, String(thrown))
  }
})

rows.run()
