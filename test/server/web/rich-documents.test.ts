// Editor documents in the web application's editor: loaded and saved they are the same bytes, and with a word typed every other byte stays.
import { readdirSync, readFileSync } from 'node:fs'
import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type LoadedDocument, loadDocument, type Origins } from '../../../server/web/template/source/rich/json/load.ts'
import { saveDocument } from '../../../server/web/template/source/rich/json/save.ts'
import { schemaExtensions } from '../../../server/web/template/source/rich/schema/extensions.ts'
import { ANY_BLOCK, KINDS, MARK_KINDS } from '../../../server/web/template/source/rich/schema/kinds.data.ts'

const schema = getSchema(schemaExtensions())

interface Opened {
  readonly base: LoadedDocument
  readonly origins: Origins
  readonly doc: Node
  save(change: (tr: Transaction) => unknown): string
}

function open(text: string): Opened {
  const origins: Origins = new WeakMap()
  const loading = loadDocument(text, schema, origins)
  if (loading.kind === 'failed') throw new Error(`not loaded: ${loading.problem}`)
  const { base } = loading
  base.doc.check()
  const save = (change: (tr: Transaction) => unknown): string => {
    const { tr } = EditorState.create({ doc: base.doc })
    change(tr)
    return saveDocument(base, tr.doc, origins)
  }
  return { base, origins, doc: base.doc, save }
}

/** Where text is, and its first place. */
function placesOfText(doc: Node): number[] {
  const places: number[] = []
  doc.descendants((node, at) => {
    if (node.isText) places.push(at)
  })
  return places
}

const WORD = 'Wort "x" \\ é'

/** What one text has more than another, in one place; throws where they differ otherwise. */
function insertion(before: string, after: string): string {
  let head = 0
  while (head < before.length && before[head] === after[head]) head++
  let tail = 0
  while (tail < before.length - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  assert.is(head + tail, before.length, `more than an insertion: ${after}`)
  return after.slice(head, after.length - tail)
}

/** Types a word into every text: every other byte stays. */
function checkTyping(text: string): void {
  const opened = open(text)
  const written = JSON.stringify(WORD).slice(1, -1)
  const places = placesOfText(opened.doc)
  for (const place of places.slice(0, 40)) {
    const isWithin = (opened.doc.nodeAt(place)?.text?.length ?? 0) > 1
    for (const at of isWithin ? [place, place + 1] : [place]) {
      const saved = opened.save((tr) => tr.insertText(WORD, at))
      const added = insertion(text, saved)
      // Before a text that is formatted, a text node of its own holds the word.
      assert.ok(saved.includes(written) && (at === place || added.length === written.length), `${at}: ${added}`)
      JSON.parse(saved.replace(/^\uFEFF/, ''))
    }
  }
  // Typed and taken back.
  if (places[0] !== undefined) {
    const [at] = places
    assert.is(
      opened.save((tr) => tr.insertText(WORD, at).delete(at!, at! + WORD.length)),
      text,
    )
  }
}

/** The editor documents among the golden cases, and those of the samples. */
function documents(): { readonly name: string; readonly text: string }[] {
  const folders = ['test/cases/editor', 'server/samples']
  const external = process.env['PLATEN_EDITOR_DOCUMENTS']
  return [...folders, ...(external === undefined ? [] : [external])].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8')
      if (name.endsWith('.json')) return /^\s*(\{\s*"type"\s*:\s*"doc"|\[)/.test(text) ? [{ name, text }] : []
      return [...text.matchAll(/^=== editor\b[^\n]*\n([\s\S]*?)(?=^===|(?![\s\S]))/gm)].map(([, source]) => ({ name, text: source! }))
    }),
  )
}

const rich = suite('editor documents')

rich('every document is saved as the bytes it had, and one word changes only itself', () => {
  const all = documents()
  assert.ok(all.length > 20, `${all.length} documents`)
  const elsewhere: string[] = []
  for (const { name, text } of all) {
    const loading = loadDocument(text, schema, new WeakMap())
    if (loading.kind === 'failed') {
      elsewhere.push(name)
      continue
    }
    try {
      assert.is(
        open(text).save(() => {}),
        text,
      )
      checkTyping(text)
    } catch (thrown) {
      throw new Error(`${name}: ${(thrown as Error).message}`)
    }
  }
  console.log(all.length, 'documents; as JSON alone:', elsewhere.join(' '))
})
/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A document as the editor shows it: without what it only keeps. */
function shownOf(doc: Node): string {
  return JSON.stringify(doc, (key, value) => (key === 'extra' ? undefined : value))
}

type Step = (tr: Transaction, at: number, to: number, next: (below: number) => number) => unknown

/** What is opaque keeps its own marks, and takes no others. */
function hasOpaque(tr: Transaction, at: number, to: number): boolean {
  let found = false
  tr.doc.nodesBetween(at, to, ({ type }) => {
    found ||= type.name === 'opaqueInline'
  })
  return found
}

const STEPS: readonly Step[] = [
  (tr, at) => tr.doc.resolve(at).parent.inlineContent && tr.insertText('néw "x"', at),
  (tr, at, to) => tr.deleteRange(at, to),
  (tr, at) => tr.doc.resolve(at).parent.isTextblock && tr.split(at),
  (tr, at, to) => hasOpaque(tr, at, to) || tr.addMark(at, to, schema.mark('bold')),
  (tr, at, to) => hasOpaque(tr, at, to) || tr.addMark(at, to, schema.mark('textStyle', { color: '#123456', fontSize: '9pt' })),
  (tr, at, to) => hasOpaque(tr, at, to) || tr.removeMark(at, to),
  (tr, at) => tr.doc.resolve(at).parent.inlineContent && tr.insert(at, schema.node('variable', { name: 'a.b', format: 'date long' })),
  (tr, at) => {
    const node = tr.doc.nodeAt(at)
    if (node?.type.name === 'paragraph') tr.setNodeMarkup(at, schema.nodes['heading'], { ...node.attrs, level: 3, textAlign: 'center' })
    else if (node?.type.name === 'heading') tr.setNodeMarkup(at, undefined, { ...node.attrs, textAlign: null, level: 2 })
  },
  (tr, _at, _to, next) => {
    // A block moves, as by dragging.
    const node = tr.doc.child(1 + next(tr.doc.childCount - 2))
    tr.replaceWith(tr.doc.firstChild!.nodeSize, tr.doc.firstChild!.nodeSize, node)
  },
  (tr) => tr.setDocAttribute('page', { ...tr.doc.attrs['page'], size: 'A5', margins: { ...tr.doc.attrs['page']?.margins, top: '9mm' } }),
  (tr) => tr.insert(1, schema.node('paragraph', { textAlign: 'right' }, [schema.node('pageNumber')])),
  (tr) => tr.insert(tr.doc.content.size - 1, schema.node('paragraph', null, [schema.text('foot')])),
]

rich('whatever is changed, what is saved is the document that is shown', () => {
  let count = 0
  for (const { name, text } of documents()) {
    const loading = loadDocument(text, schema, new WeakMap())
    if (loading.kind === 'failed') continue
    for (let seed = 1; seed <= 6; seed++) {
      const next = chance(seed * 7919 + name.length)
      const { base, origins } = open(text)
      const { tr } = EditorState.create({ doc: base.doc })
      for (let i = 0; i <= seed; i++) {
        const step = STEPS[next(STEPS.length)]!
        const at =
          tr.doc.firstChild!.nodeSize + next(Math.max(1, tr.doc.content.size - tr.doc.firstChild!.nodeSize - tr.doc.lastChild!.nodeSize))
        const to = Math.min(at + next(30), tr.doc.content.size - tr.doc.lastChild!.nodeSize)
        step(tr, at, to, next)
      }
      tr.doc.check()
      const saved = saveDocument(base, tr.doc, origins)
      const shown = `${name}, seed ${seed}: ${tr.doc}`
      assert.is(shownOf(open(saved).doc), shownOf(tr.doc), `${shown}\n${open(saved).doc}\n${saved.slice(0, 3000)}`)
      count++
    }
  }
  assert.ok(count > 100)
})

rich('the editor knows every node, mark and attribute of the published schema', () => {
  const published = JSON.parse(readFileSync('engine/docs/editor.schema.json', 'utf8')).$defs as Record<
    string,
    { properties: Record<string, { properties?: object }> }
  >
  const missing: string[] = []
  for (const [key, { properties }] of Object.entries(published)) {
    const [kind, name] = key.split('.')
    if (name === undefined || name === 'text') continue
    const own = kind === 'node' ? KINDS[name]?.attrs : MARK_KINDS[name]
    const isKnown = kind === 'node' ? name in KINDS : name in MARK_KINDS
    if (!isKnown) missing.push(key)
    const common = kind === 'node' && KINDS[name]?.isPlain === true ? ANY_BLOCK : {}
    for (const attr of Object.keys(properties['attrs']?.properties ?? {}))
      if (!(attr in { ...own, ...common })) missing.push(`${key} ${attr}`)
  }
  assert.equal(missing, [])
})

/** Counts the nodes that saving looks up to write them: those that have changed, and those around them. */
class CountingOrigins extends WeakMap<Node, NonNullable<ReturnType<Origins['get']>>> {
  reads = 0

  override get(node: Node): ReturnType<Origins['get']> {
    this.reads++
    return super.get(node)
  }
}

rich('a key in a long document writes what a key in a short one writes', () => {
  const readsOf = (blocks: number): number => {
    const origins = new CountingOrigins()
    const content = Array.from({ length: blocks }, (_, i) => ({ type: 'paragraph', content: [{ type: 'text', text: `Block ${i}` }] }))
    const loading = loadDocument(JSON.stringify({ type: 'doc', content }), schema, origins)
    if (loading.kind === 'failed') throw new Error(loading.problem)
    const { tr } = EditorState.create({ doc: loading.base.doc })
    tr.insertText('x', placesOfText(tr.doc)[3])
    origins.reads = 0
    assert.match(saveDocument(loading.base, tr.doc, origins), 'xBlock 3')
    return origins.reads
  }
  const reads = readsOf(10)
  assert.ok(reads > 0 && reads < 10, String(reads))
  assert.is(readsOf(1000), reads)
})

rich.run()
