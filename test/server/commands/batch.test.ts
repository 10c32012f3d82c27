// Batches: resuming after a kill, sharing the work between machines, file names and failures.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRowQueue } from '../../../server/commands/batch/row-queue.ts'
import { programFile } from '../../support/programs.ts'
import { toyFont } from '../../support/toy-font.ts'
import { areBatchRows, batchRows } from '../support/batch-rows.ts'
import { closedGate } from '../support/gate.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'

const batch = suite('batch')
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CLI = programFile('test/server/support/fake-cli')
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
/** Rows that a machine with one rendering process holds at a time. */
const CLAIMED = 6
/** Writes rows whose rendering waits at the gate, followed by `more`. */
function writeRows(gate?: string, more: readonly (string | Uint8Array)[] = []): void {
  const rows = Array.from({ length: ROWS }, (_, i) => JSON.stringify({ n: i + 1, id: `R${i + 1}`, gate }))
  const lines = [...rows, ...more].flatMap((line) => [Buffer.from(line), Buffer.from('\n')])
  writeFileSync(join(folder, 'rows.jsonl'), Buffer.concat(lines))
}

interface Machine {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>
}

interface Run {
  readonly url?: string
  readonly rows?: string
  readonly input?: string
  readonly words?: readonly string[]
  /** Of the command line. */
  readonly program?: string
  readonly more?: Readonly<Record<string, string>>
}

function start(
  out: string,
  { url, rows = join(folder, 'rows.jsonl'), input = '', words = [], program = CLI, more = {} }: Run = {},
): Machine {
  const env = {
    PATH: process.env['PATH'],
    PLATEN_CHILDREN: '1',
    // Longer than anything here takes on any machine.
    PLATEN_RENDER_SECONDS: '600',
    ...(url === undefined ? {} : { DATABASE_URL: url }),
    ...more,
  }
  const all = [program, 'batch', join(folder, 'row.html'), rows, '--out-dir', join(folder, out), ...words]
  const child = spawn(process.execPath, all, { cwd: ROOT, env, stdio: ['pipe', 'ignore', 'pipe'] })
  child.stdin.on('error', () => {}).end(input)
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
const treeOf = (out: string): string[] =>
  readdirSync(join(folder, out), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .sort()
const made = (err: string): number => Number(/(\d+) made/.exec(err)?.[1])

batch('resumes after a kill where it stopped and removes temporary files', async () => {
  for (const before of [15, 40]) {
    // A gate for each: rendering processes end a moment after the one that was killed, and would take permits of the next run.
    const { gate, admit, open } = closedGate()
    writeRows(gate)
    admit(before - filesIn('out').length)
    const { child, ended } = start('out')
    await until(() => filesIn('out').length === before || child.exitCode !== null)
    child.kill('SIGKILL')
    await ended.then(open)
    assert.is(filesIn('out').length, before)
  }
  // A temporary file as a killed process leaves it, and a file of the user.
  writeFileSync(join(folder, 'out', '000050.pdf.4711.part'), '%PDF-1.7 and no more')
  writeFileSync(join(folder, 'out', 'my own.part'), 'stays')
  writeRows()
  const { code, err } = await start('out').ended
  assert.is(code, 0, err)
  assert.match(err, `${ROWS - 40} made, 40 were there`)
  for (const name of filesIn('out')) isRight('out', name)
  assert.is(filesIn('out').length, ROWS)
  assert.equal(
    readdirSync(join(folder, 'out')).filter((name) => !name.endsWith('.pdf')),
    ['my own.part'],
  )
})

batch('machines share one queue and render each document once', async () => {
  const { gate, open } = closedGate()
  writeRows(gate)
  const url = await postgres.database()
  const machines = ['a', 'b', 'c'].map((out) => start(out, { url, words: ['--batch', 'shared'] }))
  // All machines hold rows before the first row finishes.
  await until(async () => (await batchRows(postgres, url)).active === 3 * CLAIMED || machines.some(({ child }) => child.exitCode !== null))
  open()
  const results = await Promise.all(machines.map(({ ended }) => ended))
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
  // A machine that joins after the end reports that its folder lacks the documents.
  const late = await start('late', { url, words: ['--batch', 'shared'] }).ended
  assert.equal([late.code, filesIn('late')], [1, []])
  assert.match(late.err, `0 made, ${ROWS} made before and not here`)
  assert.match(late.err, `${ROWS} of ${ROWS} documents were made before and are not in the folder (--force renders them again)`)
})

batch('with a queue, each folder is a batch of its own, and missing documents are an error', async () => {
  writeRows()
  const url = await postgres.database()
  for (const out of ['one', 'two']) {
    const { code, err } = await start(out, { url }).ended
    assert.is(code, 0, err)
    assert.match(err, `${ROWS} made`)
    assert.is(filesIn(out).length, ROWS)
  }
  const again = await start('one', { url }).ended
  assert.is(again.code, 0, again.err)
  for (const name of ['000003.pdf', '000009.pdf']) rmSync(join(folder, 'one', name))
  const lost = await start('one', { url }).ended
  assert.is(lost.code, 1)
  assert.match(lost.err, `2 of ${ROWS} documents were made before and are not in the folder`)
  const forced = await start('one', { url, words: ['--force'] }).ended
  assert.is(forced.code, 0, forced.err)
  assert.match(forced.err, `${ROWS} made`)
  assert.is(filesIn('one').length, ROWS)
})

batch('reads rows from a pipe', async () => {
  writeRows()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const running = start('out', { rows: pipe })
  const writer = spawn('cp', [join(folder, 'rows.jsonl'), pipe])
  const { code, err } = await running.ended
  writer.kill()
  assert.is(code, 0, err)
  assert.match(err, `${ROWS} made`)
  assert.is(filesIn('out').length, ROWS)
  for (const name of filesIn('out')) isRight('out', name)
  const none = await start('out', { rows: join(folder, 'nowhere.jsonl') }).ended
  assert.equal([none.code, none.err], [1, `platen: cannot read ${join(folder, 'nowhere.jsonl')}: there is no such file\n`])
})

batch('--force renders existing documents again', async () => {
  writeRows()
  mkdirSync(join(folder, 'out'))
  writeFileSync(join(folder, 'out', '000001.pdf'), 'old')
  const first = await start('out').ended
  assert.match(first.err, `${ROWS - 1} made, 1 were there`)
  const forced = await start('out', { words: ['--force'] }).ended
  assert.match(forced.err, `${ROWS} made`)
  isRight('out', '000001.pdf')
})

batch('lists each warning once with its number of documents; --strict makes warnings errors', async () => {
  const rows = ['{"n":1,"id":"R1"}', '{"n":2}', '{"n":3}', '{"id":"R4"}']
  writeFileSync(join(folder, 'rows.jsonl'), rows.join('\n'))
  const { code, err } = await start('out').ended
  assert.is(code, 0)
  assert.match(err, 'row.html: warning: id [missing-value]\n  in 2 documents, first in row ')
  assert.match(err, 'row.html: warning: n [missing-value]\n  in row 4\n')
  assert.match(err, '4 made, 3 with warnings\n')
  const strict = await start('strict', { words: ['--strict'] }).ended
  assert.is(strict.code, 1)
  assert.match(strict.err, /^row 2: .*row\.html: warning: id \[missing-value\]$/m)
  assert.match(strict.err, '1 made, 3 failed\n')
  assert.match(strict.err, '3 of 4 documents could not be made')
  assert.equal(readdirSync(join(folder, 'strict')), ['000001.pdf'])
})

batch('machines may start a batch concurrently', async () => {
  const url = await postgres.database()
  for (const name of ['first', 'second', 'third']) {
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openRowQueue({ url, name, secondsToRender: 5 })))
    await Promise.all(opened.map((queue) => queue.status === 'fulfilled' && queue.value.close()))
    assert.equal(new Set(opened.map(({ status }) => status)), new Set(['fulfilled']))
  }
})

batch('rows of a killed machine are rendered by another, none twice in a shared folder', async () => {
  const { gate, admit, open } = closedGate()
  // The queue delivers rows in the order of their ids, which are hashes: the row that fails may be any of them, so it waits at the gate as well.
  writeRows(gate, ['not json', JSON.stringify({ n: 1, throw: 1, gate })])
  const url = await postgres.database()
  const admitted = 20
  admit(admitted)
  const doomed = start('out', { url })
  // A row is finished some time after its file is there: only the states of the queue say that all six rows which the machine holds wait at the gate.
  await until(async () => (await areBatchRows(postgres, url, { completed: admitted, active: CLAIMED })) || doomed.child.exitCode !== null)
  doomed.child.kill('SIGKILL')
  await doomed.ended
  const before = filesIn('out')
  // A finished document whose row is still claimed is found in the folder, not rendered again.
  await postgres.query(url, `UPDATE platen_queue.job SET state = 'active' WHERE data ->> 'name' = '${before[0]}'`)
  const other = start('out', { url })
  open()
  // All is finished except for the rows that the killed machine claimed; now their lease expires.
  const held = CLAIMED + 1
  await until(
    async () => (await areBatchRows(postgres, url, { completed: ROWS + 1 - held, active: held })) || other.child.exitCode !== null,
  )
  await postgres.query(url, `UPDATE platen_queue.job SET started_on = started_on - interval '1 day' WHERE state = 'active'`)
  const { code, err } = await other.ended
  // Invalid rows are reported and end with exit code 1; all others are rendered.
  assert.is(code, 1)
  assert.match(err, `row ${ROWS + 1}: it is not a JSON object`)
  assert.match(err, `row ${ROWS + 2}: `)
  assert.match(err, `${ROWS - before.length} made, 1 were there, 2 failed`)
  assert.is(filesIn('out').length, ROWS)
  for (const name of filesIn('out')) isRight('out', name)
})

batch('invalid rows are reported by number and do not stop the others', async () => {
  writeRows(undefined, [
    ...['', '[1]', '{"n":63,"id":"R63"}\r', '{"n":64,"id":', '{"n":65,"exit":3}', '{"n":66,"exit":3}', '{"n":67,"throw":1}'],
    ...[Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), `{"n":69,"id":"${'x'.repeat(3000)}"}`],
    // Only a line feed ends a line; other line separators may occur in strings.
    '{"n":70,"id":"R70","other":"a\u2028b\u2029c\u0085d"}',
  ])
  const rows = readFileSync(join(folder, 'rows.jsonl'))
  writeFileSync(join(folder, 'rows.jsonl'), Buffer.concat([Buffer.from('\ufeff'), rows.subarray(0, -1)]))
  const { code, err } = await start('out', { more: { PLATEN_BODY_BYTES: '2048' } }).ended
  assert.is(code, 1)
  const told = [...err.matchAll(/^row (\d+): (.*)$/gm)].map(([, number, why]): [number: string, why: string] => [number!, why!])
  assert.equal(Object.fromEntries(told), {
    62: 'it is not a JSON object',
    64: 'it is not a JSON object',
    65: 'it crashed rendering processes repeatedly',
    66: 'it crashed rendering processes repeatedly',
    67: 'Error: invariant with a secret: 1',
    68: 'it is not valid UTF-8',
    69: 'it is longer than 2048 bytes (PLATEN_BODY_BYTES)',
  })
  assert.match(err, '62 made, 7 failed')
  for (const name of filesIn('out')) isRight('out', name)
  assert.ok(['000001.pdf', '000063.pdf', '000070.pdf'].every((name) => filesIn('out').includes(name)))
})

batch('--name names files after a field, inside the folder', async () => {
  const names = [
    'plain',
    '../../up',
    '/etc/passwd',
    'a\0b',
    '..',
    12,
    { x: 1 },
    '',
    null,
    'plain',
    'a/b',
    'a:b',
    'a//b',
    'x/../../y',
    'a/c.PDF',
  ]
  writeFileSync(join(folder, 'rows.jsonl'), [...names.map((file) => JSON.stringify({ n: 1, id: 'x', file })), '{"n":1}'].join('\n'))
  const { code, err } = await start('out', { words: ['--name', 'file'] }).ended
  assert.is(code, 1)
  assert.equal(readdirSync(folder).sort(), ['out', 'row.html', 'rows.jsonl'])
  assert.equal(treeOf('out'), ['12.pdf', 'a b.pdf', 'a/b.pdf', 'a/c.pdf', 'plain.pdf'])
  const nameless = [7, 8, 9, 16].map((number) => `row ${number}: its field "file" holds no text or number to name a file after`)
  const outside = [2, 3, 5, 13, 14].map((n) => `row ${n}: its name ${JSON.stringify(names[n - 1])} is no path below --out-dir`)
  const taken = ['row 10: an earlier row has the file name plain.pdf too', 'row 12: an earlier row has the file name a b.pdf too']
  for (const line of [...nameless, ...outside, ...taken]) assert.match(err, line)
  assert.match(err, '5 made, 11 failed')
})

batch('--name may combine fields, and subfolders stay inside the folder', async () => {
  const rows = [
    { n: 1, id: 'A', year: 2024, customer: { id: 'c-1' } },
    { n: 2, id: 'B', year: '..', customer: { id: 'c-2' } },
    { n: 3, id: 'C', year: 2025 },
    { n: 4, id: 'D', year: 'link', customer: { id: 'c-4' } },
  ]
  writeFileSync(
    join(folder, 'rows.jsonl'),
    rows
      .slice(0, 3)
      .map((row) => JSON.stringify(row))
      .join('\n'),
  )
  const words = ['--name', '{{year}}/{{ customer.id }} {{id}}']
  const { code, err } = await start('out', { words }).ended
  assert.is(code, 1)
  assert.match(err, 'row 2: its name "../c-2 B" is no path below --out-dir')
  assert.match(err, 'row 3: its field "customer.id" holds no text or number')
  assert.equal(treeOf('out'), ['2024/c-1 A.pdf'])
  mkdirSync(join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'out', 'link'))
  writeFileSync(join(folder, 'rows.jsonl'), JSON.stringify(rows[3]))
  const linked = await start('out', { words }).ended
  assert.is(linked.code, 1)
  assert.match(linked.err, 'it is outside of --out-dir')
  assert.equal(readdirSync(join(folder, 'elsewhere')), [])
})

batch('renders the same bytes as `render` with the same options', async () => {
  const template = join(folder, 'row.html')
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files', 'brand.css'), 'p { color: #123456; font-family: Toy }')
  writeFileSync(join(folder, 'files', 'toy.ttf'), toyFont())
  writeFileSync(template, '<link rel=stylesheet href=brand.css><p>{{number n}} {{date day "yyyy-MM-dd HH:mm"}}<img src=gone.png>')
  const row = JSON.stringify({ n: 1234.5, day: '2026-01-31T22:30:00Z' })
  writeFileSync(join(folder, 'rows.jsonl'), row)
  writeFileSync(join(folder, 'row.json'), row)
  const flags = [
    '--base-dir',
    join(folder, 'files'),
    '--font',
    join(folder, 'files', 'toy.ttf'),
    '--locale',
    'de',
    '--time-zone',
    'Asia/Tokyo',
  ]
  const program = programFile('server/cli')
  const { code, err } = await start('out', { program, words: flags }).ended
  assert.is(code, 0, err)
  assert.match(err, 'gone.png')
  assert.match(err, '1 made, 1 with warnings')
  const alone = [program, 'render', template, '--data', join(folder, 'row.json'), '--out', join(folder, 'one.pdf'), ...flags]
  execFileSync(process.execPath, alone, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] })
  assert.ok(readFileSync(join(folder, 'one.pdf')).equals(readFileSync(join(folder, 'out', '000001.pdf'))))
  for (const flag of ['--locale=no such', '--time-zone=Mars', `--base-dir=${join(folder, 'gone')}`])
    assert.is((await start('out', { program, words: [flag] }).ended).code, 2, flag)
})

batch('reports a broken template once, and reads rows from standard input', async () => {
  writeFileSync(join(folder, 'row.html'), 'Row {{#bad')
  writeRows()
  const wrong = await start('out').ended
  assert.is(wrong.code, 1)
  assert.is(wrong.err.match(/row\.html:1:5: error/g)?.length, 1, wrong.err)
  writeFileSync(join(folder, 'row.html'), 'Row {{n}} of {{id}}')
  for (const [input, count] of [
    ['', 0],
    ['\r\n{"n":2,"id":"R2"}\r\n\r\n{"n":4,"id":"R4"}', 2],
  ] as const) {
    const { code, err } = await start('out', { rows: '-', input }).ended
    assert.is(code, 0, err)
    assert.match(err, `${count} made`)
  }
  assert.equal(filesIn('out').sort(), ['000002.pdf', '000004.pdf'])
  for (const name of filesIn('out')) isRight('out', name)
})

batch.run()
