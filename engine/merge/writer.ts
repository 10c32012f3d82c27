// The file of a merged document: what its catalog leads to, numbered anew, in object streams as the engine writes them itself.
import { createHash } from 'node:crypto'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib'
import { CrossReferences, ObjectStreams } from '../paint/pdf/object-streams.ts'

const LENGTH = PDFName.of('Length')

interface FileOptions {
  /** What stands for equal objects. */
  readonly replaced: ReadonlyMap<PDFRef, PDFRef>
  readonly hasObjectStreams: boolean
  /** Goes into the identifier of a file with claims. */
  readonly seal: string | undefined
}

/** Writes the document as a file. Its identifier is a hash of what is in it: equal inputs give equal bytes. */
export function writeFile(context: PDFContext, options: FileOptions): Uint8Array {
  const numbers = numbered(context, options.replaced)
  return new FileWriter(context, numbers, options).write()
}

/** The number of each object that can be reached, in the order in which they are. */
function numbered(context: PDFContext, replaced: ReadonlyMap<PDFRef, PDFRef>): ReadonlyMap<PDFRef, number> {
  const numbers = new Map<PDFRef, number>()
  const { Root, Info } = context.trailerInfo
  const open: PDFObject[] = []
  if (Info !== undefined) open.push(Info)
  if (Root !== undefined) open.push(Root)
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (value instanceof PDFRef) {
      const reference = replaced.get(value) ?? value
      if (numbers.has(reference)) continue
      const object = context.lookup(reference)
      if (object === undefined) continue
      numbers.set(reference, numbers.size + 1)
      open.push(object)
    } else if (value instanceof PDFArray) for (let i = value.size() - 1; i >= 0; i--) open.push(value.get(i))
    else if (value instanceof PDFDict || value instanceof PDFStream) {
      const values = (value instanceof PDFStream ? value.dict : value).values()
      for (let i = values.length - 1; i >= 0; i--) open.push(values[i]!)
    }
  }
  return numbers
}

class FileWriter {
  readonly #context: PDFContext
  readonly #numbers: ReadonlyMap<PDFRef, number>
  readonly #replaced: ReadonlyMap<PDFRef, PDFRef>
  readonly #table = new CrossReferences()
  readonly #streams: ObjectStreams | undefined
  readonly #offsets: number[] = []
  readonly #chunks: Uint8Array[] = []
  readonly #hash = createHash('sha256')
  readonly #seal: string
  #size = 0
  #last: number

  constructor(context: PDFContext, numbers: ReadonlyMap<PDFRef, number>, { replaced, hasObjectStreams, seal = '' }: FileOptions) {
    this.#seal = seal
    this.#context = context
    this.#numbers = numbers
    this.#replaced = replaced
    this.#last = numbers.size
    if (hasObjectStreams)
      this.#streams = new ObjectStreams(
        this.#table,
        () => ++this.#last,
        (id, dictionary, bytes) => this.#stream(id, dictionary, bytes),
      )
  }

  write(): Uint8Array {
    // Four bytes beyond ASCII: programs that transfer files see that it is no text.
    this.#add(Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'))
    for (const [reference, number] of this.#numbers) {
      const object = this.#context.lookup(reference)
      if (object instanceof PDFStream) {
        const bytes = contentsOf(object)
        this.#stream(number, this.#streamDictionary(object, bytes.length), bytes)
      } else if (this.#streams !== undefined) {
        this.#streams.begin(number).raw(Buffer.from(this.#text(object ?? PDFNull), 'latin1'))
        this.#streams.end()
      } else this.#object(number, this.#text(object ?? PDFNull))
    }
    if (this.#streams === undefined) this.#finishTable()
    else this.#finishStreams(this.#streams)
    return Buffer.concat(this.#chunks)
  }

  #finishStreams(streams: ObjectStreams): void {
    streams.flush()
    const own = ++this.#last
    const start = this.#size
    this.#table.at(own, start)
    const { dictionary, bytes } = this.#table.encode(own + 1)
    this.#stream(own, `<<${dictionary}${this.#trailer()}>>`, bytes)
    this.#add(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  }

  #finishTable(): void {
    const start = this.#size
    const trailer = this.#trailer()
    const rows = Array.from({ length: this.#last }, (_, i) => `${String(this.#offsets[i + 1] ?? 0).padStart(10, '0')} 00000 n \n`)
    this.#add(Buffer.from(`xref\n0 ${this.#last + 1}\n0000000000 65535 f \n${rows.join('')}`))
    this.#add(Buffer.from(`trailer\n<</Size ${this.#last + 1}${trailer}>>\nstartxref\n${start}\n%%EOF\n`))
  }

  #trailer(): string {
    const { Root, Info } = this.#context.trailerInfo
    const id = `<${this.#hash.copy().update(this.#seal).digest('hex').slice(0, 32)}>`
    return `/Root ${this.#text(Root ?? PDFNull)}${Info instanceof PDFRef ? `/Info ${this.#text(Info)}` : ''}/ID[${id}${id}]`
  }

  #streamDictionary({ dict }: PDFStream, length: number): string {
    const entries = dict.entries().filter(([key]) => key !== LENGTH)
    return `<<${entries.map(([key, value]) => this.#entry(key, value)).join('')}/Length ${length}>>`
  }

  #stream(id: number, dictionary: string, bytes: Uint8Array): void {
    this.#begin(id)
    this.#add(Buffer.from(`${id} 0 obj\n${dictionary}\nstream\n`, 'latin1'))
    this.#add(bytes)
    this.#add(Buffer.from('\nendstream\nendobj\n'))
  }

  #object(id: number, text: string): void {
    this.#begin(id)
    this.#add(Buffer.from(`${id} 0 obj\n${text}\nendobj\n`, 'latin1'))
  }

  #begin(id: number): void {
    this.#offsets[id] = this.#size
    if (this.#streams !== undefined) this.#table.at(id, this.#size)
  }

  #add(bytes: Uint8Array): void {
    this.#chunks.push(bytes)
    this.#hash.update(bytes)
    this.#size += bytes.length
  }

  /** A value in PDF syntax, a character for each byte. Copies nest values no deeper than recursion can go. */
  #text(value: PDFObject): string {
    if (value instanceof PDFRef) {
      const number = this.#numbers.get(this.#replaced.get(value) ?? value)
      return number === undefined ? 'null' : `${number} 0 R`
    }
    if (value instanceof PDFArray)
      return `[${value
        .asArray()
        .map((item) => this.#text(item))
        .join(' ')}]`
    if (value instanceof PDFDict)
      return `<<${value
        .entries()
        .map(([key, item]) => this.#entry(key, item))
        .join('')}>>`
    // What stands between hexadecimal digits in a damaged file is nothing.
    return value instanceof PDFHexString ? `<${value.asString().replace(/[^\da-f]/gi, '')}>` : value.toString()
  }

  #entry(key: PDFName, value: PDFObject): string {
    const text = this.#text(value)
    return `${key.toString()}${/^[/([<]/.test(text) ? '' : ' '}${text}`
  }
}

function contentsOf(stream: PDFStream): Uint8Array {
  return stream instanceof PDFRawStream ? stream.contents : stream.getContents()
}
