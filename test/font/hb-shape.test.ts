// Glyphs and positions are those of `hb-shape`, HarfBuzz's own tool (Debian package libharfbuzz-bin): words and whole sentences in 16 scripts,
// every bundled face that has them, with features, languages and both directions. Through the shaper that documents use, quick path included.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cachedFace, type OpenFace } from '../../engine/font/face.ts'
import type { FontSource, ShapingStyle } from '../../engine/font/font.ts'
import { loadShaper } from '../../engine/font/shape.ts'
import { BUNDLED_FONTS } from '../../fonts/bundled.ts'
import { SCRIPT_TEXTS, type ScriptText } from '../support/script-texts.ts'

const against = suite('hb-shape')
const MOST_OUTPUT = 64 * 2 ** 20
const shaper = await loadShaper()

interface Glyph {
  readonly g: number
  readonly dx: number
  readonly dy: number
  readonly ax: number
}

interface Query {
  readonly face: string
  readonly text: string
  readonly style: Omit<ShapingStyle, 'face'>
}

/** What hb-shape gives for each query, by one process for all of them; undefined when it is not installed. */
function byTool(queries: readonly Query[]): Glyph[][] | undefined {
  const { error, stdout } = spawnSync('hb-shape', ['--batch'], { input: `${queries.map(lineOf).join('\n')}\n`, maxBuffer: MOST_OUTPUT })
  if (error !== undefined) {
    if (process.env['PLATEN_REQUIRE_TOOLS'] === '1') throw new Error('hb-shape is required and not installed')
    process.stderr.write('(without hb-shape: not installed)\n')
    return undefined
  }
  return stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Glyph[])
}

/** A command line as `--batch` reads it. */
function lineOf({ face, text, style: { script, language, direction, features } }: Query): string {
  const file = fileURLToPath(new URL(`../../fonts/${face}`, import.meta.url))
  const list = features.map(([tag, value]) => `${tag}=${value}`).join(',')
  return [
    ...[file, '--output-format=json', '--no-glyph-names', `--script=${script}`, `--direction=${direction}`],
    ...(language === '' ? [] : [`--language=${language}`]),
    ...(list === '' ? [] : [`--features=${list}`]),
    `--unicodes=${[...text].map((character) => character.codePointAt(0)!.toString(16)).join(',')}`,
  ].join(';')
}

const counters = { harfBuzzCalls: 0, fastRuns: 0, cacheHits: 0 }

function byShaper(text: string, style: ShapingStyle): Glyph[] {
  const run = shaper.shape(text, style, counters)
  return [...run.glyphs].map((g, i) => ({ g, dx: run.xOffsets[i] ?? 0, dy: run.yOffsets[i] ?? 0, ax: run.advances[i]! }))
}

/** Font units that positions may differ by. */
const SLACK = 1

function isSame(a: readonly Glyph[], b: readonly Glyph[]): boolean {
  const near = (x: number, y: number): boolean => Math.abs(x - y) <= SLACK
  return (
    a.length === b.length &&
    a.every((one, i) => one.g === b[i]!.g && near(one.ax, b[i]!.ax) && near(one.dx, b[i]!.dx) && near(one.dy, b[i]!.dy))
  )
}

const plain = (glyphs: readonly Glyph[]): string => glyphs.map(({ g, dx, dy, ax }) => `${g}@${dx},${dy}+${ax}`).join(' ')

let strings = 0
const scripts = new Set<string>()

function compare(face: OpenFace, queries: readonly Query[]): void {
  const expected = byTool(queries)
  if (expected === undefined) return
  assert.is(expected.length, queries.length)
  const faults = queries.flatMap(({ text, style }, i) => {
    const found = byShaper(text, { ...style, face })
    const about = `${text} ${JSON.stringify(style)}`
    return isSame(found, expected[i]!) ? [] : [`${about}\n  is        ${plain(found)}\n  should be ${plain(expected[i]!)}`]
  })
  assert.is(faults.join('\n'), '')
  strings += queries.length
  for (const { style } of queries) scripts.add(style.script)
}

/** The sentence, its words, and the words without the marks that were cut off with them. */
function textsOf({ text }: ScriptText): readonly string[] {
  return [...new Set([text, ...text.split(' ')])]
}

const FEATURES: readonly ShapingStyle['features'][] = [
  [],
  [['kern', 0]],
  [
    ['clig', 0],
    ['liga', 0],
  ],
  [['dlig', 1]],
  [['smcp', 1]],
  [['frac', 1]],
  [
    ['lnum', 0],
    ['onum', 1],
    ['pnum', 1],
  ],
  [['ss01', 1]],
  [
    ['calt', 0],
    ['kern', 0],
    ['liga', 0],
  ],
]

/** The file a bundled face is in: `NotoSansArabic-Bold.ttf`. */
function fileOf({ family, weight, style }: FontSource): string {
  const slope = style === 'normal' ? '' : 'Italic'
  return `${family.replaceAll(' ', '')}-${weight >= 700 ? `Bold${slope}` : slope === '' ? 'Regular' : slope}.ttf`
}

/** Each text with every list of features, and in no language. */
function queriesOf(face: string, each: ScriptText): readonly Query[] {
  const { script, language, direction } = each
  const styles = [
    ...FEATURES.map((features) => ({ script, language, direction, features })),
    { script, language: '', direction, features: [] },
  ]
  return styles.flatMap((style) => textsOf(each).map((text) => ({ face, text, style })))
}

for (const source of BUNDLED_FONTS) {
  const file = fileOf(source)
  against(file, () => {
    const texts = SCRIPT_TEXTS.filter(({ families }) => families.includes(source.family.replaceAll(' ', '')))
    if (texts.length > 0)
      compare(
        cachedFace(source),
        texts.flatMap((each) => queriesOf(file, each)),
      )
  })
}

against('texts against the direction of their script, and digits among them', () => {
  for (const [name, script, text] of [
    ['NotoSansHebrew-Regular', 'Hebr', 'שלום (12) עולם'],
    ['NotoSansArabic-Regular', 'Arab', 'سلام ١٢٣ (45)'],
    ['Arimo-Regular', 'Latn', 'Hello (12) world'],
  ] as const) {
    const source = BUNDLED_FONTS.find((one) => fileOf(one) === `${name}.ttf`)!
    const styles = (['ltr', 'rtl'] as const).map((direction) => ({ script, language: '', direction, features: [] }))
    compare(
      cachedFace(source),
      styles.map((style) => ({ face: fileOf(source), text, style })),
    )
  }
})

against('Arimo alone does not kern "11": Liberation Sans, which browsers take for Arial, does not', () => {
  const face = cachedFace(BUNDLED_FONTS.find((one) => fileOf(one) === 'Arimo-Regular.ttf')!)
  const style = { script: 'Latn', language: '', direction: 'ltr', features: [] } as const
  const expected = byTool([{ face: 'Arimo-Regular.ttf', text: '11', style }])
  if (expected === undefined) return
  const [first, second] = byShaper('11', { ...style, face })
  assert.is(first!.ax, second!.ax)
  assert.is(first!.ax - expected[0]![0]!.ax, 152)
})

against('that was at least 300 strings over 14 scripts', () => {
  if (strings === 0 && byTool([]) === undefined) return
  assert.ok(strings >= 300 && scripts.size >= 14, `${strings} strings in ${scripts.size} scripts`)
})

against.run()
