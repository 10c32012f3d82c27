// Sample data for a template: three elements in every list, and values of the kinds that the template expects.
import { SAMPLE_BARCODES, SAMPLE_IMAGE, SAMPLE_OPTIONS, SAMPLE_STYLES, SAMPLE_TEXTS } from './sample.data.ts'
import { type Shape, shapeOf } from './shape.ts'
import type { Template } from './template.ts'
import { collectUses, type ExpectedKind } from './variables.ts'

const ELEMENTS = 3

/** Sample data for a template: it renders without warnings. */
export function sampleData(template: Template): Readonly<Record<string, unknown>> {
  const { variables, expected } = collectUses(template)
  // The root's shape is an object's.
  return sampleOf(shapeOf(variables), 0, expected) as Readonly<Record<string, unknown>>
}

function sampleOf(shape: Shape, index: number, expected: ReadonlyMap<string, readonly ExpectedKind[]>): unknown {
  if (shape.type === 'array') {
    const { element } = shape
    return element === undefined ? [] : Array.from({ length: ELEMENTS }, (_, i) => sampleOf(element, i, expected))
  }
  if (shape.type === 'string') return sampleValue(shape.path, index, expected.get(shape.path) ?? [])
  return Object.fromEntries([...shape.fields].map(([name, field]) => [name, sampleOf(field, index, expected)]))
}

/** The strictest expectation decides. */
function sampleValue(path: string, index: number, expected: readonly ExpectedKind[]): unknown {
  const value = (prefix: string): string | undefined => expected.find((use) => use.startsWith(prefix))?.slice(prefix.length)
  const name = nameOf(path)
  const barcode = value('barcode:')
  if (barcode !== undefined) return SAMPLE_BARCODES[barcode.toLowerCase().replace(/[^a-z0-9]/g, '')] ?? 'SAMPLE'
  if (expected.includes('image')) return SAMPLE_IMAGE
  if (expected.includes('date')) return `2026-01-${29 + index}`
  if (expected.includes('number')) return numberFor(name, index)
  const option = value('option:')
  if (option !== undefined) return SAMPLE_OPTIONS[option] ?? textFor(name, index)
  const constant = value('is:')
  if (constant !== undefined) return JSON.parse(constant) as unknown // instead of `any`
  const property = value('css:')
  if (property !== undefined) return styleFor(property, name)
  if (expected.includes('link') || expected.includes('code')) return 'https://example.com/'
  return expected.length > 0 && expected.every((use) => use === 'truth') ? true : textFor(name, index)
}

/** The last name of a path in words: `items[].unitPrice` → `unit price`. */
function nameOf(path: string): string {
  const last =
    path
      .replace(/(\[\])+$/, '')
      .split('.')
      .at(-1) ?? ''
  return last
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

function numberFor(name: string, index: number): number {
  if (/rate|percent|ratio|share|discount|progress/.test(name)) return [0.19, 0.07, 0.5][index] ?? 0.19
  if (/qty|quantity|count|units|hours|days|pieces|span|rank|number/.test(name)) return index + 1
  return [19.9, 45, 7.25][index] ?? 19.9
}

function textFor(name: string, index: number): string {
  const found = SAMPLE_TEXTS.find(([pattern]) => pattern.test(name))?.[1]
  if (found !== undefined) return found[index % found.length]!
  return name === '' ? 'Sample' : `${name[0]!.toUpperCase()}${name.slice(1)}`
}

function styleFor(property: string, name: string): string {
  const found = SAMPLE_STYLES.find(([pattern]) => pattern.test(property === '' ? name : property))?.[1]
  return found ?? (property === '' ? '#336699' : 'initial')
}
