// The profile of output intents against the one that pdfkit ships.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { srgbProfile } from '../../../engine/paint/pdf/srgb-profile.ts'

const profile = suite('sRGB profile')
const own = Buffer.from(srgbProfile())
const shipped = readFileSync(join(dirname(createRequire(import.meta.url).resolve('pdfkit')), 'data/sRGB_IEC61966_2_1.icc'))

function tagOf(icc: Buffer, name: string): Buffer {
  for (let i = 0; i < icc.readUInt32BE(128); i++) {
    const at = 132 + i * 12
    if (icc.toString('latin1', at, at + 4) === name)
      return icc.subarray(icc.readUInt32BE(at + 4), icc.readUInt32BE(at + 4) + icc.readUInt32BE(at + 8))
  }
  throw new Error(`no tag ${name}`)
}

const fixedAt = (tag: Buffer, at: number): number => tag.readInt32BE(at) / 65536

profile('is small, and says its own size', () => {
  assert.ok(own.length <= 520, String(own.length))
  assert.is(own.readUInt32BE(0), own.length)
})

for (const name of ['rXYZ', 'gXYZ', 'bXYZ', 'wtpt']) {
  profile(`${name} is that of the shipped profile`, () => {
    for (const at of [8, 12, 16]) assert.ok(Math.abs(fixedAt(tagOf(own, name), at) - fixedAt(tagOf(shipped, name), at)) < 0.0003)
  })
}

profile('the curve is that of the shipped profile', () => {
  const curve = tagOf(own, 'rTRC')
  const [g = 0, a = 0, b = 0, c = 0, d = 0] = [12, 16, 20, 24, 28].map((at) => fixedAt(curve, at))
  const table = tagOf(shipped, 'rTRC')
  const count = table.readUInt32BE(8)
  for (let i = 0; i < count; i += 17) {
    const x = i / (count - 1)
    const y = x >= d ? (a * x + b) ** g : c * x
    assert.ok(Math.abs(y - table.readUInt16BE(12 + i * 2) / 65535) < 0.0002, `${x}`)
  }
})

profile.run()
