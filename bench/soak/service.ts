// A service in a process of its own, as an operator would run it: from the build, on a free port, with a temporary data folder.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const MAIN = fileURLToPath(new URL('../../.dist/server/main.js', import.meta.url))
const CLI = fileURLToPath(new URL('../../.dist/server/cli.js', import.meta.url))

export interface RunningService {
  readonly process: ChildProcess
  readonly port: number
  /** Its standard output. */
  readonly text: () => string
  /** The end of its log. */
  readonly log: () => string
  readonly ended: Promise<number | null>
  /** Sends the signal and waits for the exit. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export type Environment = Readonly<Record<string, string>>

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'platen-soak-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

function environmentOf(folder: string, more: Environment): NodeJS.ProcessEnv {
  const base = {
    PATH: process.env['PATH'],
    PORT: '0',
    HOST: '127.0.0.1',
    PLATEN_DATA_DIR: folder,
    PLATEN_RATE: '1000000000',
    PLATEN_LOG: 'warn',
  }
  return { ...base, ...more }
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

export async function startService(folder: string, more: Environment = {}): Promise<RunningService> {
  // A session of its own, as a service has: Linux divides processor time by session (autogroups), and the driver would share that of the service.
  const child = spawn(process.execPath, [MAIN], { env: environmentOf(folder, more), stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  running.add(child)
  let [text, log] = ['', '']
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  void ended.then(() => running.delete(child))
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-100_000)
  })
  // The last line of a start.
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (/^(curl|Make a token)/m.test(text)) resolve()
    })
    void ended.then((code) => reject(new Error(`the service ended with ${code}: ${text} ${log}`)))
  })
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal)
    return ended
  }
  return { process: child, port: Number(/localhost:(\d+)/.exec(text)?.[1]), text: () => text, log: () => log, ended, stop }
}

/** Runs `platen` on the same store and returns its output. */
export async function platen(folder: string, args: readonly string[], more: Environment = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { env: environmentOf(folder, more) })
  return stdout.trim()
}

/** A value of `/metrics`; 0 when absent. */
export async function metricOf(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
}
