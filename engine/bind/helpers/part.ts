// `{{> row item class="wide"}}`: the value of a shared part together with its named arguments.
import type { BuiltIn } from './helper.ts'

/** Names come before fields of the value, as in Handlebars. */
export const PART: ReadonlyMap<string, BuiltIn> = new Map([
  ['@part', { needsValue: false, call: ([value], named) => (typeof value === 'object' ? { ...value, ...named } : { ...named }) }],
])
