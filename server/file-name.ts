import { create } from 'content-disposition'

const MOST_CHARACTERS = 80

/** Makes a file name that is valid on every operating system. */
export function safeFileName(name: string, extension = 'pdf'): string {
  return `${safeName(name)}.${extension}`
}

/** The same without an extension, for folders too. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    // Control and format characters (bidi overrides can disguise an extension), separators, and what Windows or URLs reserve.
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*%]/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain]
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(short)
  return short === '' || isReserved ? 'document' : short
}

/** The value of a Content-Disposition header; names beyond Latin-1 are encoded per RFC 8187, with a fallback for old clients. */
export function disposition(type: 'attachment' | 'inline', fileName: string): string {
  return create(fileName, { type })
}

/** The media type of a generated file. */
export function mediaTypeOf(fileName: string): string {
  return fileName.endsWith('.zip') ? 'application/zip' : 'application/pdf'
}
