// Documents of tens of thousands of rows: streamed while they are rendered, by a server whose memory does not grow with them.
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { usageOf } from '../../server/pool/process-usage.ts'
import { workerPids } from './cpu-usage.ts'
import { type Finding, finding, type Scenario, type ScenarioOptions } from './scenario.ts'
import { platen } from './service.ts'
import { openTestbed, type Testbed } from './testbed.ts'

const SOURCE = `<!doctype html><title>{{nonce}}</title>
<style>@page { @bottom-right { content: counter(page) " of " counter(pages) } } table { border-collapse: collapse; width: 100%; table-layout: fixed }
td, th { border: .5pt solid #999; font-size: 8pt } tr:nth-child(even) td { background: #eee }</style>
<table><thead><tr><th>No.<th>Date<th>Text<th>Account<th>Amount<th>Balance</tr></thead>
<tr data-repeat="rows"><td>{{no}}<td>{{date}}<td>{{text}}<td>{{account}}<td>{{amount}}<td>{{balance}}</tr></table>`

const rowsOf = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, no) => ({
    ...{ no, date: '2026-11-21', text: `Payment ${(no * 7919) % 100_003}`, account: `DE${1_000_000 + ((no * 31) % 9999)}` },
    ...{ amount: (no * 13) % 1000, balance: no * 17 },
  }))

interface Sent {
  readonly msFirst: number
  readonly msAll: number
  readonly bytes: number
  readonly isWhole: boolean
  readonly warnings: string | undefined
}

interface LargeRequest {
  readonly path: string
  readonly rows: number
  /** Pause between reads, for a slow client. */
  readonly msPause?: number
  /** Called when the answer begins. */
  readonly onFirst?: () => void
}

/** Sends one request and notes when its answer began and ended. */
function send(testbed: Testbed, { path, rows, msPause = 0, onFirst }: LargeRequest): Promise<Sent> {
  const body = Buffer.from(JSON.stringify({ data: { nonce: 'n', rows: rowsOf(rows) } }))
  const headers = { Authorization: `Bearer ${testbed.team.token}`, 'Content-Length': body.length }
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: testbed.service.port, method: 'POST', path, headers, agent: false })
    outgoing.on('error', reject).end(body)
    outgoing.on('response', async (response) => {
      const msFirst = performance.now() - started
      onFirst?.()
      let bytes = 0
      let tail = Buffer.alloc(0)
      try {
        for await (const chunk of response) {
          bytes += chunk.length
          tail = Buffer.concat([tail, chunk]).subarray(-10)
          if (msPause > 0) await wait(msPause)
        }
      } catch {
        // The connection broke off; `complete` is false then.
      }
      const isWhole = response.complete && response.statusCode === 200 && tail.includes('%%EOF')
      const warnings = response.trailers['x-render-warnings'] ?? String(response.headers['x-render-warnings'])
      resolve({ msFirst, msAll: performance.now() - started, bytes, isWhole, warnings })
    })
  })
}

const mib = (pid: number): number => (usageOf(pid)?.residentBytes ?? 0) / 2 ** 20

/** Runs work and returns the peak memory of server and workers meanwhile. */
async function peakMemory<T>(testbed: Testbed, work: Promise<T>): Promise<{ result: T; server: number; child: number }> {
  const pid = testbed.service.process.pid ?? 0
  let [server, child, isOver] = [0, 0, false]
  const watched = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    server = Math.max(server, mib(pid))
    child = Math.max(child, ...workerPids(pid).map(mib))
    await wait(50)
  }
  return { result: await watched, server, child }
}

async function large({ say }: ScenarioOptions): Promise<readonly Finding[]> {
  const testbed = await openTestbed()
  try {
    const file = join(testbed.folder, 'large.html')
    writeFileSync(file, SOURCE)
    const path = `/api/templates/${await platen(testbed.folder, ['templates', 'push', file, '--team', 'Soak'], testbed.environment)}/pdf`
    const pid = testbed.service.process.pid ?? 0
    await send(testbed, { path, rows: 2000 })
    const before = mib(pid)
    const one = await peakMemory(testbed, send(testbed, { path, rows: 20_000 }))
    const { msFirst, msAll, bytes, isWhole, warnings } = one.result
    say(`20,000 rows: ${(bytes / 2 ** 20).toFixed(1)} MiB, begun after ${msFirst.toFixed(0)} of ${msAll.toFixed(0)} ms`)
    const slow = await peakMemory(testbed, Promise.all([1, 2].map(() => send(testbed, { path, rows: 20_000, msPause: 20 }))))
    say(`two slow callers: ${slow.result.map((sent) => `${sent.msAll.toFixed(0)} ms`).join(', ')}`)
    const kill = (): void => {
      for (const child of workerPids(pid)) process.kill(child, 'SIGKILL')
    }
    const broken = await send(testbed, { path, rows: 40_000, onFirst: kill })
    // The request body passes through the server, whose heap does not shrink at once.
    const room = 64
    return [
      finding('20,000 rows: whole, with its warnings', `${isWhole}, ${warnings}`, 'true, 0', isWhole && warnings === '0'),
      finding('20,000 rows: first byte, share of the time', msFirst / msAll, '< 0.8', msFirst < msAll * 0.8),
      finding('server, MiB before / most', `${before.toFixed(0)} / ${one.server.toFixed(0)}`, `+ ${room}`, one.server < before + room),
      finding(
        'two slow callers at once, whole',
        slow.result.filter((sent) => sent.isWhole).length,
        '2',
        slow.result.every((s) => s.isWhole),
      ),
      finding('server with them, MiB', slow.server.toFixed(0), `${before.toFixed(0)} + ${2 * room}`, slow.server < before + 2 * room),
      finding('rendering process, most MiB', slow.child.toFixed(0), 'recorded', true),
      finding('cut short by a kill: taken for whole', String(broken.isWhole), 'false', !broken.isWhole),
    ]
  } finally {
    await testbed.close()
  }
}

export const LARGE: readonly Scenario[] = [{ name: 'large', seconds: 60, run: large }]
