// Below the text: what the caret is in, from the page to the cell, each with its properties, and what can be done there.

import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import type { JSX } from 'preact'
import { FOOTER, HEADER, nameOf, OPAQUE_BLOCK, OPAQUE_INLINE } from '../schema/names.ts'
import { nameText, rt } from '../text/rich-text.ts'
import { contextCommands } from '../view/commands.ts'
import { Bar, CommandButton } from './bar.tsx'

interface ContextBarProps {
  readonly editor: Editor
  onProperties(at: number): void
}

export interface Around {
  readonly node: Node
  readonly at: number
}

/** The nodes that the selection is in, from the outermost, with the node selected itself. */
export function around({ state }: Editor): readonly Around[] {
  const { selection } = state
  const { $from } = selection
  const nodes: Around[] = []
  for (let depth = 1; depth <= $from.depth; depth++) nodes.push({ node: $from.node(depth), at: $from.before(depth) })
  if (selection instanceof NodeSelection) nodes.push({ node: selection.node, at: selection.from })
  return nodes
}

export function nodeText({ type }: Node): string {
  if (type.name === HEADER) return rt('pageHeader')
  if (type.name === FOOTER) return rt('pageFooter')
  return type.name === OPAQUE_BLOCK || type.name === OPAQUE_INLINE ? rt('opaque') : nameText('node', nameOf(type.name))
}

export function ContextBar({ editor, onProperties }: ContextBarProps): JSX.Element {
  return (
    <Bar label="contextBar" class="rich-context" onEscape={() => editor.view.focus()}>
      <span class="rich-crumbs">
        {around(editor).map(({ node, at }) => {
          const isPart = node.type.name === HEADER || node.type.name === FOOTER
          const note = node.attrs['repeat'] ?? node.attrs['items'] ?? node.attrs['if'] ?? ''
          const text = `${nodeText(node)}${typeof note === 'string' && note !== '' ? `: ${note}` : ''}`
          return isPart ? (
            <span key={at} class="rich-crumb">
              {text}
            </span>
          ) : (
            <button key={at} type="button" class="rich-crumb" title={rt('edit', { name: nodeText(node) })} onClick={() => onProperties(at)}>
              {text}
            </button>
          )
        })}
      </span>
      <span class="rich-group">
        {contextCommands(editor).map((command) => (
          <CommandButton key={command.label} editor={editor} state={editor.state} command={command} />
        ))}
      </span>
    </Bar>
  )
}
