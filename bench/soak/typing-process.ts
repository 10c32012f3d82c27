// A process of its own for the people who type: in that of the callers, each answer that it reads would delay what it measures of theirs.
import { Agent } from 'node:http'
import { dataWith } from '../nonce.ts'
import { edit, type Previews, post } from './typing.ts'

/** What the process is sent; it answers `stop` with `TypingResult`. */
export type TypingOrder =
  | {
      readonly kind: 'start'
      readonly port: number
      readonly teamId: string
      readonly templateId: string
      /** Of the people's sessions. */
      readonly cookies: readonly string[]
    }
  | { readonly kind: 'stop' }

export interface TypingResult extends Pick<Previews, 'times' | 'asked' | 'givenUp'> {
  readonly failed: readonly (readonly [status: number, count: number])[]
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const data = dataWith('nonce of an editor')
let stop = new AbortController()
let ended: Promise<unknown> = Promise.resolve()
let previews: Previews

function start({ port, teamId, templateId, cookies }: Extract<TypingOrder, { kind: 'start' }>): void {
  stop = new AbortController()
  previews = { times: [], asked: 0, givenUp: 0, failed: new Map() }
  const body = { id: templateId, type: 'html', data, boxes: false, places: '1-2', schema: true }
  const people = cookies.map((cookie) => {
    const ask = (source: string, signal: AbortSignal) => post(port, `/t/${teamId}/preview`, { ...body, source }, { cookie, agent, signal })
    return edit(ask, previews, stop.signal)
  })
  ended = Promise.all(people)
}

// The parent sends nothing else.
process.on('message', async (order: TypingOrder) => {
  if (order.kind === 'start') return start(order)
  stop.abort()
  await ended
  process.send?.({ ...previews, failed: [...previews.failed] } satisfies TypingResult)
})
process.on('disconnect', () => process.exit(0))
