// Which characters letter spacing stands behind.

/**
 * Not behind characters that have no width and no shape: zero width spaces and joiners, soft hyphens, marks of direction, controls (CSS Text 4 §8.2, and as
 * browsers have it).
 */
export function takesLetterSpacing(code: number): boolean {
  if (code < 0x200b) return code >= 0x20 && code !== 0xad && (code < 0x7f || code > 0x9f)
  return !(code <= 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x2069) || code === 0xfeff)
}
