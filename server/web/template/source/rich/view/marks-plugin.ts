// What is drawn over a document: problems at the nodes that they are about, and placeholders in texts.
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

export interface PlacedProblem {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

const PROBLEMS = new PluginKey<DecorationSet>('problems')
const PLACEHOLDERS = new PluginKey<DecorationSet>('placeholders')

export function problemsMeta(problems: readonly PlacedProblem[]): [PluginKey, readonly PlacedProblem[]] {
  return [PROBLEMS, problems]
}

export function problemsPlugin(): Plugin {
  return new Plugin<DecorationSet>({
    key: PROBLEMS,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        // Set by `problemsMeta` alone.
        const problems = tr.getMeta(PROBLEMS) as readonly PlacedProblem[] | undefined
        if (problems === undefined) return before.map(tr.mapping, tr.doc)
        return DecorationSet.create(
          tr.doc,
          problems.map(({ from, to, severity, message }) => {
            const attrs = { class: `rich-${severity}`, title: message }
            return tr.doc.nodeAt(from)?.nodeSize === to - from && !tr.doc.nodeAt(from)?.isText
              ? Decoration.node(from, to, attrs)
              : Decoration.inline(from, to, attrs)
          }),
        )
      },
    },
    props: { decorations: (state) => PROBLEMS.getState(state) },
  })
}

const PLACEHOLDER = /\{\{[^{}]*\}\}/g

function placeholdersIn(doc: Node, from: number, to: number): Decoration[] {
  const found: Decoration[] = []
  doc.nodesBetween(from, to, (node, at) => {
    if (!node.isTextblock) return
    // Leaves count as one character, so that offsets are places.
    const text = node.textBetween(0, node.content.size, undefined, ' ')
    if (!text.includes('{{')) return
    for (const match of text.matchAll(PLACEHOLDER)) {
      const start = at + 1 + match.index
      found.push(Decoration.inline(start, start + match[0].length, { class: 'rich-placeholder' }))
    }
  })
  return found
}

/** Placeholders are found anew in the blocks that changed. */
export function placeholdersPlugin(): Plugin {
  return new Plugin<DecorationSet>({
    key: PLACEHOLDERS,
    state: {
      init: (_, { doc }) => DecorationSet.create(doc, placeholdersIn(doc, 0, doc.content.size)),
      apply(tr, before) {
        if (!tr.docChanged) return before
        let set = before.map(tr.mapping, tr.doc)
        for (const [index, map] of tr.mapping.maps.entries()) {
          map.forEach((_from, _to, start, end) => {
            const later = tr.mapping.slice(index + 1)
            const size = tr.doc.content.size
            const [from, to] = [Math.max(0, later.map(start, -1) - 1), Math.min(size, later.map(end, 1) + 1)]
            const [first, last] = [tr.doc.resolve(from), tr.doc.resolve(to)]
            const [left, right] = [first.parent.isTextblock ? first.start() : from, last.parent.isTextblock ? last.end() : to]
            set = set.remove(set.find(left, right)).add(tr.doc, placeholdersIn(tr.doc, left, right))
          })
        }
        return set
      },
    },
    props: { decorations: (state) => PLACEHOLDERS.getState(state) },
  })
}
