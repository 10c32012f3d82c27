// Values of `border-image-*`.

import type { BorderImage, BorderImageRepeat } from '../value.ts'
import { fourSides } from './shapes.ts'
import { either, keywords, nonNegative, nonNegativeLength, nonNegativeNumber, type Parser, percentage, spaceList } from './values.ts'

const offset: Parser<BorderImage['slice'][0]> = (c) => {
  const pixels = c.try(nonNegativeNumber)
  if (pixels !== undefined) return { kind: 'pixels', value: pixels }
  const percent = percentage(c)
  return percent === undefined || percent < 0 ? undefined : { kind: 'percent', value: percent }
}

export interface BorderImageSlice {
  readonly edges: BorderImage['slice']
  /** `fill`: the middle of the image is drawn too. */
  readonly isFilled: boolean
}

/** One to four offsets, with `fill` before or after. */
export const borderImageSlice: Parser<BorderImageSlice> = (c) => {
  const isBefore = c.keyword('fill') !== undefined
  const edges = fourSides(spaceList(offset)(c))
  const isFilled = isBefore || c.keyword('fill') !== undefined
  return edges && { edges, isFilled }
}

type Factor = { readonly kind: 'factor'; readonly value: number }
/** A bare number multiplies the border's width. */
const factor: Parser<Factor> = (c) => {
  const value = nonNegativeNumber(c)
  return value === undefined ? undefined : { kind: 'factor', value }
}

export const borderImageWidth: Parser<BorderImage['width']> = (c) =>
  fourSides(
    spaceList(either<Factor, BorderImage['width'][0]>(factor, either<'auto', BorderImage['width'][0]>(keywords('auto'), nonNegative)))(c),
  )

export const borderImageOutset: Parser<BorderImage['outset']> = (c) =>
  fourSides(spaceList(either<Factor, number>(factor, nonNegativeLength))(c))

export const borderImageRepeat: Parser<BorderImage['repeat']> = (c) => {
  const one = keywords<BorderImageRepeat>('stretch', 'repeat', 'round', 'space')
  const x = one(c)
  return x && { x, y: c.try(one) ?? x }
}
