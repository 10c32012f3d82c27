// Random laid trees: every kind of box, every break property, boxes up to a few pages tall.
import type { Laid } from '../../../engine/layout/laid.ts'
import type { Style } from '../../../engine/style/style.ts'
import type { BreakValue } from '../../../engine/style/value.ts'
import { bands, block, type CellSpec, type ChildSpec, columns, monolith, paragraph, picture, type RowSpec, stack, table } from '../laid.ts'
import type { Random } from './random.ts'

const BREAKS: readonly BreakValue[] = ['avoid', 'page', 'left', 'avoid-page', 'avoid-column', 'column']

/** `isFlow`: plain block flow up to the root. Elsewhere columns and floats that hang out would need the height of their surroundings. */
interface Place {
  readonly depth: number
  readonly isFlow: boolean
}

export function randomDocument(random: Random): Laid {
  return randomBlock(random, { depth: 3, isFlow: true }, random.int(1, 8))
}

export function randomStyle(random: Random): Partial<Style> {
  const style: { -readonly [K in keyof Style]?: Style[K] } = {}
  if (random.chance(0.12)) style.breakBefore = random.pick(BREAKS)
  if (random.chance(0.12)) style.breakAfter = random.pick(BREAKS)
  if (random.chance(0.12)) style.breakInside = random.pick(['avoid', 'avoid-page', 'avoid-column'])
  if (random.chance(0.15)) style.orphans = random.int(1, 5)
  if (random.chance(0.15)) style.widows = random.int(1, 5)
  if (random.chance(0.05)) style.boxDecorationBreak = 'clone'
  if (random.chance(0.03)) style.page = random.pick(['wide', 'narrow'])
  return style
}

function randomEdges(random: Random) {
  const edge = (): number => (random.chance(0.8) ? 0 : random.int(1, 12))
  return { top: edge(), right: 0, bottom: edge(), left: 0 }
}

function randomFrame(random: Random) {
  return { style: randomStyle(random), border: randomEdges(random), padding: randomEdges(random) }
}

function randomLaid(random: Random, place: Place): Laid {
  const roll = random.next()
  if (place.depth === 0 || roll < 0.4) return randomParagraph(random)
  if (roll < 0.5) return picture(random.int(1, 260), randomStyle(random))
  const inner = { ...place, depth: place.depth - 1 }
  if (roll < 0.72) return randomBlock(random, inner, random.int(0, 5))
  if (roll < 0.86) return randomTable(random, { ...inner, isFlow: false })
  if (roll < 0.92) return randomBands(random, { ...inner, isFlow: false })
  if (roll < 0.95)
    return stack(
      many(random, 0, 4, () => randomLaid(random, { ...inner, isFlow: false })),
      randomFrame(random),
    )
  if (roll < 0.97 || !place.isFlow) {
    return monolith(
      many(random, 0, 3, () => randomLaid(random, { depth: 0, isFlow: false })),
      randomFrame(random),
    )
  }
  return columns(
    random.int(1, 4),
    many(random, 1, 5, () => randomLaid(random, { depth: 1, isFlow: false })),
  )
}

function many<T>(random: Random, from: number, to: number, make: () => T): T[] {
  return Array.from({ length: random.int(from, to) }, make)
}

function randomParagraph(random: Random, most = 16): Laid {
  const count = random.chance(0.05) ? random.int(20, 40) : random.int(1, most)
  const heights = Array.from({ length: count }, () => (random.chance(0.01) ? random.int(20, 200) : random.int(8, 14)))
  return paragraph(heights, randomFrame(random))
}

function randomBlock(random: Random, place: Place, count: number): Laid {
  const children = Array.from({ length: count }, (): ChildSpec => {
    const marginTop = random.chance(0.4) ? random.int(1, 20) : 0
    if (place.isFlow && random.chance(0.06))
      return [random.chance(0.5) ? picture(random.int(5, 60)) : randomParagraph(random), { float: 'left', marginTop }]
    return [randomLaid(random, place), { marginTop }]
  })
  return block(children, randomFrame(random))
}

function randomBands(random: Random, place: Place): Laid {
  return bands(
    many(random, 1, 4, () => many(random, 1, 3, () => randomLaid(random, { ...place, depth: Math.min(1, place.depth) }))),
    randomFrame(random),
  )
}

function randomTable(random: Random, place: Place): Laid {
  const rowCount = random.int(1, 14)
  const cell = (): Laid => randomLaid(random, { ...place, depth: random.chance(0.1) ? Math.min(1, place.depth) : 0 })
  const rows = Array.from({ length: rowCount }, (): RowSpec => {
    const cells = many(random, 1, 3, (): CellSpec => ({ laid: cell(), rowSpan: random.chance(0.08) ? random.int(2, 6) : 1 }))
    const style = random.chance(0.2) ? randomStyle(random) : {}
    return { cells, style, ...(random.chance(0.03) ? { height: random.int(10, 300) } : {}) }
  })
  return table(rows, {
    ...randomFrame(random),
    head: random.chance(0.5) ? many(random, 1, 2, () => repeated(random)) : [],
    foot: random.chance(0.3) ? [repeated(random)] : [],
    spacing: random.chance(0.3) ? random.int(1, 4) : 0,
    group: random.chance(0.1) ? { breakInside: 'avoid' } : {},
    topCaptions: random.chance(0.1) ? [paragraph(1, { name: 'caption' })] : [],
    bottomCaptions: random.chance(0.1) ? [paragraph(1, { name: 'caption' })] : [],
  })
}

function repeated(random: Random): RowSpec {
  return { cells: [paragraph(random.chance(0.05) ? random.int(3, 20) : random.int(1, 2), { name: 'repeated' })] }
}
