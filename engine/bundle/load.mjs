// Becomes `.dist/engine/load.js`: runs the bundle beside it. With it lies the code that V8 made of it when it was built, for this
// version of V8 and these flags; where there is none, the bundle is compiled as any other program.
// Bundlers and tools that trace a program's files see neither: for the first there is `portable/`, for the second `traced.js`.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cachedDataVersionTag } from 'node:v8'
import { Script } from 'node:vm'

/** In stack traces. V8 keeps it with the code, so a path would be that of the machine where this was built. */
const filename = 'platen/engine.cjs'
/** Where `code-cache.mjs` writes: V8 gives another number to every version, set of flags and kind of processor. */
export const cacheFile = new URL(`engine-${cachedDataVersionTag()}.cache`, import.meta.url)

function readCache() {
  try {
    return readFileSync(cacheFile)
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function readBundle() {
  try {
    return readFileSync(new URL('engine.cjs', import.meta.url), 'latin1')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new Error('platen was bundled without the condition "module" of its package.json: add that condition, or leave platen external')
  }
}

// esbuild writes nothing but ASCII; read as Latin-1, the text needs no decoding and half the memory.
export const script = new Script(readBundle(), { filename, cachedData: readCache() })
const module = { exports: {} }
script.runInThisContext()(module.exports, createRequire(import.meta.url), module, import.meta.url, (name) => import(name))
export const engine = module.exports

/** Never called: tools that trace which files a program needs (@vercel/nft, in Next.js and elsewhere) follow it to what the bundle reads. */
export const traced = () => import('./traced.js')
