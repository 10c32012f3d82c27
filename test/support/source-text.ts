// Source nodes as html-like text, for tests: placeholders and blocks as they were written.
import type { SourceNode, SourcePart } from '../../engine/source/source.ts'

export function sourceText(nodes: readonly SourceNode[]): string {
  return nodes.map(nodeText).join('')
}

function nodeText(node: SourceNode): string {
  if (node.kind === 'text') return partsText(node.parts)
  if (node.kind === 'block')
    return blockText(node.block.code, node.block.name, sourceText(node.block.body), sourceText(node.block.otherwise))
  const attributes = node.attributes.map(({ name, parts }) => ` ${name}="${partsText(parts)}"`).join('')
  return `<${node.tag}${attributes}>${sourceText(node.children)}</${node.tag}>`
}

export function partsText(parts: readonly SourcePart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'literal') return part.text
      if (part.kind === 'placeholder') return part.isRaw ? `{{{${part.code}}}}` : `{{${part.code}}}`
      return blockText(part.block.code, part.block.name, partsText(part.block.body), partsText(part.block.otherwise))
    })
    .join('')
}

function blockText(code: string, name: string, body: string, otherwise: string): string {
  return `{{#${code}}}${body}${otherwise === '' ? '' : `{{else}}${otherwise}`}{{/${name}}}`
}
