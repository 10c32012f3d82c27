// Nodes without content of their own: mentions, emoji, formulas, films and sounds, and boxes for what nobody knows.

import { readableUrl } from '../editor-html.ts'
import { shortcodeEmoji } from '../emoji.ts'
import { badLatex, readFormula } from '../latex.ts'
import type { SourceNode, SourcePart } from '../source.ts'
import {
  attrOf,
  degrade,
  type EditorContext,
  type EditorNode,
  element,
  type PlacedNode,
  partsOf,
  pointerAt,
  textAttr,
  textNode,
} from './node.ts'

const FORMULA = 'platen-math'

/** The nodes of a leaf in a line of text; none for nodes that are not such. */
export function leafNodes(placed: PlacedNode, context: EditorContext): readonly SourceNode[] {
  const { node, pointer } = placed
  const at = pointerAt(pointer)
  switch (node.type) {
    case 'mention':
      return [element('span', { class: 'platen-mention' }, [textNode(mentionParts(placed, context), at)], at)]
    case 'emoji':
      return [textNode(literal(emojiText(node)), at)]
    case 'inlineMath':
    case 'blockMath':
      return formula(placed, context, false)
    case 'youtube':
    case 'iframe':
    case 'audio':
    case 'video':
    case 'file':
      return [mediaLink(placed, context)]
    case 'unknown':
      return [element('span', { class: 'platen-unknown' }, [textNode(literal(textAttr(node, 'label') ?? ''), at)], at)]
    default:
      return []
  }
}

/** The same as a block. */
export function leafBlock(placed: PlacedNode, context: EditorContext): readonly SourceNode[] {
  const isFormula = placed.node.type === 'inlineMath' || placed.node.type === 'blockMath'
  const nodes = isFormula ? formula(placed, context, true) : leafNodes(placed, context)
  return nodes.length === 0 ? [] : [element('div', { class: `platen-block-${placed.node.type}` }, nodes, pointerAt(placed.pointer))]
}

function literal(text: string): readonly SourcePart[] {
  return text === '' ? [] : [{ kind: 'literal', text }]
}

function mentionParts(placed: PlacedNode, context: EditorContext): readonly SourcePart[] {
  const { node, pointer } = placed
  const sign = textAttr(node, 'mentionSuggestionChar') ?? '@'
  const name = textAttr(node, 'label') === undefined ? 'id' : 'label'
  const isSigned = textAttr(node, name)?.startsWith(sign) ?? false
  return [...literal(isSigned ? '' : sign), ...(partsOf(node, name, pointer, context) ?? [])]
}

function emojiText(node: EditorNode): string {
  const own = textAttr(node, 'emoji')
  const name = (textAttr(node, 'name') ?? '').replace(/^:|:$/g, '')
  // Letters are a name and no emoji.
  if (own !== undefined && !/^[\w:+-]+$/.test(own)) return own
  return shortcodeEmoji(name) ?? (name === '' ? '' : `:${name}:`)
}

function formula(placed: PlacedNode, context: EditorContext, isBlock: boolean): readonly SourceNode[] {
  const { node, pointer } = placed
  const latex = textAttr(node, 'latex')
  if (latex === undefined) return []
  const at = pointerAt(pointer)
  const place = pointerAt(`${pointer}/attrs/latex`)
  const read = readFormula({ latex, isBlock, at, attributes: { class: FORMULA } })
  if (read.kind === 'bad') degrade(context, badLatex(read, place))
  if (read.kind === 'formula') return [read.element]
  return [element('span', { class: FORMULA, 'data-latex': literal(latex) }, [textNode(literal(latex), at)], at)]
}

/** A film or sound is a link in a document: its title, or its address. */
function mediaLink(placed: PlacedNode, context: EditorContext): SourceNode {
  const { node, pointer } = placed
  const at = pointerAt(pointer)
  const src = textAttr(node, 'src') ?? ''
  const isInside = /^(?:data|blob|javascript):/i.test(src)
  const title = textAttr(node, 'title') === undefined ? undefined : partsOf(node, 'title', pointer, context)
  const shown =
    title ??
    (isInside
      ? literal(textAttr(node, 'provider') ?? node.type)
      : (partsOf({ ...node, attrs: { src: readableUrl(src) } }, 'src', pointer, context) ?? []))
  const sign: readonly SourcePart[] = node.type === 'file' || node.type === 'iframe' ? [] : literal('► ')
  const text = textNode([...sign, ...shown], at)
  const href = isInside || typeof attrOf(node, 'src') !== 'string' ? undefined : partsOf(node, 'src', pointer, context)
  return element(href === undefined ? 'span' : 'a', { class: 'platen-media', href }, [text], at)
}
