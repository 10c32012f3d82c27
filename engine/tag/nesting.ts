// What may stand in what (PDF 32000 §14.8.4; PDF/UA-1 7.2): an element that stands where its type may not is transparent, and what stands in a list, a table
// or a row without being a part of it gets the parts around it.
import type { Node } from './node.ts'
import { INLINE_TYPES } from './types.data.ts'

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  LI: ['L'],
  DT: ['L'],
  DD: ['L'],
  TOCI: ['TOC'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
  Caption: ['Table', 'Div', 'L', 'TOC'],
  RB: ['Ruby'],
  RT: ['Ruby'],
  RP: ['Ruby'],
}

/** The parts that other content needs around it. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  L: ['LI', 'LBody'],
  TOC: ['TOCI', 'NonStruct'],
  Table: ['TBody', 'TR', 'TD'],
  THead: ['TR', 'TD'],
  TBody: ['TR', 'TD'],
  TFoot: ['TR', 'TD'],
  TR: ['TD'],
  Ruby: ['RB'],
}

/** Parts of lists and tables that stand directly in them, beside those that `PARENTS` names. */
const PARTS: Readonly<Record<string, readonly string[]>> = { L: ['L', 'Caption'], TOC: ['TOC', 'Caption'], Table: ['Caption'] }

const NONE: readonly string[] = []

/** The type that an element of this type has in a parent: itself, or transparent. */
export function typeIn(type: string, { owner }: Node): string {
  const parents = PARENTS[type]
  if (type === 'LI' && owner.type === 'TOC') return 'TOCI'
  if (parents === undefined || parents.includes(owner.type)) return type === 'THead' || type === 'TFoot' ? onlyOne(type, owner) : type
  return ''
}

/** A second head or foot of a table is a body. */
function onlyOne(type: 'THead' | 'TFoot', { table }: Node): string {
  if (table === undefined) return type
  return (type === 'THead' ? table.heads : table.feet) > 0 ? 'TBody' : type
}

/** Types of the elements that a child of this type (empty: text) needs around it in a parent. */
export function wrappersIn(type: string, { owner }: Node): readonly string[] {
  const wrappers = WRAPPERS[owner.type]
  if (wrappers === undefined || PARENTS[type]?.includes(owner.type) === true || PARTS[owner.type]?.includes(type) === true) return NONE
  return wrappers
}

/** The item that a node is the body of. */
export function itemOf({ type, parent }: Node): Node | undefined {
  const isBody = type === 'LBody' || (type === 'NonStruct' && parent?.type === 'TOCI')
  return isBody ? parent : undefined
}

/** The item or note around text that its marker stands in. */
export function holderOfLabel(text: Node): Node | undefined {
  let around: Node | undefined = text
  while (around?.type === '' || around?.type === 'P') around = around.parent
  return around && (itemOf(around) ?? (around.type === 'Note' ? around : undefined))
}

export function isList({ owner }: Node): boolean {
  return owner.type === 'L' || owner.type === 'TOC'
}

/** Elements in lines that hold blocks (HTML §3.2.5.2.6, transparent content) are divisions: Span and its like hold nothing but lines. */
export function blockType(type: string): string {
  return INLINE_TYPES.has(type) ? (type === 'Quote' ? 'BlockQuote' : 'Div') : type
}

export function holdBlocks({ owner }: Node): void {
  for (let at: Node | undefined = owner; at !== undefined && INLINE_TYPES.has(at.type); at = at.parent?.owner) at.type = blockType(at.type)
}
