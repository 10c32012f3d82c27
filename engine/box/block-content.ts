// Problem: the children of a block container are inline or block-level in any mixture, nested inside inline boxes too.
// Approach: walk them in order into an inline run; whatever is block-level closes the run (and the inline boxes around it, which
// continue behind it) and stands beside it. Out of flow boxes, marks and bare white space never make a block of their own.

import { addAll } from '../collections/lists.ts'
import { sequenceOf } from '../collections/sequence.ts'
import { warning } from '../diagnostic.ts'
import { lineFrameOf } from '../style/frame.ts'
import { isListItem } from '../style/list-item.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { Box, BoxMark, Origin } from './box.ts'
import { hasDecoration } from './box-kinds.ts'
import { type BoxScope, type BuildContext, type Container, countNode, endFirstLine, type Lead, NO_MARKS } from './context.ts'
import { type Entered, enterElement } from './element.ts'
import { isFormControl, isHiddenControl } from './form.ts'
import { isFormula } from './formula.ts'
import { addText, generateInto, notePartInto } from './inline-content.ts'
import { type DraftOpen, InlineRun, isWhiteSpace } from './inline-text.ts'
import { footnoteParts, markerOf } from './marker.ts'
import { markerOrigin } from './origin.ts'
import { pictureContent } from './replaced/picture.ts'
import { isReplaced } from './replaced/replaced.ts'
import { fillRuby, holdsRuby } from './ruby.ts'
import { runningMark } from './running.ts'
import { isTablePart } from './table-parts.ts'
import { boxIn } from './turned-box.ts'

/** A block-level box, or a run of inline content that may become one. `marks` belong to the page on which the run begins. */
export type ContentPiece = Box | PendingRun
interface PendingRun {
  readonly kind: 'run'
  readonly run: InlineRun
  readonly marks: readonly BoxMark[]
}

interface OpenInline {
  readonly style: Style
  readonly entered: Entered
  item: DraftOpen
  hasStart: boolean
}

/** The whole content of a container: of its own children, those that were taken already and the rest. Closes the container's counters. */
export function wholeContent(
  container: Container,
  taken: readonly StyledNode[],
  rest: Iterator<StyledNode> | undefined,
  context: BuildContext,
): readonly ContentPiece[] {
  const collector = new ContentCollector(container, context)
  const { scope } = container
  if (container.generated !== undefined) collector.generate(container.generated)
  else {
    const nodes = untaken(taken, rest)
    if (holdsRuby(container.style)) collector.ruby([...nodes], scope)
    else for (const node of nodes) collector.child(node, scope)
  }
  collector.end()
  container.leave()
  return collector.take()
}

function* untaken(taken: readonly StyledNode[], rest: Iterator<StyledNode> | undefined): Generator<StyledNode, undefined> {
  yield* taken
  for (let step = rest?.next(); step !== undefined && step.done !== true; step = rest?.next()) yield step.value
  return undefined
}

/** The content of a container, piece by piece; each piece is made when it is asked for. Closes the container's counters at the end. */
export function* pulledContent(container: Container, context: BuildContext): Generator<ContentPiece, undefined> {
  const collector = new ContentCollector(container, context)
  if (container.generated !== undefined) collector.generate(container.generated)
  else if (holdsRuby(container.style)) collector.ruby([...container.children], container.scope)
  else yield* collector.walk(container.children, container.scope)
  collector.end()
  yield* collector.take()
  container.leave()
  return undefined
}

class ContentCollector {
  readonly #container: Container
  readonly #context: BuildContext
  #run = new InlineRun()
  /** Inline boxes around the place where the walk is. */
  readonly #open: OpenInline[] = []
  /** Table parts outside a table, until something else follows. */
  #tableParts: StyledNode[] = []
  #marks: BoxMark[] = []
  #done: ContentPiece[] = []

  constructor(container: Container, context: BuildContext) {
    this.#container = container
    this.#context = context
    if (container.lead !== undefined) this.#lead(container.lead, container.scope.origin)
  }

  generate(node: StyledElement): void {
    generateInto(this.#run, node, this.#container.scope.origin, this.#context)
  }

  /** Takes nodes in and gives out pieces as soon as they are complete. */
  *walk(nodes: Iterable<StyledNode>, scope: BoxScope): Generator<ContentPiece, undefined> {
    for (const node of nodes) {
      if (node.kind === 'element' && node.style.display === 'contents' && node.pseudo === 'none') {
        const entered = enterElement(node, scope, this.#context)
        for (const mark of entered.marks) this.#mark(mark)
        yield* this.walk(node.children, entered.scope)
        this.#context.state.counters.leave()
      } else this.child(node, scope)
      if (this.#done.length > 0) yield* this.take()
    }
    return undefined
  }

  end(): void {
    this.#flushTable()
    this.#flushRun()
    if (this.#marks.length > 0) this.#done.push({ kind: 'run', run: new InlineRun(), marks: this.#takeMarks() })
  }

  /** The pieces that are complete. */
  take(): readonly ContentPiece[] {
    const done = this.#done
    this.#done = []
    return done
  }

  /** The children of a ruby container. */
  ruby(nodes: readonly StyledNode[], scope: BoxScope): void {
    fillRuby(nodes, {
      scope,
      child: (node, inner) => this.child(node, inner),
      inline: (node, inner) => this.#inline(node, inner),
      anonymous: (put) => {
        const around = this.#open.at(-1)
        const style = this.#context.styles.anonymous(around?.style ?? this.#container.style, 'inline')
        const item = this.#run.open(style, scope.origin, NO_MARKS)
        const open = { style, entered: { origin: scope.origin, marks: NO_MARKS, scope }, item, hasStart: true }
        this.#open.push(open)
        put()
        this.#flushTable()
        this.#open.pop()
        this.#run.close()
        return open.item
      },
      box: (node, inner) => this.#detachedBox(node, inLine(inner)),
      enter: (node, inner, put) => {
        const entered = enterElement(node, inner, this.#context)
        for (const mark of entered.marks) this.#mark(mark)
        put(entered.scope)
        this.#context.state.counters.leave()
      },
    })
  }

  child(node: StyledNode, scope: BoxScope): void {
    if (node.kind === 'text' || node.style.display !== 'contents') return this.#add(node, scope)
    const entered = enterElement(node, scope, this.#context)
    for (const mark of entered.marks) this.#mark(mark)
    this.#inside(node, entered)
    this.#context.state.counters.leave()
  }

  #inside(node: StyledElement, { origin, scope }: Entered): void {
    if (node.pseudo === 'none') for (const child of pictureContent(node, this.#context)) this.child(child, scope)
    else generateInto(this.#run, node, origin, this.#context)
  }

  #lead(marker: Lead, origin: Origin): void {
    const own = markerOrigin(origin)
    if (marker.kind === 'note') return this.#run.lead(marker.style, own, () => notePartInto(this.#run, marker, own, this.#context))
    if (marker.kind === 'text') return this.#run.lead(marker.style, own, () => this.#run.verbatim(marker.text, marker.style, own))
    const { style, image, isSymbol = false, isGradient = false } = marker
    this.#run.leadImage({ kind: 'replaced', style, origin: own, isAnonymous: !isGradient, marks: NO_MARKS, image, isSymbol })
  }

  #markerInside(node: StyledElement, origin: Origin): void {
    const marker = markerOf(node, this.#context)
    if (marker !== undefined) this.#lead(marker, origin)
  }

  #add(node: StyledNode, scope: BoxScope): void {
    countNode(this.#context, scope.depth, node.kind === 'text' ? node.text.length : 0)
    if (this.#tableParts.length > 0 && this.#joinsTable(node)) return
    if (node.kind === 'text') addText(this.#run, node, scope.origin)
    else this.#element(node, scope)
  }

  #joinsTable(node: StyledNode): boolean {
    if (node.kind === 'text' ? isWhiteSpace(node.text) : isTablePart(node) || node.style.display === 'none') {
      this.#tableParts.push(node)
      return true
    }
    this.#flushTable()
    return false
  }

  #element(node: StyledElement, scope: BoxScope): void {
    const { style, element } = node
    const { display, position } = style
    if (display === 'none' || isHiddenControl(node)) return this.#context.definitions.collectHidden(node)
    if (typeof position === 'object') {
      return this.#mark(runningMark(node, position.name, scope, this.#context))
    }
    if (style.float === 'footnote') return this.#footnote(node, scope)
    if (position === 'absolute' || position === 'fixed')
      return this.#run.outOfFlow({ kind: 'positioned', box: this.#detachedBox(node, scope) })
    if (style.float !== 'none') return this.#run.outOfFlow({ kind: 'float', box: this.#detachedBox(node, scope) })
    if (element.node.namespace === 'html' && node.pseudo === 'none') {
      if (element.tag === 'br') return this.#run.lineBreak(style, scope.origin, style.clear)
      if (element.tag === 'wbr') return this.#run.zeroWidthSpace(style, scope.origin)
    }
    if (isTablePart(node)) this.#tableParts.push(node)
    else if ((display === 'inline' || display.startsWith('ruby')) && !isReplaced(node) && !isFormControl(node) && !isFormula(node, scope))
      this.#inline(node, scope)
    else if (display.startsWith('inline')) this.#run.atomic(this.#detachedBox(node, inLine(scope)))
    else this.#block(node, scope)
  }

  /** Gives the item with which the inline box begins; its last piece where a block splits it. */
  #inline(node: StyledElement, scope: BoxScope): DraftOpen {
    const entered = enterElement(node, scope.mayStream ? { ...scope, mayStream: false } : scope, this.#context)
    const item = this.#run.open(node.style, entered.origin, entered.marks)
    const open = { style: node.style, entered, item, hasStart: true }
    this.#open.push(open)
    if (isListItem(node.style)) this.#markerInside(node, entered.origin)
    if (node.style.display === 'ruby' && node.pseudo === 'none') this.ruby([...node.children], entered.scope)
    else this.#inside(node, entered)
    this.#flushTable()
    this.#open.pop()
    this.#run.close()
    this.#context.state.counters.leave()
    return open.item
  }

  #block(node: StyledElement, scope: BoxScope): void {
    this.#flushRun()
    const { firstLine, decorations } = this.#container.scope
    const inner = this.#open.length === 0 ? scope : { ...scope, decorations: [...decorations, ...this.#openDecorations()] }
    for (const { entered } of this.#open) entered.origin.holdsBlocks = true
    const box = this.#context.builders.elementBox(node, inner, this.#takeMarks(), this.#context)
    if (box.kind !== 'block' && box.kind !== 'paragraph') endFirstLine(firstLine)
    this.#done.push(this.#open.length === 0 ? box : { ...this.#moved(this.#justified(box)), isInInline: true })
  }

  /** The parent of a block in an inline box is anonymous in browsers: no `justify-items` reaches it (CSS Align 3 §6.1). */
  #justified(block: Box): Box {
    if (block.style.justifySelf !== 'auto') return block
    return { ...block, style: this.#context.styles.with(block.style, 'in an inline box', { justifySelf: 'normal' }) }
  }

  /** A block moves along with the relatively positioned inline boxes around it. */
  #moved(block: Box): Box {
    return this.#open.reduceRight<Box>((inner, { style, entered }) => {
      if (style.position !== 'relative') return inner
      const base = { style: this.#context.styles.moving(style), origin: entered.origin, isAnonymous: true, marks: NO_MARKS }
      return { kind: 'block', ...base, marker: undefined, children: sequenceOf([inner]), isStreamed: false }
    }, block)
  }

  /** Inline boxes around a block decorate its text too. */
  #openDecorations(): readonly Style[] {
    return this.#open.map((open) => open.style).filter(hasDecoration)
  }

  /** A box that neither streams nor takes part in the block's first line or decorations. */
  #detachedBox(node: StyledElement, scope: BoxScope): Box {
    return this.#context.builders.elementBox(
      node,
      { ...scope, mayStream: false, decorations: [], firstLine: undefined },
      NO_MARKS,
      this.#context,
    )
  }

  /** The call stays in the line; the note goes to the page, its number before its first line. */
  #footnote(node: StyledElement, scope: BoxScope): void {
    if (scope.isRunning) return leaveOut(node, this.#context)
    const note = ++this.#context.state.notes
    const { call, marker } = footnoteParts(node, this.#container.style, this.#context)
    const callOrigin = scope.origin.ofCall()
    const box = this.#context.builders.elementBox(
      node,
      { ...scope, mayStream: false, decorations: [], firstLine: undefined, lead: marker, frame: this.#context.frame },
      NO_MARKS,
      this.#context,
    )
    if (call.items.length > 0) {
      this.#run.glue(call.style, scope.origin)
      this.#run.open(call.style, callOrigin, NO_MARKS)
      notePartInto(this.#run, call, callOrigin, this.#context)
      this.#run.close()
    }
    this.#run.outOfFlow({ kind: 'mark', mark: { kind: 'footnote', note, box } })
  }

  #mark(mark: BoxMark): void {
    if (this.#run.hasContent || this.#open.length > 0) this.#run.outOfFlow({ kind: 'mark', mark })
    else this.#marks.push(mark)
  }

  #flushTable(): void {
    if (this.#tableParts.length === 0) return
    const parts = this.#tableParts
    this.#tableParts = []
    const { scope, style } = this.#container
    const isInline = this.#open.length > 0
    if (isInline) {
      const parent = this.#open[this.#open.length - 1]!
      const inline = { ...parent.entered.scope, decorations: [], firstLine: undefined }
      const anonymous = this.#context.styles.anonymous(parent.style, 'inline-table')
      const table = this.#context.builders.anonymousTable(parts, anonymous, inline, this.#context)
      return this.#run.atomic(boxIn(table, lineFrameOf(scope.frame)))
    }
    this.#flushRun()
    this.#done.push(
      this.#context.builders.anonymousTable(
        parts,
        this.#context.styles.anonymous(style, 'table'),
        { ...scope, mayStream: false },
        this.#context,
      ),
    )
  }

  /** Ends the line content so far. Inline boxes that are open are cut: they end here without an edge and continue in the next run. */
  #flushRun(): void {
    const { styles } = this.#context
    for (const open of [...this.#open].reverse()) {
      open.item.style = styles.piece(open.style, { hasStart: open.hasStart, hasEnd: false })
      this.#run.close()
    }
    const run = this.#run
    this.#run = new InlineRun()
    for (const open of this.#open) {
      open.hasStart = false
      open.item = this.#run.open(styles.piece(open.style, { hasStart: false, hasEnd: true }), open.entered.origin, NO_MARKS)
    }
    if (run.hasContent) this.#done.push({ kind: 'run', run, marks: this.#takeMarks() })
    else if (run.hasOutOfFlow) this.#unpack(run)
  }

  #unpack(run: InlineRun): void {
    const { boxes, marks } = run.remaining()
    addAll(this.#marks, marks)
    addAll(this.#done, boxes)
  }

  #takeMarks(): readonly BoxMark[] {
    if (this.#marks.length === 0) return NO_MARKS
    const marks = this.#marks
    this.#marks = []
    return marks
  }
}

/** A margin box is no part of the page's text: a call there would have no note. */
function leaveOut({ element }: StyledElement, { reporter }: BuildContext): void {
  const message = 'a footnote in a running element has no page to stand on and is left out'
  reporter.report(warning('unsupported-css', element.node.at, message, 'write the note where the text flows'))
}

/** What stands in a line is in the frame of lines. */
function inLine(scope: BoxScope): BoxScope {
  const frame = lineFrameOf(scope.frame)
  return frame === scope.frame ? scope : { ...scope, frame }
}
