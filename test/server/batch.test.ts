// A batch of documents that is killed and taken up again, on one machine and on several.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRowQueue } from '../../server/commands/batch-queue.ts'
import { startPostgres, type TestPostgres } from './support/postgres.ts'
import { until } from './support/until.ts'

const batch = suite('batch')
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CLI = fileURLToPath(new URL('./support/fake-cli.ts', import.meta.url))
let folder: string
let postgres: TestPostgres
batch.before(async () => {
  postgres = await startPostgres()
})
batch.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  writeFileSync(join(folder, 'row.html'), 'Row {{n}} of {{id}}')
})
batch.after.each(() => rmSync(folder, { recursive: true }))
batch.after(() => postgres.close())

const ROWS = 60
/** Rows that take a moment each. */
function writeRows(more: readonly string[] = []): void {
  const rows = Array.from({ length: ROWS }, (_, i) => JSON.stringify({ n: i + 1, id: `R${i + 1}`, sleep: 20 }))
  writeFileSync(join(folder, 'rows.jsonl'), `${[...rows, ...more].join('\n')}\n`)
}

interface Machine {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>
}

function start(out: string, url?: string): Machine {
  const env = {
    PATH: process.env['PATH'],
    PLATEN_CHILDREN: '1',
    PLATEN_RENDER_SECONDS: '1',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  }
  const words = ['batch', join(folder, 'row.html'), join(folder, 'rows.jsonl'), '--out-dir', join(folder, out)]
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...words], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, err }))) }
}

const filesIn = (out: string): string[] => {
  mkdirSync(join(folder, out), { recursive: true })
  return readdirSync(join(folder, out)).filter((name) => name.endsWith('.pdf'))
}
const isRight = (out: string, name: string): void =>
  assert.match(readFileSync(join(folder, out, name), 'utf8'), `Row ${Number(name.slice(0, 6))} of R${Number(name.slice(0, 6))}\n%%EOF`)
const made = (err: string): number => Number(/(\d+) made/.exec(err)?.[1])

batch('killed on one machine, it goes on where it stopped', async () => {
  writeRows()
  let before = 0
  for (const share of [0.2, 0.5]) {
    const { child, ended } = start('out')
    await until(() => filesIn('out').length > ROWS * share || child.exitCode !== null)
    child.kill('SIGKILL')
    await ended
    before = filesIn('out').length
    assert.ok(before < ROWS)
  }
  const { code, err } = await start('out').ended
  assert.is(code, 0, err)
  assert.match(err, `${ROWS - before} made, ${before} were there`)
  for (const name of filesIn('out')) isRight('out', name)
  assert.is(filesIn('out').length, ROWS)
})

batch('machines share one queue, and make each document once', async () => {
  writeRows()
  const url = await postgres.database()
  const results = await Promise.all(['a', 'b', 'c'].map((out) => start(out, url).ended))
  for (const { code, err } of results) assert.is(code, 0, err)
  const files = ['a', 'b', 'c'].map(filesIn)
  assert.is(files.flat().length, ROWS)
  assert.is(new Set(files.flat()).size, ROWS)
  assert.equal(
    results.map(({ err }) => made(err)),
    files.map((names) => names.length),
  )
  assert.ok(files.filter((names) => names.length > 0).length >= 2)
  for (const [i, out] of ['a', 'b', 'c'].entries()) for (const name of files[i]!) isRight(out, name)
  // Who comes late finds nothing to do.
  const late = await start('late', url).ended
  assert.equal([late.code, filesIn('late')], [0, []])
  assert.match(late.err, `0 made, ${ROWS} made elsewhere or earlier`)
})

batch('machines may begin a batch at one time', async () => {
  const url = await postgres.database()
  for (const name of ['first', 'second', 'third']) {
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openRowQueue({ url, name, secondsToRender: 5 })))
    await Promise.all(opened.map((queue) => queue.status === 'fulfilled' && queue.value.close()))
    assert.equal(new Set(opened.map(({ status }) => status)), new Set(['fulfilled']))
  }
})

batch('a machine that is killed leaves nothing undone, nor done twice in a shared folder', async () => {
  writeRows(['not json', '{"n":1,"throw":1}'])
  const url = await postgres.database()
  const doomed = start('out', url)
  await until(() => filesIn('out').length > 10 || doomed.child.exitCode !== null)
  const other = start('out', url)
  doomed.child.kill('SIGKILL')
  await doomed.ended
  const before = filesIn('out').length
  assert.ok(before < ROWS)
  const { code, err } = await other.ended
  // Bad rows are said and end with exit code 1; the rest is made.
  assert.is(code, 1)
  assert.match(err, `row ${ROWS + 1}: it is no JSON object`)
  assert.match(err, `row ${ROWS + 2}: `)
  assert.is(filesIn('out').length, ROWS)
  for (const name of filesIn('out')) isRight('out', name)
  // A document may have been in place and not yet noted: then it is found, not made again.
  assert.ok(made(err) <= ROWS - 10 && made(err) >= ROWS - before, err)
})

batch.run()
