// HarfBuzz's WebAssembly where its package is installed. `portable.mjs` puts the bytes themselves in the place of this module.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export const readHarfBuzz = () => readFileSync(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz.wasm'))
