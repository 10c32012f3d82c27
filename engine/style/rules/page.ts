// @page: selectors, size, margin boxes (CSS Page 3, CSS GCPM 3).
import { PX, type Size } from '../../geometry.ts'
import type { MarginBoxName, PageRotation, PageSelector } from '../page-selector.ts'
import { isNth, parseAnPlusB } from '../selectors/an-plus-b.ts'
import { type AtRuleNode, type DeclarationNode, type OnSyntaxError, parseBody } from '../syntax/syntax.ts'
import { type Component, splitAtCommas } from '../syntax/tokens.ts'
import { lookup } from '../values/lookup.ts'
import type { Environment } from '../values/units.ts'
import { Cursor, length } from '../values/values.ts'
import { matchesMedia } from './conditions.ts'
import { compileDeclarations, type Declaration, type DeclarationContext, hasSubstitution, neutralEnvironment } from './declarations.ts'
import type { Layer, Layers } from './layers.ts'

/** Declarations of a page box, a margin box or the footnote area. */
export interface Declarations {
  readonly normal: readonly Declaration[]
  readonly important: readonly Declaration[]
}

export interface PageRule {
  /** One of them must match; a rule without a selector has one that matches every page. */
  readonly selectors: readonly PageCondition[]
  readonly layer: Layer
  readonly media: readonly (readonly Component[])[]
  readonly size: Descriptor | undefined
  /** `page-orientation`. */
  readonly orientation: Descriptor | undefined
  readonly page: Declarations
  readonly boxes: ReadonlyMap<MarginBoxName, Declarations>
  readonly footnote: Declarations | undefined
}

/** The value of a descriptor, as written. */
interface Descriptor {
  readonly text: string
  readonly isImportant: boolean
}

export interface PageCondition {
  readonly name: string | undefined
  readonly pseudos: readonly PagePseudo[]
  /** Names, then :first and :blank, then :left and :right (CSS Page 3 §3.4.1). */
  readonly specificity: number
}

type PagePseudo = { readonly kind: 'first' | 'blank' | 'left' | 'right' } | NthPage

/** `:nth(2n of chapter)`; without `of`, all pages of the document are counted. */
export interface NthPage {
  readonly kind: 'nth'
  readonly a: number
  readonly b: number
  readonly of: string | undefined
}

const MARGIN_BOXES: ReadonlySet<string> = new Set<MarginBoxName>([
  'top-left-corner',
  'top-left',
  'top-center',
  'top-right',
  'top-right-corner',
  'right-top',
  'right-middle',
  'right-bottom',
  'bottom-right-corner',
  'bottom-right',
  'bottom-center',
  'bottom-left',
  'bottom-left-corner',
  'left-bottom',
  'left-middle',
  'left-top',
])

/** What a page rule is compiled with. */
interface PageRuleContext extends DeclarationContext {
  /** The text of the sheet. */
  readonly source: string
  readonly onSyntaxError: OnSyntaxError
}

export function parsePageRule(
  rule: AtRuleNode,
  around: { readonly media: PageRule['media']; readonly layer: Layer },
  context: PageRuleContext,
): PageRule | undefined {
  const { source, onSyntaxError } = context
  const selectors = splitAtCommas(rule.prelude).map(parsePageSelector)
  if (!selectors.every((selector) => selector !== undefined)) {
    context.report(
      rule.start,
      'unsupported-css',
      'unknown selector of "@page"',
      'it takes a name, :first, :left, :right, :blank and :nth()',
    )
    return undefined
  }
  const boxes = new Map<MarginBoxName, Declarations>()
  const own: DeclarationNode[] = []
  let footnote: Declarations | undefined
  for (const node of parseBody(rule.body ?? [], source, onSyntaxError)) {
    if (node.kind === 'declaration') own.push(node)
    else if (node.kind === 'at' && node.body !== undefined && (MARGIN_BOXES.has(node.name) || node.name === 'footnote')) {
      const inner = parseBody(node.body, source, onSyntaxError).flatMap((item) => (item.kind === 'declaration' ? [item] : []))
      const declarations = compileDeclarations(inner, context)
      if (node.name === 'footnote') footnote = merge(footnote, declarations)
      else boxes.set(node.name as MarginBoxName, merge(boxes.get(node.name as MarginBoxName), declarations)) // just seen in the set
    } else
      context.report(
        node.start,
        'unsupported-css',
        node.kind === 'at' ? `"@${node.name}" in "@page" has no effect` : 'a rule in "@page" has no effect',
      )
  }
  reportUnknown(own, context)
  const size = descriptorOf(own, 'size', (node) => isPageSize(node, context))
  const orientation = descriptorOf(own, 'page-orientation', (node) => isPageOrientation(node, context))
  return { selectors, ...around, size, orientation, page: compileDeclarations(own.filter(isPageBox), context), boxes, footnote }
}

function merge(first: Declarations | undefined, second: Declarations): Declarations {
  return first === undefined
    ? second
    : { normal: [...first.normal, ...second.normal], important: [...first.important, ...second.important] }
}

/** Descriptors of @page, which are not properties. */
const DESCRIPTORS = new Set(['size', 'marks', 'bleed', 'page-orientation'])
const isPageBox = (node: DeclarationNode): boolean => !DESCRIPTORS.has(node.name)

function reportUnknown(nodes: readonly DeclarationNode[], context: DeclarationContext): void {
  for (const { name, text, start } of nodes) {
    if ((name === 'marks' || name === 'bleed') && text !== 'none' && text !== 'auto')
      context.report(start, 'unsupported-css', `"${name}" of "@page" has no effect`)
  }
}

/** The last valid value of a descriptor in a rule; important ones come before others. */
function descriptorOf(
  nodes: readonly DeclarationNode[],
  name: string,
  isValid: (node: DeclarationNode) => boolean,
): Descriptor | undefined {
  let found: Descriptor | undefined
  for (const node of nodes) {
    if (node.name !== name || !(hasSubstitution(node.value) || isValid(node))) continue
    if (found === undefined || node.isImportant || !found.isImportant) found = { text: node.text, isImportant: node.isImportant }
  }
  return found
}

function isPageSize({ value, text, start }: DeclarationNode, context: DeclarationContext): boolean {
  if (parsePageSize(value, A4) !== undefined) return true
  const hint = 'it takes one or two lengths, or a name like A4 with portrait or landscape'
  context.report(start, 'unsupported-css', `unknown page size "${text.slice(0, 60)}"`, hint)
  return false
}

function isPageOrientation({ value, text, start }: DeclarationNode, context: DeclarationContext): boolean {
  if (parsePageOrientation(value) !== undefined) return true
  context.report(
    start,
    'unsupported-css',
    `unknown page orientation "${text.slice(0, 60)}"`,
    'it takes upright, rotate-left or rotate-right',
  )
  return false
}

function parsePageSelector(items: readonly Component[]): PageCondition | undefined {
  const c = new Cursor(items, neutralEnvironment(false))
  const first = c.peek()
  const name = first?.kind === 'ident' ? first.value : undefined
  if (name !== undefined) c.at++
  const pseudos: PagePseudo[] = []
  let specificity = name === undefined || name === 'auto' ? 0 : 1 << 20
  while (c.delim(':')) {
    const nth = c.call('nth')
    const word = nth === undefined ? c.keyword('first', 'blank', 'left', 'right') : undefined
    const counted = nth && parseNth(nth.items)
    if (counted !== undefined) pseudos.push(counted)
    else if (word !== undefined) pseudos.push({ kind: word })
    else return undefined
    specificity += (word === 'left' || word === 'right' ? 1 : 1 << 10) + (counted?.of === undefined ? 0 : 1 << 20)
  }
  return c.isDone ? { name: name === 'auto' ? undefined : name, pseudos, specificity } : undefined
}

function parseNth(items: readonly Component[]): NthPage | undefined {
  const at = items.findIndex((item) => item.kind === 'ident' && item.lower === 'of')
  const formula = parseAnPlusB(at === -1 ? items : items.slice(0, at))
  if (at === -1) return formula && { kind: 'nth', ...formula, of: undefined }
  const name = items[at + 1]
  return formula === undefined || name?.kind !== 'ident' || items.length > at + 2 ? undefined : { kind: 'nth', ...formula, of: name.value }
}

/** The page rules whose media queries match this area, in ascending order of layers. */
export function pageRules(pages: readonly PageRule[], layers: Layers, area: Size): readonly PageRule[] {
  const order = layers.order()
  return pages
    .filter((rule) => rule.media.every((query) => matchesMedia(query, area)))
    .sort((a, b) => (order.get(a.layer) ?? 0) - (order.get(b.layer) ?? 0))
}

/** `isNthPage` decides `:nth` for pages whose numbers are not known. */
export function matchesPage(condition: PageCondition, page: PageSelector, isNthPage: (nth: NthPage) => boolean = isNthOf(page)): boolean {
  if (condition.name !== undefined && condition.name !== page.name) return false
  return condition.pseudos.every((pseudo) => {
    switch (pseudo.kind) {
      case 'first':
        return page.isFirst
      case 'blank':
        return page.isBlank
      case 'nth':
        return isNthPage(pseudo)
      default:
        return page.side === pseudo.kind
    }
  })
}

function isNthOf({ name, number, inGroup }: PageSelector): (nth: NthPage) => boolean {
  return ({ a, b, of }) => (of === undefined ? isNth(number, a, b) : of === name && isNth(inGroup, a, b))
}

// ── Orientation ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const ROTATIONS: Readonly<Record<string, PageRotation>> = { upright: 0, 'rotate-right': 90, 'rotate-left': 270 }

export function parsePageOrientation(items: readonly Component[]): PageRotation | undefined {
  const [only, ...more] = items
  return only?.kind === 'ident' && more.length === 0 ? lookup(ROTATIONS, only.lower) : undefined
}

// ── Sizes ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

const mm = (width: number, height: number): Size => ({ width: (width * 72) / 25.4, height: (height * 72) / 25.4 })
const inch = (width: number, height: number): Size => ({ width: width * 72, height: height * 72 })

const A4: Size = mm(210, 297)

/** CSS Page 3 §7.1, and other sizes of ISO 216, which Chromium does not support. */
const NAMED: Readonly<Record<string, Size>> = {
  a0: mm(841, 1189),
  a1: mm(594, 841),
  a2: mm(420, 594),
  a3: mm(297, 420),
  a4: A4,
  a5: mm(148, 210),
  a6: mm(105, 148),
  a7: mm(74, 105),
  a8: mm(52, 74),
  a9: mm(37, 52),
  a10: mm(26, 37),
  b0: mm(1000, 1414),
  b1: mm(707, 1000),
  b2: mm(500, 707),
  b3: mm(353, 500),
  b4: mm(250, 353),
  b5: mm(176, 250),
  b6: mm(125, 176),
  c4: mm(229, 324),
  c5: mm(162, 229),
  c6: mm(114, 162),
  'jis-b4': mm(257, 364),
  'jis-b5': mm(182, 257),
  letter: inch(8.5, 11),
  legal: inch(8.5, 14),
  tabloid: inch(11, 17),
  ledger: inch(11, 17),
  executive: inch(7.25, 10.5),
}

/** Limit of PDF readers (PDF 32000 annex C: 14,400 units). */
export const MAX_SIDE = 14_400
const MIN_SIDE = PX

/** What lengths in a page size are relative to. */
export type SizeUnits = Pick<Environment, 'fontSize' | 'rootFontSize' | 'viewport'>

/** The page size in points; undefined for an invalid one. `auto`, and an orientation alone, refer to the `standard` size. */
export function parsePageSize(items: readonly Component[], standard: Size, units?: SizeUnits): Size | undefined {
  const c = new Cursor(items, { ...neutralEnvironment(false), ...units })
  const width = c.try(length)
  if (width !== undefined) {
    const height = c.isDone ? width : length(c)
    if (height === undefined || !c.isDone || width <= 0 || height <= 0) return undefined
    const limit = (side: number): number => Math.min(MAX_SIDE, Math.max(MIN_SIDE, side))
    return { width: limit(width), height: limit(height) }
  }
  let size = standard
  let orientation: 'portrait' | 'landscape' | undefined
  if (c.isDone) return undefined
  while (!c.isDone) {
    const word = c.keyword('portrait', 'landscape')
    const item = word === undefined ? c.next() : undefined
    const named = item?.kind === 'ident' ? (item.lower === 'auto' ? standard : lookup(NAMED, item.lower)) : undefined
    if (word !== undefined) orientation = word
    else if (named !== undefined) size = named
    else return undefined
  }
  const [short, long] = [Math.min(size.width, size.height), Math.max(size.width, size.height)]
  if (orientation === undefined) return size
  return orientation === 'portrait' ? { width: short, height: long } : { width: long, height: short }
}
