// What a font file says of itself.
import { error, InputError } from '../diagnostic.ts'
import { openFace } from './face.ts'
import type { FontSource } from './font.ts'
import { FontError } from './font-error.ts'

/** A font file under the family, weight and style that it gives itself. Throws InputError when it cannot be read. */
export function fontSource(data: Uint8Array): FontSource {
  try {
    const { family, weight, style, axes } = openFace(data)
    const axis = axes.find(({ tag }) => tag === 'wght')
    return { family, style, data, ...(axis === undefined ? { weight } : { weight: axis.min, maxWeight: axis.max }) }
  } catch (thrown) {
    if (thrown instanceof FontError) throw new InputError([error('bad-font', undefined, thrown.message)])
    throw thrown
  }
}
