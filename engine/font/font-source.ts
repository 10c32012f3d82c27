// What a font file says of itself.
import { error, InputError } from '../diagnostic.ts'
import { openFace } from './face.ts'
import type { FontSource } from './font.ts'
import { FontError } from './font-error.ts'
import { fontsIn } from './sfnt.ts'

/** A font file under the family, weight and style that it gives itself; the first font of a collection. Throws InputError when it cannot be read. */
export function fontSource(data: Uint8Array): FontSource {
  return readable(() => sourceAt(data, 0))
}

/** The same of every font in the file: several of a collection. Throws InputError when one cannot be read. */
export function fontSources(data: Uint8Array): readonly FontSource[] {
  return readable(() => Array.from({ length: fontsIn(data) }, (_, index) => sourceAt(data, index)))
}

/** Where the font of this PostScript name is in a collection; undefined when it is not in it, or cannot be read. */
export function indexOfFont(data: Uint8Array, postscriptName: string): number | undefined {
  for (let index = 0; index < fontsIn(data); index++) {
    try {
      if (openFace(data, index).postscriptName === postscriptName) return index
    } catch (thrown) {
      if (!(thrown instanceof FontError)) throw thrown
    }
  }
  return undefined
}

function sourceAt(data: Uint8Array, index: number): FontSource {
  const { family, weight, style, axes } = openFace(data, index)
  const axis = axes.find(({ tag }) => tag === 'wght')
  const place = index === 0 ? {} : { index }
  return { family, style, data, ...place, ...(axis === undefined ? { weight } : { weight: axis.min, maxWeight: axis.max }) }
}

function readable<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof FontError) throw new InputError([error('bad-font', undefined, thrown.message)])
    throw thrown
  }
}
