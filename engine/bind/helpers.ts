// All built-in helpers. Which there are, and what they take, the compiler knows from template/helpers.data.ts.
import { COMPUTING } from './computing.ts'
import { DRAWING } from './drawing.ts'
import { FORMATTING } from './formatting.ts'
import type { BuiltIn } from './helper.ts'
import { SAFETY } from './safety.ts'

export const BUILT_IN: ReadonlyMap<string, BuiltIn> = new Map([...COMPUTING, ...DRAWING, ...FORMATTING, ...SAFETY])
