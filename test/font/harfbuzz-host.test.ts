// The host that starts HarfBuzz in the build, with the WebAssembly that harfbuzzjs brings.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type HarfBuzzModule, startHarfBuzz } from '../../engine/font/harfbuzz-host.ts'

const wasm = readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz.wasm'))

/** Functions of HarfBuzz that these tests call. */
interface Calls {
  malloc(size: number): number
  free(at: number): void
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number
  hb_blob_get_length(blob: number): number
  hb_blob_destroy(blob: number): void
}

function start(): { module: HarfBuzzModule; calls: Calls } {
  const module = startHarfBuzz(wasm)
  return { module, calls: module.wasmExports as Calls } // as HarfBuzz exports them
}

const host = suite('HarfBuzz host')

host('memory grows, and its views follow', () => {
  const { module, calls } = start()
  const before = module.HEAPU8.length
  const at = calls.malloc(4 * before)
  assert.ok(at > 0)
  assert.ok(module.HEAPU8.length > 4 * before)
  module.HEAPU8[at + 3] = 1
  assert.is(module.HEAPU32[at / 4], 2 ** 24)
  assert.is(module.HEAP32.buffer, module.HEAPF32.buffer)
})

host('more memory than there may be is refused, not thrown', () => {
  const { module, calls } = start()
  assert.is(calls.malloc(2 ** 31 - 2 ** 16), 0)
  assert.ok(calls.malloc(100) > 0)
  assert.ok(module.HEAPU8.length < 2 ** 31)
})

host('HarfBuzz calls functions of JavaScript, and their slots are used again', () => {
  const { module, calls } = start()
  const freed: number[] = []
  const slot = module.addFunction((at) => void freed.push(at), 'vi')
  const data = calls.malloc(8)
  const blob = calls.hb_blob_create(data, 8, 2, data, slot) // 2: the blob owns the bytes
  assert.is(calls.hb_blob_get_length(blob), 8)
  calls.hb_blob_destroy(blob)
  assert.equal(freed, [data])
  module.removeFunction(slot)
  assert.is(
    module.addFunction(() => 0, 'ii'),
    slot,
  )
})

host('the stack is restored', () => {
  const { module } = start()
  const before = module.stackSave()
  assert.ok(module.stackAlloc(512) < before)
  module.stackRestore(before)
  assert.is(module.stackSave(), before)
})

host.run()
