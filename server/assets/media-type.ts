// Finds the type of an asset. Its bytes decide; the Content-Type and the extension of its name must agree with them.
import { isUtf8 } from 'node:buffer'
import { ApiError } from '../errors.ts'
import { ASSET_TYPES, type AssetType, UNDECLARED } from './media-types.data.ts'

interface Upload {
  readonly name: string
  /** The Content-Type as sent; empty when absent. */
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Throws 415 when bytes, Content-Type and extension do not agree, or are of a type that templates cannot use. */
export function assetTypeOf({ name, contentType, bytes }: Upload): AssetType {
  const declared = declaredType(contentType)
  const named = ASSET_TYPES.find(({ extensions }) => extensions.includes(extensionOf(name)))
  const wanted = declared ?? named
  const recognised = ASSET_TYPES.filter(({ signature }) => signature !== 'text' && signature(bytes))
  if (wanted === undefined) {
    const [only] = recognised
    if (only === undefined) throw unsupported(`the type of the asset cannot be told: send a Content-Type, such as ${shownTypes()}`)
    return only
  }
  if (declared !== undefined && named !== undefined && declared !== named && !areAlike(declared, named))
    throw unsupported(`the Content-Type is ${declared.mediaType}, but the name ends with ".${extensionOf(name)}" (${named.mediaType})`)
  const type = named ?? wanted
  if (type.signature === 'text') checkText(type, recognised[0], bytes)
  else if (!recognised.includes(type)) throw unsupported(`the bytes are ${describe(recognised[0], bytes)}, not ${type.mediaType}`)
  return type
}

/** The media type of a header without its parameters. Undefined when the header says nothing. */
function declaredType(contentType: string): AssetType | undefined {
  const [plain = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (UNDECLARED.includes(plain)) return undefined
  const type = ASSET_TYPES.find(({ mediaType, aliases }) => mediaType === plain || aliases.includes(plain))
  if (type === undefined) throw unsupported(`an asset cannot be of type ${JSON.stringify(plain.slice(0, 80))}; types are ${shownTypes()}`)
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  if (charset !== undefined && !/^"?(utf-?8|us-ascii)"?$/.test(charset)) throw unsupported('text must be encoded as UTF-8')
  return type
}

/** One format under two names: TrueType outlines are allowed in `.otf` files. */
function areAlike(a: AssetType, b: AssetType): boolean {
  return a.signature === b.signature && a.signature !== 'text'
}

function checkText(type: AssetType, recognised: AssetType | undefined, bytes: Uint8Array): void {
  // A page may consist of one drawing.
  if (recognised !== undefined && !(type.family === 'html' && recognised.mediaType === 'image/svg+xml'))
    throw unsupported(`the bytes are ${recognised.mediaType}, not ${type.mediaType}`)
  if (!isUtf8(bytes)) throw new ApiError('invalid_encoding', 'the asset is not valid UTF-8')
  if (bytes.includes(0)) throw unsupported(`the bytes are not ${type.mediaType}: they contain NUL`)
}

function extensionOf(name: string): string {
  return (/\.([A-Za-z0-9]+)$/.exec(name)?.[1] ?? '').toLowerCase()
}

function describe(type: AssetType | undefined, bytes: Uint8Array): string {
  if (bytes.length === 0) return 'absent'
  return type?.mediaType ?? 'of no known type'
}

function shownTypes(): string {
  return ASSET_TYPES.map(({ mediaType }) => mediaType).join(', ')
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media_type', message)
}
