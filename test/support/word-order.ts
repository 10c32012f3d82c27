// Words of extracted texts against words that were written: which of them are missing, in reading order.
/** Scripts that put no spaces between words. */
const UNSPACED = /^(?:zh|ja|th|lo|km|my)\b/
/** Direction marks that readers add, and what stands for nothing. */
const MARKS = /[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00ad]/g

/** Words in NFC; of unspaced scripts as dictionaries cut them, whatever line ends and spaces a reader sees. */
export function wordsOf(text: string, tag: string): readonly string[] {
  const plain = text.normalize('NFC').replace(MARKS, '')
  if (!UNSPACED.test(tag)) return plain.split(/\s+/).filter((word) => word !== '')
  const segmenter = new Intl.Segmenter(tag, { granularity: 'word' })
  return [...segmenter.segment(plain.replace(/\s+/g, ''))].map(({ segment }) => segment)
}

/** Words divided at a line end, put together again as they were written: with their hyphen where it is the author's. */
export function undivided(text: string, written: readonly string[]): string {
  const known = new Set(written)
  const lines = text.replace(MARKS, '').split('\n')
  for (let i = 0; i + 1 < lines.length; i++) {
    const end = /(\S+?)([-\u2010]?)\s*$/.exec(lines[i] ?? '')
    const start = /^\s*(\S+)/.exec(lines[i + 1] ?? '')
    if (end === null || start === null) continue
    const whole = [end[1] + start[1]!, `${end[1]}-${start[1]}`].find((word) => known.has(word))
    if (whole === undefined) continue
    lines[i] = (lines[i] ?? '').slice(0, end.index)
    lines[i + 1] = whole + (lines[i + 1] ?? '').slice(start[0].length)
  }
  // Poppler takes any hyphen at a line end for one that only divides.
  const withoutHyphens = new Map(written.map((word) => [word.replaceAll('-', ''), word]))
  return lines.join('\n').replace(/\S+/g, (word) => (known.has(word) ? word : (withoutHyphens.get(word) ?? word)))
}

/** Words of `wanted` that do not occur in `found` in the same order: those outside of a longest common subsequence. */
export function missingFrom(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const lengths = Array.from({ length: wanted.length + 1 }, () => new Uint16Array(found.length + 1))
  for (let i = wanted.length - 1; i >= 0; i--) {
    for (let j = found.length - 1; j >= 0; j--) {
      lengths[i]![j] = wanted[i] === found[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  const missing: string[] = []
  let [i, j] = [0, 0]
  while (i < wanted.length) {
    if (j < found.length && wanted[i] === found[j]) [i, j] = [i + 1, j + 1]
    else if (j < found.length && lengths[i]![j + 1]! >= lengths[i + 1]![j]!) j++
    else missing.push(wanted[i++]!)
  }
  return missing
}
