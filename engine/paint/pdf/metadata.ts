// Metadata of a PDF, as an information dictionary and as XMP. Dates come from the caller or are absent.
import type { DocumentMetadata } from '../canvas.ts'
import { type PdfDictionary, type PdfText, pdfText } from './objects.ts'

const PRODUCER = 'Platen'

export function informationDictionary(metadata: DocumentMetadata): PdfDictionary {
  const entries: Record<string, PdfText> = { Producer: pdfText(PRODUCER) }
  const put = (key: string, value: string | undefined): void => {
    if (value !== undefined && value !== '') entries[key] = pdfText(value)
  }
  put('Title', metadata.title)
  put('Author', metadata.author)
  put('Subject', metadata.subject)
  put('Keywords', metadata.keywords?.join(', '))
  put('Creator', metadata.creator)
  put('CreationDate', pdfDate(metadata.creationDate))
  return entries
}

/** `D:20260131120000Z`; undefined for an invalid date. */
export function pdfDate(iso: string | undefined): string | undefined {
  const date = parseDate(iso)
  return date === undefined
    ? undefined
    : `D:${date
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replace(/[-:T]/g, '')}`
}

function parseDate(iso: string | undefined): Date | undefined {
  if (iso === undefined) return undefined
  // A time without a zone is UTC, not local time of the machine.
  const date = new Date(/T.*(Z|[+-]\d\d:?\d\d)$/i.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** The XMP packet: the same metadata, escaped, and further descriptions. */
export function xmpPacket(metadata: DocumentMetadata, more: readonly string[] = []): string {
  const lines = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">',
    '<dc:format>application/pdf</dc:format>',
    alternative('dc:title', metadata.title),
    sequence('dc:creator', metadata.author),
    alternative('dc:description', metadata.subject),
    simple('pdf:Keywords', metadata.keywords?.join(', ')),
    simple('xmp:CreatorTool', metadata.creator),
    simple(
      'xmp:CreateDate',
      parseDate(metadata.creationDate)
        ?.toISOString()
        .replace(/\.\d+Z$/, 'Z'),
    ),
    simple('pdf:Producer', PRODUCER),
    '</rdf:Description>',
    ...more,
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ]
  return lines.filter((line) => line !== '').join('\n')
}

function simple(tag: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : `<${tag}>${escapeXml(value)}</${tag}>`
}

function alternative(tag: string, value: string | undefined): string {
  return value === undefined || value === ''
    ? ''
    : `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(value)}</rdf:li></rdf:Alt></${tag}>`
}

function sequence(tag: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : `<${tag}><rdf:Seq><rdf:li>${escapeXml(value)}</rdf:li></rdf:Seq></${tag}>`
}

/** Characters that XML does not allow are dropped; lone surrogates become the replacement character. */
function escapeXml(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
