// `data:` URLs (RFC 2397, as the WHATWG fetch standard reads them).

/** The bytes of a data URL; undefined when it is malformed. The media type is ignored: the format of a picture is detected by its first bytes. */
export function parseDataUrl(url: string): Uint8Array | undefined {
  const comma = url.indexOf(',')
  if (comma === -1) return undefined
  const isBase64 = /;\s*base64\s*$/i.test(url.slice(5, comma))
  const body = url.slice(comma + 1)
  return isBase64 ? base64Bytes(body.includes('%') ? latin1(percentBytes(body)) : body) : percentBytes(body)
}

/** White space is dropped and padding may be missing; undefined for any other invalid character. */
function base64Bytes(text: string): Uint8Array | undefined {
  const plain = /\s/.test(text) ? text.replace(/\s+/g, '') : text
  const unpadded = plain.replace(/={1,2}$/, '')
  if (unpadded.length % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(unpadded)) return undefined
  return new Uint8Array(Buffer.from(unpadded, 'base64'))
}

/** Invalid escapes are kept literally. */
function percentBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8')
  const result = new Uint8Array(bytes.length)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const value = bytes[i] === 0x25 ? hexPair(bytes[i + 1], bytes[i + 2]) : undefined
    if (value !== undefined) i += 2
    result[length++] = value ?? bytes[i]! // i < length
  }
  return result.subarray(0, length)
}

function hexPair(high: number | undefined, low: number | undefined): number | undefined {
  const one = hexDigit(high)
  const two = hexDigit(low)
  return one === undefined || two === undefined ? undefined : one * 16 + two
}

function hexDigit(code: number | undefined): number | undefined {
  if (code === undefined) return undefined
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : undefined
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}
