// The bridge to temml: LaTeX as MathML.
// Problem: editors write formulas as LaTeX, which only MathML can be laid out from; temml is half a megabyte of code that few templates want, and LaTeX has
// macros, which may ask for any amount of work.
// Approach: temml is loaded by the first formula. Its tree becomes elements of ours: `<math data-latex="…">` with the MathML and, as MathML has it, the
// LaTeX as an annotation, which is what readers hear. What temml cannot read is told, and stays text.
// Limits: of the classes that temml gives elements for its own style sheets none is known here; macros end with their formula.
import { createRequire } from 'node:module'
import { lazy } from '../collections/lazy.ts'
import { type Diagnostic, type Position, warning } from '../diagnostic.ts'
import type { SourceAttribute, SourceElement, SourceNode } from './source.ts'

/** Characters of one formula; a page of them has some 3,000. */
const LONGEST = 20_000
const MOST_NODES = 20_000
/** Expansions of macros. */
const MOST_EXPANSIONS = 500
/** Of the largest space or rule, in em and in the points of a page. */
const LARGEST: [number, number] = [500, 500]

/** Nodes of temml's tree: elements, texts, and fragments that only hold others together. */
interface TemmlNode {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly classes?: readonly string[]
  readonly style?: Readonly<Record<string, string>>
  readonly children?: readonly TemmlNode[]
}

// Its types speak of an ES module; required, the package itself has the functions.
const library = lazy(() => createRequire(import.meta.url)('temml') as typeof import('temml')['default'])

interface Formula {
  readonly latex: string
  /** On a line of its own. */
  readonly isBlock: boolean
  readonly at: Position
  readonly attributes: Readonly<Record<string, string>>
}

export type ReadFormula =
  | { readonly kind: 'formula'; readonly element: SourceElement }
  /** `place` is a character of the LaTeX, from 0; undefined where temml knows none. */
  | { readonly kind: 'bad'; readonly message: string; readonly place: number | undefined }

export function readFormula(formula: Formula): ReadFormula {
  const { latex, isBlock } = formula
  if (latex.length > LONGEST) return bad(`it has more than ${LONGEST} characters`)
  const inline = treeOf(latex, isBlock)
  // Some environments, such as `align`, are taken in display mode only.
  const tree = inline.kind === 'bad' && !isBlock ? treeOf(latex, true) : inline
  if (tree.kind === 'bad') return inline.kind === 'bad' ? inline : tree
  const count = { nodes: 0 }
  const children = nodesOf(tree.root.children ?? [], formula.at, count)
  if (count.nodes > MOST_NODES) return bad(`it has more than ${MOST_NODES} parts`)
  const attributes = { ...formula.attributes, ...(isBlock ? { display: 'block' } : {}), 'data-latex': latex }
  return { kind: 'formula', element: elementOf('math', attributes, children, formula.at) }
}

/** The diagnostic of LaTeX that cannot be read. `at` is where the formula stands. */
export function badLatex({ message, place }: Extract<ReadFormula, { kind: 'bad' }>, at: Position): Diagnostic {
  const where = place === undefined ? '' : ` at character ${place + 1}`
  const hint = 'write the formula in the LaTeX of mathematics, as temml and KaTeX read it; it is printed as it is written'
  return warning('bad-latex', at, `the LaTeX of a formula cannot be read${where}: ${message}`, hint)
}

type Tree = { readonly kind: 'tree'; readonly root: TemmlNode } | Extract<ReadFormula, { kind: 'bad' }>

function treeOf(latex: string, displayMode: boolean): Tree {
  const options = { annotate: true, throwOnError: true, displayMode, maxExpand: MOST_EXPANSIONS, maxSize: LARGEST }
  try {
    // Throws a `ParseError`, with the place in the LaTeX where it knows one.
    return { kind: 'tree', root: library().__renderToMathMLTree(latex, options) }
  } catch (thrown) {
    if (thrown instanceof RangeError) return bad('it is nested too deeply')
    if (!isParseError(thrown)) throw thrown
    return bad(messageOf(thrown), thrown.position)
  }
}

interface ParseError extends Error {
  readonly position?: number
}

function isParseError(thrown: unknown): thrown is ParseError {
  return thrown instanceof Error && thrown.name === 'ParseError'
}

/** Without the place and the text around it, which follow in an underlined form. */
function messageOf({ message }: ParseError): string {
  const text = message
    .split(/ at (?:position \d+|end of input)/)[0]!
    .trim()
    .replace(/\.$/, '')
  return `${text.charAt(0).toLowerCase()}${text.slice(1, 200)}`
}

function bad(message: string, place?: number): Extract<ReadFormula, { kind: 'bad' }> {
  return { kind: 'bad', message, place }
}

function nodesOf(children: readonly TemmlNode[], at: Position, count: { nodes: number }): readonly SourceNode[] {
  return children.flatMap((child): readonly SourceNode[] => {
    if (++count.nodes > MOST_NODES) return []
    const { type, text, children: inner = [] } = child
    if (text !== undefined) return [{ kind: 'text', parts: text === '' ? [] : [{ kind: 'literal', text }], at }]
    const nodes = nodesOf(inner, at, count)
    if (type === undefined || type === '') return nodes
    return [elementOf(type === 'menclose' ? 'mrow' : type, attributesOf(child), nodes, at)]
  })
}

/** Colours are attributes in MathML. Other styles of temml that have an effect here, and the classes of its style sheet that align cells, are a `style` attribute. */
function attributesOf({ type, attributes = {}, classes = [], style = {}, children = [] }: TemmlNode): Readonly<Record<string, string>> {
  const written = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
  const declarations = Object.entries(style)
    .map(([name, value]): readonly [string, string] => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value])
    .filter(([name]) => STYLES.test(name))
  if (style['color'] !== undefined) written['mathcolor'] = style['color']
  if (style['backgroundColor'] !== undefined) written['mathbackground'] = style['backgroundColor']
  for (const side of ['left', 'right']) if (classes.includes(`tml-${side}`)) declarations.push(['text-align', side])
  if (type === 'menclose') declarations.push(...(NOTATIONS[written['notation'] ?? ''] ?? []))
  const text = declarations.map(([name, value]) => `${name}: ${value}`).join('; ')
  return { ...written, ...(isAccent(type, children) ? { accent: 'true' } : {}), ...(text === '' ? {} : { style: text }) }
}

const STYLES = /^(?:text-align|padding|border)(?:-|$)/

/** `menclose` is none of MathML Core: what stands in for its lines. */
const NOTATIONS: Readonly<Record<string, readonly (readonly [property: string, value: string])[]>> = {
  top: [
    ['border-top', '0.05em solid'],
    ['padding-top', '0.15em'],
  ],
  bottom: [
    ['border-bottom', '0.05em solid'],
    ['padding-bottom', '0.15em'],
  ],
  box: [
    ['border', '0.05em solid'],
    ['padding', '0.25em'],
  ],
}

/** What stands over letters without stretching is an accent, which is not made smaller. */
function isAccent(type: string | undefined, [, over]: readonly TemmlNode[]): boolean {
  return type === 'mover' && over?.type === 'mo' && String(over.attributes?.['stretchy']) === 'false'
}

function elementOf(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly SourceNode[],
  at: Position,
): SourceElement {
  const list = Object.entries(attributes).map(([name, text]): SourceAttribute => ({ name, parts: [{ kind: 'literal', text }], at }))
  return { kind: 'element', tag, namespace: 'mathml', attributes: list, children, at }
}
