// Small questions about texts.

/** A name, whose characters stand for bytes, is UTF-8. */
export function isUtf8(name: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'))
    return true
  } catch (thrown) {
    if (thrown instanceof TypeError) return false
    throw thrown
  }
}
