// The types of assets: how each is recognised by its bytes, and which extensions and Content-Types name it.

/** How the bytes of a type begin, or `text` for those that no bytes tell apart. */
export type Signature = 'text' | ((bytes: Uint8Array) => boolean)

export interface AssetType {
  readonly mediaType: string
  /** Other Content-Types that name it. */
  readonly aliases: readonly string[]
  readonly extensions: readonly string[]
  readonly signature: Signature
  /** Fonts and pictures are parsed before they are stored. */
  readonly family: 'picture' | 'font' | 'pdf' | 'css' | 'html'
}

const starts =
  (...heads: readonly string[]) =>
  (bytes: Uint8Array): boolean =>
    heads.some((head) => latin1(bytes, 0, head.length) === head)
const latin1 = (bytes: Uint8Array, from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1')
/** ISO base media files name their brand at byte 4. */
const isAvif = (bytes: Uint8Array): boolean => /^ftypavi[fs]/.test(latin1(bytes, 4, 12))
/** A root element `svg`, after what may precede it: byte order mark, XML declaration, comments, document type. */
const isSvg = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE\s+svg[^>[]*(?:\[[\s\S]*?\])?\s*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:\w+:)?svg[\s>/]/i.test(latin1(bytes, 0, 64 * 1024))
/** OpenType fonts with TrueType outlines may bear either extension. */
const isOpenType = starts('\0\x01\0\0', 'OTTO', 'true')

export const ASSET_TYPES: readonly AssetType[] = [
  { mediaType: 'image/png', aliases: [], extensions: ['png'], signature: starts('\x89PNG\r\n\x1a\n'), family: 'picture' },
  { mediaType: 'image/jpeg', aliases: ['image/jpg', 'image/pjpeg'], extensions: ['jpg', 'jpeg'], signature: starts('\xff\xd8\xff'), family: 'picture' },
  { mediaType: 'image/gif', aliases: [], extensions: ['gif'], signature: starts('GIF87a', 'GIF89a'), family: 'picture' },
  {
    mediaType: 'image/webp',
    aliases: [],
    extensions: ['webp'],
    signature: (bytes) => latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP',
    family: 'picture',
  },
  { mediaType: 'image/avif', aliases: ['image/avif-sequence'], extensions: ['avif'], signature: isAvif, family: 'picture' },
  { mediaType: 'image/svg+xml', aliases: ['image/svg'], extensions: ['svg'], signature: isSvg, family: 'picture' },
  {
    mediaType: 'font/ttf',
    aliases: ['application/x-font-ttf', 'application/font-ttf', 'application/x-font-truetype', 'application/x-truetype-font', 'font/sfnt', 'application/font-sfnt'],
    extensions: ['ttf'],
    signature: isOpenType,
    family: 'font',
  },
  {
    mediaType: 'font/otf',
    aliases: ['application/x-font-otf', 'application/font-otf', 'application/x-font-opentype', 'application/vnd.ms-opentype', 'font/opentype'],
    extensions: ['otf'],
    signature: isOpenType,
    family: 'font',
  },
  { mediaType: 'font/woff', aliases: ['application/font-woff', 'application/x-font-woff'], extensions: ['woff'], signature: starts('wOFF'), family: 'font' },
  { mediaType: 'font/woff2', aliases: ['application/font-woff2'], extensions: ['woff2'], signature: starts('wOF2'), family: 'font' },
  { mediaType: 'application/pdf', aliases: ['application/x-pdf'], extensions: ['pdf'], signature: starts('%PDF-'), family: 'pdf' },
  { mediaType: 'text/css', aliases: [], extensions: ['css'], signature: 'text', family: 'css' },
  { mediaType: 'text/html', aliases: ['application/xhtml+xml'], extensions: ['html', 'htm', 'xhtml', 'hbs'], signature: 'text', family: 'html' },
]

/** Content-Types that say nothing about the bytes: those of clients that were told none. */
export const UNDECLARED: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-www-form-urlencoded']
