// A place in the structure tree while it is open: a structure element, or an element that is transparent, whose children are those of the element around it.
import type { Position } from '../diagnostic.ts'
import type { ElementAttributes, MarkedContent, StructureElement, Tag, TagOwner } from './tag.ts'

export type Kid =
  | Node
  | ({ readonly kind: 'content'; rank: number } & MarkedContent)
  | { readonly kind: 'annotation'; rank: number; readonly page: number; readonly id: number }
  | WrittenKid

/** Elements that were written, one behind the other. */
export interface WrittenKid {
  readonly kind: 'written'
  rank: number
  readonly ids: number[]
}

/** Of nodes without children. An array grows to 17 places with the first one that is added, so that most begin with theirs. */
const NO_KIDS: readonly Kid[] = []

/** What is known of a table's parts. */
export interface TableParts {
  readonly columns: number
  bodies: number
  heads: number
  feet: number
  hasHeadCells: boolean
  /** By type of row group, as heads and feet may be painted between rows of bodies: rows that cells above still reach into, by column; none while none does. */
  readonly taken: Map<string, readonly number[]>
}

/** What all nodes of a tree share. */
export interface NodeHost {
  /** Counts pages. */
  readonly page: number
  reserve(): number
}

export class Node implements Tag, TagOwner, StructureElement {
  readonly kind = 'node'
  /** Empty for a transparent node. */
  type: string
  readonly parent: Node | undefined
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
  /** Written even if it is empty: a cell. */
  isKept = false
  /** It is not written before the end of the document. */
  isHeld = false
  /** The node of the paragraph that it stands in, if it was made inline. */
  base: Node | undefined = undefined
  /** Of a link: it reads something. */
  hasText = false
  table: TableParts | undefined = undefined
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

  addContent({ page, mcid, stream }: MarkedContent, rank: number): void {
    this.#insert({ kind: 'content', rank, page, mcid, stream })
    this.touch()
  }

  addAnnotation(page: number, id: number, rank: number): void {
    this.#insert({ kind: 'annotation', page, id, rank })
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

  /** Its children are those of the element around it; before it has any. */
  dissolve(): void {
    this.type = ''
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
