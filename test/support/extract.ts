// The text of a PDF as three readers give it: poppler, MuPDF and pdf.js.
import { textByMupdf, textByPoppler } from './pdf-tools.ts'

/** By pdf.js, page after page, a line feed where it sees a line end. */
export async function textByPdfJs(pdf: Uint8Array): Promise<string> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false, disableFontFace: true })
  const document = await task.promise
  let text = ''
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '')
    text += '\f'
  }
  await task.destroy()
  return text
}

export const READERS = ['poppler', 'MuPDF', 'pdf.js'] as const
export type Reader = (typeof READERS)[number]

/** What a reader gives; undefined when it is not installed. */
export async function textBy(reader: Reader, pdf: Uint8Array): Promise<string | undefined> {
  if (reader === 'pdf.js') return textByPdfJs(pdf)
  return reader === 'MuPDF' ? textByMupdf(pdf) : textByPoppler(pdf)
}

/** What a reader does to text by itself, whatever the file says: pdf.js drops joiners, and puts Thai and Lao vowels into compatibility form. */
export function asReaderGives(reader: Reader, text: string): string {
  if (reader !== 'pdf.js') return text
  return text
    .replace(/[\u200c\u200d]/g, '')
    .replaceAll('\u0eb3', '\u0ecd\u0eb2')
    .replaceAll('\u0e33', '\u0e4d\u0e32')
}

/** Direction marks and the like that readers add. */
const INVISIBLE = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Words in NFC, without what readers add of their own. */
export function wordsOf(text: string): readonly string[] {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
}
