// Contract of the style stage: what `@page` rules select, pages and their margin boxes.

export type MarginBoxName =
  | 'top-left-corner'
  | 'top-left'
  | 'top-center'
  | 'top-right'
  | 'top-right-corner'
  | 'right-top'
  | 'right-middle'
  | 'right-bottom'
  | 'bottom-right-corner'
  | 'bottom-right'
  | 'bottom-center'
  | 'bottom-left'
  | 'bottom-left-corner'
  | 'left-bottom'
  | 'left-middle'
  | 'left-top'

/** The page properties that `@page` selectors match. `number` counts from 1 in the document, `inGroup` in the pages of an element with `page`. */
export interface PageSelector {
  readonly name: string
  readonly number: number
  readonly inGroup: number
  readonly side: 'left' | 'right'
  readonly isFirst: boolean
  readonly isBlank: boolean
}

/** Degrees that a reader turns a page by, clockwise. */
export type PageRotation = 0 | 90 | 270
