// How a document reaches its caller: whole, as base64 in JSON, as an address, or in pieces while it is made.
import { Readable } from 'node:stream'
import { apiErrorOf } from '../errors.ts'
import { disposition } from '../file-name.ts'
import type { AppDeps } from './deps.ts'
import { handOver, type RouteExchange, sendJson, sendWhole } from './exchange.ts'
import type { Pieces, Product } from './idempotency.ts'
import { Spool } from './spool.ts'

export interface Target {
  readonly answer: 'pdf' | 'json' | 'url'
  readonly fileName: string
  /** What JSON calls the address. */
  readonly urlKey: 'url' | 'data'
  readonly templateId: string
}

type ReplyDeps = Pick<AppDeps, 'spoolRoom' | 'limits' | 'log'>

const WARNINGS = 'X-Render-Warnings'

export function reply(ctx: RouteExchange, product: Product, target: Target, deps: ReplyDeps): void {
  if (product.kind === 'pieces') return replyInPieces(ctx, product, target, deps)
  const { head } = ctx.state
  head.push(WARNINGS, String(product.warningCount))
  if (product.kind === 'url') return sendJson(ctx, { status: 200, [target.urlKey]: product.url })
  const pdf = Buffer.from(product.pdf.buffer, product.pdf.byteOffset, product.pdf.length)
  if (target.answer === 'json') return sendJson(ctx, { status: 200, data: pdf.toString('base64') })
  head.push('Content-Disposition', disposition('attachment', target.fileName))
  sendWhole(ctx, 200, 'application/pdf', pdf)
}

function replyInPieces(ctx: RouteExchange, product: Pieces, { answer, fileName }: Target, deps: ReplyDeps): void {
  const { length, warningCount } = product
  handOver(ctx)
  ctx.status = 200
  if (length === undefined) ctx.set('Trailer', WARNINGS)
  else {
    ctx.set(WARNINGS, String(warningCount()))
    ctx.length = answer === 'json' ? HEAD.length + 4 * Math.ceil(length / 3) + TAIL.length : length
  }
  if (answer === 'pdf') ctx.set('Content-Disposition', disposition('attachment', fileName))
  ctx.set('Content-Type', answer === 'pdf' ? 'application/pdf' : 'application/json')
  const spool = new Spool(product.pieces, deps.spoolRoom)
  ctx.res.once('close', () => spool.close())
  // Whoever takes nothing for longer than a rendering may last has gone, whatever the connection says.
  ctx.res.setTimeout(deps.limits.msIdle, () => ctx.res.destroy())
  ctx.body = Readable.from(content(ctx, { spool, product, answer }, deps), { objectMode: false })
  // An error from here on can only be told by breaking off.
  ctx.flushHeaders()
}

async function* content(
  ctx: RouteExchange,
  { spool, product, answer }: { spool: Spool; product: Pieces; answer: Target['answer'] },
  { log }: ReplyDeps,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* answer === 'json' ? asJson(spool) : spool
  } catch (thrown) {
    // Koa's pipeline destroys the connection: what was sent has no end, and no client takes it for the whole.
    ctx.state.brokenBy = apiErrorOf(thrown)
    if (!ctx.state.signal.aborted) log.warn({ requestId: ctx.state.requestId, err: thrown }, 'an answer broke off')
    throw thrown
  }
  if (product.length === undefined) ctx.res.addTrailers({ [WARNINGS]: String(product.warningCount()) })
}

const HEAD = '{"status":200,"data":"'
const TAIL = '"}'

/** As `sendJson` would write it. Three bytes are four characters, so pieces are cut at multiples of three. */
async function* asJson(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  yield Buffer.from(HEAD)
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1')
  }
  yield Buffer.from(Buffer.from(rest).toString('base64') + TAIL, 'latin1')
}
