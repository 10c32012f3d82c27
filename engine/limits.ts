import { error, InputError } from './diagnostic.ts'

/** Budgets on what one render may use. Each breach is a coded error (`limit-…`), or a warning where the document is whole without; never a crash. */
export interface Limits {
  /** Bytes of template source. */
  readonly templateBytes: number
  /** Bytes of all style sheets of a template. */
  readonly cssBytes: number
  /** Nesting of elements, boxes and blocks. */
  readonly depth: number
  /** Elements and texts of a template, and those alive at once in a document (streamed rows come and go). Long texts count as several. */
  readonly nodes: number
  readonly pages: number
  /** Items of all repeats together. */
  readonly rows: number
  /** Expression evaluations; and boxes visited to end one page. */
  readonly steps: number
  /** Pixels of one image, read from its header before decoding. */
  readonly imagePixels: number
  /** Decoded bytes of all images of a document. */
  readonly imageBytes: number
  /** Bytes of all fonts that a document brings along, once they are unpacked. Fonts beyond are left out, with a warning. */
  readonly fontBytes: number
  /** Bytes of the finished PDF. */
  readonly outputBytes: number
  /**
   * What is painted for the shadows of a document. A box shadow is 40 to 200 (by its blur), a line of text 150 for each sharp shadow and some 2,000 for a
   * blurred one. Shadows beyond are left out, with a warning.
   */
  readonly shadows: number
}

/** So many characters of a text count as one node. */
export const CHARACTERS_A_NODE = 32

export const DEFAULT_LIMITS: Limits = Object.freeze({
  templateBytes: 2 * 1024 * 1024,
  cssBytes: 2 * 1024 * 1024,
  depth: 256,
  nodes: 250_000,
  pages: 2_000,
  rows: 10_000_000,
  steps: 50_000_000,
  imagePixels: 25_000_000,
  imageBytes: 400 * 1024 * 1024,
  fontBytes: 128 * 1024 * 1024,
  outputBytes: 100 * 1024 * 1024,
  shadows: 400_000,
})

export function tooManyNodes({ nodes }: Limits): InputError {
  return new InputError([
    error('limit-nodes', undefined, `the document has more than ${nodes} nodes`, 'raise limits.nodes, or render less at once'),
  ])
}
