// What cameras write beside pixels (Exif 2.3): which side is up.

/** Tag 0x0112 of the first directory; 1 (upright) when anything about it is odd. */
export function exifOrientation(body: Uint8Array): number {
  const tiff = isMarked(body) ? body.subarray(6) : body
  if (tiff.length < 8) return 1
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  const isLittle = tiff[0] === 0x49
  if (!isLittle && tiff[0] !== 0x4d) return 1
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > tiff.length) return 1
  const count = view.getUint16(directory, isLittle)
  for (let i = 0; i < count; i++) {
    const at = directory + 2 + i * 12
    if (at + 12 > tiff.length) return 1
    if (view.getUint16(at, isLittle) !== 0x0112) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** JPEG marks the segment by name, WebP's chunk has a name of its own. */
function isMarked(body: Uint8Array): boolean {
  return String.fromCharCode(...body.subarray(0, 6)) === 'Exif\0\0'
}
