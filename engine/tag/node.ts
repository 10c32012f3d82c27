// A place in the structure tree while it is open: a structure element, or an element that is transparent, whose children are those of the element around it.
import { addToRuns, runOf } from '../collections/number-runs.ts'
import type { Position } from '../diagnostic.ts'
import type { HeadingSpan } from './headings.ts'
import type { ElementAttributes, MarkedContent, StructureElement, Tag, TagOwner } from './tag.ts'

export type Kid =
  | Node
  | ({ readonly kind: 'content'; rank: number } & MarkedContent)
  | { readonly kind: 'annotation'; rank: number; readonly page: number; readonly id: number }
  | WrittenKid

/** Elements that were written, or will be, one behind the other; `rank` is that of the last. Long tables have millions: their numbers are runs. */
export interface WrittenKid {
  readonly kind: 'written'
  rank: number
  readonly runs: number[]
  headings: HeadingSpan | undefined
}

/** Of nodes without children. An array grows to 17 places with the first one that is added, so that most begin with theirs. */
const NO_KIDS: readonly Kid[] = []

/** What is known of a table's parts. */
export interface TableParts {
  columns: number
  /** It was not laid out as a grid of rows and cells: rows are made of what is in the tree, when the table ends. */
  isFree: boolean
  hasRows: boolean
  heads: number
  feet: number
  hasHeadCells: boolean
  /** Identifiers of head cells, by those that the author gave, which may stand in other tables too. */
  ids: Map<string, string> | undefined
  /** Behind the table: what is painted inside of it and in no cell. */
  beside: Node | undefined
  /** By row group, as heads and feet may be painted between rows of bodies: rows that cells above still reach into, by column; none while none does. */
  readonly taken: Map<Node, readonly number[]>
}

/** What all nodes of a tree share. */
export interface NodeHost {
  /** Counts pages. */
  readonly page: number
  reserve(): number
  /** This identifier, or one like it that no other element has. */
  identify(wanted: string): string
  make(type: string, parent: Node, rank: number): Node
}

export class Node implements Tag, TagOwner, StructureElement {
  readonly kind = 'node'
  /** Empty for a transparent node. */
  type: string
  parent: Node | undefined
  rank: number
  readonly host: NodeHost
  /** Itself, or the nearest element around that is written. */
  owner: Node
  attributes: ElementAttributes | undefined
  kids: readonly Kid[] = NO_KIDS
  /** How many of its first children need not be looked at any more. */
  done = 0
  /** The page on which it, or something in it, was painted last. */
  page: number
  isWritten = false
  /** Written even if it is empty: a cell, a field. */
  isKept = false
  /** It is not written before the end of the document. */
  isHeld = false
  /** A cell around what stands in a row without a cell of its own; a base of ruby text around what stands in no `rb`. */
  isStray = false
  /** Of a row: something in it was painted before its table came to it, and stands beside the table. */
  isBeside = false
  /** Transparent, with a Ruby element for each base. */
  isRuby = false
  /** Of an item of a list: a number that leads to another page stands in it. */
  isReference = false
  /** Of a list: items in it, or in lists directly in it, were written, so that it stays what it is. */
  hasWrittenItems = false
  /** The node of the paragraph that it stands in, if it was made inline. */
  base: Node | undefined = undefined
  /** Of a link: it reads something. */
  hasText = false
  table: TableParts | undefined = undefined
  /** Of a node that is written: those in it. */
  headings: HeadingSpan | undefined = undefined
  /** Where the author wrote it. */
  at: Position | undefined = undefined
  #id = 0

  constructor(type: string, parent: Node | undefined, rank: number, host: NodeHost) {
    this.type = type
    this.parent = parent
    this.rank = rank
    this.host = host
    this.owner = type === '' && parent !== undefined ? parent.owner : this
    this.page = host.page
    if (parent !== undefined) {
      parent.#insert(this)
      parent.touch()
    }
  }

  objectId(): number {
    if (this.#id === 0) this.#id = this.host.reserve()
    return this.#id
  }

  get place(): Position | undefined {
    return this.at ?? this.parent?.place
  }

  get isInactive(): boolean {
    return this.attributes?.isInactive ?? this.parent?.isInactive ?? false
  }

  parentId(): number | undefined {
    return this.parent?.owner.objectId()
  }

  addContent(page: number, mcid: number, stream: number | undefined, rank: number): void {
    this.#insert({ kind: 'content', rank, page, mcid, stream })
    this.touch()
  }

  addAnnotation(page: number, id: number, rank: number): void {
    this.#insert({ kind: 'annotation', page, id, rank })
    this.touch()
  }

  /** Takes in an element that is written apart from its nodes. */
  addWritten(id: number, rank: number): void {
    const last = this.kids[this.kids.length - 1]
    // Nothing comes between two elements that follow each other.
    if (last?.kind === 'written' && last.rank === rank - 1) {
      addToRuns(last.runs, id)
      last.rank = rank
    } else this.#insert({ kind: 'written', rank, runs: runOf(id), headings: undefined })
    this.touch()
  }

  dropAnnotation(id: number): void {
    this.kids = this.kids.filter((kid) => kid.kind !== 'annotation' || kid.id !== id)
  }

  addBounds(page: number, box: readonly number[]): void {
    const known = this.owner.attributes?.bounds
    if (known !== undefined && known.page !== page) return
    const joined = known === undefined ? box : union(known.box, box)
    this.owner.attributes = { ...this.owner.attributes, bounds: { page, box: joined } }
  }

  /** Makes it a child of another node: the last one, unless its place is known. */
  moveTo(parent: Node, rank = Number.POSITIVE_INFINITY): void {
    const before = this.parent
    if (before !== undefined) before.kids = before.kids.filter((kid) => kid !== this)
    this.parent = parent
    this.rank = rank
    parent.#insert(this)
    parent.touch()
  }

  /** Its children are those of the element around it; before it has any. */
  dissolve(): void {
    this.type = ''
    this.table = undefined
    if (this.parent !== undefined) this.owner = this.parent.owner
  }

  /** Something in it is painted on the present page. */
  touch(): void {
    const { page } = this.host
    for (let node: Node | undefined = this; node !== undefined && node.page !== page; node = node.parent) node.page = page
  }

  /** Puts a child behind those of the same rank. Children come nearly in order. */
  #insert(kid: Kid): void {
    if (this.kids.length === 0) {
      this.kids = [kid]
      return
    }
    const kids = this.kids as Kid[] // not that of all nodes without children
    let at = kids.length
    while (at > this.done && kids[at - 1]!.rank > kid.rank) at--
    if (at === kids.length) kids.push(kid)
    else kids.splice(at, 0, kid)
  }
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  return [Math.min(a[0]!, b[0]!), Math.min(a[1]!, b[1]!), Math.max(a[2]!, b[2]!), Math.max(a[3]!, b[3]!)]
}
