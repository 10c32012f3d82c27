// `{{{value}}}`: values with markup. A few inline elements and lists are allowed; of all others only the text is kept.
import type { Position } from '../diagnostic.ts'
import type { SourceElement, SourceNode } from '../source/source.ts'
import type { Binding } from './binding.ts'
import type { BoundNode } from './bound.ts'
import { isSafeLink } from './helpers/safety.ts'
import { syntheticElement } from './synthetic-element.ts'

const ALLOWED = new Set(['a', 'b', 'br', 'em', 'i', 'li', 'ol', 'p', 's', 'span', 'strong', 'sub', 'sup', 'u', 'ul'])
/** Dropped with their text. */
const DROPPED = new Set([
  'script',
  'style',
  'title',
  'template',
  'iframe',
  'noscript',
  'object',
  'embed',
  'textarea',
  'select',
  'svg',
  'math',
  'head',
])
/** Without any text to keep. */
const PICTURES = new Set(['audio', 'canvas', 'embed', 'iframe', 'img', 'input', 'object', 'picture', 'video'])
const WANTED = 'values may have a few inline elements and lists; put pictures into the template'

/** Block elements: each becomes a line break, so that the words before and after stay separate. */
const BREAKS_WORDS = new Set([
  'div',
  'section',
  'article',
  'header',
  'footer',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'tr',
  'dl',
  'dt',
  'dd',
  'hr',
])

/** Longer values are truncated. */
const MAX_CHARACTERS = 1_000_000

export function richNodes(html: string, binding: Binding, at: Position): readonly BoundNode[] {
  if (html === '') return []
  if (!/[<&]/.test(html)) return [{ kind: 'text', text: html, at }]
  if (html.length > MAX_CHARACTERS) binding.warn('bad-value', at, `a value of ${html.length} characters is cut to ${MAX_CHARACTERS}`)
  return convertAll(binding.context.parseRich(html.slice(0, MAX_CHARACTERS)), binding, at)
}

function convertAll(nodes: readonly SourceNode[], binding: Binding, at: Position): readonly BoundNode[] {
  return nodes.flatMap((node) => convert(node, binding, at))
}

function convert(node: SourceNode, binding: Binding, at: Position): readonly BoundNode[] {
  if (node.kind === 'block') return []
  if (node.kind === 'text') {
    const text = node.parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('')
    return text === '' ? [] : [{ kind: 'text', text, at }]
  }
  if (node.namespace !== 'html' || DROPPED.has(node.tag) || PICTURES.has(node.tag)) {
    if (node.children.length > 0 || PICTURES.has(node.tag))
      binding.warn('bad-value', at, `<${node.tag.slice(0, 20)}> is left out of a value`, WANTED)
    return []
  }
  const children = convertAll(node.children, binding, at)
  if (ALLOWED.has(node.tag)) return [syntheticElement(node.tag, attributesOf(node, binding, at), children)]
  return BREAKS_WORDS.has(node.tag) ? [...children, syntheticElement('br', {}, [])] : children
}

function attributesOf({ tag, attributes }: SourceElement, binding: Binding, at: Position): Readonly<Record<string, string>> {
  if (tag !== 'a') return {}
  const href = attributes
    .find((attribute) => attribute.name === 'href')
    ?.parts.map((part) => (part.kind === 'literal' ? part.text : ''))
    .join('')
  if (href === undefined) return {}
  if (isSafeLink(href)) return { href }
  binding.warn('blocked-url', at, `"${href.slice(0, 60)}" is not linked to`, 'links may be http, https, mailto, tel or #')
  return {}
}
