// Where a word may be divided: Liang's patterns, from the `hyphen` package, loaded when a language first needs them.
import { createRequire } from 'node:module'
import { GenerationCache } from '../../collections/cache.ts'

/** Patterns of one language: levels by index, a trie of letters that leads to indexes, whole words with their points. */
type Patterns = readonly [levels: readonly (readonly number[])[], trie: Trie, exceptions: Readonly<Record<string, readonly number[]>>]
type Trie = { readonly [letter: string]: TrieNode }
type TrieNode = number | Trie | readonly [Trie, number]

const require = createRequire(import.meta.url)

/** By BCP 47 language, with script or region where that matters. One letter fewer than these never starts or ends a line. */
const LANGUAGES: ReadonlyMap<string, () => unknown> = new Map([
  ['af', () => require('hyphen/patterns/af.js')],
  ['be', () => require('hyphen/patterns/be.js')],
  ['bg', () => require('hyphen/patterns/bg.js')],
  ['ca', () => require('hyphen/patterns/ca.js')],
  ['cs', () => require('hyphen/patterns/cs.js')],
  ['cy', () => require('hyphen/patterns/cy.js')],
  ['da', () => require('hyphen/patterns/da.js')],
  ['de', () => require('hyphen/patterns/de-1996.js')],
  ['de-1901', () => require('hyphen/patterns/de-1901.js')],
  ['de-ch-1901', () => require('hyphen/patterns/de-ch-1901.js')],
  ['el', () => require('hyphen/patterns/el-monoton.js')],
  ['en', () => require('hyphen/patterns/en-us.js')],
  ['en-gb', () => require('hyphen/patterns/en-gb.js')],
  ['en-au', () => require('hyphen/patterns/en-gb.js')],
  ['en-ie', () => require('hyphen/patterns/en-gb.js')],
  ['en-nz', () => require('hyphen/patterns/en-gb.js')],
  ['es', () => require('hyphen/patterns/es.js')],
  ['et', () => require('hyphen/patterns/et.js')],
  ['eu', () => require('hyphen/patterns/eu.js')],
  ['fi', () => require('hyphen/patterns/fi.js')],
  ['fr', () => require('hyphen/patterns/fr.js')],
  ['ga', () => require('hyphen/patterns/ga.js')],
  ['gl', () => require('hyphen/patterns/gl.js')],
  ['hr', () => require('hyphen/patterns/hr.js')],
  ['hu', () => require('hyphen/patterns/hu.js')],
  ['hy', () => require('hyphen/patterns/hy.js')],
  ['id', () => require('hyphen/patterns/id.js')],
  ['is', () => require('hyphen/patterns/is.js')],
  ['it', () => require('hyphen/patterns/it.js')],
  ['ka', () => require('hyphen/patterns/ka.js')],
  ['la', () => require('hyphen/patterns/la.js')],
  ['lt', () => require('hyphen/patterns/lt.js')],
  ['lv', () => require('hyphen/patterns/lv.js')],
  ['mk', () => require('hyphen/patterns/mk.js')],
  ['nb', () => require('hyphen/patterns/nb.js')],
  ['nl', () => require('hyphen/patterns/nl.js')],
  ['nn', () => require('hyphen/patterns/nn.js')],
  ['no', () => require('hyphen/patterns/nb.js')],
  ['oc', () => require('hyphen/patterns/oc.js')],
  ['pl', () => require('hyphen/patterns/pl.js')],
  ['pt', () => require('hyphen/patterns/pt.js')],
  ['rm', () => require('hyphen/patterns/rm.js')],
  ['ro', () => require('hyphen/patterns/ro.js')],
  ['ru', () => require('hyphen/patterns/ru.js')],
  ['sh', () => require('hyphen/patterns/sh-latn.js')],
  ['sk', () => require('hyphen/patterns/sk.js')],
  ['sl', () => require('hyphen/patterns/sl.js')],
  ['sr', () => require('hyphen/patterns/sr-cyrl.js')],
  ['sr-latn', () => require('hyphen/patterns/sh-latn.js')],
  ['sv', () => require('hyphen/patterns/sv.js')],
  ['tr', () => require('hyphen/patterns/tr.js')],
  ['uk', () => require('hyphen/patterns/uk.js')],
])

const loaded = new GenerationCache<() => unknown, Patterns>(LANGUAGES.size)

/** The patterns for a language tag: the longest prefix of it that has some. */
function patternsFor(language: string): Patterns | undefined {
  for (let tag = language.toLowerCase(); tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const load = LANGUAGES.get(tag)
    if (load === undefined) continue
    let patterns = loaded.get(load)
    // The package's data has this shape; `test/layout/line-break/hyphenate.test.ts` reads every language.
    if (patterns === undefined) loaded.set(load, (patterns = load() as Patterns))
    return patterns
  }
  return undefined
}

/** Whether `hyphens: auto` can do anything in a language. */
export function canHyphenate(language: string): boolean {
  return language !== '' && patternsFor(language) !== undefined
}

/** `hyphenate-limit-chars`: characters a word must have, and must keep before and after the hyphen. */
export type HyphenLimits = readonly [word: number, before: number, after: number]

const words = new GenerationCache<string, readonly number[]>(5_000)
const LONGEST = 60

/** Offsets in `word` (letters only) at which it may be divided, in order. */
export function hyphenPoints(word: string, language: string, limits: HyphenLimits): readonly number[] {
  const [least, before, after] = limits
  if (word.length < least || word.length > LONGEST) return []
  const key = `${language} ${word}`
  let points = words.get(key)
  if (points === undefined) {
    const patterns = patternsFor(language)
    points = patterns === undefined ? [] : findPoints(word, patterns)
    words.set(key, points)
  }
  return points.filter((point) => point >= before && word.length - point >= after)
}

function findPoints(word: string, patterns: Patterns): readonly number[] {
  const [, , exceptions] = patterns
  const lower = word.toLowerCase()
  if (lower.length !== word.length) return []
  if (Object.hasOwn(exceptions, lower)) return exceptions[lower] ?? []
  const padded = `.${lower}.`
  const strengths = new Uint8Array(padded.length + 1)
  for (let start = 0; start < padded.length; start++) raise(strengths, start, padded, patterns)
  const points: number[] = []
  for (let i = 2; i < word.length - 1; i++) if ((strengths[i + 1]! & 1) === 1) points.push(i)
  return points
}

/** Applies every pattern that begins at `start`. The levels of one anchored at the word's beginning count from its first letter. */
function raise(strengths: Uint8Array, start: number, padded: string, [levels, trie]: Patterns): void {
  const base = start === 0 ? 1 : start
  let node: Trie | undefined = trie
  for (let i = start; i < padded.length && node !== undefined; i++) {
    // Nothing that objects inherit has a name of one letter.
    const next: TrieNode | undefined = node[padded[i]!]
    if (typeof next === 'number') return lift(strengths, base, levels[next])
    if (next === undefined) return
    if (isEnd(next)) {
      lift(strengths, base, levels[next[1]])
      node = next[0]
    } else node = next
  }
}

function lift(strengths: Uint8Array, base: number, levels: readonly number[] = []): void {
  for (let k = 0; k < levels.length; k++) if (levels[k]! > strengths[base + k]!) strengths[base + k] = levels[k]!
}

function isEnd(node: TrieNode): node is readonly [Trie, number] {
  return Array.isArray(node)
}
