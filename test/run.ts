// Runs every *.test.ts but those of `builds/`, `browser/` and `long/`, or those whose path matches the first argument, in one process more than there are processors, and ends with
// the plain closing line `N passed, N failed`. Each process (`worker.ts`) takes one file after another; a file's output is printed when it has ended.
import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
// Makes the programs that tests start, once for all processes.
import './support/programs.ts'
import { sharePostgres } from './server/support/postgres.ts'
import { buildFolder } from './support/shipped.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const MEMORY = '/dev/shm'
/** One more than processors, since tests of the server wait for other processes half of the time. */
const PROCESSES = Math.min(4, availableParallelism() + 1)
const SLOWEST_SHOWN = 8
/** Characters of the output of a file that failed. */
const MOST_SHOWN = 4000
const MOST_BYTES = 400 * 2 ** 20
const LEAST_MEMORY = 4 * 2 ** 30

/** Taken first, so that none of them is left over when the others have ended. */
const LONG = ['browser/', 'properties', 'server/commands/batch', 'builds/', 'merge/bombs', 'documents/', 'growth/', 'server/']

interface Outcome {
  readonly file: string
  readonly total: number
  readonly passed: number
  readonly isClean: boolean
  readonly text: string
  readonly seconds: number
}

/** Colours as in a terminal: what is printed goes through a pipe. */
const COLOR = { FORCE_COLOR: process.env['NO_COLOR'] === undefined ? '1' : '0' }

const COUNT = (name: string): RegExp => new RegExp(`^\\s*${name}:\\s+(\\d+)`, 'm')

/** Packages, programs of bundlers, the web application and soaks take minutes: commands of their own. */
const pattern = new RegExp(process.argv[2] ?? '^(?!builds/|browser/|long/)')
const rank = (file: string): number => (LONG.findIndex((prefix) => file.startsWith(prefix)) + 1 || LONG.length + 1) - 1
const queue = readdirSync(HERE, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && pattern.test(name))
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
const outcomes: Outcome[] = []
/** Files that failed and passed when they ran again. */
const unsteady: string[] = []

// Once, and not by several processes at the same time.
if (process.argv[2] === undefined || queue.some((file) => /^(?:builds|browser|documents)\//.test(file))) buildFolder()
if (!queue.some((file) => file.startsWith('builds/'))) useMemory()
const postgres = queue.some((file) => /^(?:server|browser|long)\//.test(file)) ? await sharePostgres() : undefined
await Promise.all(Array.from({ length: Math.min(PROCESSES, queue.length) }, work))
await repeatBrowserTests()
await postgres?.close()
report()

/** Temporary files of tests are kept in memory where there is enough of it: databases and rendered files wait for no disk. Packages are left on the disk, they run. */
function useMemory(): void {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < LEAST_MEMORY) return
    const folder = mkdtempSync(join(MEMORY, 'platen-tests-'))
    // PostgreSQL runs as another user.
    chmodSync(folder, 0o755)
    process.env['TMPDIR'] = folder
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  } catch {
    // The system has no such folder.
  }
}

/** One process after another until no file is left: one that dies is replaced, and one that has grown, since its collections and forks take longer and longer. */
async function work(): Promise<void> {
  while (queue.length > 0) {
    const worker = fork(join(HERE, 'worker.ts'), {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, ...COLOR },
    })
    for (let isAlive = true; isAlive && queue.length > 0; ) isAlive = await runOne(worker, queue.shift()!)
    worker.kill()
  }
}

/**
 * Files of tests in a browser that failed run once more, alone: keys and the pages that they go to are timed by Chromium, not by the test. A file that passes then is
 * named at the end, so that a race is seen and mended.
 */
async function repeatBrowserTests(): Promise<void> {
  const failed = outcomes.filter((outcome) => outcome.file.startsWith('browser/') && isBroken(outcome))
  for (const outcome of failed) {
    queue.push(outcome.file)
    await work()
    const again = outcomes.pop()
    if (again === undefined || isBroken(again)) continue
    outcomes.splice(outcomes.indexOf(outcome), 1, again)
    unsteady.push(again.file)
  }
}

/** Whether the process can run another file. */
function runOne(worker: ChildProcess, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const start = performance.now()
    let output = ''
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      const end = /\n\0ended (\d+) (\d+)\n$/.exec(output)
      if (end !== null) finish(output.slice(0, end.index), Number(end[1]) === 0, Number(end[2]) < MOST_BYTES)
    }
    const died = (code: number | null, signal: string | null): void =>
      finish(`${output}\n${file}: the process ended with ${code ?? signal}\n`, false, false)
    const finish = (text: string, isClean: boolean, isAlive: boolean): void => {
      worker.stdout!.off('data', read)
      worker.off('exit', died)
      outcomes.push({ file, text, ...countsOf(text), isClean, seconds: (performance.now() - start) / 1000 })
      process.stdout.write(withoutCounts(text))
      resolve(isAlive)
    }
    worker.stdout!.on('data', read)
    worker.on('exit', died)
    worker.send(join(HERE, file))
  })
}

function isBroken({ isClean, total, passed }: Outcome): boolean {
  return !isClean || total !== passed || total === 0
}

function countsOf(text: string): Pick<Outcome, 'total' | 'passed'> {
  const count = (name: string): number => Number(COUNT(name).exec(text)?.[1] ?? 0)
  return { total: count('Total'), passed: count('Passed') }
}

/** What uvu says at the end of each file is said once, at the end of all. */
function withoutCounts(text: string): string {
  const at = text.search(COUNT('Total'))
  return at < 0 ? text : `${text.slice(0, at).trimEnd()}\n`
}

function report(): void {
  const slowest = [...outcomes].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
  console.log(`\nSlowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  // A file that ends badly has failed, also when all tests that ran in it passed, and so has a run of nothing.
  const failed = outcomes.reduce((sum, { total, passed, isClean }) => sum + Math.max(total - passed, isClean && total > 0 ? 0 : 1), 0)
  const none = outcomes.length === 0 ? 1 : 0
  // Again at the end: of a long run, often only its last lines are kept.
  const broken = outcomes.filter(isBroken)
  for (const { file, text } of broken) console.log(`\nFAILED ${file}\n${withoutCounts(text).slice(-MOST_SHOWN)}`)
  if (broken.length > 1) console.log(`\nFAILED ${broken.map(({ file }) => file).join(', ')}`)
  for (const file of unsteady) console.log(`FAILED ONCE ${file}: passed when it ran again`)
  console.log(`\n${passed} passed, ${failed + none} failed`)
  process.exitCode = failed + none === 0 ? 0 : 1
}
