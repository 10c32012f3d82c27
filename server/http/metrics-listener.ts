// A separate listener for operators: it exposes the metrics by template, which API clients must not see.
import { createServer, type Server } from 'node:http'
import type { Metrics } from '../metrics.ts'

/** Starts the listener; returns the function that stops it. */
export async function listenForMetrics(
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<() => void> {
  const server = createServer({ keepAliveTimeout: 5000, headersTimeout: 5000 }, async (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return response.writeHead(404).end()
    try {
      const text = await metrics.text({ byTemplate: true })
      response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  server.maxConnections = MOST_CONNECTIONS
  await listening(server, port, host)
  server.on('error', () => {})
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

const MOST_CONNECTIONS = 20

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
