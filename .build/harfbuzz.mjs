// Goes into the bundle in place of harfbuzzjs' own starter, which is generated for browsers, workers and files as well: 32 KB that V8 cannot
// keep compiled, and a wait. HarfBuzz's WebAssembly wants five functions and exports its memory and table.
import { readHarfBuzz } from './harfbuzz-file.mjs'

const PAGE = 65_536
const MOST_BYTES = 2 ** 31

/** What harfbuzzjs' `init` is given. */
export default function createHarfBuzz() {
  const imports = {
    emscripten_resize_heap: (wanted) => Number(grow(wanted >>> 0)),
    _abort_js() {
      throw new WebAssembly.RuntimeError('HarfBuzz aborted')
    },
    proc_exit(code) {
      throw new WebAssembly.RuntimeError(`HarfBuzz ended with ${code}`)
    },
    _setitimer_js: () => 0,
    _emscripten_runtime_keepalive_clear() {},
  }
  const program = new WebAssembly.Module(readHarfBuzz())
  const { exports } = new WebAssembly.Instance(program, { env: imports, wasi_snapshot_preview1: imports })
  const { memory, __indirect_function_table: table } = exports
  const freeSlots = []
  const harfBuzz = {
    wasmExports: exports,
    stackSave: () => exports.emscripten_stack_get_current(),
    stackRestore: (at) => exports._emscripten_stack_restore(at),
    stackAlloc: (size) => exports._emscripten_stack_alloc(size),
    addFunction(run, signature) {
      const slot = freeSlots.pop() ?? table.grow(1)
      table.set(slot, asWasm(run, signature))
      return slot
    },
    removeFunction(slot) {
      table.set(slot, null)
      freeSlots.push(slot)
    },
  }

  /** A fifth more than is wanted, so that a large font does not grow it page after page. */
  function grow(wanted) {
    const has = memory.buffer.byteLength
    for (const bytes of [Math.max(wanted, Math.min(has * 1.2, MOST_BYTES)), wanted]) {
      try {
        memory.grow(Math.ceil((bytes - has) / PAGE))
        setViews()
        return true
      } catch (problem) {
        if (!(problem instanceof RangeError)) throw problem
      }
    }
    return false
  }

  function setViews() {
    const { buffer } = memory
    Object.assign(harfBuzz, {
      HEAP8: new Int8Array(buffer),
      HEAPU8: new Uint8Array(buffer),
      HEAPU16: new Uint16Array(buffer),
      HEAP32: new Int32Array(buffer),
      HEAPU32: new Uint32Array(buffer),
      HEAPF32: new Float32Array(buffer),
    })
  }

  setViews()
  exports.__wasm_call_ctors()
  return harfBuzz
}

const TYPES = { i: 0x7f, p: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c }

/** A table takes WebAssembly's functions only: this one imports `run` and exports it again. `vii` has no result and two integers. */
function asWasm(run, signature) {
  const [result, ...parameters] = [...signature].map((letter) => (letter === 'v' ? [] : [TYPES[letter]]))
  const type = [1, 0x60, parameters.length, ...parameters.flat(), result.length, ...result]
  const magic = [0, 97, 115, 109, 1, 0, 0, 0]
  const importsIt = [2, 7, 1, 1, 101, 1, 102, 0, 0]
  const exportsIt = [7, 5, 1, 1, 102, 0, 0]
  const program = new WebAssembly.Module(Uint8Array.of(...magic, 1, type.length, ...type, ...importsIt, ...exportsIt))
  return new WebAssembly.Instance(program, { e: { f: run } }).exports.f
}
