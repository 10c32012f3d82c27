// Problem: authors of rich text open a block in one text node and close it in another: `{{#if vip}}` **thanks** `{{/if}}`, or in
// paragraphs of their own. Approach: all texts of the document are scanned first and their tags paired in document order; then each
// paragraph, and each list of block nodes, nests the content between its own tags.
import type { Position } from '../../diagnostic.ts'
import { error } from '../../diagnostic.ts'
import { type BlockItem, type BlockTag, nestBlocks, type Pairs, pairBlocks } from '../blocks.ts'
import { type Mustache, scanMustaches } from '../mustache.ts'
import type { SourceBlock, SourcePart } from '../source.ts'
import { childrenOf, type EditorContext, type EditorNode, type PlacedNode, pointerAt } from './node.ts'

/** A piece of one text node: parts without blocks, a block's tag, or the code of a shared part. */
type TextPiece =
  | { readonly kind: 'parts'; readonly parts: readonly SourcePart[] }
  | { readonly kind: 'tag'; readonly tag: BlockTag }
  | { readonly kind: 'partial'; readonly code: string }

const NO_PAIRS: Pairs = { partner: () => undefined, owner: () => undefined }

/** The texts of a document with their tags paired. */
export class EditorTexts {
  readonly #context: EditorContext
  readonly #tags = new Map<EditorNode, readonly Mustache[]>()
  /** Offsets count through all texts; `#starts[i]` is where the text at `#pointers[i]` begins. */
  readonly #starts: number[] = []
  readonly #pointers: string[] = []
  #length = 0
  #pairs = NO_PAIRS

  constructor(roots: readonly PlacedNode[], context: EditorContext) {
    this.#context = context
    for (const root of roots) this.#scan(root)
    const all = [...this.#tags.values()].flat()
    this.#pairs = pairBlocks(all, { locate: this.#locate, reporter: context.reporter, maxDepth: context.limits.depth }) ?? NO_PAIRS
  }

  /** A text node, split at its block tags. */
  pieces(node: EditorNode): readonly TextPiece[] {
    const text = node.text ?? ''
    const pieces: TextPiece[] = []
    let parts: SourcePart[] = []
    let position = 0
    const add = (piece: string): void => {
      if (piece !== '') parts.push({ kind: 'literal', text: piece })
    }
    for (const tag of this.#tags.get(node) ?? []) {
      add(text.slice(position, tag.start))
      position = tag.end
      if (tag.kind === 'literal') add(tag.text)
      else if (tag.kind === 'placeholder')
        parts.push({ kind: 'placeholder', code: tag.code, isRaw: tag.isRaw, at: this.#locate(tag.offset) })
      else {
        if (parts.length > 0) pieces.push({ kind: 'parts', parts })
        parts = []
        pieces.push(tag.kind === 'partial' ? { kind: 'partial', code: tag.code } : { kind: 'tag', tag })
      }
    }
    add(text.slice(position))
    if (parts.length > 0) pieces.push({ kind: 'parts', parts })
    return pieces
  }

  /** The tag of a paragraph that contains one block tag and nothing else: it opens or closes a block of paragraphs. */
  soleTag(node: EditorNode): BlockTag | undefined {
    const sole = this.#solePiece(node)
    return sole?.kind === 'tag' ? sole.tag : undefined
  }

  /** The code of a paragraph that contains one shared part and nothing else: it is replaced by the part. */
  solePartial(node: EditorNode): string | undefined {
    const sole = this.#solePiece(node)
    return sole?.kind === 'partial' ? sole.code : undefined
  }

  #solePiece(node: EditorNode): Exclude<TextPiece, { kind: 'parts' }> | undefined {
    const children = node.content ?? []
    if (node.type !== 'paragraph' || !children.every((child) => child.type === 'text')) return undefined
    let sole: Exclude<TextPiece, { kind: 'parts' }> | undefined
    for (const piece of children.flatMap((child) => this.pieces(child))) {
      if (piece.kind !== 'parts' && sole === undefined) sole = piece
      else if (piece.kind !== 'parts' || !piece.parts.every((part) => part.kind === 'literal' && part.text.trim() === '')) return undefined
    }
    return sole
  }

  nest<Node>(pieces: readonly BlockItem<Node>[], wrap: (block: SourceBlock<Node>) => Node, parent: string): readonly Node[] {
    const { reporter } = this.#context
    return nestBlocks(pieces, wrap, { locate: this.#locate, reporter, pairs: this.#pairs, parent })
  }

  #scan(placed: PlacedNode): void {
    const { node, pointer } = placed
    if (node.type !== 'text') {
      for (const child of childrenOf(placed)) this.#scan(child)
      return
    }
    const text = node.text ?? ''
    this.#starts.push(this.#length)
    this.#pointers.push(`${pointer}/text`)
    if (text.includes('{{')) this.#tags.set(node, this.#scanText(text, this.#length))
    this.#length += text.length
  }

  #scanText(text: string, start: number): readonly Mustache[] {
    const { tags, errors } = scanMustaches(text)
    for (const { offset, message, hint } of errors) {
      this.#context.reporter.report(error('template-syntax', this.#locate(start + offset), message, hint))
    }
    const open = tags.find((tag) => tag.kind === 'open' && tag.isPartial === true)
    if (open !== undefined) {
      const message = 'a shared part cannot enclose texts of an editor document'
      this.#context.reporter.report(
        error('template-syntax', this.#locate(start + open.offset), message, 'write {{> name}}, or use a rawHtml node'),
      )
    }
    return tags.map((tag) => ({ ...tag, offset: start + tag.offset }))
  }

  readonly #locate = (offset: number): Position => {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return pointerAt(this.#pointers[low] ?? '')
  }
}
