// Style sheets made to break an engine: huge and degenerate values of every property, cycles, very deep trees.
import { createEngine, InputError } from '../../../engine/index.ts'
import { PROPERTIES } from '../../../engine/style/properties.data.ts'
import { makeRandom, type Random } from './random.ts'
import { ATTRIBUTES, LENGTHS, NUMBERS, PAGES, TAGS, TEXTS, VALUES } from './random-hostile.data.ts'

interface Choice {
  readonly property: string
  readonly values: readonly string[]
}

/** Properties that are drawn three times as often. */
const OFTEN =
  /^(display|position|float|width|height|min-|max-|margin|padding|grid|flex|column|font-size|line-height|break|page|aspect|border-.*width|writing|--)/

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const CHOICES: readonly Choice[] = [
  ...Object.entries(PROPERTIES).map(([key, row]): Choice => {
    const property = row.css ?? kebab(key)
    return { property, values: [...row.values.split(' | ').flatMap(hostileValues), ...(VALUES[property] ?? [])] }
  }),
  ...['--a', '--b', '--c', '--n'].map((property) => ({ property, values: VALUES[property] ?? [] })),
].flatMap((choice) => (choice.values.length === 0 ? [] : OFTEN.test(choice.property) ? [choice, choice, choice] : [choice]))

function hostileValues(notation: string): readonly string[] {
  if (/<(length|percentage)>/.test(notation)) return LENGTHS
  if (/<(number|integer)>/.test(notation)) return NUMBERS
  return /^[a-z][a-z-]*$/.test(notation) ? [notation] : []
}

export function hostileDocument(random: Random): string {
  const rules: string[] = []
  let elements = 0
  const declarations = (): string =>
    many(random, 0, 6, () => {
      const { property, values } = random.pick(CHOICES)
      return `${property}: ${random.pick(values)}${random.chance(0.05) ? ' !important' : ''}`
    }).join('; ')
  const element = (depth: number): string => {
    const id = `e${++elements}`
    const part = random.pick(['', '', '', '::before', '::after', '::marker', '::first-letter', '::first-line'])
    rules.push(`#${id}${part} { ${declarations()} }`)
    const tag = random.pick(TAGS)
    const attribute = random.chance(0.2) ? ` ${random.pick(ATTRIBUTES)}` : ''
    const child = (): string => (depth === 0 || random.chance(0.3) ? random.pick(TEXTS) : element(depth - 1))
    return `<${tag} id="${id}"${attribute}>${many(random, 0, 3, child).join('')}</${tag}>`
  }
  const body = many(random, 1, 3, () => element(3)).join('')
  const deep = random.chance(0.03) ? `<${random.pick(TAGS)} class="deep">`.repeat(random.int(100, 1500)) : ''
  const margin = random.pick(['1e9px', '-1e9px', '0', '50%', 'calc(infinity * 1px)', '5px', 'auto'])
  const page = `@page { size: ${random.pick(PAGES)}; margin: ${margin}; @top-left { ${declarations()}; content: "x" } }`
  const symbols = `system: ${random.pick(['cyclic', 'fixed 1e9', 'additive', 'extends cyclic'])}; symbols: a b; additive-symbols: 0 x`
  const sheet = `${random.chance(0.3) ? page : ''} .deep { ${declarations()} } @counter-style cyclic { ${symbols} } ${rules.join('\n')}`
  return `<!DOCTYPE html><style>${sheet}</style>${deep}${body}`
}

function many<T>(random: Random, least: number, most: number, make: () => T): T[] {
  return Array.from({ length: random.int(least, most) }, make)
}

/** CPU seconds that no document takes. */
const MOST_SECONDS = 30

/** Documents that end otherwise than in a PDF, or an error that says what is wrong with the input. */
export async function faultsOfHostile({ first, count }: { first: number; count: number }): Promise<readonly string[]> {
  const engine = await createEngine({ limits: { steps: 200_000, pages: 300 } })
  const faults: string[] = []
  for (let seed = first; seed < first + count; seed++) {
    const before = process.cpuUsage().user
    try {
      const template = engine.compile({ type: 'html', source: hostileDocument(makeRandom(seed)) })
      await engine.render(template, {})
      const { boxes } = await engine.inspect(template, {})
      const areFinite = boxes.every(({ x, y, width, height }) => [x, y, width, height].every(Number.isFinite))
      if (!areFinite) faults.push(`seed ${seed}: a box without finite numbers`)
    } catch (problem) {
      if (!(problem instanceof InputError)) faults.push(`seed ${seed}: ${String(problem)}`)
    }
    const seconds = (process.cpuUsage().user - before) / 1e6
    if (seconds > MOST_SECONDS) faults.push(`seed ${seed}: ${seconds} s`)
  }
  return faults
}
