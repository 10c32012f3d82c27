// The width that an image of several files is meant to have (HTML §4.8.4.3.8): the first entry of `sizes` whose media condition matches, else all of the viewport.
import type { Size } from '../../geometry.ts'
import { type Component, parseComponents, splitAtCommas } from '../syntax/tokens.ts'
import { Cursor, length } from '../values/values.ts'
import { matchesCondition } from './conditions.ts'
import { neutralEnvironment } from './declarations.ts'

/** Reads the text of a `sizes` attribute; in points. `media` is the page area of media queries. Font-relative units refer to the initial font. */
export function sourceSizeReader(media: Size, viewport: Size): (sizes: string) => number {
  return (sizes) => {
    for (const entry of splitAtCommas(parseComponents(sizes))) {
      const size = sizeOf(entry, media, viewport)
      if (size !== undefined) return size
    }
    return viewport.width
  }
}

/** The last component is the width, what comes before it the condition. */
function sizeOf(items: readonly Component[], media: Size, viewport: Size): number | undefined {
  const size = length(new Cursor(items.slice(-1), { ...neutralEnvironment(false), viewport }))
  if (size === undefined || size < 0) return undefined
  const before = items.slice(0, -1)
  return before.length === 0 || matchesCondition(before, media) ? size : undefined
}
