// Sends raw bytes over a connection and parses the answers, even where they are not valid HTTP.
import { connect } from 'node:net'

export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

export interface Received {
  readonly answers: readonly WireAnswer[]
  /** Bytes after the last complete answer. */
  readonly rest: Buffer
}

export interface Sending {
  readonly pieces: readonly Uint8Array[]
  /** Methods of the requests: an answer to HEAD has no body. */
  readonly methods: readonly string[]
  /** The client closes the connection after so many answers; before that, only the server does. */
  readonly wanted: number
}

/** Longer than any answer takes: a connection that is open after this hangs. */
const MS_HANG = 60_000

/** Sends the pieces one after the other and returns what was received once the connection is closed. */
export function exchangeBytes(port: number, { pieces, methods, wanted }: Sending): Promise<Received> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const hanging = setTimeout(() => {
      reject(new Error(`the connection hangs after ${pieces.length} pieces: ${JSON.stringify(Buffer.concat(pieces).toString('latin1'))}`))
      socket.destroy()
    }, MS_HANG)
    // A server that answers early may reset the connection while bytes are still sent.
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (parseAnswers(received, methods).answers.length >= wanted) socket.end()
    })
    socket.on('close', () => {
      clearTimeout(hanging)
      resolve(parseAnswers(received, methods))
    })
    const send = async (): Promise<void> => {
      for (const piece of pieces) if (!socket.destroyed) await new Promise<void>((sent) => socket.write(piece, () => sent()))
    }
    socket.on('connect', () => void send())
  })
}

function parseAnswers(bytes: Buffer, methods: readonly string[]): Received {
  const answers: WireAnswer[] = []
  let rest = bytes
  for (;;) {
    const taken = takeAnswer(rest, methods[answers.length] === 'HEAD')
    if (taken === undefined) return { answers, rest }
    rest = taken.after
    // 100 Continue precedes an answer.
    if (taken.answer.status !== 100) answers.push(taken.answer)
  }
}

function takeAnswer(bytes: Buffer, isHead: boolean): { readonly answer: WireAnswer; readonly after: Buffer } | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) [A-Za-z -]+$/.exec(first)?.[1])
  if (Number.isNaN(status)) return undefined
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]))
  const after = bytes.subarray(end + 4)
  // The answer to a HEAD that the server could not parse may have a body.
  if ((isHead && after.length === 0) || status === 100) return { answer: { status, headers, body: Buffer.alloc(0) }, after }
  const taken =
    headers.get('transfer-encoding') === 'chunked' ? takeChunks(after) : takeLength(after, Number(headers.get('content-length') ?? 0))
  return taken && { answer: { status, headers, body: taken.body }, after: taken.after }
}

interface TakenBody {
  readonly body: Buffer
  readonly after: Buffer
}

function takeLength(bytes: Buffer, length: number): TakenBody | undefined {
  return length > bytes.length ? undefined : { body: bytes.subarray(0, length), after: bytes.subarray(length) }
}

function takeChunks(bytes: Buffer): TakenBody | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    // Trailers end with an empty line, as the last chunk does when there are none.
    const last = size === 0 ? bytes.indexOf('\r\n\r\n', lineEnd) : -1
    if (last >= 0) return { body: Buffer.concat(chunks), after: bytes.subarray(last + 4) }
    if (size === 0 || Number.isNaN(size) || lineEnd + 4 + size > bytes.length) return undefined
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 4 + size
  }
}
