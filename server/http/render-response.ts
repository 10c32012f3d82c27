// Sends a rendered document: complete, as base64 in JSON, as a download URL, or streamed while it is rendered.
import { Readable } from 'node:stream'
import { apiErrorOf } from '../errors.ts'
import { disposition } from '../file-name.ts'
import type { AppDeps } from './deps.ts'
import { applyRawHeaders, type RouteExchange, sendBuffer, sendJson } from './exchange.ts'
import type { CallResult, PdfStream } from './idempotency.ts'
import { applyWarnings, prefersWarnings } from './json-request.ts'
import { Spool } from './spool.ts'

/** How a document is to be delivered. */
export interface Delivery {
  readonly format: 'pdf' | 'json' | 'url'
  readonly fileName: string
  /** The JSON field that holds the download URL. */
  readonly urlKey: 'url' | 'data'
  /** Absent when the source came with the request. */
  readonly templateId: string | undefined
}

type ResponseDeps = Pick<AppDeps, 'spoolBudget' | 'limits' | 'log'>

const WARNINGS = 'X-Render-Warnings'

export function sendResult(ctx: RouteExchange, result: CallResult, delivery: Delivery, deps: ResponseDeps): void {
  const withWarnings = delivery.format !== 'pdf' && prefersWarnings(ctx)
  if (withWarnings) applyWarnings(ctx)
  if (result.kind === 'stream') return streamResult(ctx, result, { ...delivery, withWarnings }, deps)
  const { rawHeaders } = ctx.state
  const { warningCount, warnings, pages } = result.summary()
  const more = withWarnings ? { warnings } : {}
  const bytes = result.kind === 'pdf' ? result.pdf.length : undefined
  ctx.state.rendered = { pages, bytes, warnings }
  rawHeaders.push(WARNINGS, String(warningCount))
  if (result.kind === 'url') return sendJson(ctx, { status: 200, [delivery.urlKey]: result.url, ...more })
  const pdf = Buffer.from(result.pdf.buffer, result.pdf.byteOffset, result.pdf.length)
  if (delivery.format === 'json') return sendJson(ctx, { status: 200, data: pdf.toString('base64'), ...more })
  rawHeaders.push('Content-Disposition', disposition('attachment', delivery.fileName))
  sendBuffer(ctx, 200, 'application/pdf', pdf)
}

interface StreamDelivery extends Delivery {
  /** The JSON holds the warnings too. */
  readonly withWarnings: boolean
}

function streamResult(ctx: RouteExchange, result: PdfStream, { format, fileName, withWarnings }: StreamDelivery, deps: ResponseDeps): void {
  const { length, summary } = result
  const suffix = (): string => (withWarnings ? `","warnings":${JSON.stringify(summary().warnings)}}` : JSON_SUFFIX)
  applyRawHeaders(ctx)
  ctx.status = 200
  if (length === undefined) ctx.set('Trailer', WARNINGS)
  else {
    ctx.set(WARNINGS, String(summary().warningCount))
    ctx.length = format === 'json' ? JSON_PREFIX.length + 4 * Math.ceil(length / 3) + Buffer.byteLength(suffix()) : length
  }
  if (format === 'pdf') ctx.set('Content-Disposition', disposition('attachment', fileName))
  ctx.set('Content-Type', format === 'pdf' ? 'application/pdf' : 'application/json')
  const spool = new Spool(result.chunks, deps.spoolBudget)
  ctx.res.once('close', () => spool.close())
  // A client that reads nothing for longer than any rendering takes is gone, even if its connection is still open.
  ctx.res.setTimeout(deps.limits.msIdle, () => ctx.res.destroy())
  ctx.body = Readable.from(content(ctx, { spool, result, suffix: format === 'json' ? suffix : undefined }, deps), { objectMode: false })
  // The status is sent from here on: a later error can only abort the connection.
  ctx.flushHeaders()
}

async function* content(
  ctx: RouteExchange,
  { spool, result, suffix }: { spool: Spool; result: PdfStream; suffix: (() => string) | undefined },
  { log }: ResponseDeps,
): AsyncGenerator<Uint8Array, undefined> {
  let bytes = 0
  try {
    for await (const chunk of suffix === undefined ? spool : asJson(spool, suffix)) {
      bytes += chunk.length
      yield chunk
    }
  } catch (thrown) {
    // Koa's pipeline destroys the connection before the end of the chunked encoding, so no client takes the part for the whole.
    ctx.state.brokenBy = apiErrorOf(thrown)
    if (!ctx.state.signal.aborted) log.warn({ requestId: ctx.state.requestId, err: thrown }, 'a streamed response was aborted')
    throw thrown
  }
  const { warningCount, warnings, pages } = result.summary()
  ctx.state.rendered = { pages, bytes: suffix === undefined ? bytes : undefined, warnings }
  if (result.length === undefined) ctx.res.addTrailers({ [WARNINGS]: String(warningCount) })
}

const JSON_PREFIX = '{"status":200,"data":"'
const JSON_SUFFIX = '"}'

/** The same bytes that `sendJson` would send. Base64 encodes three bytes as four characters, so chunks are cut at multiples of three. */
async function* asJson(chunks: AsyncIterable<Uint8Array>, suffix: () => string): AsyncGenerator<Uint8Array, undefined> {
  yield Buffer.from(JSON_PREFIX)
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1')
  }
  yield Buffer.from(Buffer.from(rest).toString('base64') + suffix(), 'utf8')
}
