// Problem: harfbuzzjs' own starter supports browsers, workers and files as well: 32 KB that V8 cannot keep compiled, and a wait.
// Approach: the build puts this host in its place. HarfBuzz's WebAssembly imports five functions, and exports its memory and its function table.

/** TypeScript's declarations of it come with the browser's only. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    program: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> }
  readonly RuntimeError: new (message: string) => Error
}

const PAGE = 65_536
const MOST_BYTES = 2 ** 31

/** The exports of HarfBuzz's WebAssembly that the host calls. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  readonly __indirect_function_table: { grow(slots: number): number; set(slot: number, run: unknown): void }
  __wasm_call_ctors(): void
  emscripten_stack_get_current(): number
  _emscripten_stack_restore(at: number): void
  _emscripten_stack_alloc(size: number): number
}

/** Views of HarfBuzz's memory, which change when it grows. */
interface Views {
  HEAP8: Int8Array
  HEAPU8: Uint8Array
  HEAPU16: Uint16Array
  HEAP32: Int32Array
  HEAPU32: Uint32Array
  HEAPF32: Float32Array
}

/** What harfbuzzjs' `init` takes. */
export interface HarfBuzzModule extends Views {
  readonly wasmExports: unknown
  stackSave(): number
  stackRestore(at: number): void
  stackAlloc(size: number): number
  /** Makes a function callable by HarfBuzz, and returns its slot of the table. Signature `vii`: no result, two integers. */
  addFunction(run: (...values: number[]) => unknown, signature: string): number
  removeFunction(slot: number): void
}

/** Starts HarfBuzz; `wasm` is its WebAssembly. */
export function startHarfBuzz(wasm: Uint8Array): HarfBuzzModule {
  const imports = {
    emscripten_resize_heap: (bytes: number): number => Number(grow(bytes >>> 0)),
    _abort_js(): never {
      throw new WebAssembly.RuntimeError('HarfBuzz aborted')
    },
    proc_exit(code: number): never {
      throw new WebAssembly.RuntimeError(`HarfBuzz ended with ${code}`)
    },
    _setitimer_js: (): number => 0,
    _emscripten_runtime_keepalive_clear(): void {},
  }
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: imports, wasi_snapshot_preview1: imports })
  const harfBuzz = exports as unknown as Exports // as harfbuzzjs compiles it; test/font/harfbuzz-host.test.ts uses each
  const { memory, __indirect_function_table: table } = harfBuzz
  const freeSlots: number[] = []
  const module: HarfBuzzModule = {
    ...viewsOf(memory.buffer),
    wasmExports: exports,
    stackSave: () => harfBuzz.emscripten_stack_get_current(),
    stackRestore: (at) => harfBuzz._emscripten_stack_restore(at),
    stackAlloc: (size) => harfBuzz._emscripten_stack_alloc(size),
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

  /** By a fifth more than is asked for, so that a large font does not grow the memory page after page. */
  function grow(bytes: number): boolean {
    const has = memory.buffer.byteLength
    for (const size of [Math.max(bytes, Math.min(has * 1.2, MOST_BYTES)), bytes]) {
      try {
        memory.grow(Math.ceil((size - has) / PAGE))
        Object.assign(module, viewsOf(memory.buffer))
        return true
      } catch (problem) {
        if (!(problem instanceof RangeError)) throw problem
      }
    }
    return false
  }

  harfBuzz.__wasm_call_ctors()
  return module
}

function viewsOf(buffer: ArrayBuffer): Views {
  return {
    HEAP8: new Int8Array(buffer),
    HEAPU8: new Uint8Array(buffer),
    HEAPU16: new Uint16Array(buffer),
    HEAP32: new Int32Array(buffer),
    HEAPU32: new Uint32Array(buffer),
    HEAPF32: new Float32Array(buffer),
  }
}

/** Value types of WebAssembly by the letters of signatures. */
const TYPES: Readonly<Record<string, number>> = { i: 0x7f, p: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c }

/** A WebAssembly table holds only functions of WebAssembly: this module imports `run` and exports it again. */
function asWasm(run: (...values: number[]) => unknown, signature: string): unknown {
  const [result = [], ...parameters] = [...signature].map((letter) => (letter === 'v' ? [] : [TYPES[letter] ?? 0]))
  const type = [1, 0x60, parameters.length, ...parameters.flat(), result.length, ...result]
  const magic = [0, 97, 115, 109, 1, 0, 0, 0]
  const importSection = [2, 7, 1, 1, 101, 1, 102, 0, 0]
  const exportSection = [7, 5, 1, 1, 102, 0, 0]
  const program = new WebAssembly.Module(Uint8Array.of(...magic, 1, type.length, ...type, ...importSection, ...exportSection))
  return new WebAssembly.Instance(program, { e: { f: run } }).exports['f']
}
