// Which words of a random document must come before which.

/** What order words have. `parallel`: cells of a row, columns, floats: beside one another. */
export type Order =
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly columnsAreRtl: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Order[] }
  | { readonly kind: 'parallel'; readonly parts: readonly Order[] }
  /** A text with notes or positioned boxes: these may stand on later pages. */
  | { readonly kind: 'noted'; readonly text: Order; readonly notes: readonly Order[] }

/** A part of a document. */
export interface Made {
  readonly html: string
  readonly order: Order
}

export const joined = (parts: readonly Made[]): string => parts.map(({ html }) => html).join('')
export const sequence = (parts: readonly Made[]): Order => ({ kind: 'sequence', parts: parts.map(({ order }) => order) })
export const parallel = (parts: readonly Made[]): Order => ({ kind: 'parallel', parts: parts.map(({ order }) => order) })
export const noted = (text: Order, notes: readonly Made[]): Order => ({ kind: 'noted', text, notes: notes.map(({ order }) => order) })
