import { readFileSync } from 'node:fs'

/** The modules of hyphenation patterns that the engine asks for by name. */
export function patternNames() {
  const text = readFileSync(new URL('../engine/layout/line-break/hyphenate.ts', import.meta.url), 'utf8')
  return [...new Set([...text.matchAll(/require\('(hyphen\/patterns\/[\w-]+\.js)'\)/g)].map(([, name]) => name))]
}
