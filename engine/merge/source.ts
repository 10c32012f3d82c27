// A finished PDF that was opened: its pages in order, with what they inherit. Nothing that a file declares is trusted: its page tree is walked once, without
// recursion, and the cost of reading it is limited (`reader-limits.ts`).
import { PDFArray, type PDFContext, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFRef, PDFStream } from 'pdf-lib'
import { addAll } from '../collections/lists.ts'
import { error, InputError } from '../diagnostic.ts'
import { openWithinLimits, Refusal } from './reader-limits.ts'
import { dictAt, nameOf, target } from './values.ts'

export interface SourcePage {
  readonly dictionary: PDFDict
  /** Entries that its ancestors have and it does not. */
  readonly inherited: ReadonlyMap<string, PDFObject>
}

export interface Source {
  readonly context: PDFContext
  readonly catalog: PDFDict
  readonly pages: readonly SourcePage[]
}

/** Names of actions, and of entries that contain active content. */
const ACTIVE = new Set([
  ...['JavaScript', 'JS', 'Launch', 'OpenAction', 'AA', 'SubmitForm', 'ResetForm', 'GoToR', 'GoToE', 'ImportData', 'XFA', 'RichMedia'],
  ...['Rendition', 'Movie', 'Sound', 'EmbeddedFiles', 'Trans3D'],
])

/** Entries of streams that refer to other files for their bytes or a replacement (ISO 32000-1: 7.3.8.2, 8.10.4, 14.11.7). */
const EXTERNAL = new Set(['F', 'FFilter', 'FDecodeParms', 'Ref', 'OPI', 'AF'])

/** An entry that makes readers act. */
export function isActive(key: string, value: PDFObject): boolean {
  return ACTIVE.has(key) || (value instanceof PDFName && ACTIVE.has(value.decodeText()))
}

/** An entry of a stream that refers to another file. */
export function isExternal(key: string): boolean {
  return EXTERNAL.has(key)
}

/** Opens a file. `most`: pages that it may have. Throws Refusal, and errors of pdf-lib. */
export async function openSource(bytes: Uint8Array, most: number): Promise<Source | 'too-many'> {
  const { catalog, context } = await openWithinLimits(bytes)
  if (!(catalog instanceof PDFDict)) throw new Refusal('it has no catalog')
  const pages = pagesOf(catalog, most)
  if (pages === undefined) return 'too-many'
  if (pages.length === 0) throw new Refusal('it has no pages')
  return { context, catalog, pages }
}

/** Opens a file for pages that are drawn as pictures: without what makes readers act. */
export async function openForPictures(name: string, bytes: Uint8Array, most: number): Promise<PDFDocument> {
  return withFileErrors(name, async () => {
    const document = await openWithinLimits(bytes)
    const pages = pagesOf(document.catalog, most)
    if (pages === undefined) throw tooManyPages(name, most)
    if (pages.length === 0) throw new Refusal('it has no pages')
    for (const [, object] of document.context.enumerateIndirectObjects()) removeActive(object)
    return document
  })
}

export function tooManyPages(name: string, most: number): InputError {
  return new InputError([error('limit-pages', undefined, `with ${name} the document has more than ${most} pages`)])
}

/**
 * Reports every error of pdf-lib as a fault of the file: pdf-lib has no error type of its own, and overflows the stack on
 * some files.
 */
export async function withFileErrors<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof InputError || !(thrown instanceof Error)) throw thrown
    const isEncrypted = /encrypted/i.test(thrown.message)
    const reason = thrown instanceof Refusal ? thrown.message : isEncrypted ? 'it is encrypted' : 'it is damaged or no PDF'
    const hint = isEncrypted ? 'remove the password first' : undefined
    throw new InputError([error('bad-pdf', undefined, `${name} cannot be read: ${reason}`, hint)])
  }
}

// ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Page trees are balanced, a dozen levels deep in the largest files. */
const DEEPEST_TREE = 1000
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

interface OpenNode {
  readonly node: PDFObject | undefined
  readonly depth: number
  readonly inherited: ReadonlyMap<string, PDFObject>
}

/** The pages in order; undefined for more than `most`. Throws Refusal when the page tree has cycles or shared nodes: the number could be exponential. */
function pagesOf(catalog: PDFDict, most: number): SourcePage[] | undefined {
  const seen = new Set<PDFObject>()
  const shared = new Map<PDFObject, PDFRef>()
  const pages: SourcePage[] = []
  const open: OpenNode[] = [{ node: dictAt(catalog, 'Pages'), depth: 0, inherited: new Map() }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    if (!(node instanceof PDFDict)) throw new Refusal('its page tree has a node that is no dictionary')
    const kids = target(node.get(PDFName.of('Kids')), node)
    if (!(kids instanceof PDFArray)) {
      if (pages.length >= most) return undefined
      pages.push({ dictionary: node, inherited: next.inherited })
      continue
    }
    if (seen.has(node) || depth > DEEPEST_TREE) throw new Refusal('its page tree has cycles or shared nodes')
    seen.add(node)
    const inherited = withEntries(next.inherited, node, shared)
    const from = Math.min(kids.size(), most + 1) - 1
    for (let i = from; i >= 0; i--) open.push({ node: target(kids.get(i), kids), depth: depth + 1, inherited })
  }
  return pages
}

/** What the kids of a node inherit. Dictionaries become objects, so that pages that inherit one refer to one copy. */
function withEntries(above: ReadonlyMap<string, PDFObject>, node: PDFDict, shared: Map<PDFObject, PDFRef>): ReadonlyMap<string, PDFObject> {
  let own: Map<string, PDFObject> | undefined
  for (const key of INHERITED) {
    const value = node.get(PDFName.of(key))
    if (value === undefined) continue
    own ??= new Map(above)
    const isLarge = value instanceof PDFDict || value instanceof PDFArray
    const reference = isLarge ? (shared.get(value) ?? node.context.register(value)) : undefined
    if (reference !== undefined) shared.set(value, reference)
    own.set(key, reference ?? value)
  }
  return own ?? above
}

/** Removes active entries anywhere in an object. Without recursion, as a file may nest objects to any depth. */
function removeActive(root: PDFObject): void {
  const open: PDFObject[] = [root]
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (object instanceof PDFArray) addAll(open, object.asArray())
    else if (object instanceof PDFStream) {
      for (const key of EXTERNAL) object.dict.delete(PDFName.of(key))
      open.push(object.dict)
    } else if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        if (isActive(nameOf(key) ?? '', value)) object.delete(key)
        else open.push(value)
      }
    }
  }
}
