// The places of a source that a caret stands in, in the words of the service: `line:column` of elements in HTML, JSON pointers in an editor document.
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode']

/** The elements around a position, or that end at it, from inside out, by where they begin. */
export function elementsAt(state: EditorState, position: number): readonly string[] {
  const around = elementsOn(state, position, 1)
  return around.length > 0 ? around : elementsOn(state, position, -1)
}

function elementsOn(state: EditorState, position: number, side: 1 | -1): readonly string[] {
  const found: string[] = []
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side); node !== null; node = node.parent) {
    if (node.name !== 'Element') continue
    const line = state.doc.lineAt(node.from)
    found.push(`${line.number}:${node.from - line.from + 1}`)
  }
  return found
}

/** Behind the start tag of the element that begins at a position; the position itself where none does. */
export function contentOf(state: EditorState, position: number): number {
  const tag = syntaxTree(state).resolveInner(position, 1).parent
  return tag?.name === 'OpenTag' && tag.from === position ? tag.to : position
}

/** The pointers to the values around a position, from inside out. */
export function pointersAt(state: EditorState, position: number): readonly string[] {
  const steps: string[] = []
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, 1); node?.parent != null; node = node.parent) {
    const { parent } = node
    if (parent.name === 'Array') steps.unshift(String(indexIn(parent, node)))
    if (node.name === 'Property') steps.unshift(nameOf(state, node))
  }
  return steps.map((_, i) => `/${steps.slice(0, steps.length - i).join('/')}`)
}

/** Where the value of a pointer begins; undefined when there is none. */
export function positionOfPointer(state: EditorState, pointer: string): number | undefined {
  let node: SyntaxNode | null = syntaxTree(state).topNode.firstChild
  for (const step of pointer.split('/').slice(1)) {
    node = node === null ? null : node.name === 'Array' ? itemOf(node, Number(step)) : propertyValue(state, node, step)
  }
  return node?.from
}

function indexIn(array: SyntaxNode, item: SyntaxNode): number {
  return itemsOf(array).findIndex(({ from }) => from === item.from)
}

function itemOf(array: SyntaxNode, index: number): SyntaxNode | null {
  return itemsOf(array)[index] ?? null
}

function itemsOf(array: SyntaxNode): readonly SyntaxNode[] {
  const items: SyntaxNode[] = []
  for (let node = array.firstChild; node !== null; node = node.nextSibling) if (!/^[[\],⚠]/.test(node.name)) items.push(node)
  return items
}

function propertyValue(state: EditorState, object: SyntaxNode, step: string): SyntaxNode | null {
  return object.getChildren('Property').find((property) => nameOf(state, property) === step)?.lastChild ?? null
}

/** The name of a property, as a step of a pointer. */
function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName')
  const text = name === null ? '' : state.sliceDoc(name.from + 1, name.to - 1)
  return text.replaceAll('~', '~0').replaceAll('/', '~1')
}
