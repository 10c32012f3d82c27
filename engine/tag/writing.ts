// Writes nodes that have ended: first what is in them, then they themselves. What was written leaves nothing in memory but its number.
import { addAll } from '../collections/lists.ts'
import { addToRuns, runOf } from '../collections/number-runs.ts'
import type { Findings } from './findings.ts'
import { checkFirst, headingOf, joinedHeadings } from './headings.ts'
import { settleAround, settleList } from './list-kind.ts'
import type { Kid, Node, TableParts } from './node.ts'
import { completeFree, nameHeaders } from './table-rows.ts'
import type { StructureOutput } from './tag.ts'

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
    if (node.table?.isFree === true) return
    const kids = node.kids.slice(0, node.done)
    let isFirst = true
    for (let i = node.done; i < node.kids.length; i++) {
      const kid = node.kids[i]!
      if (kid.kind === 'node' && kid.page < page && !TABLE_ENDS.has(kid.type)) {
        settleAround(kid)
        this.#close(kid)
        this.#leave(kid, kids, isFirst)
      } else {
        kids.push(kid)
        if (kid.kind === 'node') {
          this.sweep(kid, page)
          isFirst = false
        }
      }
      if (isFirst) node.done = kids.length
    }
    node.kids = kids
  }

  /** Writes a node and what is in it. */
  #close(node: Node): void {
    this.count++
    this.#inside(node)
    node.isWritten = true
    if (isEmpty(node)) node.headings = undefined
    else if (node.type !== '') this.#end(node)
  }

  /** Writes what is in a node; its children are those that the file has then. */
  #inside(node: Node): void {
    if (node.table?.isFree === true) completeFree(node)
    settleList(node)
    const { kids } = node
    let isWhole = true
    for (const kid of kids) {
      if (kid.kind !== 'node' || (node.table !== undefined && TABLE_ENDS.has(kid.type))) continue
      this.#close(kid)
      if (kid.type === '' || isEmpty(kid)) isWhole = false
    }
    if (node.table !== undefined) {
      this.#endTable(node, node.table)
      isWhole = false
    }
    node.headings = headingOf(node.type, node.at)
    for (const kid of kids) {
      const inside = kid.kind === 'node' || kid.kind === 'written' ? kid.headings : undefined
      if (inside !== undefined) node.headings = joinedHeadings(node.headings, inside, this.#findings)
    }
    if (!isWhole) node.kids = writtenKids(kids)
  }

  #end(node: Node): void {
    if (node.isHeld) this.#held.push(node)
    else this.element(node)
  }

  /** Adds what is left of a written node to the children of its parent; `isNext`: nothing can come between it and the last of them. */
  #leave(node: Node, kids: Kid[], isNext: boolean): void {
    if (node.type === '') {
      for (const kid of node.kids) {
        kid.rank = node.rank
        if (kid.kind === 'node') this.#leave(kid, kids, isNext)
        else kids.push(kid)
      }
      return
    }
    if (isEmpty(node)) return
    const last = kids[kids.length - 1]
    if (isNext && last?.kind === 'written') {
      addToRuns(last.runs, node.objectId())
      last.headings = joinedHeadings(last.headings, node.headings, this.#findings)
    } else kids.push({ kind: 'written', rank: node.rank, runs: runOf(node.objectId()), headings: node.headings })
  }

  /** Writes the root with everything in it; false when there is nothing. */
  writeRoot(root: Node): boolean {
    this.#inside(root)
    if (root.kids.length === 0) return false
    checkFirst(root.headings, this.#findings)
    this.element(root)
    return true
  }

  element(node: Node): void {
    nameHeaders(node)
    const { attributes } = node
    if (attributes?.id !== undefined) this.ids.set(attributes.id, node.objectId())
    if (ALTERNATIVE.has(node.type) && attributes?.alt === undefined) {
      const what = node.type === 'Figure' ? 'a picture' : 'a formula'
      this.#findings.add('ua-alt', node.at, `${what} has no alternative text`)
    }
    if (node.type === 'Link' && !node.hasText && attributes?.alt === undefined && node.kids.every((kid) => kid.kind === 'annotation'))
      this.#findings.add('ua-link', node.at, 'a link has no text')
    this.#output.element(node)
  }

  /** A head or foot needs a body beside it (PDF/UA-1 7.2). */
  #endTable(table: Node, { hasHeadCells }: TableParts): void {
    const hasBody = table.kids.some((kid) => kid.kind === 'written' || (kid.kind === 'node' && kid.type === 'TBody' && kid.kids.length > 0))
    for (const kid of table.kids) {
      if (kid.kind !== 'node' || !TABLE_ENDS.has(kid.type)) continue
      if (!hasBody) kid.type = 'TBody'
      this.#close(kid)
    }
    if (!hasHeadCells) this.#findings.add('ua-table', table.at, 'a table has no head cells')
  }

  /** Writes what was held, at the end. */
  finish(): void {
    for (const node of this.#held) this.element(node)
  }
}

function isEmpty({ kids, isKept }: Node): boolean {
  return kids.length === 0 && !isKept
}

/** The children that the file has: what is in transparent nodes, and nothing of empty ones. Not by `flatMap`, which took a tenth of the time of all tags. */
function writtenKids(kids: readonly Kid[]): readonly Kid[] {
  const written: Kid[] = []
  for (const kid of kids) {
    if (kid.kind !== 'node') written.push(kid)
    else if (kid.type === '') addAll(written, kid.kids)
    else if (!isEmpty(kid)) written.push(kid)
  }
  return written
}
