// Problem: a client that waits for answers before it asks again hides every stall of the service.
// Approach: an open loop. Requests are sent at random moments (Poisson) of a given mean rate, whether earlier ones were answered or not. They are timed from when
// they were sent; the driver's own delay is recorded apart. Every answer is verified by a check that comes with the request.
// Limits: one process with one event loop; beyond some thousand requests a second the driver itself is the bottleneck.
import { Agent, request } from 'node:http'
import { MinimalClient } from './minimal-client.ts'
import type { Reply, RequestSpec } from './request-spec.ts'

export interface Tally {
  sent: number
  ok: number
  /** Answers 503 `overloaded` with Retry-After. */
  refused: number
  /** All other outcomes, by kind. */
  readonly failed: Map<string, number>
  /** Milliseconds of good answers, and of refusals. */
  readonly times: number[]
  readonly refusals: number[]
  /** Milliseconds by which requests of an open loop were sent late. */
  readonly late: number[]
  readonly groups: Map<string, number[]>
}

export const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, keepAliveMsecs: 5000 })

/** The bytes of the body; undefined when there is none. */
function bytesOf({ body, text }: { readonly body: object | undefined; readonly text: string | Buffer | undefined }): Buffer | undefined {
  if (Buffer.isBuffer(text)) return text
  return body === undefined && text === undefined ? undefined : Buffer.from(text ?? JSON.stringify(body))
}

export function send(
  port: number,
  { method, path, token, body, text, headers: more }: RequestSpec,
  via: Agent | false = agent,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const bytes = bytesOf({ body, text })
    const headers = {
      ...more,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(bytes === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
    }
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent: via, headers, timeout: 60_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      // The answer broke off: a failure in a document that is streamed closes the connection.
      response.on('error', () => reject(new Error(`broken off after ${response.statusCode}`)))
      const header = (name: string): string | undefined => response.headers[name]?.toString()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, header, bytes: Buffer.concat(chunks) }))
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in 60 s')))
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

export function emptyTally(): Tally {
  return { sent: 0, ok: 0, refused: 0, failed: new Map(), times: [], refusals: [], late: [], groups: new Map() }
}

/** Sends one request and counts its outcome. */
export async function sendAndTally(
  port: number,
  spec: RequestSpec,
  tally: Tally,
  via = (spec: RequestSpec): Promise<Reply> => send(port, spec),
): Promise<void> {
  tally.sent++
  const left = performance.now()
  try {
    const reply = await via(spec)
    const ms = performance.now() - left
    if (reply.status === 503 && reply.bytes.includes('"code":"overloaded"') && reply.header('retry-after') !== undefined) {
      tally.refused++
      tally.refusals.push(ms)
      return
    }
    const fault = reply.status >= 200 && reply.status < 300 ? spec.check?.(reply.bytes) : `status ${reply.status}`
    if (fault !== undefined) return note(tally, fault)
    tally.ok++
    tally.times.push(ms)
    if (spec.group !== undefined) tally.groups.set(spec.group, [...(tally.groups.get(spec.group) ?? []), ms])
  } catch (thrown) {
    note(tally, thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown))
  }
}

function note({ failed }: Tally, fault: string): void {
  failed.set(fault, (failed.get(fault) ?? 0) + 1)
}

export interface OpenLoop {
  readonly port: number | (() => number)
  readonly perSecond: number
  readonly seconds: number
  readonly nextRequest: () => RequestSpec
  /** Ends the load early. */
  readonly signal?: AbortSignal
  /** The client; Node's when absent. */
  readonly via?: (spec: RequestSpec) => Promise<Reply>
}

/** Sends requests at random moments, `perSecond` on average. Resolves when all have been answered. */
export async function openLoop({ port, perSecond, seconds, nextRequest, signal, via }: OpenLoop): Promise<Tally> {
  const tally = emptyTally()
  const pending: Promise<void>[] = []
  const start = performance.now()
  for (
    let due = start;
    due < start + seconds * 1000 && signal?.aborted !== true;
    due += (-Math.log(1 - Math.random()) / perSecond) * 1000
  ) {
    const early = due - performance.now()
    // Timers have a resolution of a millisecond: requests due within one are sent together.
    if (early > 0.5) await new Promise((resolve) => setTimeout(resolve, early))
    tally.late.push(performance.now() - due)
    pending.push(sendAndTally(typeof port === 'number' ? port : port(), nextRequest(), tally, via))
  }
  await Promise.all(pending)
  return tally
}

/** Load by `clients` that each wait for their answer before the next request. */
export async function closedLoop(
  port: number,
  clients: number,
  seconds: number,
  nextRequest: () => RequestSpec,
): Promise<{ tally: Tally; perSecond: number }> {
  const tally = emptyTally()
  const start = performance.now()
  const callAgain = async (): Promise<void> => {
    const client = new MinimalClient(port)
    while (performance.now() < start + seconds * 1000) await sendAndTally(port, nextRequest(), tally, client.send)
    client.close()
  }
  await Promise.all(Array.from({ length: clients }, callAgain))
  return { tally, perSecond: (tally.ok / (performance.now() - start)) * 1000 }
}

/** The value that this share of the numbers does not exceed; 0 of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export function describe(tally: Tally): string {
  const { sent, ok, refused, failed, times, refusals, late } = tally
  const faults = [...failed].map(([name, count]) => `${name} × ${count}`).join(', ')
  const ms = (numbers: readonly number[], share: number): string => quantile(numbers, share).toFixed(0)
  return [
    `${sent} sent, ${ok} good (p50 ${ms(times, 0.5)} ms, p99 ${ms(times, 0.99)} ms)`,
    `${refused} refused${refused > 0 ? ` (p50 ${ms(refusals, 0.5)} ms, p99 ${ms(refusals, 0.99)} ms)` : ''}`,
    `${[...failed.values()].reduce((sum, count) => sum + count, 0)} failed${faults === '' ? '' : ` (${faults})`}`,
    ...(late.length > 0 ? [`driver late by ${ms(late, 0.99)} ms (p99)`] : []),
  ].join(', ')
}
