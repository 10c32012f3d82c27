// Attached files: those of all parts in one list. A name that another part has already gets a number; what PDF/A-3 asks of a file is added where it lacks (ISO 19005-3, 6.8).
import { PDFDict, PDFHexString, PDFName, type PDFObject, type PDFRef, PDFStream, PDFString } from 'pdf-lib'
import { RELATIONSHIPS, uniqueName } from '../attachments.ts'
import { nameTree, treeEntries } from './destinations.ts'
import type { PartCopy } from './part-copy.ts'
import { arrayAt, asDict, bytesOf, dictAt, entry, itemsOf, nameAt, resolved, textAt, textOf } from './values.ts'

export class DocumentFiles {
  readonly #catalog: PDFDict
  /** File specifications by the bytes of their names. */
  readonly #files = new Map<string, PDFObject>()
  readonly #associated: PDFObject[]
  readonly #taken = new Set<string>()
  #isChanged = false

  /** `catalog`: of the document, whose files are kept. */
  constructor(catalog: PDFDict) {
    this.#catalog = catalog
    for (const { key, raw } of filesIn(catalog)) {
      const bytes = bytesOf(key)
      if (bytes === undefined) continue
      this.#files.set(bytes, raw)
      this.#taken.add(textOf(key) ?? bytes)
    }
    this.#associated = [...(arrayAt(catalog, 'AF')?.asArray() ?? [])]
  }

  /** Adds the files of a part, and returns how many of them are broken or stand elsewhere. */
  addPart(part: PartCopy): number {
    let lost = 0
    for (const { specification, name } of specificationsOf(part.source.catalog)) {
      const copy = copyOf(specification, name, part)
      if (copy === undefined) {
        lost++
        continue
      }
      const free = uniqueName(name, this.#taken)
      for (const key of ['F', 'UF']) copy.set(PDFName.of(key), textString(free))
      const reference = this.#catalog.context.register(copy)
      this.#files.set(bytesOf(textString(free)) ?? free, reference)
      this.#associated.push(reference)
      this.#isChanged = true
    }
    return lost
  }

  finish(): void {
    if (!this.#isChanged) return
    const { context } = this.#catalog
    const names = asDict(dictAt(this.#catalog, 'Names')) ?? context.obj({})
    names.set(PDFName.of('EmbeddedFiles'), nameTree(context, this.#files))
    if (!this.#catalog.has(PDFName.of('Names'))) this.#catalog.set(PDFName.of('Names'), names)
    this.#catalog.set(PDFName.of('AF'), context.obj(this.#associated))
  }
}

/** Whether a finished PDF has files that would come along. */
export function hasAttachedFiles(catalog: PDFDict): boolean {
  for (const _ of specificationsOf(catalog)) return true
  return false
}

/** In the list of names, then others that belong to the document. */
function* specificationsOf(catalog: PDFDict): Generator<{ readonly specification: PDFDict; readonly name: string }> {
  const seen = new Set<PDFDict>()
  for (const { key, value } of filesIn(catalog)) {
    if (!(value instanceof PDFDict) || seen.has(value)) continue
    seen.add(value)
    yield { specification: value, name: nameIn(value) ?? textOf(key) ?? 'attachment' }
  }
  for (const value of itemsOf(arrayAt(catalog, 'AF'))) {
    if (!(value instanceof PDFDict) || seen.has(value)) continue
    seen.add(value)
    yield { specification: value, name: nameIn(value) ?? 'attachment' }
  }
}

function filesIn(catalog: PDFDict): ReturnType<typeof treeEntries> {
  const names = dictAt(catalog, 'Names')
  return treeEntries(names && dictAt(names, 'EmbeddedFiles'), 'Names')
}

/** Without a folder: the name must not lead elsewhere when somebody saves the file. */
function nameIn(specification: PDFDict): string | undefined {
  const text = textAt(specification, 'UF') ?? textAt(specification, 'F')
  const name = text
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .slice(0, 255)
  return name === '' ? undefined : name
}

/** Undefined where there are no bytes in this file. */
function copyOf(specification: PDFDict, name: string, { copier, target }: PartCopy): PDFDict | undefined {
  const files = dictAt(specification, 'EF')
  const key = ['UF', 'F'].find((each) => files !== undefined && resolved(files, each) instanceof PDFStream)
  const stream = files && key && entry(files, key)
  if (stream === undefined || stream === '') return undefined
  const copied = copier.copy(stream)
  // A stream is always referred to.
  const object = target.lookup(copied as PDFRef)
  if (!(object instanceof PDFStream)) return undefined
  object.dict.set(PDFName.of('Type'), PDFName.of('EmbeddedFile'))
  if (!/^[-\w+.]+\/[-\w+.]+$/.test(nameAt(object.dict, 'Subtype') ?? '')) {
    const type = /\.pdf$/i.test(name) ? 'application/pdf' : 'application/octet-stream'
    object.dict.set(PDFName.of('Subtype'), PDFName.of(type))
  }
  const said = nameAt(specification, 'AFRelationship')
  const relationship = RELATIONSHIPS.find((each) => each === said) ?? 'Unspecified'
  const description = textAt(specification, 'Desc')
  const copy = target.obj({ Type: 'Filespec', AFRelationship: relationship, EF: { F: copied, UF: copied } })
  if (description !== undefined) copy.set(PDFName.of('Desc'), textString(description))
  return copy
}

function textString(text: string): PDFString | PDFHexString {
  return /^[\x20-\x7e]*$/.test(text) ? PDFString.of(text.replace(/[\\()]/g, '\\$&')) : PDFHexString.fromText(text)
}
