// A minimal HTTP client: one connection, one request at a time, answers with Content-Length only. Where driver and service share the processors,
// Node's client uses nearly half as much processor time as the server does.
import { connect, type Socket } from 'node:net'
import type { Reply, RequestSpec } from './request-spec.ts'

const END_OF_HEAD = '\r\n\r\n'
const MS_TIMEOUT = 60_000

export class MinimalClient {
  readonly #port: number
  #socket: Socket | undefined
  #chunks: Buffer[] = []
  #length = 0
  #pending: { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.#port = port
  }

  readonly send = ({ method, path, token, body, text = body === undefined ? '' : JSON.stringify(body) }: RequestSpec): Promise<Reply> => {
    const authorization = token === undefined ? '' : `\r\nAuthorization: Bearer ${token}`
    const content = text === '' ? '' : `\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject }
      this.#connected().write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1${authorization}${content}${END_OF_HEAD}${text}`)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  /** The open connection, or a new one. */
  #connected(): Socket {
    if (this.#socket !== undefined && !this.#socket.destroyed) return this.#socket
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    const fail = (error: Error): void => {
      if (socket === this.#socket) this.#pending?.reject(error)
    }
    socket.on('data', (chunk) => {
      this.#chunks.push(chunk)
      this.#length += chunk.length
      this.#parse()
    })
    socket.setTimeout(MS_TIMEOUT, () => socket.destroy(new Error('no answer in 60 s')))
    socket.on('error', fail).on('close', () => fail(new Error('the connection was closed')))
    this.#chunks = []
    this.#length = 0
    this.#socket = socket
    return socket
  }

  /** Resolves the pending answer once it is complete. */
  #parse(): void {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#length)
    this.#chunks = [bytes]
    const at = bytes.indexOf(END_OF_HEAD)
    if (at < 0) return
    const head = bytes.toString('latin1', 0, at)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const start = at + END_OF_HEAD.length
    if (length === undefined) return this.#pending?.reject(new Error('an answer without Content-Length'))
    if (bytes.length < start + Number(length)) return
    this.#chunks = []
    this.#length = 0
    const answer = this.#pending
    this.#pending = undefined
    if (/\r\nconnection: close/i.test(head)) this.close()
    answer?.resolve(replyOf(head, bytes.subarray(start)))
  }
}

/** One client for each request in flight. */
export class ClientPool {
  readonly #port: number
  readonly #idle: MinimalClient[] = []

  constructor(port: number) {
    this.#port = port
  }

  readonly send = async (spec: RequestSpec): Promise<Reply> => {
    const client = this.#idle.pop() ?? new MinimalClient(this.#port)
    try {
      return await client.send(spec)
    } finally {
      this.#idle.push(client)
    }
  }

  close(): void {
    for (const client of this.#idle.splice(0)) client.close()
  }
}

/** Headers are parsed on demand, as few replies need them. */
function replyOf(head: string, bytes: Buffer): Reply {
  return { status: Number(head.slice(9, 12)), header: (name) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1], bytes }
}
