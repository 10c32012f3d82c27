// Attached files in the document: a stream and a file specification each, a name tree of all, and the list of files that belong to the document (associated files).
import type { AttachedFile } from '../../attachments.ts'
import { pdfDate } from './metadata.ts'
import { addObject, comparePdfTexts, type PdfDictionary, type PdfObjects, type PdfReference, pdfText } from './objects.ts'

export interface WrittenFiles {
  /** For `Names` of the catalog. */
  readonly tree: PdfReference
  /** For `AF` of the catalog, in the order in which they were given. */
  readonly associated: readonly PdfReference[]
}

/** Undefined without files. */
export function writeAttachedFiles(objects: PdfObjects, files: readonly AttachedFile[]): WrittenFiles | undefined {
  if (files.length === 0) return undefined
  const written = files.map((file) => ({ name: file.name, reference: writeFile(objects, file) }))
  const sorted = [...written].sort((a, b) => comparePdfTexts(a.name, b.name))
  const tree = addObject(objects, { Names: sorted.flatMap(({ name, reference }) => [pdfText(name), reference]) })
  return { tree, associated: written.map(({ reference }) => reference) }
}

function writeFile(objects: PdfObjects, { name, data, mime, relationship, description, modified }: AttachedFile): PdfReference {
  const stream = objects.reserve()
  const date = pdfDate(modified)
  const parameters: PdfDictionary = { Size: data.length, ...(date === undefined ? {} : { ModDate: pdfText(date) }) }
  // A slash would begin another name.
  const type = mime.replace('/', '#2F')
  objects.writeStream(stream, { Type: 'EmbeddedFile', Subtype: type, Params: parameters }, data)
  return addObject(objects, {
    Type: 'Filespec',
    ...{ F: pdfText(name), UF: pdfText(name) },
    ...(description === undefined ? {} : { Desc: pdfText(description) }),
    AFRelationship: relationship,
    EF: { F: stream, UF: stream },
  })
}
