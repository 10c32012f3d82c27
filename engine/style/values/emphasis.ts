// Emphasis marks (CSS Text Decoration 4 §3).
import type { Style } from '../style.ts'
import { keywords, type Parser, spaceList, text } from './values.ts'

/** Characters of the shapes, filled and open (§3.1). */
const SHAPES = {
  dot: ['\u2022', '\u25e6'],
  circle: ['\u25cf', '\u25cb'],
  'double-circle': ['\u25c9', '\u25ce'],
  triangle: ['\u25b2', '\u25b3'],
  sesame: ['\ufe45', '\ufe46'],
} as const

type Shape = keyof typeof SHAPES

const isShape = (name: string): name is Shape => Object.hasOwn(SHAPES, name)

/** A string's first character is the mark. `filled` or `open` alone are dots, as in browsers. */
export const textEmphasisStyle: Parser<Style['textEmphasisStyle']> = (c) => {
  if (c.keyword('none') !== undefined) return 'none'
  const string = c.try(text)
  if (string !== undefined) return firstCharacter(string)
  const names = spaceList(keywords('filled', 'open', 'dot', 'circle', 'double-circle', 'triangle', 'sesame'))(c)
  const shapes = names?.filter(isShape)
  if (names === undefined || shapes === undefined || shapes.length > 1 || names.length - shapes.length > 1) return undefined
  return { mark: SHAPES[shapes[0] ?? 'dot'][names.includes('open') ? 1 : 0] }
}

function firstCharacter(string: string): Style['textEmphasisStyle'] {
  const [first] = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(string)
  return first === undefined ? 'none' : { mark: first.segment }
}

export const textEmphasisPosition: Parser<Style['textEmphasisPosition']> = (c) => {
  if (c.keyword('auto') !== undefined) return 'over'
  const names = spaceList(keywords('over', 'under', 'right', 'left'))(c)
  const lines = names?.filter((name): name is 'over' | 'under' => name === 'over' || name === 'under')
  const [line, second] = lines ?? []
  if (names === undefined || line === undefined || second !== undefined || names.length > 2) return undefined
  return names.includes('left') ? `${line} left` : line
}
