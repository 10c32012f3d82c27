import { create } from 'content-disposition'

const MOST_CHARACTERS = 80

/** A file name that any system takes, made of a template's name. */
export function safeFileName(name: string, extension = 'pdf'): string {
  return `${safeName(name)}.${extension}`
}

/** The same without an extension: of a folder, say. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    // Control and formatting characters (the latter can turn the text around), what Windows or a shell forbids, separators.
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*%]/gu, ' ')
    .replace(/\s+/g, ' ')
  const short = [...plain]
    .slice(0, MOST_CHARACTERS)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '')
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(short)
  return short === '' || isReserved ? 'document' : short
}

/** The value of a Content-Disposition header; other scripts are encoded per RFC 8187 with a plain fallback. */
export function disposition(type: 'attachment' | 'inline', fileName: string): string {
  return create(fileName, { type })
}
