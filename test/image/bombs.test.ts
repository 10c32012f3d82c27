// security.md, bombs: no decoder allocates for more pixels than are allowed, whichever of a file's headers says how many there are.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DiagnosticList, InputError } from '../../engine/diagnostic.ts'
import { createImages } from '../../engine/image/decode.ts'
import { DEFAULT_LIMITS, type Limits } from '../../engine/limits.ts'
import { avifOf, gifOf, PICTURE_BOMBS } from '../support/picture-bombs.ts'

const bombs = suite('picture bombs')

/** The codes of a refusal, or of the warnings. */
function codesOf(urls: readonly string[], assets: ReadonlyMap<string, Uint8Array>, limits: Limits = DEFAULT_LIMITS): readonly string[] {
  const reporter = new DiagnosticList()
  const images = createImages({ assets, reporter, limits, parseMarkup: () => undefined })
  try {
    for (const url of urls) images.get(url)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    return thrown.diagnostics.map(({ code }) => code)
  }
  return reporter.all.map(({ code }) => code)
}

for (const [name, make] of Object.entries(PICTURE_BOMBS)) {
  bombs(`${name} is refused by its headers`, () => {
    const bytes = make()
    assert.ok(bytes.length < 2000)
    const before = process.memoryUsage().arrayBuffers
    assert.equal(codesOf(['a'], new Map([['a', bytes]])), ['limit-image'])
    assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000)
  })
}

bombs('a picture beyond the limit is rejected before it is unpacked', () => {
  const screen = { width: 5000, height: 5000 }
  const names = Array.from({ length: 20 }, (_, i) => `${i}`)
  // Different palettes: no two are the same picture. 50 MB each, of 400.
  const assets = new Map(names.map((name, i) => [name, gifOf(screen, { width: 1, height: 1 }).with(13, i)]))
  assert.equal(codesOf(names.slice(0, 8), assets), [])
  assert.equal(codesOf(names, assets), ['limit-image'])
  const before = process.memoryUsage().arrayBuffers
  assert.equal(codesOf(['0'], assets, { ...DEFAULT_LIMITS, imageBytes: 49_999_999 }), ['limit-image'])
  assert.ok(process.memoryUsage().arrayBuffers - before < 1_000_000)
})

bombs('containers with contradicting headers are rejected', () => {
  const bytes = Buffer.from(avifOf({ width: 64, height: 64 }))
  const meta = bytes.subarray(28, 28 + bytes.readUInt32BE(28))
  // Which of the two a decoder reads is its own affair.
  assert.equal(codesOf(['a'], new Map([['a', Buffer.concat([bytes, meta])]])), ['bad-image'])
})

bombs('pictures that sharp unpacks are unpacked one after another', () => {
  const script = fileURLToPath(new URL('../support/unpack-many.ts', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' })
  const { mebibytes, unpacked } = JSON.parse(stdout || `{"stderr":${JSON.stringify(stderr)}}`) as { mebibytes: number; unpacked: number }
  assert.is(unpacked, 6)
  // 6 × 24 megapixels of four bytes are 550 MiB at a time, were they unpacked side by side, and as much again apart.
  assert.ok(mebibytes < 700, `${mebibytes} MiB`)
})

bombs.run()
