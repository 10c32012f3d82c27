// Nodes that say less, or more, than the schema: what a node lacks is added, and what it holds beside its content becomes content.
import { attrOf, type EditorNode } from './node.ts'
import { flattened, splitAtBlocks } from './placement.ts'

/** The nodes that stand for one node as an editor wrote it. */
export function completed(node: EditorNode): readonly EditorNode[] {
  switch (node.type) {
    case 'heading':
      return splitAtBlocks(isSet(node, 'level') ? node : withAttrs(node, { level: 1 }))
    case 'paragraph':
      return splitAtBlocks(node)
    case 'codeBlock':
    case 'detailsSummary':
    case 'figcaption':
    case 'footnote':
      return [withLine(node)]
    case 'image':
      return [captioned(node)]
    case 'figure':
      return [figure(node)]
    case 'details':
      return [titled(node)]
    case 'taskItem':
      return [checked(node)]
    case 'youtube':
    case 'iframe':
    case 'audio':
    case 'video':
    case 'file':
      return [isSet(node, 'src') ? node : box(node)]
    default:
      return [node]
  }
}

function isSet(node: EditorNode, name: string): boolean {
  const value = attrOf(node, name)
  return value !== undefined && value !== ''
}

function textOf(node: EditorNode, name: string): string | undefined {
  const value = attrOf(node, name)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function withAttrs(node: EditorNode, attrs: EditorNode['attrs']): EditorNode {
  return { ...node, attrs: { ...node.attrs, ...attrs } }
}

function line(type: string, text: string, pointer: string): EditorNode {
  return { type, pointer, content: [{ type: 'text', text, pointer }] }
}

/** A line whose content is text, also where the text is in an attribute. */
function withLine(node: EditorNode): EditorNode {
  const content = flattened(node.content ?? [])
  const text = node.type === 'footnote' && content.length === 0 ? (textOf(node, 'text') ?? textOf(node, 'content')) : undefined
  if (text !== undefined) return { ...node, content: [{ type: 'text', text, pointer: node.pointer }] }
  return node.content ? { ...node, content } : node
}

/** The box that stands for a picture or a film without an address. */
function box(node: EditorNode): EditorNode {
  const label = ['alt', 'title', 'name', 'caption'].map((name) => textOf(node, name)).find((text) => text !== undefined)
  return { type: 'unknown', pointer: node.pointer, attrs: { label: label ?? node.type } }
}

function captioned(node: EditorNode): EditorNode {
  const image = isSet(node, 'src') ? node : box(node)
  const caption = textOf(node, 'caption')
  if (caption === undefined) return image
  const align = attrOf(node, 'align')
  return { type: 'figure', pointer: node.pointer, attrs: { align }, content: [image, line('figcaption', caption, node.pointer)] }
}

/** Figures hold picture and caption as nodes, or the picture as attributes and the caption as content. */
function figure(node: EditorNode): EditorNode {
  if (!isSet(node, 'src')) return node
  const image: EditorNode = { type: 'image', pointer: node.pointer, ...(node.attrs ? { attrs: node.attrs } : {}) }
  const rest = (node.content ?? []).map((child) => (child.type === 'paragraph' ? { ...child, type: 'figcaption' } : child))
  return { type: 'figure', pointer: node.pointer, attrs: { align: attrOf(node, 'align') }, content: [image, ...rest] }
}

function titled(node: EditorNode): EditorNode {
  const title = textOf(node, 'title') ?? textOf(node, 'summary')
  const content = node.content ?? []
  if (title === undefined || content.some(({ type }) => type === 'detailsSummary')) return node
  return { ...node, content: [line('detailsSummary', title, node.pointer), ...content] }
}

/** Some editors write a state in words. */
function checked(node: EditorNode): EditorNode {
  const value = attrOf(node, 'checked')
  return typeof value === 'string' ? withAttrs(node, { checked: /^(true|done|checked|yes|x)$/i.test(value) }) : node
}
