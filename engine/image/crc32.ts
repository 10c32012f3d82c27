// CRC-32 of PNG (ISO 15948 annex D).

let table: Uint32Array | undefined

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c
  })
}

export function crc32(bytes: Uint8Array): number {
  // A process whose documents have no PNG needs none.
  const row = (table ??= makeTable())
  let crc = 0xffffffff
  for (let i = 0; i < bytes.length; i++) crc = row[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
