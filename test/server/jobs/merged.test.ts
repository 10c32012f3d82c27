// Jobs of one document: how often each row is rendered, whatever happens, and what is left of the job then. The store is real, the renderer counts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CancelSignal } from '../../../server/cancel-signal.ts'
import { steadyClock } from '../../../server/clock.ts'
import type { JobView } from '../../../server/jobs/job.ts'
import { createJobs, type JobsOptions, type RunnableJobs } from '../../../server/jobs/jobs.ts'
import { MemoryQueue } from '../../../server/jobs/task-queue.ts'
import { BrokenStream, type Failure, type Job, type Rendered, type Streaming } from '../../../server/pool/renderer.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import type { Store } from '../../../server/store/store.ts'
import { saveTemplate } from '../support/save-template.ts'
import { until } from '../support/until.ts'

interface Row {
  readonly n: number
  /** Cannot be rendered, and a merge says so; */
  readonly fails?: boolean
  /** or the merge only fails. */
  readonly crashes?: boolean
  readonly lacks?: boolean
}

type Outcome = Rendered | Streaming | Failure

const merged = suite('merged jobs')
let folder: string
let store: Store
let team: string
let template: { readonly id: string; readonly hash: string }
let jobs: RunnableJobs
/** How often each row was rendered, alone or with others, and the sizes of the merges. */
let counts: Map<number, number>
let merges: number[]
/** Saved files, by id: the rows in them. */
let files: Map<string, readonly number[]>
/** Replaces the outcome of a merge. */
let hook: ((rows: readonly Row[], job: Job, signal: CancelSignal) => Promise<Outcome | undefined>) | undefined
let bugs: string[]

merged.before.each(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  store = (await openSqliteStore(folder, steadyClock())).store
  team = (await store.addTeam('Acme')).id
  const saved = await saveTemplate(store, team, { name: 'Row', type: 'html', source: 'x', meta: {}, variables: [] })
  template = { id: saved!.id, hash: 'h' }
  ;[counts, merges, files, hook, bugs] = [new Map(), [], new Map(), undefined, []]
  start()
})
merged.after.each(async () => {
  await jobs.close(0)
  await store.close()
  rmSync(folder, { recursive: true })
})

function start(): void {
  const outputs = {
    saveNamed: async (_: string, pieces: AsyncIterable<Uint8Array>): Promise<{ id: string; secret: string }> => {
      const bytes: Uint8Array[] = []
      for await (const piece of pieces) bytes.push(piece)
      const id = `o${files.size}`
      files.set(id, JSON.parse(Buffer.concat(bytes).toString()) as number[])
      return { id, secret: id }
    },
    remove: async (_: string, id: string) => void files.delete(id),
  }
  const options = {
    ...{ store, outputs, renderer: { render }, bucket: undefined, clock: steadyClock(), signingKey: '00'.repeat(32) },
    readFailure: ({ kind }: Failure) => ({ code: kind, message: kind }),
    readLosses: (warnings: readonly object[]) => (warnings.length === 0 ? undefined : { code: 'lost', message: 'lost' }),
    ...{ readAssets: async () => undefined, publicUrl: () => 'https://x', msLife: 60_000, onBug: () => {} },
    ...{ openQueue: async () => new MemoryQueue(), isShared: false, consumers: 2, areCallersWaiting: () => false, msStalled: 60_000 },
    ...{ most: 5, isPrivateAllowed: true, onCallback: () => {}, onRow: () => {}, onEnded: () => {} },
    onError: (error: unknown) => void bugs.push(String(error)),
  }
  // The rest of outputs and renderer is not used here.
  jobs = createJobs(options as unknown as JobsOptions)
  jobs.start()
}

async function render(job: Job, signal: CancelSignal): Promise<Outcome> {
  const rows = job.parts.map(({ data }) => JSON.parse(Buffer.from(data).toString()) as Row)
  if (job.kind === 'merge') merges.push(rows.length)
  for (const { n } of rows) counts.set(n, (counts.get(n) ?? 0) + 1)
  const hooked = job.kind === 'merge' ? await hook?.(rows, job, signal) : undefined
  if (hooked !== undefined) return hooked
  if (rows.some(({ crashes }) => crashes)) return { kind: 'memory' }
  const part = rows.findIndex(({ fails }) => fails)
  if (part >= 0) {
    if (part > 0) job.onProgress?.(part)
    return { kind: 'input', part, problems: [{ code: 'limit-pages', severity: 'error', message: 'too many' }] }
  }
  job.onProgress?.(rows.length)
  const lacking = rows.filter(({ lacks }) => lacks).map(() => ({ code: 'missing-value', severity: 'warning', message: 'x' }) as const)
  return { kind: 'rendered', pdf: pdfOf(rows), pages: rows.length, warningCount: lacking.length, warnings: lacking }
}

const pdfOf = (rows: readonly Row[]): Buffer => Buffer.from(JSON.stringify(rows.map(({ n }) => n)))

async function submit(rows: readonly Row[], isStrict = false): Promise<string> {
  const templates = [{ ...template, type: 'html', name: 'Row' }] as const
  const requested = rows.map((row) => ({ template: 0, input: { data: Buffer.from(JSON.stringify(row)) } }))
  const made = await jobs.submit(team, { output: 'merged', isStrict, templates, rows: requested, keyed: undefined })
  assert.is(made.kind, 'submitted')
  return made.kind === 'submitted' ? made.id : ''
}

async function ended(id: string): Promise<JobView> {
  const find = async (): Promise<JobView> => (await jobs.find(team, id, true))!
  await until(async () => !['queued', 'running'].includes((await find()).status))
  return find()
}

async function run(rows: readonly Row[], isStrict = false): Promise<JobView> {
  return ended(await submit(rows, isStrict))
}

const rowsOf = (count: number, more: Readonly<Record<number, Partial<Row>>> = {}): Row[] =>
  Array.from({ length: count }, (_, n) => ({ n, ...more[n] }))
const numbers = (count: number, but: readonly number[] = []): number[] =>
  Array.from({ length: count }, (_, n) => n).filter((n) => !but.includes(n))
const most = (): number => Math.max(...counts.values())

function isRight(job: JobView, total: number, failed: readonly number[], code = 'input'): void {
  assert.equal([job.status, job.total, job.done, job.failed], ['done', total, total - failed.length, failed.length])
  assert.equal(
    job.errors.map(({ row, code }) => [row, code]),
    failed.map((row) => [row, code]),
  )
  assert.is(job.results[0]?.pages, total - failed.length)
  assert.equal([...files.values()], [numbers(total, failed)])
  assert.equal(bugs, [])
}

merged('each row is rendered once when none fails', async () => {
  isRight(await run(rowsOf(250)), 250, [])
  assert.equal([merges, most(), counts.size], [[250], 1, 250])
})

merged('with strict handling too', async () => {
  isRight(await run(rowsOf(50), true), 50, [])
  assert.equal([merges, most()], [[50], 1])
})

for (const [place, n] of [
  ['first', 0],
  ['middle', 20],
  ['last', 39],
] as const) {
  merged(`the ${place} row fails alone, and the others are rendered once more`, async () => {
    isRight(await run(rowsOf(40, { [n]: { fails: true } })), 40, [n])
    assert.equal([merges, most(), counts.get(n)], [[40, 39], 2, 1])
  })
}

merged('many rows that fail: after a few attempts each row is rendered alone', async () => {
  const failing = [1, 5, 6, 11, 12, 25, 39]
  isRight(await run(rowsOf(40, Object.fromEntries(failing.map((n) => [n, { fails: true }])))), 40, failing)
  // Four attempts, the rows after the fourth failure alone, and all good ones together.
  assert.equal(merges, [40, 39, 38, 37, 33])
  assert.ok(most() <= 6)
})

merged('a row of which a merge fails without saying so is found alone', async () => {
  isRight(await run(rowsOf(40, { 20: { crashes: true } })), 40, [20], 'memory')
  assert.equal([merges, most()], [[40, 39], 3])
})

merged('what only all together exceed is the failure of the job', async () => {
  hook = async () => ({ kind: 'input', part: undefined, problems: [{ code: 'limit-pages', severity: 'error', message: 'too many' }] })
  const job = await run(rowsOf(30))
  assert.equal([job.status, job.done, job.failed, job.errors], ['failed', 30, 0, [{ row: null, code: 'input', message: 'input' }]])
  assert.equal([merges, files.size], [[30], 0])
})

merged('with strict handling the rows that lack something fail', async () => {
  isRight(await run(rowsOf(30, { 3: { lacks: true }, 29: { lacks: true } }), true), 30, [3, 29], 'lost')
  assert.is(most(), 3)
  assert.equal(merges, [30, 28])
})

merged('a document that breaks off leaves no file, and its rows are rendered alone', async () => {
  hook = async (rows, job) => {
    hook = undefined
    job.onProgress?.(10)
    const pieces = (async function* (): AsyncGenerator<Uint8Array, undefined> {
      yield pdfOf(rows)
      throw new BrokenStream({ kind: 'timeout' })
    })()
    const summary = (): never => {
      throw new Error('it has no end')
    }
    return { kind: 'streaming', pieces, summary }
  }
  isRight(await run(rowsOf(30)), 30, [])
  // Those that were painted are not rendered alone.
  assert.equal([merges, counts.get(0), counts.get(9), counts.get(10)], [[30, 30], 2, 2, 3])
})

merged('progress grows while the document is rendered, and a cancelled job stops it', async () => {
  let stopped = false
  hook = (_, job, signal) => {
    job.onProgress?.(7)
    return new Promise((resolve) => {
      const stop = (): void => {
        stopped = true
        resolve({ kind: 'cancelled' })
      }
      signal.addEventListener('abort', stop)
    })
  }
  const id = await submit(rowsOf(30))
  await until(async () => (await jobs.find(team, id, true))?.done === 7)
  assert.is((await jobs.find(team, id, true))?.status, 'running')
  assert.is(await jobs.cancel(team, id), true)
  await until(async () => stopped)
  assert.equal([(await ended(id)).status, files.size, merges.length], ['cancelled', 0, 1])
})

merged('a job that is cancelled while its file is saved leaves none', async () => {
  let id = ''
  hook = async () => {
    await jobs.cancel(team, id)
    return undefined
  }
  id = await submit(rowsOf(10))
  await until(async () => merges.length === 1 && jobs.rows() === 0)
  assert.equal([(await ended(id)).status, files.size, merges], ['cancelled', 0, [10]])
})

merged('a server that ends in the middle leaves the job to the next, which renders it once', async () => {
  hook = (_, job, signal) => {
    job.onProgress?.(7)
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'cancelled' })))
  }
  const id = await submit(rowsOf(30, { 20: { fails: true } }))
  await until(async () => (await jobs.find(team, id, true))?.done === 7)
  await jobs.close(0)
  hook = undefined
  start()
  isRight(await ended(id), 30, [20])
  assert.equal(merges, [30, 30, 29])
})

merged('a renderer without room makes the job wait', async () => {
  let times = 0
  hook = async () => (++times < 3 ? { kind: 'overloaded', secondsToWait: 0 } : undefined)
  isRight(await run(rowsOf(10)), 10, [])
  assert.equal(merges, [10, 10, 10])
})

merged.run()
