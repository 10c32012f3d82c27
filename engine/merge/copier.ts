// Copies objects of a finished PDF with everything that they refer to into the document, without recursion along references. Pages, annotations and elements of the
// structure are copied by others, who say what stands for them; a reference to one that is left out becomes null, so that no page brings another along.
import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNull, type PDFObject, PDFRawStream, PDFRef, PDFStream } from 'pdf-lib'
import { Refusal } from './reader-limits.ts'
import { isActive, isExternal } from './source.ts'
import { nameOf } from './values.ts'

/** Objects nested in one another, without references: beyond, writing them would overflow the stack. */
const DEEPEST = 1000
/** Entries of which others decide. */
const DROPPED = new Set(['StructParent', 'StructParents'])
/** Copied by others, or not at all: what nobody said a copy of is left out. */
const OF_DOCUMENT = new Set(['Page', 'Pages', 'Catalog', 'StructElem', 'StructTreeRoot', 'Outlines', 'OBJR', 'MCR'])

export class Copier {
  readonly #source: PDFContext
  readonly #target: PDFContext
  /** What stands for an object; null for one that is left out. */
  readonly #copies = new Map<PDFRef, PDFRef | typeof PDFNull>()
  readonly #waiting: { readonly from: PDFObject; readonly to: PDFRef }[] = []

  constructor(source: PDFContext, target: PDFContext) {
    this.#source = source
    this.#target = target
  }

  /** Says what stands for an object. */
  replace(from: PDFRef, to: PDFRef | undefined): void {
    this.#copies.set(from, to ?? PDFNull)
  }

  /** The copy of an object that was referred to. */
  known(from: PDFRef): PDFRef | undefined {
    const copy = this.#copies.get(from)
    return copy instanceof PDFRef ? copy : undefined
  }

  /** A copy of a value, with everything that it refers to. */
  copy(value: PDFObject): PDFObject {
    const copy = this.#value(value, 0)
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop())
      this.#target.assign(next.to, this.#value(next.from, 0))
    return copy
  }

  /** A dictionary of the entries of another that are named. */
  entries(from: PDFDict, keys: Iterable<string>): PDFDict {
    const copy = this.#target.obj({})
    for (const key of keys) {
      const name = PDFName.of(key)
      const value = from.get(name)
      if (value !== undefined && !isActive(key, value)) put(copy, name, this.copy(value))
    }
    return copy
  }

  #value(value: PDFObject, depth: number): PDFObject {
    if (depth > DEEPEST) throw new Refusal('its objects are nested too deeply')
    if (value instanceof PDFRef) return this.#reference(value)
    if (value instanceof PDFArray) {
      const copy = PDFArray.withContext(this.#target)
      for (let i = 0; i < value.size(); i++) copy.push(this.#value(value.get(i), depth + 1))
      return copy
    }
    if (value instanceof PDFDict) return this.#dictionary(value, depth, false)
    if (value instanceof PDFRawStream) return PDFRawStream.of(this.#dictionary(value.dict, depth, true), value.contents)
    return value instanceof PDFStream ? PDFNull : value
  }

  #dictionary(from: PDFDict, depth: number, isStream: boolean): PDFDict {
    const copy = PDFDict.withContext(this.#target)
    for (const [name, value] of from.entries()) {
      const key = name.decodeText()
      if (isActive(key, value) || DROPPED.has(key) || (isStream && (isExternal(key) || key === 'Length'))) continue
      put(copy, name, this.#value(value, depth + 1))
    }
    return copy
  }

  #reference(from: PDFRef): PDFObject {
    const known = this.#copies.get(from)
    if (known !== undefined) return known
    const object = this.#source.lookup(from)
    const isLarge = object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFRawStream
    if (!isLarge) return object === undefined || object instanceof PDFRef || object instanceof PDFStream ? PDFNull : object
    if (object instanceof PDFDict && isOfDocument(object)) {
      this.#copies.set(from, PDFNull)
      return PDFNull
    }
    const to = this.#target.nextRef()
    this.#copies.set(from, to)
    this.#waiting.push({ from: object, to })
    return to
  }
}

function isOfDocument(dictionary: PDFDict): boolean {
  const type = nameOf(dictionary.get(PDFName.of('Type')))
  return type !== undefined && OF_DOCUMENT.has(type)
}

/** Sets an entry; null is the same as none. */
export function put(dictionary: PDFDict, name: PDFName, value: PDFObject): void {
  if (value !== PDFNull) dictionary.set(name, value)
}
