// People who each have a template open in the web application and type: what their pages ask the service for.
import { type Agent, request } from 'node:http'
import { NONCE_SOURCE } from '../nonce.ts'

/** Between two changes of an editor. */
const MS_CHANGE = { least: 1000, more: 1000 }
/** As in `live-preview.ts` of the web application. */
const MS_GIVE_UP = 250
const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }

export interface Answered {
  readonly status: number
  readonly bytes: Buffer
  readonly cookie: string
}

export interface Previews {
  readonly times: number[]
  asked: number
  /** For a newer text. */
  givenUp: number
  /** How many ended with each status; 0: without an answer. */
  readonly failed: Map<number, number>
}

/** As pages call the service; rejects when the signal aborts. */
export function post(
  port: number,
  path: string,
  body: object,
  more: { cookie?: string; agent: Agent; signal?: AbortSignal },
): Promise<Answered> {
  const { cookie, agent, signal } = more
  const text = JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = { ...OWN, 'Content-Length': Buffer.byteLength(text), ...(cookie === undefined ? {} : { Cookie: cookie }) }
    const options = { host: '127.0.0.1', port, method: 'POST', path: `/app/api${path}`, agent, headers, ...(signal && { signal }) }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      const cookie = (response.headers['set-cookie'] ?? []).map((set) => set.slice(0, set.indexOf(';'))).join('; ')
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks), cookie }))
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** One person who types until the signal aborts. */
export async function edit(
  ask: (source: string, signal: AbortSignal) => Promise<Answered>,
  previews: Previews,
  signal: AbortSignal,
): Promise<void> {
  let underWay: { readonly own: AbortController; readonly ended: Promise<void> } | undefined
  for (let typed = ''; !signal.aborted; typed += 'abcdefg '[typed.length % 8]) {
    await new Promise((resolve) => setTimeout(resolve, MS_CHANGE.least + Math.random() * MS_CHANGE.more))
    if (underWay !== undefined) await Promise.race([underWay.ended, new Promise((resolve) => setTimeout(resolve, MS_GIVE_UP))])
    underWay?.own.abort()
    const own = new AbortController()
    previews.asked++
    const began = performance.now()
    const ended = ask(`${NONCE_SOURCE}<p>${typed}</p>`, own.signal).then(
      ({ status }) => {
        if (status === 200) previews.times.push(performance.now() - began)
        else previews.failed.set(status, (previews.failed.get(status) ?? 0) + 1)
      },
      () => {
        if (own.signal.aborted) previews.givenUp++
        else previews.failed.set(0, (previews.failed.get(0) ?? 0) + 1)
      },
    )
    underWay = { own, ended: ended.then(() => void (underWay = undefined)) }
  }
  await underWay?.ended
}
