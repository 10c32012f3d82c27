// What a template lacks for PDF/UA-1, given to it as its author would: the refusals of the engine say what and where, and attributes are written there.
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import {
  type CompiledTemplate,
  type Diagnostic,
  type DocumentMetadata,
  type Engine,
  InputError,
  type RenderOptions,
} from '../../../engine/index.ts'

type Element = DefaultTreeAdapterMap['element']
type Node = DefaultTreeAdapterMap['childNode']

export interface Supplied {
  /** The template with everything given. */
  readonly source: string
  readonly title: string | undefined
  readonly language: string | undefined
  /** What had to be given, one a line. */
  readonly given: readonly string[]
  /** What nothing can be given for. */
  readonly refused: readonly string[]
}

/** Refusals that a template may bring forth, one behind the other: a heading that is moved moves those behind it. */
const MOST_ROUNDS = 60

/** A template in HTML with what it is rendered with. */
export interface Document {
  readonly source: string
  readonly data: unknown
  readonly assets?: RenderOptions['assets']
}

export async function supply(engine: Engine, document: Document): Promise<Supplied> {
  const made = {
    source: document.source,
    title: undefined as string | undefined,
    language: undefined as string | undefined,
    given: [] as string[],
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const lacks = await refusals(engine, document, made)
    let isGiven = false
    // From behind, so that places before stay what they are.
    for (const lack of [...lacks].sort((a, b) => offsetOf(made.source, b) - offsetOf(made.source, a))) {
      if (lack.code === 'ua-title') made.title = 'A title'
      else if (lack.code === 'ua-language') made.language = 'en'
      else {
        const mended = mend(made.source, lack)
        if (mended === undefined) continue
        made.source = mended
      }
      made.given.push(`${lack.code}: ${lack.message}`)
      isGiven = true
      // Of headings the others may be in order when this one is.
      if (lack.code === 'ua-heading') break
    }
    if (!isGiven) return { ...made, refused: lacks.map(({ code, message }) => `${code}: ${message}`) }
  }
  return { ...made, refused: [`still refused after ${MOST_ROUNDS} rounds`] }
}

async function refusals(
  engine: Engine,
  { data, assets }: Document,
  { source, title, language }: Pick<Supplied, 'source' | 'title' | 'language'>,
): Promise<readonly Diagnostic[]> {
  try {
    await engine.render(compile(engine, source, assets), data, {
      ...(assets === undefined ? {} : { assets }),
      conformance: ['ua-1'],
      metadata: metadataOf(title, language),
    })
    return []
  } catch (thrown) {
    if (thrown instanceof InputError) return thrown.diagnostics.filter(({ severity }) => severity === 'error')
    throw thrown
  }
}

/** Shared parts are assets of the template. */
export function compile(engine: Engine, source: string, assets: Document['assets']): CompiledTemplate {
  return engine.compile({ type: 'html', source }, assets === undefined ? {} : { assets })
}

export function metadataOf(title: string | undefined, language: string | undefined): DocumentMetadata {
  return { ...(title === undefined ? {} : { title }), ...(language === undefined ? {} : { language }) }
}

/** Place in the source; before all for what has none. */
function offsetOf(source: string, { at }: Diagnostic): number {
  if (at?.kind !== 'text' || at.file !== undefined) return -1
  let start = 0
  for (let line = 1; line < at.line; line++) start = source.indexOf('\n', start) + 1
  return start + at.column - 1
}

/** The source with an attribute more; undefined where none helps. */
function mend(source: string, lack: Diagnostic): string | undefined {
  const at = offsetOf(source, lack)
  if (at < 0) return undefined
  const name = /^<([a-zA-Z][\w-]*)/.exec(source.slice(at))?.[1]
  if (name === undefined) return undefined
  switch (lack.code) {
    case 'ua-alt':
      return withAttribute(source, at, name.toLowerCase() === 'img' ? 'alt="A picture"' : 'aria-label="A picture"')
    case 'ua-link':
      return withAttribute(source, at, 'aria-label="A link"')
    case 'ua-heading': {
      const before = /follows h(\d)/.exec(lack.message)?.[1] ?? '0'
      return withAttribute(without(source, at, 'aria-level'), at, `aria-level="${Number(before) + 1}"`)
    }
    case 'ua-table':
      return withHeadCells(source, at)
    default:
      return undefined
  }
}

function withAttribute(source: string, at: number, attribute: string): string {
  const end = at + 1 + (/^[\w-]+/.exec(source.slice(at + 1))?.[0].length ?? 0)
  return `${source.slice(0, end)} ${attribute}${source.slice(end)}`
}

function without(source: string, at: number, attribute: string): string {
  const end = source.indexOf('>', at)
  return source.slice(0, at) + source.slice(at, end).replace(new RegExp(` ${attribute}="[^"]*"`), '') + source.slice(end)
}

/** Says of the cells of a table's first row of cells that are no heads that they head their columns; of a table of one row, that it arranges. */
function withHeadCells(source: string, at: number): string | undefined {
  const table = elementAt(parse(source, { sourceCodeLocationInfo: true }), at)
  if (table === undefined) return undefined
  const rows = partsOf(table, 'tr')
  // A head that shows on later pages only is a repeated one: the table has another row that can head it.
  const row = rows.find((each) => partsOf(each, 'td').length > 0)
  const cells = row === undefined ? [] : partsOf(row, 'td')
  const places = cells.flatMap((cell) => cell.sourceCodeLocation?.startOffset ?? []).sort((a, b) => b - a)
  if (table.tagName !== 'table' || rows.length < 2 || places.length === 0) return withAttribute(source, at, 'role="presentation"')
  return places.reduce((text, place) => withAttribute(text, place, 'role="columnheader"'), source)
}

function elementAt(node: { readonly childNodes: readonly Node[] }, at: number): Element | undefined {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue
    if (child.sourceCodeLocation?.startOffset === at) return child
    const inside = elementAt(child, at)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Parts of a table, not of tables in it. */
function partsOf(element: Element, name: 'tr' | 'td' | 'th'): readonly Element[] {
  return element.childNodes.flatMap((child) => {
    if (!('tagName' in child) || child.tagName === 'table') return []
    return child.tagName === name ? [child] : partsOf(child, name)
  })
}
