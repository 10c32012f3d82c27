// A caller who costs next to nothing: one connection, one request at a time, answers of a known length. Where the driver shares the processors with the service,
// Node's own client takes nearly half as much of them as the server does.
import { connect, type Socket } from 'node:net'
import type { Reply, Shot } from './shot.ts'

const END_OF_HEAD = '\r\n\r\n'
const MS_SILENT = 60_000

export class Caller {
  readonly #port: number
  #socket: Socket | undefined
  #chunks: Buffer[] = []
  #length = 0
  #answer: { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.#port = port
  }

  readonly send = ({ method, path, token, body, text = body === undefined ? '' : JSON.stringify(body) }: Shot): Promise<Reply> => {
    const authorization = token === undefined ? '' : `\r\nAuthorization: Bearer ${token}`
    const content = text === '' ? '' : `\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
      this.#connected().write(`${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1${authorization}${content}${END_OF_HEAD}${text}`)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  /** The connection; another when the last one ended. */
  #connected(): Socket {
    if (this.#socket !== undefined && !this.#socket.destroyed) return this.#socket
    const socket = connect({ host: '127.0.0.1', port: this.#port, noDelay: true })
    const fail = (error: Error): void => {
      if (socket === this.#socket) this.#answer?.reject(error)
    }
    socket.on('data', (chunk) => {
      this.#chunks.push(chunk)
      this.#length += chunk.length
      this.#look()
    })
    socket.setTimeout(MS_SILENT, () => socket.destroy(new Error('no answer in 60 s')))
    socket.on('error', fail).on('close', () => fail(new Error('the connection was closed')))
    this.#chunks = []
    this.#length = 0
    this.#socket = socket
    return socket
  }

  /** Gives the answer once all of it is there. */
  #look(): void {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#length)
    this.#chunks = [bytes]
    const at = bytes.indexOf(END_OF_HEAD)
    if (at < 0) return
    const head = bytes.toString('latin1', 0, at)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const start = at + END_OF_HEAD.length
    if (length === undefined) return this.#answer?.reject(new Error('an answer of unknown length'))
    if (bytes.length < start + Number(length)) return
    this.#chunks = []
    this.#length = 0
    const answer = this.#answer
    this.#answer = undefined
    if (/\r\nconnection: close/i.test(head)) this.close()
    answer?.resolve(replyOf(head, bytes.subarray(start)))
  }
}

/** As many callers as there are requests under way. */
export class Callers {
  readonly #port: number
  readonly #idle: Caller[] = []

  constructor(port: number) {
    this.#port = port
  }

  readonly send = async (shot: Shot): Promise<Reply> => {
    const caller = this.#idle.pop() ?? new Caller(this.#port)
    try {
      return await caller.send(shot)
    } finally {
      this.#idle.push(caller)
    }
  }

  close(): void {
    for (const caller of this.#idle.splice(0)) caller.close()
  }
}

/** Headers are only looked for where there is something to be refused. */
function replyOf(head: string, bytes: Buffer): Reply {
  return { status: Number(head.slice(9, 12)), header: (name) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1], bytes }
}
