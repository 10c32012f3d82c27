// Contract of the box stage: what the content of a margin box may ask of its page.
import type { SumsOfPage } from '../bind/bound.ts'
import type { Decimal } from '../decimal.ts'
import type { Image } from '../image/image.ts'
import type { Style } from '../style/style.ts'
import type { CounterStyle } from '../style/value.ts'
import type { Box } from './box.ts'

/** What generated content of a margin box may ask of the page it stands on. */
export interface PageContext {
  /** The `page` and `pages` counters. */
  readonly page: number
  readonly pages: number
  /** Other counters, as `@page` changes them from page to page; 0 for one that it does not change. */
  counter(name: string): number
  /** First and last page of the document, or of its part in a merge. */
  readonly isFirst: boolean
  readonly isLast: boolean
  /** The named string as this page shows it (`string-set`); empty before its first assignment. */
  string(name: string, position: StringPosition): string
  /** The running element this page shows; undefined before its first occurrence. */
  running(name: string, position: StringPosition): Box | undefined
  /** Page number on which an `id` stands. */
  pageOf(id: string): number | undefined
  /** The number of a footnote, by its page. */
  noteNumber(note: number): number
  readonly sums: SumsOfPage
  /** A sum as CSS content asks for it. */
  formatSum(value: Decimal, format: string): string
  image(url: string): Image | undefined
  readonly counterStyles: ReadonlyMap<string, CounterStyle>
  /** What anonymous boxes inherit from where nothing is inherited: `StyledDocument.initial`. */
  readonly initial: Style
}

export type StringPosition = 'first' | 'start' | 'last' | 'first-except'
