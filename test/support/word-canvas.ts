// A canvas that notes where every word is painted on its page.
import { concatMatrix, IDENTITY, type Matrix } from '../../engine/geometry.ts'
import type { GlyphPaint } from '../../engine/paint/canvas.ts'
import { ListCanvas, textOf } from './list-canvas.ts'

/** `x` and `y` of the word's baseline on the sheet, and where its text ends. Pages from 0. */
export interface PaintedWord {
  readonly text: string
  readonly page: number
  readonly x: number
  readonly right: number
  readonly y: number
}

export class WordCanvas extends ListCanvas {
  readonly words: PaintedWord[] = []
  pages = 0
  #page = -1
  #matrix: Matrix = IDENTITY
  readonly #saved: Matrix[] = []

  override beginPage(): void {
    this.#page = this.pages++
    this.#matrix = IDENTITY
  }
  override endPage(): void {}
  override beginLayer(pageIndex: number): void {
    this.#page = pageIndex
    this.#matrix = IDENTITY
  }
  override endLayer(): void {}
  override save(): void {
    this.#saved.push(this.#matrix)
  }
  override restore(): void {
    this.#matrix = this.#saved.pop() ?? IDENTITY
  }
  override transform(matrix: Matrix): void {
    this.#matrix = concatMatrix(matrix, this.#matrix)
  }

  /** Glyphs are one em wide. */
  override glyphs(paint: GlyphPaint): void {
    const [a, b, c, d, e, f] = this.#matrix
    const text = textOf(paint.run, paint.from, paint.to)
    for (const match of text.matchAll(/\S+/g)) {
      const from = paint.x + match.index * paint.fontSize
      const [x, right] = [from, from + match[0].length * paint.fontSize].map((at) => a * at + c * paint.baseline + e) as [number, number]
      this.#add({ text: match[0], page: this.#page, x, right, y: b * from + d * paint.baseline + f })
    }
  }

  /** A text that ends in a colon goes on with what stands right behind it: a value set apart. */
  #add(word: PaintedWord): void {
    const last = this.words[this.words.length - 1]
    const isSamePlace = last?.page === word.page && Math.abs(last.right - word.x) < 0.05 && Math.abs(last.y - word.y) < 2
    if (last === undefined || !isSamePlace || !last.text.endsWith(':')) this.words.push(word)
    else this.words[this.words.length - 1] = { ...last, text: last.text + word.text, right: word.right }
  }
}
