import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import { disposition, mediaTypeOf } from '../../file-name.ts'
import type { Outputs } from '../../outputs/outputs.ts'
import { wantedOf } from '../byte-range.ts'
import { applyRawHeaders, type ExchangeState } from '../exchange.ts'

/** Download URLs of generated files: the secret in the path is the credential. The router answers HEAD with the GET route. */
export function addDownloadRoutes(router: Router<ExchangeState>, outputs: Outputs): void {
  router.get('/d/:secret', async (ctx) => {
    applyRawHeaders(ctx)
    ctx.set('Cache-Control', 'private, no-store')
    const opened = await outputs.open(ctx.params['secret'] ?? '')
    if (opened.kind === 'unknown') throw nothingHere()
    if (opened.kind === 'expired')
      throw new ApiError('url_expired', 'this download has expired', { headers: { 'Cache-Control': 'private, no-store' } })
    if (opened.kind === 'redirect') {
      ctx.redirect(opened.url)
      ctx.body = undefined
      ctx.status = 307
      return
    }
    const { length } = opened
    const etag = `"${opened.sha256}"`
    const wanted = wantedOf(ctx.req.headers, { etag, length, isGet: ctx.method === 'GET' })
    if (wanted.kind === 'unchanged') {
      ctx.set('ETag', etag)
      ctx.status = 304
      return
    }
    if (wanted.kind === 'unsatisfiable') throw unsatisfiable(length)
    const range = wanted.kind === 'part' ? wanted.range : undefined
    const content = await opened.read(range)
    if (content === undefined) throw nothingHere()
    ctx.set('ETag', etag)
    ctx.set('Accept-Ranges', 'bytes')
    // Other sites may embed the document in a frame.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    ctx.remove('Content-Security-Policy')
    ctx.set('Content-Disposition', disposition('inline', opened.fileName))
    if (ctx.method === 'HEAD') {
      content.destroy()
      ctx.status = 200
    } else ctx.body = content
    ctx.type = mediaTypeOf(opened.fileName)
    ctx.length = length
    if (range === undefined) return
    ctx.status = 206
    ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${length}`)
    ctx.length = range.end + 1 - range.start
  })
}

function nothingHere(): ApiError {
  return new ApiError('not_found', 'there is nothing at this address')
}

function unsatisfiable(length: number): ApiError {
  const headers = { 'Content-Range': `bytes */${length}`, 'Cache-Control': 'private, no-store' }
  return new ApiError('range_not_satisfiable', `the document has ${length} bytes, and none in this range`, { headers })
}
