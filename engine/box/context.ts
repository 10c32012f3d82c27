// What box building carries along: services, the state that changes in document order, and the builders its files share.

import type { GenerationCache } from '../collections/cache.ts'
import { error, InputError, type Reporter } from '../diagnostic.ts'
import type { Images, VectorImage } from '../image/image.ts'
import { CHARACTERS_A_NODE, type Limits, tooManyNodes } from '../limits.ts'
import type { Frame, Style, StyledDocument, StyledElement, StyledNode } from '../style/style.ts'
import type { Box, BoxBase, BoxMark, Marker, PageItem } from './box.ts'
import type { CounterScopes } from './counter-scopes.ts'
import type { DerivedStyles } from './derived-style.ts'
import type { LengthForecast } from './length-forecast.ts'
import type { NarrowedTables } from './narrowed-tables.ts'
import type { ElementOrigin } from './origin.ts'
import type { VectorDefinitions } from './vector.ts'

export interface BuildContext {
  readonly counterStyles: StyledDocument['counterStyles']
  readonly matchesMedia: StyledDocument['matchesMedia']
  readonly sourceSize: StyledDocument['sourceSize']
  readonly images: Images
  readonly reporter: Reporter
  readonly limits: Limits
  readonly styles: DerivedStyles
  readonly definitions: VectorDefinitions
  /** `@page` resets the counter of footnotes: only pages know their numbers. */
  countsNotesByPage(): boolean
  /** What may be said of elements that have an `id`, by address (`#id`); the whole document is read for it. */
  targets(): ReadonlyMap<string, Target>
  /** Bullets by what they look like. */
  readonly bullets: GenerationCache<string, VectorImage>
  /** Nodes that each piece pulled from a stream may make ahead before it becomes a stream itself. */
  readonly pieceAhead: number
  /** Undefined where no repeats are known. */
  readonly lengthForecast: LengthForecast | undefined
  /** Rows of a streamed group that its columns are measured by; undefined: all of them. */
  readonly sampleRows: number | undefined
  /** Paths of tables whose words break anywhere; absent in most documents. */
  readonly narrowedTables: NarrowedTables | undefined
  readonly isQuirks: boolean
  /** Counts cells that are built by the fast path. */
  readonly onPlainCell: (() => void) | undefined
  readonly state: DocumentState
  readonly builders: BoxBuilders
  /** Of the root. */
  readonly frame: Frame
}

/** An element that generated content refers to. */
export interface Target {
  /** Nested values of each counter, outermost first. */
  readonly counters: ReadonlyMap<string, readonly number[]>
  readonly text: string
  readonly before: string
  readonly after: string
  readonly 'first-letter': string
}

/** Changes as the document is walked in order. */
interface DocumentState {
  readonly counters: CounterScopes
  quoteDepth: number
  /** Footnotes so far. */
  notes: number
  /** Elements and texts made so far, less those of streamed children that were handed out. */
  nodes: number
  /** How many more may be made before boxes of the spine stop making their children ahead. */
  ahead: number
}

/** A copy at the same place of the document, for boxes that are measured or made ahead: counters, quotes and notes of this context stay as they are. */
export function copyContext(context: BuildContext): BuildContext {
  const { counters, ...rest } = context.state
  return { ...context, state: { counters: counters.copy(), ...rest } }
}

/** What a box inherits from where it stands, beyond style. */
export interface BoxScope {
  readonly origin: ElementOrigin
  readonly depth: number
  /** Block ancestors that draw decorations on the text of all their in-flow descendants, outermost first. */
  readonly decorations: readonly Style[]
  /** On the spine: nothing but in-flow blocks up to the root. */
  readonly mayStream: boolean
  /** What a list item adds to its counter: −1 in `<ol reversed>`. */
  readonly listStep: 1 | -1
  readonly firstLine: FirstLineStyles | undefined
  /** What stands at the start of the next block's first line: the number of a footnote. */
  readonly lead: Lead | undefined
  /** In a running element: it is on pages that call no footnotes for it. */
  readonly isRunning: boolean
  /** In a box that is clipped to nothing, as content for screen readers is. */
  readonly isUnseen: boolean
  /** Of the box whose children they are. */
  readonly frame: Frame
  /** Of the element around it: an orthogonal flow takes its length from there. */
  readonly container: Style | undefined
}

/** An inside marker, or the number of a footnote. */
export type Lead = Marker | NotePart

/** The call of a footnote or the number before it: text, and numbers that only pages know. */
export interface NotePart {
  readonly kind: 'note'
  readonly items: readonly (string | Extract<PageItem, { kind: 'note-number' }>)[]
  readonly style: Style
}

/** `::first-line` and `::first-letter` that wait for the first line of a block; innermost wins. */
export interface FirstLineStyles {
  readonly line: Style | undefined
  readonly letter: Style | undefined
  /** Of the element that `letter` is of. */
  readonly base: Style
  /** What `letter` inherits from: the first line of that element, or the element. */
  readonly letterParent: Style
  readonly outer: FirstLineStyles | undefined
  isDone: boolean
}

/** A block container to be filled. `scope` is the scope of its children. */
export interface Container extends BoxBase {
  readonly children: Iterable<StyledNode>
  readonly scope: BoxScope
  /** Those of its ancestors alone: its own lines draw its own from its style. */
  readonly decorations: readonly Style[]
  readonly marker: Marker | undefined
  /** What stands before the children on the first line: an inside marker. */
  readonly lead: Lead | undefined
  /** Runs when the last child was made: closes the element's counters. */
  readonly leave: () => void
  /** A pseudo-element whose `content` stands in place of children. */
  readonly generated: StyledElement | undefined
}

/** Bound by build.ts, so that the files of this folder need not import one another in circles. */
export interface BoxBuilders {
  /** The one box of an element that is in flow as a block, a flex item, a float …: its counters are entered and left. `marks` come first. */
  elementBox(node: StyledElement, scope: BoxScope, marks: readonly BoxMark[], context: BuildContext): Box
  /** A block or a paragraph, whichever the children make of it. */
  containerBox(container: Container, context: BuildContext): Box
  /** An anonymous table around table parts that stand outside of one. */
  anonymousTable(parts: readonly StyledNode[], style: Style, scope: BoxScope, context: BuildContext): Box
}

/** Counts a node, with the length of its text, and refuses what grows or nests beyond the budget. */
export function countNode(context: BuildContext, depth: number, length = 0): void {
  const { limits, state } = context
  state.ahead--
  state.nodes += 1 + Math.floor(length / CHARACTERS_A_NODE)
  if (state.nodes > limits.nodes) throw tooManyNodes(limits)
  if (depth > limits.depth) {
    throw new InputError([
      error('limit-depth', undefined, `elements are nested more than ${limits.depth} deep`, 'raise limits.depth, or nest less'),
    ])
  }
}

/** A text that is no node of the document: generated. */
export function countText(context: BuildContext, { length }: string): void {
  countNode(context, 0, length)
}

/** The first line of a block is also that of the blocks it begins. */
export function endFirstLine(firstLine: FirstLineStyles | undefined): void {
  for (let first = firstLine; first !== undefined; first = first.outer) first.isDone = true
}

/** Whether boxes of the spine go on making their children ahead of layout. */
export function mayMakeAhead({ state, lengthForecast }: BuildContext): boolean {
  if (state.ahead > 0 && lengthForecast?.isBeyond(state.ahead) === true) state.ahead = 0
  return state.ahead > 0
}

/** A pulled piece does not count once it is handed out: `nodes` is the count before it. */
export function beginPiece({ state, pieceAhead }: BuildContext, nodes: number): void {
  state.nodes = nodes
  state.ahead = pieceAhead
}

export const NO_MARKS: readonly BoxMark[] = Object.freeze([])
