// What is kept of a page after its content is written, and its dictionary at the end of the document.
import type { PageRotation } from '../../style/page-selector.ts'
import type { TagOwner } from '../../tag/tag.ts'
import type { PdfDictionary, PdfReference, PdfValue } from './objects.ts'

/** Pages that follow each other are alike most often: they share what they have in common. */
interface Sheet {
  readonly width: number
  readonly height: number
  readonly rotation: PageRotation
  readonly isTagged: boolean
  /** The part of a merged document that it belongs to: identifiers are of their part. */
  readonly part: number
}

/** Small: all pages of a document have one until its end. */
export interface PageRecord {
  readonly reference: PdfReference
  readonly sheet: Sheet
  /** Its content, then layers. */
  contents: PdfReference | readonly PdfReference[]
  annotations: readonly PdfReference[]
  /** Of all content streams. */
  resources: PdfDictionary
  isTransparent: boolean
  /** Most of its content is short marked-content sequences: a table. */
  isDense: boolean
  /** What its marked-content sequences belong to; absent before the first and after the end of the page. */
  owners: TagOwner[] | undefined
  /** Its key in the parent tree; undefined when nothing on it is tagged. */
  structParents: number | undefined
}

const NONE: readonly PdfReference[] = []
const NO_RESOURCES: PdfDictionary = {}

/** Bytes for each marked-content sequence of a table's page, at most. Those of paragraphs have hundreds. */
const DENSE_BYTES = 80

/** Whether so many bytes of content are mostly short marked-content sequences. */
export function isDense({ owners }: PageRecord, bytes: number): boolean {
  return owners !== undefined && owners.length * DENSE_BYTES > bytes
}

/** `before`: the record of the page before, if there is one. */
export function makePageRecord(reference: PdfReference, sheet: Sheet, before: PageRecord | undefined): PageRecord {
  return {
    reference,
    sheet: before !== undefined && isSameSheet(before.sheet, sheet) ? before.sheet : sheet,
    contents: NONE,
    annotations: NONE,
    resources: NO_RESOURCES,
    isTransparent: false,
    isDense: false,
    owners: undefined,
    structParents: undefined,
  }
}

function isSameSheet(a: Sheet, b: Sheet): boolean {
  return a.width === b.width && a.height === b.height && a.rotation === b.rotation && a.isTagged === b.isTagged && a.part === b.part
}

/** Adds a content stream behind the others. */
export function addContent(page: PageRecord, content: PdfReference): void {
  const { contents } = page
  page.contents = contents === NONE ? content : 'id' in contents ? [contents, content] : [...contents, content]
}

export function pageDictionary(page: PageRecord, parent: PdfReference): PdfDictionary {
  const { width, height, rotation, isTagged } = page.sheet
  return {
    Type: 'Page',
    Parent: parent,
    MediaBox: [0, 0, width, height].map((value) => Math.round(value * 1000) / 1000),
    Contents: page.contents,
    Resources: page.resources,
    ...(rotation === 0 ? {} : { Rotate: rotation }),
    ...(page.annotations.length > 0 ? { Annots: page.annotations } : {}),
    ...(page.structParents === undefined ? {} : { StructParents: page.structParents }),
    ...(isTagged && page.annotations.length > 0 ? { Tabs: 'S' } : {}),
    // Translucent colours are blended in RGB, as on a screen, whatever the viewer's default.
    ...(page.isTransparent ? { Group: { Type: 'Group', S: 'Transparency', CS: 'DeviceRGB' } } : {}),
  }
}

/** Adds the resources of a content stream of a page; `known`: those of another page, which are taken if they are equal. */
export function addResources(page: PageRecord, added: PdfDictionary, known: PdfDictionary | undefined): void {
  const merged = page.resources === NO_RESOURCES ? added : mergeResources(page.resources, added)
  page.resources = known !== undefined && isEqual(known, merged) ? known : merged
}

/** Fonts and graphics states are shared dictionaries and need no merging. */
function mergeResources(a: PdfDictionary, b: PdfDictionary): PdfDictionary {
  const merged: Record<string, PdfValue | undefined> = { ...a, ...b }
  for (const key of ['XObject', 'Pattern']) {
    if (a[key] !== undefined && b[key] !== undefined) merged[key] = Object.assign({}, a[key], b[key])
  }
  return merged
}

/** In the same order. */
function isEqual(a: PdfDictionary, b: PdfDictionary): boolean {
  const keys = Object.keys(a)
  const others = Object.keys(b)
  return keys.length === others.length && keys.every((key, i) => key === others[i] && a[key] === b[key])
}
