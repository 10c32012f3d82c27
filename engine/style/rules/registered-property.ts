// Custom properties that @property registers, and the syntax that their values must fit (CSS Properties and Values 1).

import { parseComponents } from '../syntax/tokens.ts'
import { color } from '../values/color.ts'
import { image } from '../values/image.ts'
import type { Environment } from '../values/units.ts'
import {
  angle,
  customIdent,
  integer,
  length,
  lengthPercentage,
  number,
  type Parser,
  parseAll,
  percentage,
  text,
  url,
} from '../values/values.ts'
import { neutralEnvironment } from './declarations.ts'

/** An @property rule. */
export interface RegisteredProperty {
  readonly name: string
  readonly syntax: string
  readonly isInherited: boolean
  readonly initial: string | undefined
}

const lengthOnly: Parser<unknown> = length
const SYNTAXES: Readonly<Record<string, Parser<unknown>>> = {
  '<length>': lengthOnly,
  '<number>': number,
  '<integer>': integer,
  '<percentage>': percentage,
  '<length-percentage>': lengthPercentage,
  '<color>': color,
  '<image>': image,
  '<url>': url,
  '<angle>': angle,
  '<string>': text,
  '<custom-ident>': customIdent,
}

/** Whether two values of a syntax compute to the same, such as `1in` and `96px`. */
export function isSameIn(syntax: string, one: string, other: string, environment: Environment): boolean {
  return syntax.split('|').some((part) => {
    const name = part.trim()
    const parse = Object.hasOwn(SYNTAXES, name) ? SYNTAXES[name] : undefined
    if (parse === undefined) return false
    const [a, b] = [one, other].map((value) => parseAll(parse, parseComponents(value), environment))
    return a !== undefined && JSON.stringify(a) === JSON.stringify(b)
  })
}

/** Whether a value matches an @property syntax; an unsupported syntax component matches anything. */
export function fitsSyntax(value: string, syntax: string): boolean {
  if (syntax.trim() === '*') return true
  const items = parseComponents(value)
  return syntax.split('|').some((part) => {
    const name = part.trim()
    const base = name.replace(/[+#]$/, '')
    const parse = Object.hasOwn(SYNTAXES, base) ? SYNTAXES[base] : undefined
    if (parse === undefined) return base.startsWith('<') || (items.length === 1 && items[0]?.kind === 'ident' && items[0].value === base)
    if (name === base) return parseAll(parse, items, neutralEnvironment(false)) !== undefined
    const all = items.filter((item) => !(name.endsWith('#') && item.kind === 'delim' && item.value === ','))
    return all.length > 0 && all.every((item) => parseAll(parse, [item], neutralEnvironment(false)) !== undefined)
  })
}
