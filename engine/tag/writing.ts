// Writes nodes that have ended: first what is in them, then they themselves. What was written leaves nothing in memory but its number.
import type { Findings } from './findings.ts'
import type { Kid, Node, TableParts } from './node.ts'
import type { StructureKid, StructureOutput } from './tag.ts'

const ALTERNATIVE: ReadonlySet<string> = new Set(['Figure', 'Formula'])
/** Their types depend on what else the table has. */
const TABLE_ENDS: ReadonlySet<string> = new Set(['THead', 'TFoot'])

export class Writing {
  readonly #output: StructureOutput
  readonly #findings: Findings
  /** Elements that are written at the end. */
  readonly #held: Node[] = []
  /** Elements with an identifier, by it. */
  readonly ids = new Map<string, number>()
  /** How many nodes were taken out of the tree. */
  count = 0

  constructor(output: StructureOutput, findings: Findings) {
    this.#output = output
    this.#findings = findings
  }

  /** Writes what has ended before `page` among the children of a node that goes on. */
  sweep(node: Node, page: number): void {
    const { kids } = node
    let isFirst = true
    for (let i = node.done; i < kids.length; i++) {
      const kid = kids[i]!
      if (kid.kind === 'node') {
        if (kid.page < page && !TABLE_ENDS.has(kid.type)) i += this.#replace(node, i, kid) - 1
        else {
          this.sweep(kid, page)
          isFirst = false
        }
      }
      if (isFirst) node.done = i + 1
    }
  }

  /** Writes a node, and puts what is left of it in its place; returns how many children of the parent that is. */
  #replace(parent: Node, at: number, node: Node): number {
    this.count++
    this.#inside(node)
    node.isWritten = true
    const { kids } = node
    if (node.type === '') {
      // No node is left among them.
      parent.kids.splice(at, 1, ...kids.map((kid) => ({ ...kid, rank: node.rank }) as Kid))
      return kids.length
    }
    if (kids.length === 0 && !node.isKept) {
      parent.kids.splice(at, 1)
      return 0
    }
    this.#end(node)
    parent.kids[at] = { kind: 'written', rank: node.rank, id: node.objectId() }
    return 1
  }

  /** Writes what is in a node. */
  #inside(node: Node): void {
    const { kids } = node
    if (node.table !== undefined) this.#endTable(node, node.table)
    for (let i = 0; i < kids.length; i++) {
      const kid = kids[i]!
      if (kid.kind === 'node') i += this.#replace(node, i, kid) - 1
    }
  }

  #end(node: Node): void {
    if (node.isHeld) this.#held.push(node)
    else this.element(node)
  }

  /** Writes the root with everything in it; false when there is nothing. */
  writeRoot(root: Node): boolean {
    this.#inside(root)
    if (root.kids.length === 0) return false
    this.element(root)
    return true
  }

  element(node: Node): void {
    const id = node.objectId()
    const { attributes } = node
    if (attributes?.id !== undefined) this.ids.set(attributes.id, id)
    if (ALTERNATIVE.has(node.type) && attributes?.alt === undefined) {
      const what = node.type === 'Figure' ? 'a picture' : 'a formula'
      this.#findings.add('ua-alt', node.at, `${what} has no alternative text`)
    }
    if (node.type === 'Link' && !node.hasText && attributes?.alt === undefined && node.kids.every((kid) => kid.kind === 'annotation'))
      this.#findings.add('ua-link', node.at, 'a link has no text')
    const parent = node.parent === undefined ? 0 : node.parent.owner.objectId()
    // Nodes in it were written before, and what stands for them is a kid of the output.
    this.#output.element(id, { type: node.type, parent, kids: node.kids as readonly StructureKid[], attributes })
  }

  /** A head or foot needs a body beside it (PDF/UA-1 7.2). */
  #endTable(table: Node, { bodies, hasHeadCells }: TableParts): void {
    if (bodies === 0) for (const kid of table.kids) if (kid.kind === 'node' && TABLE_ENDS.has(kid.type)) kid.type = 'TBody'
    if (!hasHeadCells) this.#findings.add('ua-table', table.at, 'a table has no head cells')
  }

  /** Writes what was held, at the end. */
  finish(): void {
    for (const node of this.#held) this.element(node)
  }
}
