// The font packs of one document, in the order in which they are asked.
import type { FontPack } from './font.ts'

const ORDERS_KEPT = 100

export class PackList {
  /** Packs of pictures. */
  readonly emoji: readonly FontPack[]
  readonly #texts: readonly FontPack[]
  readonly #all: readonly FontPack[]
  readonly #orders = new Map<string, readonly FontPack[]>()

  /** `locale` decides for texts whose language is none of a pack's. */
  constructor(packs: readonly FontPack[], locale: string) {
    const texts = packs.filter(({ kind }) => kind === 'text')
    this.#all = packs
    this.emoji = packs.filter(({ kind }) => kind === 'emoji')
    this.#texts = inOrder(texts, locale)
  }

  /** Packs of letters: those of the language first. */
  inOrder(language: string): readonly FontPack[] {
    let order = this.#orders.get(language)
    if (order === undefined) {
      if (this.#orders.size >= ORDERS_KEPT) this.#orders.clear()
      this.#orders.set(language, (order = inOrder(this.#texts, language)))
    }
    return order
  }

  /** Languages with equal keys have the same order. */
  keyOf(language: string): string {
    return this.#texts.length === 0 || language === '' ? '' : (this.inOrder(language)[0]?.family ?? '')
  }

  /** The pack of this family name, if it is there. */
  installed(family: string): FontPack | undefined {
    const wanted = family.toLowerCase()
    return this.#all.find((pack) => pack.family.toLowerCase() === wanted && pack.open().length > 0)
  }

  /** What would help to show a cluster; general when no absent pack would. */
  hintFor(cluster: string): string {
    const codePoints = [...cluster].map((c) => c.codePointAt(0) ?? 0)
    const serves = ({ ranges }: FontPack): boolean => codePoints.every((c) => ranges.some(([from, to]) => c >= from && c <= to))
    const absent = [...this.#texts, ...this.emoji].find((pack) => pack.open().length === 0 && serves(pack))
    return absent?.hint ?? 'add a font that has it'
  }
}

/** Longer prefixes are better matches; equals keep their order. */
function inOrder(packs: readonly FontPack[], language: string): readonly FontPack[] {
  const wanted = `${language.toLowerCase()}-`
  const rankOf = ({ languages }: FontPack): number =>
    Math.max(0, ...languages.filter((prefix) => wanted.startsWith(`${prefix}-`)).map((prefix) => prefix.length))
  return packs
    .map((pack) => ({ pack, rank: rankOf(pack) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ pack }) => pack)
}
