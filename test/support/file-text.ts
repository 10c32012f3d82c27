// A PDF as text for tests that look for what its objects say.
import { inflateSync } from 'node:zlib'

/** The bytes of a file, a character for each, and after them the objects of its object streams. */
export function fileText(pdf: Uint8Array): string {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  let objects = ''
  for (const match of text.matchAll(/<<\s*\/Type\s*\/ObjStm[^>]*?\/Length (\d+)\s*>>\s*stream\r?\n/g)) {
    const start = match.index + match[0].length
    objects += `\n${inflateSync(pdf.subarray(start, start + Number(match[1]))).toString('latin1')}`
  }
  return text + objects
}
