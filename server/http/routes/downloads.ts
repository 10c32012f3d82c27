import type Router from '@koa/router'
import { ApiError } from '../../errors.ts'
import { disposition } from '../../file-name.ts'
import type { Outputs } from '../../outputs/outputs.ts'
import { applyRawHeaders, type ExchangeState } from '../exchange.ts'

/** Download URLs of generated files: the secret in the path is the credential. The router answers HEAD with the GET route. */
export function addDownloadRoutes(router: Router<ExchangeState>, outputs: Outputs): void {
  router.get('/d/:secret', async (ctx) => {
    applyRawHeaders(ctx)
    ctx.set('Cache-Control', 'private, no-store')
    const opened = await outputs.open(ctx.params['secret'] ?? '')
    if (opened.kind === 'unknown') throw new ApiError('not_found', 'there is nothing at this address')
    if (opened.kind === 'expired')
      throw new ApiError('url_expired', 'this download has expired', { headers: { 'Cache-Control': 'private, no-store' } })
    if (opened.kind === 'redirect') {
      ctx.redirect(opened.url)
      ctx.body = undefined
      ctx.status = 307
      return
    }
    ctx.set('Content-Disposition', disposition('inline', opened.fileName))
    // Other sites may embed the document in a frame.
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    ctx.remove('Content-Security-Policy')
    if (ctx.method === 'HEAD') {
      opened.content.destroy()
      ctx.status = 200
    } else ctx.body = opened.content
    ctx.type = 'application/pdf'
    ctx.length = opened.length
  })
}
