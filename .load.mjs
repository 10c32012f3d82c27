// Becomes `.dist/engine/load.js`: runs the bundle beside it. With it lies the code that V8 made of it when it was built, for this
// version of V8 and these flags; where there is none, the bundle is compiled as any other program.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'

const filename = fileURLToPath(new URL('engine.cjs', import.meta.url))
/** Where `.code-cache.mjs` writes: V8 gives another number to every version, set of flags and kind of processor. */
export const cacheFile = new URL(`engine-${cachedDataVersionTag()}.cache`, import.meta.url)

function readCache() {
  try {
    return readFileSync(cacheFile)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

// esbuild writes nothing but ASCII; read as Latin-1, the text needs no decoding and half the memory.
export const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData: readCache() })
const module = { exports: {} }
script.runInThisContext()(module.exports, createRequire(import.meta.url), module, import.meta.url, (name) => import(name))
export const engine = module.exports
