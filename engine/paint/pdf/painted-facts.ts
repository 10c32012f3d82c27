// What claims of conformance must know of everything that was painted.

/** Collected while a document is painted. */
export interface PaintedFacts {
  /** A colour of `device-cmyk()`, or a picture in CMYK. */
  usesCmyk: boolean
  /** Graphics states saved within each other. */
  deepestState: number
  /** The shortest and the longest side of a page, in points. */
  shortestSide: number
  longestSide: number
}

export function makePaintedFacts(): PaintedFacts {
  return { usesCmyk: false, deepestState: 0, shortestSide: Number.POSITIVE_INFINITY, longestSide: 0 }
}

export function notePage(facts: PaintedFacts, width: number, height: number): void {
  facts.shortestSide = Math.min(facts.shortestSide, width, height)
  facts.longestSide = Math.max(facts.longestSide, width, height)
}
