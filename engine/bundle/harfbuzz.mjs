// Goes into the bundle in place of harfbuzzjs' own starter.
import { startHarfBuzz } from '../font/harfbuzz-host.ts'
import { readHarfBuzz } from './harfbuzz-file.mjs'

export default () => startHarfBuzz(readHarfBuzz())
