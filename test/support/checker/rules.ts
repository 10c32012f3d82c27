// Rules as functions: an expression of a profile is compiled once; the names in it are properties of the object, or of the document (`gOutputCS` …).
import { RULES } from './rules.data.ts'
import { PART_4_RULES, SHARED_WITH_PART_4 } from './rules-of-part-4.data.ts'

export const PROFILES = ['ua-1', 'a-2b', 'a-2u', 'a-2a', 'a-3b', 'a-3u', 'a-3a', 'a-4', 'a-4f'] as const

export type Profile = (typeof PROFILES)[number]

export interface Rule {
  readonly id: string
  readonly object: string
  readonly says: string
  holds(object: object, document: object): boolean
}

const compiled = new Map<string, Rule['holds']>()

/** The rules of a profile, by the kind of object that they are about. */
export function rulesOf(profile: Profile): ReadonlyMap<string, readonly Rule[]> {
  const rules = new Map<string, Rule[]>()
  const isPart4 = profile.startsWith('a-4')
  for (const [id, object, profiles, test, says] of isPart4 ? [...RULES, ...PART_4_RULES] : RULES) {
    const isOfAll = profiles === 'a' && profile.startsWith('a-') && !isPart4
    const isShared = isPart4 && profiles.startsWith('a') && SHARED_WITH_PART_4.has(`${id}/${object}`)
    if (!(profiles.split(' ').includes(profile) || isOfAll || isShared)) continue
    let holds = compiled.get(test)
    if (holds === undefined) compiled.set(test, (holds = compile(test)))
    const list = rules.get(object) ?? []
    list.push({ id, object, says, holds })
    rules.set(object, list)
  }
  return rules
}

const TOKENS = /\/(?:[^/\\\n]|\\.)+\/(?=\.test|,|\))|'[^']*'|"[^"]*"|[\d.]+e[+-]\d+|\.?[A-Za-z_]\w*(?: =>)?/g
const WORDS = new Set(['null', 'true', 'false', 'Math', 'elem', 'elem =>'])

/** The names of properties that an expression needs, and the expression as JavaScript. */
export function translate(test: string): { readonly script: string; readonly names: readonly string[] } {
  const names: string[] = []
  const script = test.replace(TOKENS, (token) => {
    if (!/^[A-Za-z_]/.test(token) || WORDS.has(token)) return token
    if (/^g[A-Z]/.test(token) || /^usesHn?$/.test(token)) return `g.${token}`
    names.push(token)
    return `o.${token}`
  })
  return { script, names }
}

function compile(test: string): Rule['holds'] {
  const { script, names } = translate(test)
  const holds = new Function('o', 'g', `return (${script})`) as Rule['holds'] // an expression of our own table
  return (object, document) => {
    for (const name of names) if (!(name in object)) throw new Error(`the checker lacks ${name}, which ${JSON.stringify(test)} asks for`)
    return holds(object, document)
  }
}
