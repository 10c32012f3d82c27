// Lines of text: inline nodes and their marks become nested elements.

import { addAll } from '../../collections/lists.ts'
import type { Position } from '../../diagnostic.ts'
import type { BlockItem } from '../blocks.ts'
import type { SourceBlock, SourceElement, SourceNode } from '../source.ts'
import { codeImageCode, variableParts } from './code.ts'
import { leafNodes } from './leaf.ts'
import {
  attrOf,
  childrenOf,
  type EditorContext,
  type EditorMark,
  element,
  fontFamily,
  lengthAttr,
  lineHeight,
  type PlacedNode,
  partsOf,
  placeholder,
  pointerAt,
  styleText,
  textAttr,
  textNode,
} from './node.ts'
import { withFallback } from './palette.ts'
import type { RawHtml } from './raw.ts'
import type { EditorTexts } from './text.ts'

/** The nodes for one inline node, before the elements of its marks are put around them. */
type Leaf =
  | { readonly kind: 'leaf'; readonly marks: readonly PlacedMark[]; readonly nodes: readonly SourceNode[] }
  | { readonly kind: 'block'; readonly block: SourceBlock<Leaf> }

interface PlacedMark {
  readonly mark: EditorMark
  readonly pointer: string
  /** Adjacent nodes with equal keys share one element. */
  readonly key: string
}

export interface InlineContext extends EditorContext {
  readonly texts: EditorTexts
  readonly rawHtml: RawHtml
}

/** The content of a paragraph, heading or code block. */
export function inlineNodes(parent: PlacedNode, context: InlineContext): readonly SourceNode[] {
  const pieces = childrenOf(parent).flatMap((child) => leafPieces(child, context))
  const leaves = context.texts.nest<Leaf>(pieces, (block) => ({ kind: 'block', block }), `this ${parent.node.type}`)
  return marked(leaves, 0, context)
}

function leafPieces(placed: PlacedNode, context: InlineContext): BlockItem<Leaf>[] {
  const marks = (placed.node.marks ?? []).map(
    (mark): PlacedMark => ({ mark, pointer: mark.pointer, key: JSON.stringify([mark.type, mark.attrs]) }),
  )
  const leaf = (nodes: readonly SourceNode[]): BlockItem<Leaf> => ({ kind: 'node', node: { kind: 'leaf', marks, nodes } })
  if (placed.node.type !== 'text') return [leaf(inlineNode(placed, context))]
  const at = pointerAt(`${placed.pointer}/text`)
  return context.texts.pieces(placed.node).map((piece) => {
    if (piece.kind === 'tag') return piece
    return leaf(piece.kind === 'parts' ? [textNode(piece.parts, at)] : context.rawHtml.partial(piece.code, at))
  })
}

function inlineNode(placed: PlacedNode, context: InlineContext): readonly SourceNode[] {
  const { node, pointer } = placed
  const at = pointerAt(pointer)
  switch (node.type) {
    case 'hardBreak':
      return [element('br', {}, [], at)]
    case 'variable':
      return [textNode(variableParts(node, pointerAt(`${pointer}/attrs/name`)), at)]
    case 'pageNumber':
      return [element('span', { class: 'platen-page-number' }, [], at)]
    case 'pageCount':
      return [element('span', { class: 'platen-page-count' }, [], at)]
    case 'image':
      return [imageElement(placed, context)]
    case 'qrcode':
    case 'barcode':
      return codeImage(placed, 'span', context)
    case 'rawHtml':
      return context.rawHtml.nodes(placed)
    case 'footnote':
      return [element('span', { class: 'platen-footnote' }, inlineNodes(placed, context), at)]
    default:
      return leafNodes(placed, context)
  }
}

export function imageElement({ node, pointer }: PlacedNode, context: EditorContext): SourceElement {
  const style = styleText([
    ['width', lengthAttr(node, 'width')],
    ['height', lengthAttr(node, 'height')],
  ])
  const src = partsOf(node, 'src', pointer, context)
  const alt = partsOf(node, 'alt', pointer, context) ?? []
  return element('img', { src, alt, style }, [], pointerAt(pointer))
}

/** A QR code or barcode, in an element that positions it. */
export function codeImage({ node, pointer }: PlacedNode, tag: 'span' | 'div', context: EditorContext): readonly SourceNode[] {
  const code = codeImageCode(node, pointer, context)
  if (code === undefined) return []
  return [element(tag, { class: `platen-${node.type}` }, [placeholder(code, pointerAt(`${pointer}/attrs/value`))], pointerAt(pointer))]
}

/** Wraps runs of leaves that share the mark at `depth` of their lists into an element, outermost first. */
function marked(leaves: readonly Leaf[], depth: number, context: InlineContext): readonly SourceNode[] {
  const result: SourceNode[] = []
  for (let i = 0; i < leaves.length; ) {
    const leaf = leaves[i]!
    const mark = leaf.kind === 'leaf' ? leaf.marks[depth] : undefined
    if (leaf.kind === 'block') result.push(markedBlock(leaf.block, context))
    else if (mark === undefined) addAll(result, leaf.nodes)
    if (mark === undefined) {
      i++
      continue
    }
    let end = i + 1
    while (end < leaves.length && sharesMark(leaves[end]!, depth, mark)) end++
    result.push(markElement(mark, marked(leaves.slice(i, end), depth + 1, context), context))
    i = end
  }
  return result
}

function sharesMark(leaf: Leaf, depth: number, { key }: PlacedMark): boolean {
  return leaf.kind === 'leaf' && leaf.marks[depth]?.key === key
}

/** Marks are not shared across the boundary of a block, which may print many times or not at all. */
function markedBlock(block: SourceBlock<Leaf>, context: InlineContext): SourceNode {
  const body = marked(block.body, 0, context)
  const otherwise = marked(block.otherwise, 0, context)
  return { kind: 'block', block: { ...block, body, otherwise } }
}

const TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
}

function markElement({ mark, pointer }: PlacedMark, children: readonly SourceNode[], context: InlineContext): SourceElement {
  const at = pointerAt(pointer)
  if (mark.type === 'link') return element('a', { href: partsOf(mark, 'href', pointer, context) }, children, at)
  if (mark.type === 'highlight')
    return element(
      'mark',
      { style: styleText([['background-color', withFallback(textAttr(mark, 'color'), 'background', '#fff2a8')]]) },
      children,
      at,
    )
  if (mark.type === 'textStyle') return textStyleElement(mark, children, at)
  return element(TAGS[mark.type] ?? 'span', {}, children, at)
}

function textStyleElement(mark: EditorMark, children: readonly SourceNode[], at: Position): SourceElement {
  const style = styleText([
    ['color', withFallback(textAttr(mark, 'color'), 'text')],
    ['background-color', withFallback(textAttr(mark, 'backgroundColor'), 'background')],
    ['font-family', fontFamily(attrOf(mark, 'fontFamily'))],
    ['font-size', lengthAttr(mark, 'fontSize')],
    ['line-height', lineHeight(mark)],
  ])
  return element('span', { style }, children, at)
}
