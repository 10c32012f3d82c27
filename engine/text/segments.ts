// Problem: V8 looks at the whole text again for every segment that `Intl.Segmenter` gives (as of Node 20): 64,000 characters take seconds.
// Approach: pieces of a few hundred characters. What is left of a piece after its last sure boundary begins the next one: no rule of UAX #29
// looks back past a boundary, and so many characters before the end of a piece nothing behind it matters to what a dictionary finds.
// Limits: a segment longer than a piece makes the piece longer.

const PIECE = 512
/** Words of a dictionary are looked for three ahead. */
const LOOKAHEAD = 128

/** Offsets at which segments begin, in order. */
export function* segmentStarts(segmenter: Intl.Segmenter, text: string): Generator<number, undefined> {
  if (text !== '') yield 0
  let from = 0
  for (let length = PIECE; from < text.length; ) {
    const isLast = from + length >= text.length
    const sure = isLast ? length : length - LOOKAHEAD
    let next = 0
    for (const { index } of segmenter.segment(text.slice(from, from + length))) {
      if (index > sure) break
      if (index > 0) yield from + index
      next = index
    }
    if (isLast) return undefined
    // The piece after this one begins with the segment that may reach further, which is yielded already.
    if (next === 0) length *= 2
    else {
      from += next
      length = PIECE
    }
  }
  return undefined
}
