// Labels of pages: the numbers that viewers show and ask for. Parts without labels of their own count their pages from 1, or on through the document.
import { PDFDict, PDFName, PDFNumber } from 'pdf-lib'
import { numberTree, treeEntries } from './destinations.ts'
import { dictAt, isString, nameAt, numberAt, resolved } from './values.ts'

/** A label: pages of one style and prefix count on. */
export interface Label {
  readonly style: string | undefined
  readonly prefix: PDFDict | undefined
  readonly number: number
}

/** The labels of a document's pages; undefined when it has none. */
export function labelsOf(catalog: PDFDict, pages: number): readonly Label[] | undefined {
  const root = dictAt(catalog, 'PageLabels')
  if (root === undefined) return undefined
  const ranges = [...treeEntries(root, 'Nums')]
    .flatMap(({ key, value }) => (key instanceof PDFNumber && value instanceof PDFDict ? [{ from: key.asNumber(), value }] : []))
    .filter(({ from }) => Number.isInteger(from) && from >= 0 && from < pages)
    .sort((a, b) => a.from - b.from)
  if (ranges.length === 0) return undefined
  const labels: Label[] = []
  let next = 0
  let range: (typeof ranges)[number] | undefined
  for (let page = 0; page < pages; page++) {
    while (next < ranges.length && ranges[next]!.from <= page) range = ranges[next++]
    labels.push(
      range === undefined
        ? { style: 'D', prefix: undefined, number: page + 1 }
        : { style: styleOf(range.value), prefix: range.value, number: startOf(range.value) + page - range.from },
    )
  }
  return labels
}

function styleOf(range: PDFDict): string | undefined {
  const style = nameAt(range, 'S')
  return style !== undefined && ['D', 'R', 'r', 'A', 'a'].includes(style) ? style : undefined
}

function startOf(range: PDFDict): number {
  const start = numberAt(range, 'St') ?? 1
  return Number.isSafeInteger(start) && start >= 1 && start < 1 << 30 ? start : 1
}

/** Pages without labels of their own. */
export function plainLabels(from: number, pages: number): readonly Label[] {
  return Array.from({ length: pages }, (_, i) => ({ style: 'D', prefix: undefined, number: from + i }))
}

/** Writes the labels of all pages; an entry where counting does not go on. */
export function writeLabels(catalog: PDFDict, labels: readonly Label[]): void {
  const { context } = catalog
  const entries: [number, PDFDict][] = []
  for (const [page, label] of labels.entries()) {
    const before = labels[page - 1]
    if (before !== undefined && before.style === label.style && before.prefix === label.prefix && before.number + 1 === label.number)
      continue
    const range = context.obj({})
    if (label.style !== undefined) range.set(PDFName.of('S'), PDFName.of(label.style))
    const prefix = label.prefix && resolved(label.prefix, 'P')
    if (isString(prefix)) range.set(PDFName.of('P'), prefix)
    if (label.number !== 1 && label.style !== undefined) range.set(PDFName.of('St'), PDFNumber.of(label.number))
    entries.push([page, range])
  }
  catalog.set(PDFName.of('PageLabels'), numberTree(context, entries))
}
