// Problem: tables come with missing rows, groups and cells, head and foot in any order, and sometimes with more rows than memory.
// Approach: one cursor over the children; anonymous rows and cells are made around what does not belong (CSS Tables 3 §3.2); rows are
// made by a generator that either runs to its end at once or, on the spine and once the budget of nodes made ahead is spent, as far as it is pulled.
// Limits: in a streamed table, a head, foot or caption that stands behind the rows is made before them: counters see it so.

import { addAll } from '../collections/lists.ts'
import { type Sequence, sequenceFrom, sequenceOf } from '../collections/sequence.ts'
import { warning } from '../diagnostic.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { Box, BoxMark, TableBox, TableColumn, TableRow, TableRowGroup } from './box.ts'
import { type BoxScope, type BuildContext, beginPiece, copyContext, countNode, mayMakeAhead, NO_MARKS } from './context.ts'
import { blockScope, enterElement, partChildren } from './element.ts'
import { pagedGroup } from './on-page.ts'
import { ElementOrigin } from './origin.ts'
import { runningMark } from './running.ts'
import { PartCursor, partOf } from './table-parts.ts'
import { type GroupSource, makeRows } from './table-rows.ts'

const MAX_COLUMN_SPAN = 1000

/** A table's element, entered, or an anonymous table around stray parts. `leave` runs when the last part was made. */
interface TableSource {
  readonly children: Iterable<StyledNode>
  readonly style: Style
  readonly scope: BoxScope
  readonly marks: readonly BoxMark[]
  readonly isAnonymous: boolean
  readonly leave: () => void
}

export function tableBox(source: TableSource, context: BuildContext): TableBox {
  return new TableBuilder(source, context).build()
}

class TableBuilder {
  readonly #source: TableSource
  readonly #context: BuildContext
  readonly #scope: BoxScope
  readonly #cursor: PartCursor
  readonly #captions: Box[] = []
  readonly #columns: TableColumn[] = []
  readonly #bodies: TableRowGroup[] = []
  readonly #marks: BoxMark[] = []
  /** Children that were made out of turn: head, foot and captions behind streamed rows. */
  readonly #early = new Set<number>()
  #head: TableRowGroup | undefined
  #foot: TableRowGroup | undefined

  constructor(source: TableSource, context: BuildContext) {
    this.#source = source
    this.#context = context
    this.#scope = { ...source.scope, mayStream: false, firstLine: undefined }
    this.#cursor = new PartCursor(source.children)
    addAll(this.#marks, source.marks)
  }

  build(): TableBox {
    const isStreamed = this.#makeAhead()
    if (isStreamed) this.#makeEarly()
    else this.#source.leave()
    const { style, scope, isAnonymous } = this.#source
    const bodies: Sequence<TableRowGroup> = isStreamed ? sequenceFrom(this.#remaining()) : sequenceOf(this.#bodies)
    const parts = { captions: this.#captions, columns: this.#columns, head: this.#head, bodies, foot: this.#foot }
    return { kind: 'table', style, origin: scope.origin, isAnonymous, marks: this.#marks, ...parts, isStreamed }
  }

  /** Makes all parts, or as many as may be made before rows are pulled; then true. */
  #makeAhead(): boolean {
    const { mayStream } = this.#source.scope
    while (this.#cursor.peek() !== undefined) {
      const group = this.#part(this.#context, false)
      if (group === undefined) continue
      this.#bodies.push(group)
      if (group.isStreamed || (mayStream && !mayMakeAhead(this.#context))) return true
    }
    return false
  }

  /** Looks through the children behind the first streamed rows for what must be known before them. */
  #makeEarly(): void {
    const context = copyContext(this.#context)
    const ahead = new PartCursor(this.#source.children)
    ahead.skip(this.#cursor.count)
    for (let node = ahead.peek(); node !== undefined; node = ahead.peek()) {
      const index = ahead.count
      ahead.next()
      if (node.kind === 'text') continue
      const part = partOf(node)
      if (part === 'head' && this.#head === undefined) this.#head = pagedGroup(this.#elementGroup(node, context, 'whole'))
      else if (part === 'foot' && this.#foot === undefined) this.#foot = pagedGroup(this.#elementGroup(node, context, 'whole'))
      else if (part === 'caption') this.#captions.push(context.builders.elementBox(node, this.#scope, NO_MARKS, context))
      else continue
      this.#early.add(index)
    }
  }

  *#remaining(): Generator<TableRowGroup, undefined> {
    const made = this.#bodies.reverse()
    for (let group = made.pop(); group !== undefined; group = made.pop()) yield group
    while (this.#cursor.peek() !== undefined) {
      const group = this.#part(this.#context, true)
      if (group !== undefined) yield group
    }
    this.#source.leave()
    return undefined
  }

  /** Takes the next child and gives the body group it makes, if any. `isPulled`: its rows wait for their turn. */
  #part(context: BuildContext, isPulled: boolean): TableRowGroup | undefined {
    const node = this.#cursor.peek()!
    const part = partOf(node)
    const reading = isPulled ? 'pulled' : this.#source.scope.mayStream ? 'ahead' : 'whole'
    if (part === 'row' || part === 'cell' || part === 'other') return this.#anonymousGroup(context, reading)
    const index = this.#cursor.count
    this.#cursor.next()
    if (node.kind === 'text' || this.#early.has(index)) return undefined
    countNode(context, this.#scope.depth)
    if (part === 'nothing') this.#aside(node, context)
    else if (part === 'caption') this.#captions.push(context.builders.elementBox(node, this.#scope, NO_MARKS, context))
    else if (part === 'columns' || part === 'column') this.#addColumns(node)
    else if (part === 'head' && this.#head === undefined) this.#head = pagedGroup(this.#elementGroup(node, context, 'whole'))
    else if (part === 'foot' && this.#foot === undefined) this.#foot = pagedGroup(this.#elementGroup(node, context, 'whole'))
    else return this.#elementGroup(node, context, reading)
    return undefined
  }

  #aside(node: StyledElement, context: BuildContext): void {
    const { position, display } = node.style
    if (display === 'none' || typeof position !== 'object') return context.definitions.collectHidden(node)
    this.#marks.push(runningMark(node, position.name, this.#scope, context))
  }

  #elementGroup(node: StyledElement, context: BuildContext, reading: Reading): TableRowGroup {
    const origin = new ElementOrigin(node, this.#scope.origin, context.reporter)
    const source: GroupSource = {
      style: node.style,
      origin,
      cursor: () => new PartCursor(partChildren(node, context)),
      belongs: () => true,
      enter: (current) => {
        const { scope, marks } = enterElement(node, this.#scope, current, origin)
        return { scope: blockScope(scope, node.style), marks }
      },
      leave: (current) => current.state.counters.leave(),
    }
    return rowGroup(source, context, reading)
  }

  /** Rows, cells and stray content directly in the table: a group without an element. */
  #anonymousGroup(context: BuildContext, reading: Reading): TableRowGroup {
    const start = this.#cursor.count
    let own: PartCursor | undefined = this.#cursor
    const source: GroupSource = {
      style: context.styles.anonymous(this.#source.style, 'table-row-group'),
      origin: this.#scope.origin,
      cursor: () => {
        // The first reading continues where the table stands; any other begins anew.
        const cursor = own ?? new PartCursor(this.#source.children)
        if (own === undefined) cursor.skip(start)
        own = undefined
        return cursor
      },
      belongs: (node) => STRAY.has(partOf(node)),
      enter: () => ({ scope: this.#scope, marks: NO_MARKS }),
      leave: () => undefined,
    }
    return rowGroup(source, context, reading)
  }

  #addColumns(node: StyledElement): void {
    const inner = [...node.children].filter((child) => child.kind === 'element' && partOf(child) === 'column')
    if (partOf(node) === 'column') return this.#repeatColumn({ style: node.style, group: undefined }, node)
    const group = { style: node.style }
    if (inner.length === 0) return this.#repeatColumn({ style: undefined, group }, node)
    for (const child of inner) if (child.kind === 'element') this.#repeatColumn({ style: child.style, group }, child)
  }

  #repeatColumn(column: TableColumn, { element }: StyledElement): void {
    const span = Number.parseInt(element.attributes.get('span') ?? '1', 10)
    const count = span >= 1 ? Math.min(span, MAX_COLUMN_SPAN) : 1
    for (let i = 0; i < count && this.#columns.length < MAX_COLUMNS; i++) this.#columns.push(column)
  }
}

/** `whole`: to the end; `ahead`: to the end unless there are too many; `pulled`: not before they are asked for. */
type Reading = 'whole' | 'ahead' | 'pulled'

const MAX_COLUMNS = 10_000
const STRAY = new Set(['row', 'cell', 'other', 'nothing'])

function rowGroup(source: GroupSource, context: BuildContext, reading: Reading): TableRowGroup {
  const { style, origin } = source
  const start = reading === 'whole' ? context : copyContext(context)
  const rows = makeRows(source, context)
  const made: TableRow[] = []
  while (reading === 'whole' || (reading === 'ahead' && (made.length === 0 || mayMakeAhead(context)))) {
    const step = rows.next()
    if (step.done === true) return { style, origin, rows: sequenceOf(made), measureRows: () => made, isStreamed: false }
    made.push(step.value)
  }
  return {
    style,
    origin,
    rows: sequenceFrom(onDemand(made.reverse(), rows, context)),
    measureRows: () => measured(source, copyContext(start)),
    isStreamed: true,
  }
}

/** Columns know all rows, unless these are still to come; each is forgotten once it was looked at. */
function* measured(source: GroupSource, context: BuildContext): Generator<TableRow, undefined> {
  const { sampleRows, reporter, state } = context
  const rows = makeRows(source, context)
  const { nodes } = state
  for (let count = 0; ; count++) {
    beginPiece(context, nodes)
    const step = rows.next()
    if (step.done === true) return undefined
    if (count === sampleRows) {
      const message = `the columns of a table were measured by its first ${sampleRows} rows, as more are still to come`
      reporter.report(warning('sampled-columns', step.value.origin.at, message, 'give the table `table-layout: fixed` and widths'))
      return undefined
    }
    yield step.value
  }
}

/** `made` in reverse, so that taking from its end forgets what was handed out. */
function* onDemand(made: TableRow[], rows: Iterator<TableRow>, context: BuildContext): Generator<TableRow, undefined> {
  for (let row = made.pop(); row !== undefined; row = made.pop()) yield row
  const { nodes } = context.state
  for (;;) {
    beginPiece(context, nodes)
    const step = rows.next()
    if (step.done === true) return undefined
    yield step.value
  }
}
