// Ruby (CSS Ruby 1 §4).
import type { Style } from '../style.ts'
import { keywords, type Parser, spaceList } from './values.ts'

/** One level of annotations alternates with nothing, and stands over the line; between characters is over as well, as no browser has it yet. */
export const rubyPosition: Parser<Style['rubyPosition']> = (c) => {
  if (c.keyword('inter-character') !== undefined) return 'over'
  const names = spaceList(keywords('alternate', 'over', 'under'))(c)
  if (names === undefined || new Set(names).size < names.length) return undefined
  if (names.includes('over') && names.includes('under')) return undefined
  return names.includes('under') ? 'under' : 'over'
}
