// Problem and approach: see `load.ts`. The text of a document is that which was loaded, edited where nodes differ from those loaded: whatever
// is undone gives the same bytes again, since nothing but the document that was loaded and the present one counts.
import type { Node } from '@tiptap/pm/model'
import { saveInline } from './inline.ts'
import { adding, JsonEdits, type Planned } from './json-edits.ts'
import { type Writable, writable, written } from './json-style.ts'
import type { Base, Origin, Origins } from './load.ts'
import { attributeChanges, type Change, changeMembers, isSame, isSameMarks } from './members.ts'
import { pair } from './pairs.ts'
import { isOpaque, jsonType, markJson, nodeJson } from './write.ts'

interface Saving {
  readonly edits: JsonEdits
  readonly origins: Origins
}

/** The JSON text of a document, by the one it was loaded as. */
export function saveDocument(base: Base, doc: Node, origins: Origins): string {
  if (doc === base.doc) return base.text
  const saving: Saving = { edits: new JsonEdits(base.text, base.style), origins }
  const page = new Map<string, Writable | undefined>()
  const [header, footer] = [doc.firstChild!, doc.lastChild!]
  saveRunning(saving, 'header', [base.doc.firstChild!, header], page)
  saveRunning(saving, 'footer', [base.doc.lastChild!, footer], page)
  const [before, after] = [base.doc.attrs['page'], doc.attrs['page']]
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    if (!isSame(before?.[key], after?.[key])) page.set(key, after?.[key] === undefined ? undefined : writable(after[key]))
  }
  const body = (node: Node): readonly Node[] => node.children.slice(1, -1)
  const isEmpty = base.content === undefined
  if (!isEmpty) saveChildren(saving, base.content, body(base.doc), body(doc))
  const { docJson } = base
  if (docJson === undefined) return asDocument(saving, page)
  const sets = new Map<string, Change>()
  if (page.size > 0) sets.set('attrs', { within: new Map([['page', { within: page }]]) })
  const added = isEmpty ? newChildren(base.doc, doc, origins) : []
  if (added.length > 0) sets.set('content', { value: added })
  changeMembers(saving.edits, docJson, sets)
  return saving.edits.result()
}

/** A list of nodes alone has no place for a page: a document is made around it. */
function asDocument({ edits }: Saving, page: ReadonlyMap<string, Writable | undefined>): string {
  const text = edits.result()
  const members = [...page].flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
  if (members.length === 0) return text
  const head = written(
    {
      members: [
        ['type', 'doc'],
        ['attrs', { members: [['page', { members }]] }],
        ['content', { raw: text.trim() }],
      ],
    },
    edits.style,
    '',
  )
  return head
}

/** Children of a document that had none. */
function newChildren(before: Node, doc: Node, origins: Origins): Writable[] {
  const known = new Set(before.children)
  return doc.children
    .slice(1, -1)
    .filter((node) => !known.has(node))
    .map((node) => nodeJson(node, origins))
}

function saveRunning(
  saving: Saving,
  key: 'header' | 'footer',
  [before, after]: readonly [Node, Node],
  page: Map<string, Writable | undefined>,
): void {
  if (before === after || before.eq(after)) return
  const list = saving.origins.get(before)?.list
  if (list !== undefined) saveChildren(saving, list, before.children, after.children)
  else page.set(key, after.childCount === 0 ? undefined : after.children.map((node) => nodeJson(node, saving.origins)))
}

function saveChildren(saving: Saving, list: NonNullable<Origin['list']>, before: readonly Node[], after: readonly Node[]): void {
  if (before.length === after.length && before.every((node, index) => node === after[index])) return
  // Those that were made up, such as a paragraph in an empty cell, stand for nothing in the list.
  const known = before.filter((node) => saving.origins.has(node))
  const madeUp = new Set(before.filter((node) => !saving.origins.has(node)))
  const plan = pair(
    known,
    after.filter((node) => !madeUp.has(node)),
  ).map(({ before: place, node }): Planned => {
    if (place === undefined) return adding(nodeJson(node, saving.origins))
    saveNode(saving, known[place]!, node)
    return place
  })
  saving.edits.items(list, plan)
}

/** Writes a node as a change of the one that stood in its place. */
function saveNode(saving: Saving, before: Node, after: Node): void {
  if (before === after || isOpaque(before)) return
  const origin = saving.origins.get(before)
  if (origin?.json.kind !== 'object') return
  const { json, list } = origin
  const changes = attributeChanges(before, after)
  if (!before.isText && jsonType(before) !== jsonType(after)) changes.set('type', jsonType(after))
  if (!isSameMarks(before.marks, after.marks)) {
    const marks = after.marks.length === 0 ? undefined : after.marks.map(markJson)
    changes.set('marks', marks)
  }
  if (before.content !== after.content) {
    if (list === undefined) {
      const children = after.children.filter((node) => !before.children.includes(node))
      if (children.length > 0)
        changes.set(
          'content',
          children.map((node) => nodeJson(node, saving.origins)),
        )
    } else if (origin.pieces !== undefined)
      saveInline({ ...saving, saveNode: (from, to) => saveNode(saving, from, to) }, { list, pieces: origin.pieces, after })
    else saveChildren(saving, list, before.children, after.children)
  }
  changeMembers(saving.edits, json, changes)
}
