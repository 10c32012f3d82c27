// The built service as a process of its own, that is ended and started again on the same port and data.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildFolder } from '../../support/shipped.ts'

export interface ServiceProcess {
  readonly origin: string
  /** Printed at the first start. */
  readonly setupLink: string
  /** Ends it as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

/** With the settings of a store. */
export async function serviceProcess(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-restart-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  let setupLink = ''
  const start = async (): Promise<void> => {
    const env = {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PLATEN_DATA_DIR: folder,
      PLATEN_LOG: 'error',
      PLATEN_CHILDREN: '1',
      ...settings,
    }
    const started = spawn(process.execPath, [join(buildFolder(), 'server/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    const isKnown = setupLink !== ''
    await new Promise<void>((resolve, reject) => {
      const lines = createInterface({ input: started.stdout })
      lines.on('line', (line) => {
        setupLink = /(http\S+\/app\/setup#\S+)/.exec(line)?.[1] ?? setupLink
        // The link is printed while there is no account.
        if (isKnown ? line.startsWith('Platen listens') : setupLink !== '') resolve()
      })
      lines.on('close', () => reject(new Error('the service ended')))
    })
  }
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGKILL')
    await ended
  }
  await start()
  const remove = async (): Promise<void> => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin: `http://127.0.0.1:${port}`, setupLink, kill, start, remove }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
