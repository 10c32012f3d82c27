// Callouts: a box with a coloured edge, an icon and a title.
import type { SourceElement, SourceNode } from '../source.ts'
import { type EditorContext, element, type PlacedNode, partsOf, pointerAt, styleText, textAttr, textNode } from './node.ts'
import { borderOf } from './table.ts'

/** Kinds of callouts in the words of many editors, and the colours of their edge and ground. */
const KINDS: readonly (readonly [words: RegExp, edge: string, ground: string])[] = [
  [/^(?:warn(?:ing)?|caution|attention|yellow|orange)$/i, '#d99a1c', '#fdf6e3'],
  [/^(?:danger|error|critical|fail(?:ure)?|bug|red)$/i, '#c93c37', '#fdeeed'],
  [/^(?:success|tip|hint|check|done|ok|green)$/i, '#2f8a4c', '#edf7f0'],
  [/^(?:info|information|note|important|abstract|blue)$/i, '#2b6cb0', '#edf4fb'],
]

export function calloutElement(placed: PlacedNode, content: readonly SourceNode[], context: EditorContext): SourceElement {
  const { node, pointer } = placed
  const at = pointerAt(pointer)
  const kind = textAttr(node, 'type') ?? ''
  const [, edge, ground] = KINDS.find(([words]) => words.test(kind)) ?? []
  const style = styleText([
    ['background-color', textAttr(node, 'backgroundColor') ?? ground],
    ['border-color', edge],
    ['border', borderOf(node)],
  ])
  const title = partsOf(node, 'title', pointer, context) ?? []
  const icon = textAttr(node, 'icon')
  const heading = title.length === 0 ? [] : [element('p', { class: 'platen-callout-title' }, [textNode(title, at)], at)]
  const body = element('div', { class: 'platen-callout-body' }, [...heading, ...content], at)
  // A name of an icon, rather than an emoji, is of the editor's own set.
  const sign =
    icon === undefined || /^[\w:./-]+$/.test(icon)
      ? []
      : [element('div', { class: 'platen-callout-icon' }, [textNode([{ kind: 'literal', text: icon }], at)], at)]
  return element('div', { class: 'platen-callout', style }, [...sign, body], at)
}
