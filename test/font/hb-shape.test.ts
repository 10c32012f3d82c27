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
const shaper = await loadShaper()

interface Glyph {
  readonly g: number
  readonly dx: number
  readonly dy: number
  readonly ax: number
}

/** What hb-shape gives for each text; undefined when it is not installed. */
function byTool(
  face: string,
  texts: readonly string[],
  { script, language, direction, features }: Omit<ShapingStyle, 'face'>,
): Glyph[][] | undefined {
  const file = fileURLToPath(new URL(`../../fonts/${face}`, import.meta.url))
  const list = features.map(([tag, value]) => `${tag}=${value}`).join(',')
  const args = [
    file,
    '--output-format=json',
    '--no-glyph-names',
    `--script=${script}`,
    `--direction=${direction}`,
    ...(language === '' ? [] : [`--language=${language}`]),
    ...(list === '' ? [] : [`--features=${list}`]),
  ]
  const { error, stdout } = spawnSync('hb-shape', args, { input: `${texts.join('\n')}\n` })
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

function compare(file: string, face: OpenFace, texts: readonly string[], style: Omit<ShapingStyle, 'face'>): void {
  const expected = byTool(file, texts, style)
  if (expected === undefined) return
  assert.is(expected.length, texts.length)
  const faults = texts.flatMap((text, i) => {
    const found = byShaper(text, { ...style, face })
    return isSame(found, expected[i]!) ? [] : [`${text}\n  is        ${plain(found)}\n  should be ${plain(expected[i]!)}`]
  })
  assert.is(faults.join('\n'), '')
  strings += texts.length
  scripts.add(style.script)
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

for (const source of BUNDLED_FONTS) {
  const face = cachedFace(source)
  const file = fileOf(source)
  against(file, () => {
    for (const each of SCRIPT_TEXTS) {
      if (!each.families.includes(source.family.replaceAll(' ', ''))) continue
      const { script, language, direction } = each
      for (const features of FEATURES) compare(file, face, textsOf(each), { script, language, direction, features })
      compare(file, face, textsOf(each), { script, language: '', direction, features: [] })
    }
  })
}

against('texts against the direction of their script, and digits among them', () => {
  for (const [name, script, text] of [
    ['NotoSansHebrew-Regular', 'Hebr', 'שלום (12) עולם'],
    ['NotoSansArabic-Regular', 'Arab', 'سلام ١٢٣ (45)'],
    ['Arimo-Regular', 'Latn', 'Hello (12) world'],
  ] as const) {
    const source = BUNDLED_FONTS.find((one) => fileOf(one) === `${name}.ttf`)!
    for (const direction of ['ltr', 'rtl'] as const) {
      compare(fileOf(source), cachedFace(source), [text], { script, language: '', direction, features: [] })
    }
  }
})

against('Arimo alone does not kern "11": Liberation Sans, which browsers take for Arial, does not', () => {
  const face = cachedFace(BUNDLED_FONTS.find((one) => fileOf(one) === 'Arimo-Regular.ttf')!)
  const style = { script: 'Latn', language: '', direction: 'ltr', features: [] } as const
  const expected = byTool('Arimo-Regular.ttf', ['11'], style)
  if (expected === undefined) return
  const [first, second] = byShaper('11', { ...style, face })
  assert.is(first!.ax, second!.ax)
  assert.is(first!.ax - expected[0]![0]!.ax, 152)
})

against('that was at least 300 strings over 14 scripts', () => {
  if (byTool('Arimo-Regular.ttf', ['a'], { script: 'Latn', language: '', direction: 'ltr', features: [] }) === undefined) return
  assert.ok(strings >= 300 && scripts.size >= 14, `${strings} strings in ${scripts.size} scripts`)
})

against.run()
