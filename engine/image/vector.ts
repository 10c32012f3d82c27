// SVG files as drawings: declarations of style sheets and style attributes become presentation attributes, as painting reads only those.
import { PX_PER_UNIT } from '../geometry.ts'
import type { VectorElement, VectorImage } from './image.ts'

/** Units of the root's size. A file by itself has the default font size of browsers. */
const ROOT_UNITS: Readonly<Record<string, number>> = { ...PX_PER_UNIT, em: 16, rem: 16 }

/** Elements nested deeper are dropped, so that walking a drawing cannot exhaust the stack. */
const DEEPEST = 100

/** Undefined when the bytes are no SVG. */
export function drawingOf(
  bytes: Uint8Array,
  id: string,
  parseMarkup: (text: string) => VectorElement | undefined,
): VectorImage | undefined {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('utf8')
  if (!/^\uFEFF?\s*</.test(head) || !/<(?:[\w-]+:)?svg[\s>]/.test(Buffer.from(bytes).toString('utf8'))) return undefined
  const root = parseMarkup(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  if (root === undefined || root.tag !== 'svg') return undefined
  const styled = applyStyles(root, sheetsOf(root, 0), 0)
  const width = lengthInPx(styled.attributes.get('width'))
  const height = lengthInPx(styled.attributes.get('height'))
  const box = (styled.attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , boxWidth = 0, boxHeight = 0] = box
  const boxRatio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : undefined
  const ratio = width !== undefined && height !== undefined && width > 0 && height > 0 ? width / height : boxRatio
  return { kind: 'vector', id, width, height, ratio, root: styled }
}

function lengthInPx(text: string | undefined): number | undefined {
  const match = text === undefined ? null : /^\s*([+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(text)
  const unit = match === null ? undefined : ROOT_UNITS[(match[2] ?? '').toLowerCase()]
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit
}

// ── Style ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Rule {
  readonly tag: string | undefined
  readonly id: string | undefined
  readonly classes: readonly string[]
  readonly specificity: number
  readonly declarations: readonly (readonly [name: string, value: string])[]
}

/** Rules of all `style` elements, in ascending order of specificity. Only compound selectors (`g.axis`, `#id`, `*`) are supported. */
function sheetsOf(element: VectorElement, depth: number): Rule[] {
  if (depth > DEEPEST) return []
  const own = element.tag === 'style' ? parseSheet(element.children.filter((child) => typeof child === 'string').join('')) : []
  const below = element.children.flatMap((child) => (typeof child === 'string' ? [] : sheetsOf(child, depth + 1)))
  return [...own, ...below].sort((a, b) => a.specificity - b.specificity)
}

/** Linear in the length of the text: of nested blocks the innermost counts. */
function parseSheet(text: string): Rule[] {
  const rules: Rule[] = []
  for (const part of withoutComments(text).split('}')) {
    const open = part.lastIndexOf('{')
    if (open === -1) continue
    const declarations = parseDeclarations(part.slice(open + 1))
    const selectors = part.slice(part.lastIndexOf('{', open - 1) + 1, open)
    for (const selector of selectors.split(',')) {
      const rule = parseSelector(selector.trim(), declarations)
      if (rule !== undefined) rules.push(rule)
    }
  }
  return rules
}

function parseSelector(selector: string, declarations: Rule['declarations']): Rule | undefined {
  if (selector === '' || selector.length > 1000 || !/^(\*|[\w-]+)?([.#][\w-]+)*$/.test(selector)) return undefined
  const [name = '', ...rest] = selector.split(/(?=[.#])/)
  const isTag = !/^[.#*]/.test(name)
  const names = isTag || name === '*' ? rest : [name, ...rest]
  const classes = names.filter((part) => part.startsWith('.')).map((part) => part.slice(1))
  const id = names.find((part) => part.startsWith('#'))?.slice(1)
  const tag = isTag ? name : undefined
  const specificity = (id === undefined ? 0 : 10_000) + classes.length * 100 + (tag === undefined ? 0 : 1)
  return { tag, id, classes, specificity, declarations }
}

function withoutComments(text: string): string {
  let plain = ''
  for (let at = 0; ; ) {
    const start = text.indexOf('/*', at)
    if (start === -1) return plain + text.slice(at).replaceAll('<![CDATA[', '').replaceAll(']]>', '')
    plain += text.slice(at, start)
    const end = text.indexOf('*/', start + 2)
    if (end === -1) return plain
    at = end + 2
  }
}

function parseDeclarations(text: string): (readonly [name: string, value: string])[] {
  return text.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    if (colon === -1) return []
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    return value === '' ? [] : [[declaration.slice(0, colon).trim().toLowerCase(), value] as const]
  })
}

function applyStyles(element: VectorElement, rules: readonly Rule[], depth: number): VectorElement {
  const own = element.attributes.get('style')
  const matching = rules.filter((rule) => matches(rule, element))
  const children =
    depth >= DEEPEST ? [] : element.children.map((child) => (typeof child === 'string' ? child : applyStyles(child, rules, depth + 1)))
  if (own === undefined && matching.length === 0) return { ...element, children }
  const attributes = new Map(element.attributes)
  attributes.delete('style')
  for (const rule of matching) for (const [name, value] of rule.declarations) attributes.set(name, value)
  for (const [name, value] of parseDeclarations(own ?? '')) attributes.set(name, value)
  return { ...element, attributes, children }
}

function matches(rule: Rule, { tag, attributes }: VectorElement): boolean {
  if (rule.tag !== undefined && rule.tag !== tag) return false
  if (rule.id !== undefined && rule.id !== attributes.get('id')) return false
  if (rule.classes.length === 0) return true
  const classes = (attributes.get('class') ?? '').split(/\s+/)
  return rule.classes.every((name) => classes.includes(name))
}
