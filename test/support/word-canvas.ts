// A canvas that records the place of every painted word.

import type { GlyphRun } from '../../engine/font/font.ts'
import { concatMatrix, IDENTITY, type Matrix, type Size } from '../../engine/geometry.ts'
import type { GlyphPaint } from '../../engine/paint/canvas.ts'
import { ListCanvas, textOf } from './list-canvas.ts'

/** `x` and `y` of the word's baseline on the sheet, and the end of its text, which may run down or up. Pages from 0. */
export interface PaintedWord {
  readonly text: string
  readonly page: number
  readonly x: number
  readonly right: number
  readonly y: number
  readonly endY: number
}

export class WordCanvas extends ListCanvas {
  /** A broken word is recorded at its start. */
  readonly words: PaintedWord[] = []
  /** Parts of words that are broken, and whole words. */
  readonly pieces: PaintedWord[] = []
  readonly sheets: Size[] = []
  #page = -1
  #matrix: Matrix = IDENTITY
  readonly #saved: Matrix[] = []
  /** The end of the last painted part of each run, and the word at its end. */
  readonly #ends = new Map<GlyphRun, { readonly to: number; readonly word: number }>()

  override beginPage(width: number, height: number): void {
    this.#page = this.sheets.length
    this.sheets.push({ width, height })
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
    const before = this.#ends.get(paint.run)
    const isBroken = before?.to === paint.from && /^\S/.test(text)
    for (const match of text.matchAll(/\S+/g)) {
      const from = paint.x + match.index * paint.fontSize
      const to = from + match[0].length * paint.fontSize
      const [x, right] = [from, to].map((at) => a * at + c * paint.baseline + e) as [number, number]
      const [y, endY] = [from, to].map((at) => b * at + d * paint.baseline + f) as [number, number]
      const piece = { text: match[0], page: this.#page, x, right, y, endY }
      this.pieces.push(piece)
      if (isBroken && match.index === 0) this.#prolong(before.word, piece)
      else this.#add(piece)
    }
    if (/\S$/.test(text))
      this.#ends.set(paint.run, { to: paint.to, word: isBroken && !/\s/.test(text) ? before.word : this.words.length - 1 })
    else this.#ends.delete(paint.run)
  }

  /** The line before ended within the word. */
  #prolong(index: number, { text }: PaintedWord): void {
    const word = this.words[index]!
    this.words[index] = { ...word, text: word.text + text }
  }

  /** A text that ends in a colon goes on with what stands right behind it: a value set apart. */
  #add(word: PaintedWord): void {
    const last = this.words[this.words.length - 1]
    const isSamePlace = last?.page === word.page && isJoined(Math.abs(last.right - word.x), Math.abs(last.endY - word.y))
    if (last === undefined || !isSamePlace || !last.text.endsWith(':')) this.words.push(word)
    else this.words[this.words.length - 1] = { ...last, text: last.text + word.text, right: word.right, endY: word.endY }
  }
}

/** One stands at the end of the other in the line, and hardly above or below it. */
function isJoined(x: number, y: number): boolean {
  return Math.min(x, y) < 0.05 && Math.max(x, y) < 2
}
