// A block container becomes a paragraph when all it holds is one run of inline content, else a block with anonymous paragraphs.
import type { Sequence } from '../collections/sequence.ts'
import { sequenceFrom, sequenceOf } from '../collections/sequence.ts'
import type { Style } from '../style/style.ts'
import { type ContentPiece, pulledContent, wholeContent } from './block-content.ts'
import type { Box, BoxMark, InlineItem, ParagraphBox } from './box.ts'
import { isMultiColumn, isOutOfFlow } from './box-kinds.ts'
import { type BoxScope, type BuildContext, beginPiece, type Container, countNode, endFirstLine, mayMakeAhead, NO_MARKS } from './context.ts'
import { withFirstLetter } from './first-letter.ts'
import { withFirstLineTexts } from './first-line-text.ts'
import { type InlineRun, plainItems } from './inline-text.ts'
import { withTrimmedLines } from './text-box.ts'

/** Builds the container; on the spine it stops making children as soon as there may be many, and hands out the rest on demand. */
export function containerBox(container: Container, context: BuildContext): Box {
  const box = untrimmedBox(container, context)
  return container.style.textBoxTrim === 'none' ? box : withTrimmedLines(box)
}

function untrimmedBox(container: Container, context: BuildContext): Box {
  if (!container.scope.mayStream) return wholeBox(container, context)
  const pieces = pulledContent(container, context)
  const made: ContentPiece[] = []
  for (;;) {
    const step = pieces.next()
    if (step.done === true) return closedBox(container, made, context)
    made.push(step.value)
    if (mustStream(made, step.value, context)) return streamedBox(container, made, pieces, context)
  }
}

function wholeBox(container: Container, context: BuildContext): Box {
  const { scope, decorations, lead, generated } = container
  const isPlain =
    scope.firstLine === undefined && decorations.length === 0 && lead === undefined && generated === undefined && !isAligned(container)
  if (!isPlain) {
    const children = generated === undefined ? container.children[Symbol.iterator]() : undefined
    return closedBox(container, wholeContent(container, [], children, context), context)
  }
  // Most cells of a table hold one text: it needs nothing of what collecting a line needs.
  const nodes = container.children[Symbol.iterator]()
  const first = nodes.next()
  if (first.done === true) return closedBox(container, wholeContent(container, [], undefined, context), context)
  const items =
    first.value.kind === 'text' && first.value.late === undefined
      ? plainItems(first.value.text, first.value.style, scope.origin)
      : undefined
  if (items === undefined) return closedBox(container, wholeContent(container, [first.value], nodes, context), context)
  const second = nodes.next()
  if (second.done !== true) return closedBox(container, wholeContent(container, [first.value, second.value], nodes, context), context)
  countNode(context, scope.depth, first.value.kind === 'text' ? first.value.text.length : 0)
  container.leave()
  return paragraphBox(container, items, undefined)
}

/** `align-content` moves the children of a block: lines stand in an anonymous one. */
function isAligned({ style }: Container): boolean {
  return style.alignContent !== 'normal'
}

/** One piece alone may still turn out to be all there is: then the container is no stream. */
function mustStream(made: readonly ContentPiece[], last: ContentPiece, context: BuildContext): boolean {
  return ((last.kind === 'block' || last.kind === 'table') && last.isStreamed) || (made.length > 1 && !mayMakeAhead(context))
}

function closedBox(container: Container, pieces: readonly ContentPiece[], context: BuildContext): Box {
  const { style, origin, isAnonymous, marker } = container
  const first = pieces[0]
  if (pieces.length === 1 && first?.kind === 'run' && first.run.hasContent && !isAligned(container)) {
    const marks = joinMarks(container.marks, first.marks)
    const around = { firstLine: container.scope.firstLine, decorations: container.decorations }
    return paragraph(first.run, { style, origin, isAnonymous, marks, marker }, around, context)
  }
  // A bare run at the end only carries marks that nothing follows.
  const last = pieces[pieces.length - 1]
  const rest = last?.kind === 'run' && !last.run.hasContent ? last.marks : NO_MARKS
  const shown = rest === NO_MARKS ? pieces : pieces.slice(0, -1)
  const firstInFlow = shown.findIndex(isInFlow)
  const boxes = shown.map((piece, i) => anonymous(piece, container, context, i > firstInFlow))
  const marks = boxes.length === 0 ? joinMarks(container.marks, rest) : container.marks
  if (boxes.length === 0 && marker !== undefined && !isMultiColumn(style)) return emptyItem({ style, origin, isAnonymous, marks, marker })
  if (boxes.length > 0 && rest.length > 0) boxes.push(markCarrier(rest, container, context))
  const isApart = marker !== undefined && context.isQuirks && isList(shown[firstInFlow])
  if (isApart) boxes.splice(firstInFlow, 0, markerLine(container, context))
  return {
    kind: 'block',
    style,
    origin,
    isAnonymous,
    marks,
    marker: isApart ? undefined : marker,
    children: sequenceOf(boxes),
    isStreamed: false,
    ...(isLined(pieces) ? { isLined: true } : {}),
  }
}

/** All of the content is inline, though there are blocks in inline boxes. */
function isLined(pieces: readonly ContentPiece[]): boolean {
  return pieces.some((piece) => piece.kind !== 'run' && piece.isInInline) && pieces.every(isInLines)
}

function isInLines(piece: ContentPiece): boolean {
  return piece.kind === 'run' || piece.isInInline === true || isOutOfFlow(piece.style)
}

function isList(piece: ContentPiece | undefined): boolean {
  return piece !== undefined && piece.kind !== 'run' && !piece.isAnonymous && (piece.origin.tag === 'ul' || piece.origin.tag === 'ol')
}

/** In quirks mode the marker of an item that begins with a list stands on a line of its own above it, as in browsers. */
function markerLine({ style, origin, marker }: Container, { styles }: BuildContext): Box {
  return emptyItem({ style: styles.anonymous(style, 'block'), origin, isAnonymous: true, marks: NO_MARKS, marker })
}

function streamedBox(container: Container, made: readonly ContentPiece[], pieces: Iterator<ContentPiece>, context: BuildContext): Box {
  const { style, origin, isAnonymous, marker, marks } = container
  const children: Sequence<Box> = sequenceFrom(onDemand(container, [...made].reverse(), pieces, context))
  return { kind: 'block', style, origin, isAnonymous, marks, marker, children, isStreamed: true }
}

/** `made` in reverse, so that taking from its end forgets what was handed out. */
function* onDemand(
  container: Container,
  made: ContentPiece[],
  pieces: Iterator<ContentPiece>,
  context: BuildContext,
): Generator<Box, undefined> {
  let isLater = false
  const next = (piece: ContentPiece): Box => {
    const box = anonymous(piece, container, context, isLater)
    isLater ||= isInFlow(piece)
    return box
  }
  for (let piece = made.pop(); piece !== undefined; piece = made.pop()) yield next(piece)
  const { nodes } = context.state
  for (;;) {
    beginPiece(context, nodes)
    const step = pieces.next()
    if (step.done === true) return undefined
    yield next(step.value)
  }
}

function isInFlow(piece: ContentPiece): boolean {
  return piece.kind === 'run' ? piece.run.hasContent : !isOutOfFlow(piece.style)
}

/** `isLater`: the first formatted line of the container is in a piece before this one. */
function anonymous(piece: ContentPiece, container: Container, context: BuildContext, isLater: boolean): Box {
  if (piece.kind !== 'run') return piece
  if (!piece.run.hasContent) return markCarrier(piece.marks, container, context)
  const first = context.styles.anonymous(container.style, 'block')
  const isIndented = first.textIndent !== 0 && first.textIndentLines === 'first'
  // CSS Text 3 §8.1: the first formatted line alone is indented, and lines behind a block are not the first.
  const style = isLater && isIndented ? context.styles.with(first, 'later lines', { textIndent: 0 }) : first
  const base = { style, origin: container.origin, isAnonymous: true, marks: piece.marks, marker: undefined }
  return paragraph(piece.run, base, container.scope, context)
}

/** An empty block: its margins collapse through, and what follows a mark is nowhere else. */
function markCarrier(marks: readonly BoxMark[], container: Container, { styles }: BuildContext): Box {
  const style = styles.anonymous(container.style, 'block')
  return {
    kind: 'block',
    style,
    origin: container.origin,
    isAnonymous: true,
    marks,
    marker: undefined,
    children: sequenceOf([]),
    isStreamed: false,
  }
}

type ParagraphBase = Pick<ParagraphBox, 'style' | 'origin' | 'isAnonymous' | 'marks' | 'marker'>

/** Browsers give an empty list item a line for its marker. */
function emptyItem(base: ParagraphBase): ParagraphBox {
  const { style, origin } = base
  return paragraphBox(base, [{ kind: 'text', text: '\u200B', source: '', style, origin }], undefined)
}

/** The paragraph of a run, with what its block ancestors put on its first line and on all of its text. */
export function paragraph(
  run: InlineRun,
  base: ParagraphBase,
  { firstLine, decorations }: Pick<BoxScope, 'firstLine' | 'decorations'>,
  context: BuildContext,
): ParagraphBox {
  let items = decorated(run.finish(), decorations, base, context)
  let firstLineStyle: Style | undefined
  if (firstLine !== undefined && !firstLine.isDone) {
    endFirstLine(firstLine)
    firstLineStyle = firstLine.line
    if (firstLineStyle !== undefined) items = withFirstLineTexts(items, base.style, firstLineStyle)
    if (firstLine.letter !== undefined)
      items = withFirstLetter(items, firstLine.letter, {
        base: firstLine.base,
        parent: firstLine.letterParent,
        lines: base.style,
        origin: base.origin,
        from: run.leadCount + decorations.length,
      })
  }
  return paragraphBox(base, items, firstLineStyle)
}

/** All have the same fields, in one order: V8 reads objects of one shape fastest. */
function paragraphBox(base: ParagraphBase, items: readonly InlineItem[], firstLineStyle: Style | undefined): ParagraphBox {
  const { style, origin, isAnonymous, marks, marker } = base
  return { kind: 'paragraph', style, origin, isAnonymous, marks, items, marker, firstLineStyle, cachedText: undefined, textTag: undefined }
}

function decorated(items: InlineItem[], decorations: readonly Style[], { origin }: ParagraphBase, { styles }: BuildContext): InlineItem[] {
  if (decorations.length === 0) return items
  const opens = decorations.map((style): InlineItem => {
    return { kind: 'open', style: styles.decorating(style), origin, marks: NO_MARKS, isDecoration: true }
  })
  return [...opens, ...items, ...opens.map((): InlineItem => ({ kind: 'close' }))]
}

function joinMarks(first: readonly BoxMark[], second: readonly BoxMark[]): readonly BoxMark[] {
  if (second.length === 0) return first
  return first.length === 0 ? second : [...first, ...second]
}
