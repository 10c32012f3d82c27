// A service in a process of its own, with the fake engine by default.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { programFile } from '../../support/programs.ts'

const fakeMain = programFile('test/server/support/fake-main')
/** The real service, with the real engine. */
export const realMain = programFile('server/main')
const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Running {
  readonly child: ChildProcess
  readonly port: number
  readonly lines: () => string
  readonly logs: () => string
  saying(text: string): Promise<string>
  readonly ended: Promise<number | null>
}

export async function startProcess(folder: string, environment: Record<string, string> = {}, main = fakeMain): Promise<Running> {
  const child = spawn(process.execPath, [main], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', PLATEN_DATA_DIR: folder, PLATEN_CHILDREN: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, logs] = ['', '']
  let check = (): void => {}
  child.stdout.on('data', (chunk) => {
    out += chunk
    check()
  })
  child.stderr.on('data', (chunk) => {
    logs += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  void ended.then(() => check())
  const saying = (text: string): Promise<string> =>
    new Promise((resolve) => {
      check = () => {
        if (out.includes(text) || child.exitCode !== null) resolve(out)
      }
      check()
    })
  const port = Number(/localhost:(\d+)/.exec(await saying('listens on'))?.[1])
  return { child, port, lines: () => out, logs: () => logs, saying, ended }
}
