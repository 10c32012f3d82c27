// Merges a PDF and prints which prototypes of pdf-lib differ from before. Run in a process of its own, where nothing was merged yet.
import { deflateSync } from 'node:zlib'
import * as pdfLib from 'pdf-lib'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { joinParts } from '../../engine/merge/merge.ts'

/** Prototypes of all exported classes, and of those that only instances lead to: decoders and byte sources. */
function prototypes(): Map<string, object> {
  const found = new Map<string, object>()
  const add = (name: string, prototype: unknown): void => {
    if (typeof prototype !== 'object' || prototype === null || prototype === Object.prototype) return
    found.set(name, prototype)
    add(`${name}'s parent`, Object.getPrototypeOf(prototype))
  }
  for (const [name, value] of Object.entries(pdfLib)) if (typeof value === 'function') add(name, value.prototype)
  const parser: object = pdfLib.PDFParser.forBytesWithOptions(new Uint8Array())
  add('byte source', Object.getPrototypeOf(Reflect.get(parser, 'bytes')))
  const stream = pdfLib.PDFContext.create().flateStream('') as pdfLib.PDFRawStream // made from bytes
  add('decoder', Object.getPrototypeOf(pdfLib.decodePDFRawStream(stream)))
  return found
}

const before = new Map([...prototypes()].map(([name, prototype]) => [name, Object.getOwnPropertyDescriptors(prototype)]))

function changed(): string[] {
  return [...prototypes()].flatMap(([name, prototype]) => {
    const now = Object.entries(Object.getOwnPropertyDescriptors(prototype))
    const then: Record<string, PropertyDescriptor> = before.get(name) ?? {}
    const isSame =
      now.length === Object.keys(then).length && now.every(([key, { value, get }]) => then[key]?.value === value && then[key]?.get === get)
    return isSame ? [] : [name]
  })
}

/** A file with an object stream and a cross reference stream, which the limits are about. */
async function fileWithStreams(): Promise<Uint8Array> {
  const document = await pdfLib.PDFDocument.create()
  document.addPage()
  document.context.register(document.context.stream(deflateSync('x'), { Filter: 'FlateDecode' }))
  return document.save({ useObjectStreams: true })
}

const bytes = await fileWithStreams()
const { pages } = await joinParts(undefined, [{ kind: 'pdf', name: 'it', bytes }], DEFAULT_LIMITS)
console.log(JSON.stringify({ prototypes: before.size, pages, changed: changed() }))
