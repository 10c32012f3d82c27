// The outlines of all parts as one. Entries are read without recursion, each once; those that lead to pages that are not in the document are left out, unless they
// have others below them.
import { type PDFContext, PDFDict, PDFHexString, PDFName, PDFNull, PDFNumber, type PDFObject, type PDFRef } from 'pdf-lib'
import { allowedUri } from './annotations.ts'
import type { PartDestinations } from './destinations.ts'
import { dictAt, numberAt, resolved } from './values.ts'

/** An entry: what it shows, where it leads to, and its depth from 0. Entries stand in the order of the outline. */
export interface OutlineEntry {
  readonly depth: number
  readonly isOpen: boolean
  readonly look: ReadonlyMap<string, PDFObject>
  readonly goal: { readonly key: 'Dest' | 'A'; readonly value: PDFObject } | undefined
}

/** Deeper entries stand at this depth: readers walk an outline by recursion. */
const DEEPEST = 200

/** The outline of a document; `goalOf` gives the place of an entry in the merged one. */
export function readOutline(catalog: PDFDict, goalOf: (entry: PDFDict) => OutlineEntry['goal']): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const root = dictAt(catalog, 'Outlines')
  const seen = new Set<PDFDict>()
  const open: { readonly entry: PDFDict; readonly depth: number }[] = []
  const push = (entry: PDFDict | undefined, depth: number): void => {
    if (entry === undefined || seen.has(entry)) return
    seen.add(entry)
    open.push({ entry, depth: Math.min(depth, DEEPEST) })
  }
  if (root !== undefined) push(dictAt(root, 'First'), 0)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { entry, depth } = next
    push(dictAt(entry, 'Next'), depth)
    push(dictAt(entry, 'First'), depth + 1)
    entries.push({ depth, isOpen: (numberAt(entry, 'Count') ?? 0) > 0, look: lookOf(entry), goal: goalOf(entry) })
  }
  return entries
}

function lookOf(entry: PDFDict): Map<string, PDFObject> {
  const look = new Map<string, PDFObject>()
  for (const key of ['Title', 'F']) {
    const value = resolved(entry, key)
    if (value !== undefined && !(value instanceof PDFDict)) look.set(key, value)
  }
  return look
}

/** The outline of a part; entries that lead nowhere are left out where nothing is below them. */
export function outlineOfPart(catalog: PDFDict, destinations: PartDestinations): OutlineEntry[] {
  const entries = readOutline(catalog, (entry) => {
    const place = destinations.ofTarget(entry)
    if (place !== undefined) return { key: 'Dest', value: place }
    const action = dictAt(entry, 'A')
    const uri = action && allowedUri(action)
    return uri && { key: 'A', value: entry.context.obj({ Type: 'Action', S: 'URI', URI: uri }) }
  })
  const kept: OutlineEntry[] = []
  // From the end: an entry is kept for those after it that are deeper. It leads to where the first of them does.
  let below: OutlineEntry | undefined
  for (const entry of entries.reverse()) {
    const first = below !== undefined && below.depth > entry.depth ? below : undefined
    if (entry.goal === undefined && first === undefined) continue
    const whole = entry.goal === undefined ? { ...entry, goal: first?.goal } : entry
    kept.push(whole)
    below = whole
  }
  return kept.reverse()
}

/** An entry for a part, with those of its own below it. */
export function underTitle(title: string, page: PDFRef, entries: readonly OutlineEntry[], context: PDFContext): OutlineEntry[] {
  const goal = { key: 'Dest', value: context.obj([page, 'Fit']) } as const
  const head: OutlineEntry = { depth: 0, isOpen: false, look: new Map([['Title', PDFHexString.fromText(title)]]), goal }
  return [head, ...entries.map((entry) => ({ ...entry, depth: Math.min(entry.depth + 1, DEEPEST) }))]
}

/** Writes the outline of the document. */
export function writeOutline(catalog: PDFDict, entries: readonly OutlineEntry[]): void {
  const { context } = catalog
  if (entries.length === 0) {
    catalog.delete(PDFName.of('Outlines'))
    return
  }
  const root = context.obj({ Type: 'Outlines' })
  const rootReference = context.register(root)
  const open: Written[] = [{ dictionary: root, reference: rootReference, last: undefined, count: 0, isOpen: true, depth: -1 }]
  const close = (depth: number): void => {
    while (open.length > 1 && open[open.length - 1]!.depth >= depth) endEntry(open.pop()!, open[open.length - 1]!)
  }
  for (const entry of entries) {
    close(entry.depth)
    open.push(beginEntry(entry, open[open.length - 1]!, context))
  }
  close(0)
  const top = open[0]!
  if (top.last !== undefined) root.set(PDFName.of('Last'), top.last.reference)
  root.set(PDFName.of('Count'), PDFNumber.of(top.count))
  catalog.set(PDFName.of('Outlines'), rootReference)
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
}

interface Written {
  readonly dictionary: PDFDict
  readonly reference: PDFRef
  readonly depth: number
  readonly isOpen: boolean
  /** Its last child so far. */
  last: Written | undefined
  /** Entries below it that are shown when it is open. */
  count: number
}

function beginEntry({ depth, isOpen, look, goal }: OutlineEntry, parent: Written, context: PDFContext): Written {
  const dictionary = context.obj({ Parent: parent.reference })
  const reference = context.register(dictionary)
  for (const [key, value] of look) dictionary.set(PDFName.of(key), value)
  if (!look.has('Title')) dictionary.set(PDFName.of('Title'), PDFHexString.fromText(''))
  if (goal !== undefined && goal.value !== PDFNull) dictionary.set(PDFName.of(goal.key), goal.value)
  const { last } = parent
  if (last === undefined) parent.dictionary.set(PDFName.of('First'), reference)
  else {
    last.dictionary.set(PDFName.of('Next'), reference)
    dictionary.set(PDFName.of('Prev'), last.reference)
  }
  const written: Written = { dictionary, reference, depth, isOpen, last: undefined, count: 0 }
  parent.last = written
  return written
}

function endEntry(written: Written, parent: Written): void {
  const { dictionary, last, count, isOpen } = written
  parent.count += 1 + (isOpen ? count : 0)
  if (last === undefined) return
  dictionary.set(PDFName.of('Last'), last.reference)
  dictionary.set(PDFName.of('Count'), PDFNumber.of(isOpen ? count : -count))
}
