// The dialogs over a document, and what each does to it.

import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import type { JSX } from 'preact'
import { ConfirmDialog } from '../../../parts/ask.tsx'
import { ImageDialog } from './dialogs/image.tsx'
import { PageDialog, type PageWish } from './dialogs/page.tsx'
import { Properties } from './dialogs/properties.tsx'
import { TableDialog } from './dialogs/table.tsx'
import { FOOTER, HEADER, nameOf, OPAQUE_BLOCK, OPAQUE_INLINE } from './schema/names.ts'
import { rt } from './text/rich-text.ts'
import { type Variable, variableNames } from './use-suggestions.ts'
import type { FontFamily } from './view/fonts.ts'
import { insertImage, insertNode, insertTable } from './view/insert.ts'

export type Asked =
  | { readonly kind: 'properties'; readonly at: number }
  /** Of a node that is not there yet. */
  | { readonly kind: 'new'; readonly asks: 'properties' | 'image' | 'table'; readonly name: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'page' }

interface RichDialogsProps {
  readonly teamId: string
  readonly editor: Editor
  readonly families: readonly FontFamily[]
  readonly asked: Asked
  readonly variables: readonly Variable[]
  onClose(): void
}

type Attrs = Readonly<Record<string, unknown>>

export function RichDialogs({ teamId, editor, asked, families, variables, onClose }: RichDialogsProps): JSX.Element | null {
  const names = variableNames(variables)
  const lists = [...new Set(names.flatMap(({ name, type, list }) => (type === 'array' ? [name] : list === '' ? [] : [list])))]
  const paths = [...new Set([...lists, ...names.map(({ name }) => name)])]
  if (asked.kind === 'link') return <LinkDialog {...{ editor, paths, onClose }} />
  if (asked.kind === 'page') {
    const [header, footer] = [editor.state.doc.firstChild!, editor.state.doc.lastChild!]
    return (
      <PageDialog
        page={editor.state.doc.attrs['page'] ?? {}}
        families={families}
        hasHeader={header.childCount > 0}
        hasFooter={footer.childCount > 0}
        onPage={(wish) => setPage(editor, wish)}
        onClose={onClose}
      />
    )
  }
  if (asked.kind === 'properties') return <NodeProperties {...{ teamId, editor, at: asked.at, paths, onClose }} />
  if (asked.asks === 'image') return <ImageDialog {...{ teamId, attrs: {}, onClose }} onApply={(attrs) => insertImage(editor, attrs)} />
  if (asked.asks === 'table') return <TableDialog {...{ lists, onClose }} onTable={(shape) => insertTable(editor, shape)} />
  const { name } = asked
  return <Properties {...{ name, attrs: {}, paths, onClose }} onApply={(attrs) => insertNode(editor, name, attrs)} />
}

interface NodePropertiesProps {
  readonly teamId: string
  readonly editor: Editor
  readonly at: number
  readonly paths: readonly string[]
  onClose(): void
}

function NodeProperties({ teamId, editor, at, paths, onClose }: NodePropertiesProps): JSX.Element | null {
  const node = editor.state.doc.nodeAt(at)
  if (node === null) return null
  const name = nameOf(node.type.name)
  const apply = (attrs: Attrs): void => setAttributes(editor, at, node, attrs)
  if (node.type.name === OPAQUE_BLOCK || node.type.name === OPAQUE_INLINE) {
    const remove = (): void => {
      editor.view.dispatch(editor.state.tr.delete(at, at + node.nodeSize))
      onClose()
    }
    const text = (
      <>
        <p>{rt('opaqueHint')}</p>
        <pre class="rich-json">{String(node.attrs['json']).slice(0, 5000)}</pre>
      </>
    )
    return <ConfirmDialog title={rt('opaque')} text={text} yes={rt('deleteNode')} onYes={remove} onClose={onClose} />
  }
  if (name === 'image') return <ImageDialog {...{ teamId, attrs: node.attrs, onClose }} onApply={apply} />
  return <Properties {...{ name, attrs: node.attrs, paths, onClose }} onApply={apply} />
}

/** Attributes that a field says nothing new of keep their value, also where the field could not show it. */
function setAttributes(editor: Editor, at: number, node: Node, attrs: Attrs): void {
  const { tr } = editor.state
  for (const [name, value] of Object.entries(attrs)) {
    const before: unknown = node.attrs[name]
    const isSame = before === value || String(before ?? '') === String(value ?? '')
    if (!isSame && name in node.attrs) tr.setNodeAttribute(at, name, value)
  }
  editor.view.dispatch(tr)
}

function LinkDialog({
  editor,
  paths,
  onClose,
}: {
  readonly editor: Editor
  readonly paths: readonly string[]
  onClose(): void
}): JSX.Element {
  const apply = ({ href }: Attrs): void => {
    const chain = editor.chain().extendMarkRange('link')
    const isEmpty = editor.state.selection.empty && !editor.isActive('link')
    if (href === null || href === undefined) chain.unsetMark('link').run()
    else if (isEmpty) editor.commands.insertContent({ type: 'text', text: String(href), marks: [{ type: 'link', attrs: { href } }] })
    else chain.setMark('link', { href }).run()
  }
  return <Properties name="link" attrs={editor.getAttributes('link')} {...{ paths, onClose }} onApply={apply} />
}

/** Sets the page, and gives it a header and a footer or takes them away. */
function setPage(editor: Editor, { page, hasHeader, hasFooter }: PageWish): void {
  const { schema, state } = editor
  const { tr } = state
  if (JSON.stringify(page) !== JSON.stringify(state.doc.attrs['page'])) tr.setDocAttribute('page', page)
  const numbers = ['pageNumber', 'pageCount'].map((name) => schema.nodes[name]!.create())
  const footer = schema.nodes['paragraph']!.create({ textAlign: 'center' }, [numbers[0]!, schema.text(' / '), numbers[1]!])
  for (const [name, isWanted] of [
    [HEADER, hasHeader],
    [FOOTER, hasFooter],
  ] as const) {
    const part = name === HEADER ? tr.doc.firstChild! : tr.doc.lastChild!
    const start = name === HEADER ? 1 : tr.doc.content.size - part.nodeSize + 1
    if (isWanted && part.childCount === 0) {
      tr.insert(start, name === FOOTER ? footer : schema.nodes['paragraph']!.create())
      tr.setSelection(Selection.near(tr.doc.resolve(start + 1)))
    } else if (!isWanted && part.childCount > 0) tr.delete(start, start + part.content.size)
  }
  editor.view.dispatch(tr.scrollIntoView())
}
