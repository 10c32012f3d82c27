// Saves a document as edits of the JSON text that it was loaded from (problem and approach: `load.ts`). The result follows from the loaded
// and the present document alone, so that a change that is undone gives the loaded bytes again.
import type { Node } from '@tiptap/pm/model'
import { saveInline } from './inline.ts'
import { addedItem, JsonEdits, type PlannedItem } from './json-edits.ts'
import { type NewJson, newJsonOf, printJson } from './json-style.ts'
import type { LoadedDocument, Origin, Origins } from './load.ts'
import { attributeChanges, type Change, changeMembers, isSame, isSameMarks } from './members.ts'
import { pair } from './pairs.ts'
import { isOpaque, jsonType, markJson, nodeJson } from './write.ts'

interface SaveContext {
  readonly edits: JsonEdits
  readonly origins: Origins
}

/** The JSON text of `doc`: that of the loaded document, edited where the nodes differ. */
export function saveDocument(loaded: LoadedDocument, doc: Node, origins: Origins): string {
  if (doc === loaded.doc) return loaded.text
  const context: SaveContext = { edits: new JsonEdits(loaded.text, loaded.style), origins }
  const page = new Map<string, NewJson | undefined>()
  const [header, footer] = [doc.firstChild!, doc.lastChild!]
  saveHeaderOrFooter(context, 'header', [loaded.doc.firstChild!, header], page)
  saveHeaderOrFooter(context, 'footer', [loaded.doc.lastChild!, footer], page)
  const [before, after] = [loaded.doc.attrs['page'], doc.attrs['page']]
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    if (!isSame(before?.[key], after?.[key])) page.set(key, after?.[key] === undefined ? undefined : newJsonOf(after[key]))
  }
  const body = (node: Node): readonly Node[] => node.children.slice(1, -1)
  const isEmpty = loaded.content === undefined
  if (!isEmpty) saveChildren(context, loaded.content, body(loaded.doc), body(doc))
  const { docJson } = loaded
  if (docJson === undefined) return asDocument(context, page)
  const docChanges = new Map<string, Change>()
  if (page.size > 0) docChanges.set('attrs', { within: new Map([['page', { within: page }]]) })
  const added = isEmpty ? newChildren(loaded.doc, doc, origins) : []
  if (added.length > 0) docChanges.set('content', { value: added })
  changeMembers(context.edits, docJson, docChanges)
  return context.edits.result()
}

/** A template that is a list of nodes has no place for settings of the page; where there are any, it is put into a document. */
function asDocument({ edits }: SaveContext, page: ReadonlyMap<string, NewJson | undefined>): string {
  const text = edits.result()
  const members = [...page].flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))
  if (members.length === 0) return text
  return printJson(
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
}

/** The JSON of all children, for a document that had none. */
function newChildren(before: Node, doc: Node, origins: Origins): NewJson[] {
  const loadedNodes = new Set(before.children)
  return doc.children
    .slice(1, -1)
    .filter((node) => !loadedNodes.has(node))
    .map((node) => nodeJson(node, origins))
}

/** Header and footer are attributes of the page in JSON, and nodes at the ends of the document in the editor. */
function saveHeaderOrFooter(
  context: SaveContext,
  key: 'header' | 'footer',
  [before, after]: readonly [Node, Node],
  page: Map<string, NewJson | undefined>,
): void {
  if (before === after || before.eq(after)) return
  const list = context.origins.get(before)?.list
  if (list !== undefined) saveChildren(context, list, before.children, after.children)
  else page.set(key, after.childCount === 0 ? undefined : after.children.map((node) => nodeJson(node, context.origins)))
}

function saveChildren(context: SaveContext, list: NonNullable<Origin['list']>, before: readonly Node[], after: readonly Node[]): void {
  if (before.length === after.length && before.every((node, index) => node === after[index])) return
  // The loader adds nodes that the schema requires, such as a paragraph in an empty cell: no item of the list belongs to them.
  const loadedNodes = before.filter((node) => context.origins.has(node))
  const synthetic = new Set(before.filter((node) => !context.origins.has(node)))
  const plan = pair(
    loadedNodes,
    after.filter((node) => !synthetic.has(node)),
  ).map(({ before: place, node }): PlannedItem => {
    if (place === undefined) return addedItem(nodeJson(node, context.origins))
    saveNode(context, loadedNodes[place]!, node)
    return place
  })
  context.edits.items(list, plan)
}

/** Writes a node as a change of the one that stood in its place. */
function saveNode(context: SaveContext, before: Node, after: Node): void {
  if (before === after || isOpaque(before)) return
  const origin = context.origins.get(before)
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
          children.map((node) => nodeJson(node, context.origins)),
        )
    } else if (origin.pieces !== undefined)
      saveInline({ ...context, saveNode: (from, to) => saveNode(context, from, to) }, { list, pieces: origin.pieces, after })
    else saveChildren(context, list, before.children, after.children)
  }
  changeMembers(context.edits, json, changes)
}
