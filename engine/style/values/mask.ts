// The values of `mask-*` (CSS Masking 1 §7).

import type { BoxEdge, MaskLayer } from '../value.ts'
import { constant, either, keywords, type Parser } from './values.ts'

/** Boxes of svg content are mapped to the boxes of the element. */
export const maskBox: Parser<BoxEdge> = either<BoxEdge, BoxEdge>(
  keywords('border-box', 'padding-box', 'content-box'),
  either<BoxEdge, BoxEdge>(
    constant('fill-box', 'content-box'),
    either<BoxEdge, BoxEdge>(
      constant('stroke-box', 'border-box'),
      either<BoxEdge, BoxEdge>(constant('view-box', 'border-box'), constant('margin-box', 'border-box')),
    ),
  ),
)
export const maskClip: Parser<BoxEdge | 'no-clip'> = either<'no-clip', BoxEdge>(keywords('no-clip'), maskBox)
export const maskMode: Parser<MaskLayer['mode'] | 'match-source'> = keywords('match-source', 'alpha', 'luminance')

/** Values of the prefixed property. */
const COMPOSITES: Readonly<Record<string, MaskLayer['composite']>> = {
  'source-over': 'add',
  'source-in': 'intersect',
  'source-out': 'subtract',
  xor: 'exclude',
}
export const maskComposite: Parser<MaskLayer['composite']> = (c) => {
  const old = c.keyword('source-over', 'source-in', 'source-out', 'xor')
  return old === undefined ? keywords('add', 'subtract', 'intersect', 'exclude')(c) : COMPOSITES[old]
}
