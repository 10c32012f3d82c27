// Colours of code, as CSS variables: dark mode changes them without a new editor.
import { HighlightStyle } from '@codemirror/language'
import { tags } from '@lezer/highlight'

export const codeLook = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.modifier, tags.unit], color: 'var(--code-keyword)' },
  { tag: [tags.tagName, tags.angleBracket, tags.className], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName, tags.variableName], color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.color, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta, tags.documentMeta, tags.processingInstruction], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger)' },
])
