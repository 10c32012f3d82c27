// What every element does before its boxes: counters, marks, and what its children inherit from where they stand.
import type { VectorElement } from '../image/image.ts'
import { frameOf } from '../style/frame.ts'
import { isListItem } from '../style/list-item.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { ContentItem, CounterChange } from '../style/value.ts'
import type { BoxMark } from './box.ts'
import { hasDecoration } from './box-kinds.ts'
import type { BoxScope, BuildContext } from './context.ts'
import { NO_MARKS } from './context.ts'
import { type CounterChanges, changesCounters } from './counter-scopes.ts'
import { generatedText } from './generated.ts'
import { ElementOrigin } from './origin.ts'

const LIST_TAGS = new Set(['ol', 'ul', 'menu', 'dir'])
const PAGE_COUNTER = 'page'
const MAX_TITLE = 2_000

/** An element whose counters are entered: its origin, its marks, and the scope of its children. */
export interface Entered {
  readonly origin: ElementOrigin
  readonly marks: readonly BoxMark[]
  readonly scope: BoxScope
}

/** Opens an element; its counters are left by the caller when its last box was made. `made` is its origin when it is there already. */
export function enterElement(node: StyledElement, scope: BoxScope, context: BuildContext, made?: ElementOrigin): Entered {
  const origin = made ?? new ElementOrigin(node, scope.origin, context.reporter)
  if (node.style.clipPath !== 'none' || node.style.maskLayers.length > 0 || node.style.filter.length > 0)
    origin.definitions = definitionsFor(node.style, context)
  context.state.counters.enter(counterChanges(node, scope), node.style.containment?.style)
  const marks = elementMarks(node, origin, context)
  return { origin, marks, scope: scopeInside(node, origin, scope) }
}

/** Elements of drawings that effects of a box refer to, wherever in the document they are. */
function definitionsFor({ clipPath, maskLayers, filter }: Style, { definitions }: BuildContext): VectorElement | undefined {
  const masks = maskLayers.flatMap(({ image }) => (image?.kind === 'url' ? [image.url] : []))
  const clip = clipPath === 'none' ? undefined : clipPath.reference
  const filters = filter.flatMap((each) => (each.kind === 'reference' ? [each.id] : []))
  const effects = [...masks, ...(clip === undefined ? [] : [clip])].filter((url) => url.startsWith('#')).map((url) => url.slice(1))
  const ids = [...effects, ...filters]
  return ids.length === 0 ? undefined : definitions.referred(ids)
}

/** Written out, as every element makes one: copying an object by spreading costs several times as much. */
function scopeInside({ element, style }: StyledElement, origin: ElementOrigin, outer: BoxScope): BoxScope {
  return {
    origin,
    depth: outer.depth + 1,
    decorations: outer.decorations,
    mayStream: outer.mayStream,
    listStep: listStepInside(element, outer.listStep),
    firstLine: outer.firstLine,
    lead: undefined,
    isRunning: outer.isRunning,
    isUnseen: outer.isUnseen,
    container: style,
    frame: style.writingMode === 'horizontal-tb' ? 'none' : style.display === 'contents' ? outer.frame : frameOf(style.writingMode),
  }
}

/** What items in an element add to their counter. */
export function listStepInside({ tag, attributes }: StyledElement['element'], outer: 1 | -1): 1 | -1 {
  return LIST_TAGS.has(tag) ? (attributes.has('reversed') ? -1 : 1) : outer
}

/** Children of an element that is a part of a table; a pseudo-element has its generated content, as one inline box. */
export function partChildren(node: StyledElement, { styles }: BuildContext): Iterable<StyledNode> {
  if (node.pseudo === 'none') return node.children
  const style = styles.with(node.style, 'generated', { ...styles.anonymous(node.style, 'inline'), content: node.style.content })
  return [{ ...node, style }]
}

/** `scope` for what stands in a block of `style`, which may decorate it. */
export function blockScope(scope: BoxScope, style: Style): BoxScope {
  return hasDecoration(style) ? { ...scope, decorations: [...scope.decorations, style] } : scope
}

/** What an element does to counters where it stands; undefined for nothing. */
export function counterChanges(node: StyledElement, scope: Pick<BoxScope, 'listStep'>): CounterChanges | undefined {
  const { style, element } = node
  // What generates no box changes no counter (CSS Lists 3 §4.6).
  if (style.display === 'contents') return undefined
  const isList = LIST_TAGS.has(element.tag) && node.pseudo === 'none'
  const isItem = isListItem(style)
  if (!isList && !isItem) return changesCounters(style) ? pageless(changesOf(node)) : undefined
  const changes = changesOf(node)
  const reset = isList ? withListStart(changes.reset, node) : changes.reset
  const increment = isItem ? withItemStep(changes.increment, scope.listStep) : changes.increment
  const value = isItem && element.tag === 'li' ? integer(element.attributes.get('value')) : undefined
  // `value` is a hint: a declaration of the author wins.
  const isSet = value === undefined || changes.set.some(({ name }) => name === 'list-item')
  const set = isSet ? changes.set : [...changes.set, { name: 'list-item', value }]
  return pageless({ reset, increment, set })
}

/** Items count by one, backwards in reversed lists, unless the author says otherwise. */
function withItemStep(increment: readonly CounterChange[], step: 1 | -1): readonly CounterChange[] {
  const given = increment.find(({ name }) => name === 'list-item')
  if (given !== undefined && (step === 1 || given.value !== 1)) return increment
  return [...increment.filter((change) => change !== given), { name: 'list-item', value: step }]
}

function changesOf({ style }: StyledElement): CounterChanges {
  return { reset: style.counterReset, increment: style.counterIncrement, set: style.counterSet }
}

/** The page counter counts pages: elements change it through marks. */
function pageless(changes: CounterChanges): CounterChanges {
  const other = (list: readonly CounterChange[]) => (list.some(isPage) ? list.filter((change) => !isPage(change)) : list)
  return { reset: other(changes.reset), increment: other(changes.increment), set: other(changes.set) }
}

function isPage({ name }: CounterChange): boolean {
  return name === PAGE_COUNTER
}

/** HTML §4.4.5: `start`, or the number of items of a reversed list, says where counting begins. */
function withListStart(reset: readonly CounterChange[], node: StyledElement): readonly CounterChange[] {
  const { attributes, tag } = node.element
  const start = tag === 'ol' ? integer(attributes.get('start')) : undefined
  const isReversed = tag === 'ol' && attributes.has('reversed')
  const given = reset.find(({ name }) => name === 'list-item')
  if (given !== undefined && given.value !== 0 && !isReversed) return reset
  const value = isReversed ? (start ?? itemCount(node.children)) + 1 : (start ?? 1) - 1
  return [...reset.filter(({ name }) => name !== 'list-item'), { name: 'list-item', value }]
}

function itemCount(children: Iterable<StyledNode>): number {
  let count = 0
  for (const child of children) if (child.kind === 'element' && isListItem(child.style)) count++
  return count
}

function integer(text: string | undefined): number | undefined {
  const match = text === undefined ? null : /^\s*([+-]?\d{1,9})/.exec(text)
  return match === null ? undefined : Number(match[1])
}

/** What the page on which the element begins learns from it. Most elements have no marks. */
function elementMarks(node: StyledElement, origin: ElementOrigin, context: BuildContext): readonly BoxMark[] {
  const { style, element } = node
  const name = element.tag === 'a' && node.pseudo === 'none' ? element.attributes.get('name') : undefined
  const hasPageChange = style.counterReset.some(isPage) || style.counterIncrement.some(isPage) || style.counterSet.some(isPage)
  const hasBookmark = style.bookmarkLevel !== 'none' && node.pseudo === 'none'
  const sums = node.pseudo === 'none' ? element.sums : undefined
  if (origin.id === undefined && !name && style.stringSet.length === 0 && !hasBookmark && !hasPageChange && sums === undefined)
    return NO_MARKS
  const marks: BoxMark[] = sums === undefined ? [] : sums.map((sum) => ({ kind: 'sum', sum }))
  if (origin.id !== undefined) marks.push({ kind: 'anchor', id: origin.id })
  if (name && name !== origin.id) marks.push({ kind: 'anchor', id: name })
  for (const [change, list] of [
    ['reset', style.counterReset],
    ['increment', style.counterIncrement],
    ['set', style.counterSet],
  ] as const) {
    for (const { value } of list.filter(isPage)) marks.push({ kind: 'page-counter', change, value })
  }
  for (const { name, content } of style.stringSet) marks.push({ kind: 'string', name, value: stringValue(content, node, context) })
  if (style.bookmarkLevel !== 'none' && hasBookmark) {
    const title = textContent(node)
    if (title !== '') marks.push({ kind: 'bookmark', level: style.bookmarkLevel, title, isOpen: true })
  }
  return marks
}

function stringValue(content: readonly ContentItem[], node: StyledElement, context: BuildContext): string {
  return content
    .map((item) => (item.kind === 'content' ? contentPart(item.part, node, context) : generatedText(item, node.style, context)))
    .join('')
}

/** A part of an element's content, as text. */
export function contentPart(part: Extract<ContentItem, { kind: 'content' }>['part'], node: StyledElement, context: BuildContext): string {
  if (part === 'text') return textContent(node)
  if (part === 'first-letter') return /\p{L}|\p{N}/u.exec(textContent(node))?.[0] ?? ''
  for (const child of node.children) {
    if (child.kind !== 'element' || child.pseudo !== part || !Array.isArray(child.style.content)) continue
    return child.style.content.map((item: ContentItem) => generatedText(item, child.style, context)).join('')
  }
  return ''
}

/** The text of an element as a reader sees it: hidden parts and generated content left out, white space collapsed. */
export function textContent(node: StyledElement): string {
  const parts: string[] = []
  let length = 0
  const visit = (nodes: Iterable<StyledNode>): void => {
    for (const child of nodes) {
      if (length > MAX_TITLE) return
      if (child.kind === 'text') {
        if (child.late !== undefined) continue
        parts.push(child.text)
        length += child.text.length
      } else if (child.element.tag === 'br') parts.push(' ')
      else if (isRead(child)) visit(child.children)
    }
  }
  visit(node.children)
  return parts
    .join('')
    .replace(/[ \t\n\r\f]+/g, ' ')
    .trim()
}

/** Footnotes and running elements stand elsewhere. */
function isRead({ pseudo, style, element }: StyledElement): boolean {
  if (pseudo !== 'none' || style.display === 'none' || element.node.namespace !== 'html') return false
  return style.float !== 'footnote' && typeof style.position === 'string'
}
