// The service as its users start it: `npm start` in a new folder of data, and what it prints.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export interface StartedService {
  readonly origin: string
  /** Leads to the page on which the first account is made. */
  readonly setupLink: string
  readonly token: string
  /** The lines that were printed. */
  readonly lines: readonly string[]
  /** Of the server, whose workers are its children. */
  readonly pid: number
  stop(): Promise<void>
}

/** Resolves once the curl line is printed. `data`: of a service that was started before. */
export async function npmStart(environment: Readonly<Record<string, string>> = {}): Promise<StartedService> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-start-'))
  const env = { ...process.env, PORT: '0', HOST: '127.0.0.1', PLATEN_DATA_DIR: folder, PLATEN_LOG: 'error', ...environment }
  // In a group of its own: npm passes no signal on.
  const child = spawn('npm', ['start', '--silent'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const lines: string[] = []
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const input = createInterface({ input: child.stdout })
    input.on('line', (line) => {
      lines.push(line)
      if (line.startsWith('curl ')) resolve()
    })
    input.on('close', () => reject(new Error(`npm start ended after: ${lines.join('\n')}`)))
  })
  const found = (pattern: RegExp): string => lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined) ?? ''
  return {
    lines,
    origin: found(/^Platen listens on (\S+)$/),
    setupLink: found(/^ {2}(http\S+\/app\/setup#\S+)$/),
    token: found(/^ {2}(?!http)(\S+)$/),
    pid: child.pid ?? 0,
    stop: async () => {
      end(child)
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function end({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM')
}
