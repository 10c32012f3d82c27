import type { PlatenClient } from '../client/index.ts'
import { StdioServerTransport } from './sdk.ts'
import { makeMcpServer } from './server.ts'

/** Serves one assistant over standard input and output, until its end. */
export async function serveStdio(client: PlatenClient): Promise<void> {
  const server = makeMcpServer(client)
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', () => void server.close())
  })
  await server.connect(new StdioServerTransport())
  await ended
}
