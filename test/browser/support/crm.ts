// Another application that shows a template in a frame: a page on an origin of its own, which keeps the messages of the frame.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OtherApplication {
  readonly origin: string
  /** Shown by its page from now on. */
  frameUrl: string
  close(): Promise<void>
}

const PAGE = (url: string): string => `<!doctype html><title>CRM</title><h1>CRM</h1>
<iframe id="template" title="Template" allow="clipboard-write" style="width: 1300px; height: 700px" src="${url}"></iframe>
<script>
  globalThis.messages = []
  addEventListener('message', (event) => messages.push({ ...event.data, from: event.origin, isFrame: event.source === template.contentWindow }))
</script>`

export async function startOtherApplication(): Promise<OtherApplication> {
  const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE(it.frameUrl)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const it: OtherApplication = {
    // A TCP server has an address of this kind.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    frameUrl: 'about:blank',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return it
}
