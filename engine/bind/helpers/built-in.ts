// All built-in helpers. Their names and arguments are declared in template/helpers.data.ts, for the compiler.
import { COMPUTING } from './computing.ts'
import { FORMATTING } from './formatting.ts'
import type { BuiltIn } from './helper.ts'
import { IMAGES } from './images.ts'
import { PART } from './part.ts'
import { SAFETY } from './safety.ts'

export const BUILT_IN: ReadonlyMap<string, BuiltIn> = new Map([...COMPUTING, ...IMAGES, ...FORMATTING, ...SAFETY, ...PART])
