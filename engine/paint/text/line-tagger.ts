// Says of the texts of lines where they belong in the structure tree.
import type { Origin } from '../../box/box.ts'
import type { Line, PageNumberItem, TextItem } from '../../layout/laid.ts'
import { rankOf, type Tag } from '../../tag/tag.ts'
import type { PaintedTag } from '../canvas.ts'
import type { PaintContext } from '../context/context.ts'
import type { LineTagging, WholeLine } from '../layers.ts'
import { type LineEnd, lineEnd, ParagraphPlaces, textOfItem } from './line-end.ts'

const MARKER_RANK = -1
/** Of an em: less is kerning. */
const APART = 0.15

export class LineTagger {
  readonly #tagging: LineTagging
  readonly #context: PaintContext
  #origin: Origin | undefined
  #painted: PaintedTag | undefined
  #before: TextItem | undefined
  #places: ParagraphPlaces | undefined
  #isAmong: boolean | undefined

  constructor(tagging: LineTagging, context: PaintContext) {
    this.#tagging = tagging
    this.#context = context
  }

  begin({ origin, isMark }: TextItem): void {
    if (isMark === true) return
    if (this.#origin !== origin) {
      const tag = this.#tagOf(origin)
      this.#origin = origin
      const { marker, isMixed, paragraph } = this.#tagging
      this.#painted = tag && { tag, rank: marker === undefined ? rankOf(origin) : MARKER_RANK, unit: paragraph, isMixed }
    }
    if (this.#painted !== undefined) this.#context.canvas.beginTag(this.#painted)
  }

  end(): void {
    this.#context.canvas.endTag()
  }

  /** Keeps a place for a number that is painted later. */
  reserve({ origin, content }: PageNumberItem): PaintedTag | undefined {
    const tag = this.#tagOf(origin)
    if (tag === undefined) return undefined
    if (content.kind === 'target-counter') this.#context.page.tags?.markReference(origin)
    const painted = { tag, rank: rankOf(origin) }
    const mcid = this.#context.canvas.reserveTag?.(painted)
    return mcid === undefined ? undefined : { ...painted, mcid }
  }

  /** The last text of a line that another follows, and what is between them. */
  lastOf(line: Line, next: Line | undefined): { readonly item: TextItem; readonly end: LineEnd } | undefined {
    const { last, endsWithSpace } = this.#tagging
    if (last === undefined || (line === last && !endsWithSpace && !this.#isAmongText())) return undefined
    const item = line.items.findLast((other) => other.kind === 'text' && other.isMark !== true)
    return item?.kind === 'text' ? { item, end: lineEnd(line, item, next, (other) => this.#isBehindSpace(other)) } : undefined
  }

  #isBehindSpace({ from }: Line): boolean {
    const { paragraph } = this.#tagging
    if (paragraph === undefined) return false
    this.#places ??= new ParagraphPlaces(paragraph)
    return this.#places.isBehindSpace(from)
  }

  #isAmongText(): boolean {
    const { paragraph } = this.#tagging
    return (this.#isAmong ??=
      paragraph !== undefined && paragraph.letter === undefined && this.#context.page.tags?.isAmongText(paragraph) === true)
  }

  /** Whether a text stands away from the one before it, by a margin or a tab on its line, or in a box of its own: then readers need a space. */
  isApart(item: TextItem, whole: WholeLine | undefined): boolean {
    if (item.isMark === true) return false
    const before = whole?.before.get(item) ?? this.#before
    this.#before = item
    if (before === undefined) return this.#tagging.startsWithSpace || this.#isAmongText()
    if (before.baseline !== item.baseline) return false
    const gap = item.x - before.x - before.width
    if (gap < APART * item.fontSize || gap < 0) return false
    return !/\s$/.test(textOfItem(before)) && !/^\s/.test(textOfItem(item))
  }

  #tagOf(origin: Origin): Tag | undefined {
    const { paragraph, marker } = this.#tagging
    return paragraph === undefined ? marker : this.#context.page.tags?.ofText(origin, paragraph)
  }
}
