// HarfBuzz's WebAssembly in programs that bundlers make.
import { FILES } from 'packed:harfbuzz'

export const readHarfBuzz = () => FILES['harfbuzz.wasm']()
