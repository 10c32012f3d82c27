// Styled elements become boxes. Each kind of box is made in a file of its own; here is which element becomes which.

import { GenerationCache } from '../collections/cache.ts'
import { lazy } from '../collections/lazy.ts'
import { sequenceOf } from '../collections/sequence.ts'
import type { Reporter } from '../diagnostic.ts'
import type { Images } from '../image/image.ts'
import type { Limits } from '../limits.ts'
import { styleIn } from '../style/frame.ts'
import { hasMarkerInside, isListItem } from '../style/list-item.ts'
import type { Style, StyledDocument, StyledElement, StyledNode } from '../style/style.ts'
import { hasPercentage, isLength, type LengthPercentage } from '../style/value.ts'
import type { BlockBox, Box, BoxMark, Marker } from './box.ts'
import { cellAlignment } from './box-kinds.ts'
import { containerBox } from './container.ts'
import { type BoxBuilders, type BoxScope, type BuildContext, type Container, countNode, type FirstLineStyles, NO_MARKS } from './context.ts'
import { CounterScopes } from './counter-scopes.ts'
import { derivedStyles } from './derived-style.ts'
import { blockScope, type Entered, enterElement, partChildren } from './element.ts'
import { fieldsetBox, fieldsetNodes } from './fieldset.ts'
import { flexItems } from './flex-items.ts'
import { controlBox, isFormControl, nativeStyle } from './form.ts'
import { formulaBox, isFormula } from './formula.ts'
import { LengthForecast, type RepeatedItems } from './length-forecast.ts'
import { markerOf } from './marker.ts'
import { type NarrowedTables, narrowedElement, narrowedNodes } from './narrowed-tables.ts'
import { ElementOrigin } from './origin.ts'
import { principalFrame, withPrincipalMode } from './principal-mode.ts'
import { pictureContent } from './replaced/picture.ts'
import { isReplaced, replacedBox } from './replaced/replaced.ts'
import { tableBox } from './table-grid.ts'
import { collectTargets } from './targets.ts'
import { boxIn, contentLength, fixedHeight, turnedBox } from './turned-box.ts'
import { VectorDefinitions } from './vector.ts'

/** Nodes made ahead of layout: enough that ordinary documents never stream, few enough to hold in memory. */
const NODES_AHEAD = 10_000
const PIECE_AHEAD = 1_000

interface BuildOptions {
  readonly images: Images
  readonly reporter: Reporter
  readonly limits: Limits
  /** What is beyond this many nodes is made as layout pulls it, where it stands on the spine. */
  readonly nodesAhead?: number | undefined
  /** Of the repeats under way: a document that is bound to have more nodes than are made ahead need not make them. */
  readonly items?: () => RepeatedItems
  /** Called for each cell that is built by the fast path. */
  readonly onPlainCell?: (() => void) | undefined
  /** Rows of a streamed group that its columns are measured by; undefined: all of them. */
  readonly sampleRows?: number | undefined
  /** Paths of tables whose words break anywhere, as their least widths are too wide for the page. */
  readonly narrowedTables?: NarrowedTables
  readonly isQuirks?: boolean
}

const BUILDERS: BoxBuilders = { elementBox, containerBox, anonymousTable }
const NOTHING = (): void => undefined

/** The box of the root element. Streamed parts must be pulled to their end before what follows them is asked for. */
export function buildBoxes(
  document: StyledDocument,
  { images, reporter, limits, nodesAhead = NODES_AHEAD, sampleRows, narrowedTables, isQuirks = false, items, onPlainCell }: BuildOptions,
): BlockBox {
  const context: BuildContext = {
    counterStyles: document.counterStyles,
    matchesMedia: (query) => document.matchesMedia(query),
    sourceSize: (sizes) => document.sourceSize(sizes),
    images,
    reporter,
    limits,
    styles: derivedStyles(document.initial),
    definitions: new VectorDefinitions(document.root, () => countNode(context, 0)),
    bullets: new GenerationCache(100),
    pieceAhead: Math.min(nodesAhead, PIECE_AHEAD),
    lengthForecast: items && new LengthForecast(nodesAhead, items),
    sampleRows,
    narrowedTables,
    isQuirks,
    targets: lazy(() => collectTargets(document.root, context)),
    countsNotesByPage: lazy(() => countsNotes(document)),
    onPlainCell,
    frame: principalFrame(document.root),
    state: { counters: new CounterScopes(), quoteDepth: 0, notes: 0, nodes: 0, ahead: nodesAhead },
    builders: BUILDERS,
  }
  // Footnotes are counted through the document (GCPM 3 §2.4).
  context.state.counters.enter({ reset: [{ name: 'footnote', value: 0 }], increment: [], set: [] })
  const root = withPrincipalMode(document.root)
  const origin = new ElementOrigin(root, undefined, reporter)
  const scope: BoxScope = {
    origin,
    depth: 0,
    decorations: [],
    mayStream: true,
    listStep: 1,
    firstLine: undefined,
    lead: undefined,
    isRunning: false,
    isUnseen: false,
    frame: context.frame,
    container: undefined,
  }
  if (root.style.display === 'none') return blockOf([], { style: root.style, origin, marks: NO_MARKS })
  const entered = enterElement(root, scope, context, origin)
  const box = enteredBox(root, entered, { outer: scope, marks: entered.marks }, context)
  return box.kind === 'block' ? box : wrapped(box, context)
}

/** Whether pages number their footnotes anew (GCPM 3 §2.4), as the style of an ordinary page says. */
function countsNotes(document: StyledDocument): boolean {
  const { style } = document.pageStyle({ name: '', number: 2, inGroup: 1, side: 'left', isFirst: false, isBlank: false })
  return style.counterReset.some(({ name }) => name === 'footnote')
}

function blockOf(children: readonly Box[], base: Pick<BlockBox, 'style' | 'origin' | 'marks'>): BlockBox {
  return { kind: 'block', ...base, isAnonymous: false, marker: undefined, children: sequenceOf(children), isStreamed: false }
}

/** The root is a block whatever its content: lines get an anonymous paragraph, anything else stands in a block of its own. */
function wrapped(box: Exclude<Box, BlockBox>, context: BuildContext): BlockBox {
  const style = context.styles.anonymous(box.style, 'block')
  const isStreamed = box.kind === 'table' && box.isStreamed
  if (box.kind !== 'paragraph') return { ...blockOf([box], { style, origin: box.origin, marks: NO_MARKS }), isAnonymous: true, isStreamed }
  return blockOf([{ ...box, style, isAnonymous: true, marks: NO_MARKS, marker: undefined }], box)
}

function elementBox(node: StyledElement, scope: BoxScope, before: readonly BoxMark[], context: BuildContext): Box {
  if (node.style.frame !== scope.frame)
    return turned(ownBox(node, { ...scope, mayStream: false, firstLine: undefined }, before, context), scope, context)
  return ownBox(node, scope, before, context)
}

/** A cell is in the frame of its table, and turns its content alone. */
function turned(box: Box, { frame, container }: BoxScope, { styles }: BuildContext): Box {
  if (box.style.display !== 'table-cell' || box.style.frame === frame) return boxIn(box, frame, container && fixedHeight(container, frame))
  const { style, origin, isAnonymous, marks } = box
  const plain = styles.anonymous(style, 'block')
  const own = styles.with(styleIn(style, frame), 'turned cell', { columnCount: 'auto', columnWidth: 'auto' })
  const length = { width: WHOLE, height: WHOLE, minWidth: leastLength(own) } as const
  const content = styles.with(style, 'content of a turned cell', { ...plain, ...length, alignContent: turnedAlignment(style) })
  // Columns are those of the content.
  const { columnCount, columnWidth, columnGap, columnFill, columnRuleWidth, columnRuleStyle, columnRuleColor } = style
  const rule = { columnRuleWidth, columnRuleStyle, columnRuleColor }
  const columns = styles.with(style, 'columns of a turned cell', { ...plain, columnCount, columnWidth, columnGap, columnFill, ...rule })
  const child: Box = { ...box, style: columns, isAnonymous: true, marks: NO_MARKS }
  const inner: Box = { ...blockOf([child], { style: content, origin, marks: NO_MARKS }), isAnonymous: true }
  return { ...blockOf([turnedBox(inner, styleIn(content, frame), fixedHeight(own, frame))], { style: own, origin, marks }), isAnonymous }
}

/** How long the content of a turned cell is at least: heights in percent are of the page here, as in browsers. */
function leastLength(cell: Style): Style['minWidth'] {
  const { height, minHeight } = cell
  if (typeof height === 'object' && isLength(height) && hasPercentage(height)) return height
  return typeof minHeight === 'number' ? contentLength(cell, minHeight) : minHeight
}

const WHOLE: LengthPercentage = { kind: 'sum', length: 0, percent: 100 }

/** The content of a turned cell is aligned across its own lines, as in browsers. */
function turnedAlignment(style: Style): 'start' | 'center' | 'end' {
  const align = cellAlignment(style)
  return align === 'baseline' ? 'start' : align
}

/** In the frame of the element's writing mode. */
function ownBox(node: StyledElement, scope: BoxScope, before: readonly BoxMark[], context: BuildContext): Box {
  const entered = enterElement(node, scope, context)
  const marks = before.length === 0 ? entered.marks : [...before, ...entered.marks]
  return enteredBox(node, entered, { outer: scope, marks }, context)
}

/** Where the box of an element stands, and the marks of the page on which it begins. */
interface BoxPlace {
  readonly outer: BoxScope
  readonly marks: readonly BoxMark[]
}

/** The box of an element that is entered. */
function enteredBox(given: StyledElement, entered: Entered, place: BoxPlace, context: BuildContext): Box {
  const { marks } = place
  const { narrowedTables } = context
  const node = narrowedTables?.paths.has(entered.origin.path) === true ? narrowedElement(given, narrowedTables.breaksWords) : given
  if (isReplaced(node)) return leaving(replacedBox(node, entered, marks, context), context)
  if (isFormula(node, entered.scope)) return leaving(formulaBox(node, entered, marks, context), context)
  if (isFormControl(node))
    return leaving(controlBox(node, { origin: entered.origin, around: place.outer.container, context }, marks), context)
  const container = elementContainer(node, entered, place, context)
  const fieldset = fieldsetNodes(node)
  if (fieldset !== undefined) return fieldsetBox(container, fieldset, context, (content) => containedBox(node, content, context))
  return containedBox(node, container, context)
}

function containedBox(node: StyledElement, container: Container, context: BuildContext): Box {
  switch (container.style.display) {
    case 'flex':
    case 'inline-flex':
      return itemsBox('flex', container, context)
    case 'grid':
    case 'inline-grid':
      return itemsBox('grid', container, context)
    case 'table':
    case 'inline-table':
      return tableBox({ ...container, children: partChildren(node, context) }, context)
    default:
      return containerBox(isListItem(node.style) ? withMarker(container, markerOf(node, context)) : container, context)
  }
}

function leaving(box: Box, { state }: BuildContext): Box {
  state.counters.leave()
  return box
}

function elementContainer(node: StyledElement, { origin, scope }: Entered, { outer, marks }: BoxPlace, context: BuildContext): Container {
  const style = node.element.tag === 'button' && node.pseudo === 'none' ? nativeStyle(node, context) : node.style
  return {
    style,
    origin,
    isAnonymous: false,
    marks,
    children: contentOf(node, context),
    scope: containerScope(node, scope, outer),
    decorations: outer.decorations,
    marker: undefined,
    lead: outer.lead,
    leave: () => context.state.counters.leave(),
    generated: node.pseudo === 'none' ? undefined : node,
  }
}

/** The element's scope, with what its style means for its content; most often that is nothing. */
function containerScope(node: StyledElement, scope: BoxScope, outer: BoxScope): BoxScope {
  const firstLine = firstLineOf(node, outer.firstLine)
  const mayStream = outer.mayStream && isSpine(node.style)
  const isUnseen = outer.isUnseen || isClippedToNothing(node.style)
  const same = firstLine === scope.firstLine && mayStream === scope.mayStream && isUnseen === scope.isUnseen
  return blockScope(same ? scope : { ...scope, mayStream, firstLine, isUnseen }, node.style)
}

/** `clip: rect(0, 0, 0, 0)`, `clip-path: inset(50%)` and the like: what is inside is read out, but not seen. */
function isClippedToNothing({ clip, clipPath, position }: Style): boolean {
  if (clipPath !== 'none' && clipPath.shape?.kind === 'inset') {
    const [top, right, bottom, left] = clipPath.shape.edges
    const takes = (edge: LengthPercentage): number => (typeof edge === 'object' && edge.kind === 'sum' ? edge.percent : 0)
    if (takes(top) + takes(bottom) >= 100 || takes(left) + takes(right) >= 100) return true
  }
  if (clip === 'auto' || (position !== 'absolute' && position !== 'fixed')) return false
  const [top, right, bottom, left] = clip
  const isNone = (from: number | 'auto', to: number | 'auto'): boolean => from !== 'auto' && to !== 'auto' && to <= from
  return isNone(left, right) || isNone(top, bottom)
}

/** A closed `<details>` shows its summary alone, on paper as on a screen. */
function contentOf(node: StyledElement, context: BuildContext): Iterable<StyledNode> {
  const { element, children } = node
  if (element.tag === 'picture') return pictureContent(node, context)
  if (element.tag !== 'details' || element.attributes.has('open')) return children
  for (const child of children) if (child.kind === 'element' && child.element.tag === 'summary') return [child]
  return []
}

function withMarker(container: Container, marker: Marker | undefined): Container {
  return hasMarkerInside(container.style) ? { ...container, lead: marker } : { ...container, marker }
}

function firstLineOf(node: StyledElement, outer: FirstLineStyles | undefined): FirstLineStyles | undefined {
  const { style, firstLineStyle, firstLetterStyle } = node
  if (firstLineStyle === undefined && firstLetterStyle === undefined) return outer
  const given = outer?.isDone === false ? outer : undefined
  const own = firstLetterStyle === undefined && given !== undefined ? given : { base: style, letterParent: firstLineStyle ?? style }
  const { base, letterParent } = own
  return { line: firstLineStyle ?? given?.line, letter: firstLetterStyle ?? given?.letter, base, letterParent, outer, isDone: false }
}

/** A block whose height is not needed before its children are done: in flow, of natural height, painted without a group. */
function isSpine(style: Style): boolean {
  return (
    style.float === 'none' &&
    (style.position === 'static' || style.position === 'relative') &&
    style.height === 'auto' &&
    style.aspectRatio === 'auto' &&
    style.alignContent === 'normal' &&
    style.columnCount === 'auto' &&
    style.columnWidth === 'auto' &&
    style.opacity === 1 &&
    style.mixBlendMode === 'normal' &&
    style.transform.length === 0 &&
    style.filter.length === 0 &&
    style.clipPath === 'none' &&
    style.textBoxTrim === 'none'
  )
}

function itemsBox(kind: 'flex' | 'grid', container: Container, context: BuildContext): Box {
  const { style, origin, isAnonymous } = container
  const { items, marks } = flexItems(container, context)
  return { kind, style, origin, isAnonymous, marks: marks.length === 0 ? container.marks : [...container.marks, ...marks], children: items }
}

function anonymousTable(parts: readonly StyledNode[], style: Style, scope: BoxScope, context: BuildContext): Box {
  const { narrowedTables } = context
  const children = narrowedTables?.paths.has(scope.origin.path) === true ? narrowedNodes(parts, narrowedTables.breaksWords) : parts
  return tableBox({ children, style, scope, marks: NO_MARKS, isAnonymous: true, leave: NOTHING }, context)
}
