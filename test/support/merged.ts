// Merged files as tests look at them: outline, links and labels as pdf.js reads them, objects as pdf-lib does.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFObject, PDFRef, PDFString } from 'pdf-lib'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import type { JoinedPdf } from '../../engine/merge/join.ts'
import { joinParts } from '../../engine/merge/merge.ts'
import { hasTool } from './pdf-tools.ts'

/** A file of these objects; the first is its catalog. */
export function filePdf(objects: readonly string[]): Uint8Array {
  const parts = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`)
  const end = `trailer\n<</Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n0\n%%EOF\n`
  return Buffer.from(`%PDF-1.7\n${parts.join('')}${end}`, 'latin1')
}

export function merged(files: readonly Uint8Array[], isTagged: boolean): Promise<JoinedPdf> {
  const parts = files.map((bytes, i) => ({ kind: 'pdf', name: `parts[${i}]`, bytes }) as const)
  return joinParts(undefined, parts, DEFAULT_LIMITS, { isTagged })
}

/** The file as qpdf writes it in other ways; the file alone without qpdf. */
export function variantsOf(pdf: Uint8Array): readonly Uint8Array[] {
  if (!hasTool('qpdf')) return [pdf]
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  try {
    const [from, to] = [join(folder, 'a.pdf'), join(folder, 'b.pdf')]
    writeFileSync(from, pdf)
    const ways = [
      ['--linearize'],
      ['--object-streams=generate'],
      ['--object-streams=disable', '--qdf'],
      ['--linearize', '--object-streams=disable'],
    ]
    return ways.map((way) => {
      execFileSync('qpdf', [...way, from, to])
      return readFileSync(to)
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Document = Awaited<ReturnType<typeof import('pdfjs-dist/legacy/build/pdf.mjs')['getDocument']>['promise']>

async function withDocument<T>(pdf: Uint8Array, use: (document: Document) => Promise<T>): Promise<T> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false, disableFontFace: true })
  try {
    return await use(await task.promise)
  } finally {
    await task.destroy()
  }
}

/** The number of the page that a destination is on. */
async function pageOf(document: Document, destination: unknown): Promise<number> {
  const place = typeof destination === 'string' ? await document.getDestination(destination) : destination
  if (!Array.isArray(place)) throw new Error(`no destination: ${String(destination)}`)
  return (await document.getPageIndex(place[0])) + 1
}

/** Attached files by name, as pdf.js reads them; a character for each byte. */
export function attachedFilesOf(pdf: Uint8Array): Promise<Readonly<Record<string, string>>> {
  return withDocument(pdf, async (document) => {
    // pdf.js declares no type of them.
    const files = (await document.getAttachments()) as Record<string, { filename: string; content: Uint8Array }> | null
    return Object.fromEntries(
      Object.values(files ?? {}).map(({ filename, content }) => [filename, Buffer.from(content).toString('latin1')]),
    )
  })
}

/** A line for each entry of the outline: its title and page, indented by its depth. */
export function outlineOf(pdf: Uint8Array): Promise<readonly string[]> {
  return withDocument(pdf, async (document) => {
    const lines: string[] = []
    const visit = async (items: NonNullable<Awaited<ReturnType<Document['getOutline']>>>, depth: number): Promise<void> => {
      for (const { title, dest, items: below } of items) {
        lines.push(`${'  '.repeat(depth)}${title} ${await pageOf(document, dest)}`)
        await visit(below, depth + 1)
      }
    }
    await visit((await document.getOutline()) ?? [], 0)
    return lines
  })
}

/** A line for each link within the document: its page, and the page that it leads to. */
export function linksOf(pdf: Uint8Array): Promise<readonly string[]> {
  return withDocument(pdf, async (document) => {
    const lines: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const annotations = await (await document.getPage(number)).getAnnotations()
      for (const { subtype, dest } of annotations) if (subtype === 'Link' && dest) lines.push(`${number} ${await pageOf(document, dest)}`)
    }
    return lines
  })
}

/** What the links of a page are said to be. */
export function descriptionsOfLinks(pdf: Uint8Array, number: number): Promise<readonly string[]> {
  return withDocument(pdf, async (document) => {
    const annotations = await (await document.getPage(number)).getAnnotations()
    return annotations.filter(({ subtype }) => subtype === 'Link').map(({ contentsObj }) => String(contentsObj?.str))
  })
}

export function labelsOf(pdf: Uint8Array): Promise<readonly string[] | null> {
  return withDocument(pdf, (document) => document.getPageLabels())
}

/** The names of layers, in their order; those that are hidden in parentheses. */
export function layersOf(pdf: Uint8Array): Promise<readonly string[]> {
  return withDocument(pdf, async (document) => {
    const layers = [...(await document.getOptionalContentConfig())] as unknown as [string, { name: string; visible: boolean }][]
    return layers.map(([, { name, visible }]) => (visible ? name : `(${name})`))
  })
}

type Plain = null | string | number | boolean | Plain[] | { [key: string]: Plain }

/** An entry of the root of the structure tree. */
export async function structureEntry(pdf: Uint8Array, key: string): Promise<Plain> {
  const { catalog } = await PDFDocument.load(pdf, { updateMetadata: false })
  return plain(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of(key)), catalog)
}

/** Entries of all elements but the first, in the order of the tree. */
export async function elementsOf(pdf: Uint8Array): Promise<readonly Record<string, Plain>[]> {
  const { catalog } = await PDFDocument.load(pdf, { updateMetadata: false })
  const found: Record<string, Plain>[] = []
  const visit = (element: PDFObject | undefined): void => {
    if (element instanceof PDFArray) for (let i = 0; i < element.size(); i++) visit(element.lookup(i))
    if (!(element instanceof PDFDict) || !element.has(PDFName.of('S'))) return
    const entries = element.entries().filter(([key]) => !['/P', '/K', '/Pg'].includes(key.toString()))
    found.push(Object.fromEntries(entries.map(([key, value]) => [key.decodeText(), plain(value, catalog)])))
    visit(element.lookup(PDFName.of('K')))
  }
  visit(catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict).lookup(PDFName.of('K')))
  return found.slice(1)
}

function plain(value: PDFObject | undefined, catalog: PDFDict): Plain {
  if (value instanceof PDFRef) return plain(catalog.context.lookup(value), catalog)
  if (value instanceof PDFName || value instanceof PDFString || value instanceof PDFHexString) return value.decodeText()
  if (value instanceof PDFNumber) return value.asNumber()
  if (value instanceof PDFArray) return value.asArray().map((item) => plain(item, catalog))
  if (value instanceof PDFDict) return Object.fromEntries(value.entries().map(([key, item]) => [key.decodeText(), plain(item, catalog)]))
  return null
}
