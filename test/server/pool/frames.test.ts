import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FrameReader } from '../../../server/pool/frames.ts'

const frameReader = suite('frames')

frameReader('frames are reassembled from chunks of any size', () => {
  const frame = (header: object, body: string): Buffer => {
    const head = Buffer.from(JSON.stringify(header))
    const lengths = Buffer.alloc(8)
    lengths.writeUInt32BE(head.length, 0)
    lengths.writeUInt32BE(Buffer.byteLength(body), 4)
    return Buffer.concat([lengths, head, Buffer.from(body)])
  }
  const bytes = Buffer.concat([frame({ n: 1 }, ''), frame({ n: 2 }, 'body'), frame({ n: 3 }, 'é'.repeat(100))])
  for (const size of [1, 3, 7, 64, 1000]) {
    const reader = new FrameReader(1000)
    const found: string[] = []
    for (let at = 0; at < bytes.length; at += size) {
      for (const { header, body } of reader.push(bytes.subarray(at, at + size))) found.push(`${header['n']}:${body.length}`)
    }
    assert.equal(found, ['1:0', '2:4', '3:200'])
  }
  assert.throws(() => [...new FrameReader(10).push(frame({}, 'x'.repeat(11)))])
  assert.throws(() => [...new FrameReader(10).push(frame([], ''))])
})

frameReader.run()
