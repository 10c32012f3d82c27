// A worker that was taken over: it sends the frames that the data of its job lists, with the job's id in place of `$`. Its argument: after how many milliseconds it is ready.
import { Socket } from 'node:net'
import { FrameReader, writeFrame } from '../../../server/pool/frames.ts'
import { CHANNEL } from '../../../server/pool/job-server.ts'

export interface EvilFrame {
  readonly header: Readonly<Record<string, unknown>>
  /** Length of the body, which is zeros. */
  readonly bytes?: number
  readonly times?: number
  /** Bytes written in place of a frame. */
  readonly raw?: readonly number[]
  /** The JSON of the header, with a unit repeated so often. */
  readonly text?: readonly [start: string, unit: string, times: number, end: string]
}

const channel = new Socket({ fd: CHANNEL, readable: true, writable: true })
channel.on('close', () => process.exit(0)).on('error', () => process.exit(0))
const reader = new FrameReader(2 ** 31)

function sendRaw(head: Buffer, body: Buffer): void {
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(head.length, 0)
  lengths.writeUInt32BE(body.length, 4)
  channel.write(Buffer.concat([lengths, head, body]))
}

function send({ header, bytes = 0, times = 1, raw, text }: EvilFrame, id: unknown): void {
  for (let i = 0; i < times; i++) {
    if (raw !== undefined) channel.write(Buffer.from(raw))
    else if (text !== undefined) sendRaw(Buffer.from(text[0] + text[1].repeat(text[2]) + text[3]), Buffer.alloc(bytes))
    else writeFrame(channel, { ...header, id: header['id'] === '$' ? id : header['id'] }, [Buffer.alloc(bytes)])
  }
}

channel.on('data', (chunk) => {
  for (const { header, body } of reader.push(chunk)) {
    if (header['kind'] === 'init') setTimeout(() => writeFrame(channel, { kind: 'ready' }), Number(process.argv[2] ?? 0))
    // An examination that ends the process, or never ends.
    if (header['kind'] === 'examine' && header['type'] === 'font/exit') process.abort()
    if (header['kind'] !== 'job') continue
    const { frames } = JSON.parse(Buffer.from(body).toString('utf8')) as { readonly frames: readonly EvilFrame[] }
    for (const frame of frames) send(frame, header['id'])
  }
})
