// Content streams as operators with operands (ISO 32000-1, 7.8.2 and 8.9.7).
import { isEnd, isSpace, Lexer, type Spelling } from './lexer.ts'
import { latin, PdfDictionary, PdfKeyword, PdfName, type PdfObject, type Resolve } from './objects.ts'

export interface Operation {
  readonly operator: string
  readonly operands: readonly PdfObject[]
  /** Of an inline image. */
  readonly image?: PdfDictionary
}

export function* readOperations(bytes: Uint8Array, resolve: Resolve, spelling: Spelling | undefined): Generator<Operation> {
  const lexer = new Lexer(bytes, 0, { resolve, spelling, hasReferences: false })
  let operands: PdfObject[] = []
  for (let object = lexer.object(); !isEnd(object); object = lexer.object()) {
    if (!(object instanceof PdfKeyword)) {
      operands.push(object)
      continue
    }
    if (object.value === 'BI') yield { operator: 'BI', operands: [], image: readInlineImage(lexer, resolve) }
    else yield { operator: object.value, operands }
    operands = []
  }
}

function readInlineImage(lexer: Lexer, resolve: Resolve): PdfDictionary {
  const dictionary = new PdfDictionary(resolve)
  for (let key = lexer.object(); !isEnd(key); key = lexer.object()) {
    if (key instanceof PdfKeyword) break // ID
    if (key instanceof PdfName) dictionary.entries.set(key.value, lexer.object())
  }
  const { bytes } = lexer
  for (let at = lexer.at + 1; at < bytes.length; at++) {
    if (bytes[at] !== 0x45 || bytes[at + 1] !== 0x49 || !isSpace(bytes[at - 1] ?? 0)) continue
    const after = bytes[at + 2]
    // What follows the image is text of operators.
    if ((after === undefined || isSpace(after)) && !/[^\t\n\r\x20-\x7e]/.test(latin(bytes.subarray(at + 2, at + 12)))) {
      lexer.at = at + 2
      return dictionary
    }
  }
  lexer.at = bytes.length
  return dictionary
}
