// What is kept of a page after its content is written, and its dictionary at the end of the document.
import type { PageRotation } from '../../style/page-selector.ts'
import type { TagOwner } from '../../tag/tag.ts'
import type { PdfDictionary, PdfReference, PdfValue } from './objects.ts'

export interface PageRecord {
  readonly reference: PdfReference
  readonly width: number
  readonly height: number
  readonly rotation: PageRotation
  readonly isTagged: boolean
  /** The part of a merged document that it belongs to: identifiers are of their part. */
  readonly part: number
  /** Its content, then layers. */
  readonly contents: PdfReference[]
  readonly annotations: PdfReference[]
  /** Of all content streams. */
  resources: PdfDictionary
  isTransparent: boolean
  /** Most of its content is short marked-content sequences: a table. */
  isDense: boolean
  /** What its marked-content sequences belong to. */
  readonly owners: TagOwner[]
  /** Its key in the parent tree; undefined when nothing on it is tagged. */
  structParents: number | undefined
}

/** Bytes for each marked-content sequence of a table's page, at most. Those of paragraphs have hundreds. */
const DENSE_BYTES = 80

/** Whether so many bytes of content are mostly short marked-content sequences. */
export function isDense({ owners }: PageRecord, bytes: number): boolean {
  return owners.length * DENSE_BYTES > bytes
}

export function makePageRecord(
  reference: PdfReference,
  width: number,
  height: number,
  { isTagged = false, part = 0, rotation = 0 as PageRotation } = {},
): PageRecord {
  return {
    reference,
    isTagged,
    part,
    width,
    height,
    rotation,
    contents: [],
    annotations: [],
    resources: {},
    isTransparent: false,
    isDense: false,
    owners: [],
    structParents: undefined,
  }
}

export function pageDictionary(page: PageRecord, parent: PdfReference): PdfDictionary {
  const [only, ...more] = page.contents
  return {
    Type: 'Page',
    Parent: parent,
    MediaBox: [0, 0, page.width, page.height].map((value) => Math.round(value * 1000) / 1000),
    Contents: only !== undefined && more.length === 0 ? only : page.contents,
    Resources: page.resources,
    ...(page.rotation === 0 ? {} : { Rotate: page.rotation }),
    ...(page.annotations.length > 0 ? { Annots: page.annotations } : {}),
    ...(page.structParents === undefined ? {} : { StructParents: page.structParents }),
    ...(page.isTagged && page.annotations.length > 0 ? { Tabs: 'S' } : {}),
    // Translucent colours are blended in RGB, as on a screen, whatever the viewer's default.
    ...(page.isTransparent ? { Group: { Type: 'Group', S: 'Transparency', CS: 'DeviceRGB' } } : {}),
  }
}

/** Merges the resources of two content streams of one page. Fonts and graphics states are shared dictionaries and need no merging. */
export function mergeResources(a: PdfDictionary, b: PdfDictionary): PdfDictionary {
  const merged: Record<string, PdfValue | undefined> = { ...a, ...b }
  for (const key of ['XObject', 'Pattern']) {
    if (a[key] !== undefined && b[key] !== undefined) merged[key] = Object.assign({}, a[key], b[key])
  }
  return merged
}
