// Levels of headings through all parts of a document (PDF/UA-1 7.4.2): each part keeps them by itself, and what stands before it may be another than it was made behind.
import { PDFArray, PDFDict, type PDFObject } from 'pdf-lib'
import { error, InputError } from '../diagnostic.ts'
import { dictAt, entry, nameAt, target } from './values.ts'

/** Throws InputError (`ua-heading`) where a heading skips a level. Types are standard: the parts are files of ours. */
export function checkHeadingOrder(catalog: PDFDict): void {
  const root = dictAt(catalog, 'StructTreeRoot')
  if (root === undefined) return
  const seen = new Set<PDFDict>()
  const open: PDFObject[] = [root]
  let before = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const element = target(next, catalog)
    if (element instanceof PDFArray) for (let i = element.size() - 1; i >= 0; i--) open.push(element.get(i))
    if (!(element instanceof PDFDict) || seen.has(element)) continue
    seen.add(element)
    const level = Number(/^H([1-6])$/.exec(nameAt(element, 'S') ?? '')?.[1] ?? 0)
    if (level > before + 1) throw skipped(level, before)
    if (level > 0) before = level
    const kids = entry(element, 'K')
    if (kids !== undefined) open.push(kids)
  }
}

function skipped(level: number, before: number): InputError {
  const place = before === 0 ? 'is the first' : `follows h${before}`
  return new InputError([
    error(
      'ua-heading',
      undefined,
      `a heading of level ${level} ${place} where the parts are joined`,
      'begin each part with a level that the part before leads to, or change its headingShift',
    ),
  ])
}
