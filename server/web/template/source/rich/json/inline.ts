// Saves a line of text: the characters and leaves that it has in common with the one that was loaded, at its beginning and at its end, stay as
// they were written; what lies between is edited in the texts that it touches.
import type { Mark, Node } from '@tiptap/pm/model'
import { addedItem, type JsonEdits, type PlannedItem } from './json-edits.ts'
import type { NewJson } from './json-style.ts'
import { type JsonList, type JsonObject, memberOf } from './json-text.ts'
import type { JsonInline, Origins } from './load.ts'
import { attributeChanges, type Change, changeMembers, isSameMarks } from './members.ts'
import { markJson, nodeJson } from './write.ts'

interface InlineSaveContext {
  readonly edits: JsonEdits
  readonly origins: Origins
  saveNode(before: Node, after: Node): void
}

interface Line {
  readonly list: JsonList
  readonly pieces: readonly JsonInline[]
  readonly after: Node
}

/** A text or a leaf of the present line. */
type LinePart =
  | { readonly kind: 'text'; readonly text: string; readonly marks: readonly Mark[] }
  | { readonly kind: 'leaf'; readonly node: Node }

/** Length in characters; a leaf is one. */
const lengthOf = (part: LinePart | JsonInline): number => (part.kind === 'text' ? part.text.length : 1)
const totalOf = (parts: readonly (LinePart | JsonInline)[]): number => parts.reduce((total, part) => total + lengthOf(part), 0)

function partOf(node: Node): LinePart {
  return node.isText ? { kind: 'text', text: node.text ?? '', marks: node.marks } : { kind: 'leaf', node }
}

/** How many characters two parts have in common, from their beginning or their end. */
function common(a: LinePart | JsonInline, b: LinePart | JsonInline, [skipA, skipB]: readonly [number, number], isFromEnd: boolean): number {
  if (a.kind === 'leaf' || b.kind === 'leaf')
    return a.kind === 'leaf' && b.kind === 'leaf' && (a.node === b.node || a.node.eq(b.node)) ? 1 : 0
  if (!isSameMarks(a.marks, b.marks)) return 0
  const most = Math.min(a.text.length - skipA, b.text.length - skipB)
  const at = (text: string, skip: number, i: number): number => text.charCodeAt(isFromEnd ? text.length - 1 - skip - i : skip + i)
  let count = 0
  while (count < most && at(a.text, skipA, count) === at(b.text, skipB, count)) count++
  return count
}

function commonLength(before: readonly (LinePart | JsonInline)[], after: readonly (LinePart | JsonInline)[], isFromEnd: boolean): number {
  const [left, right] = isFromEnd ? [[...before].reverse(), [...after].reverse()] : [before, after]
  let [i, j, skipA, skipB, total] = [0, 0, 0, 0, 0]
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i]!, right[j]!]
    if (skipA === lengthOf(a)) [i, skipA] = [i + 1, 0]
    else if (skipB === lengthOf(b)) [j, skipB] = [j + 1, 0]
    else {
      const count = common(a, b, [skipA, skipB], isFromEnd)
      if (count === 0) break
      total += count
      skipA += count
      skipB += count
    }
  }
  return total
}

/** The parts between two offsets. */
function slice(parts: readonly LinePart[], from: number, to: number): LinePart[] {
  const result: LinePart[] = []
  let start = 0
  for (const part of parts) {
    const end = start + lengthOf(part)
    if (end > from && start < to) {
      result.push(part.kind === 'leaf' ? part : { ...part, text: part.text.slice(Math.max(0, from - start), to - start) })
    }
    start = end
  }
  return result
}

/** What was in a line and is not, between what stays before and after. Numbers of pieces, and offsets in them. */
interface Cut {
  /** The last piece of which something stays before the change; -1 where the change begins the line. */
  readonly left: number
  readonly leftKept: number
  /** The first piece of which something stays after the change. */
  readonly right: number
  /** Characters of it that go. */
  readonly rightGone: number
}

function cutOf(pieces: readonly JsonInline[], from: number, to: number): Cut {
  let [left, leftKept, right, rightGone] = [-1, 0, pieces.length, 0]
  let start = 0
  for (const [index, piece] of pieces.entries()) {
    const end = start + lengthOf(piece)
    if (start < from) [left, leftKept] = [index, Math.min(lengthOf(piece), from - start)]
    if (end > to && right === pieces.length) [right, rightGone] = [index, Math.max(0, to - start)]
    start = end
  }
  return { left, leftKept, right, rightGone }
}

export function saveInline(context: InlineSaveContext, { list, pieces, after }: Line): void {
  const parts = after.children.map(partOf)
  const [lengthBefore, lengthAfter] = [totalOf(pieces), totalOf(parts)]
  const shorter = Math.min(lengthBefore, lengthAfter)
  const head = commonLength(pieces, parts, false)
  if (head === lengthBefore && head === lengthAfter) return
  const tail = Math.min(shorter - head, commonLength(pieces, parts, true))
  const cut = cutOf(pieces, head, lengthBefore - tail)
  const added = slice(parts, head, lengthAfter - tail)
  if (cut.left === cut.right) saveWithin(context, { list, pieces }, cut, added)
  else saveBetween(context, { list, pieces }, cut, added)
}

const isTextLike = (part: LinePart | undefined, piece: JsonInline | undefined): part is LinePart & { kind: 'text' } =>
  part?.kind === 'text' && piece?.kind === 'text' && isSameMarks(part.marks, piece.marks)

const newPart = (part: LinePart, origins: Origins): PlannedItem => addedItem(partJson(part, origins))

function partJson(part: LinePart, origins: Origins): NewJson {
  if (part.kind === 'leaf') return nodeJson(part.node, origins)
  const marks = part.marks.length === 0 ? [] : [['marks', part.marks.map(markJson)] as const]
  return { members: [['type', 'text'], ['text', part.text], ...marks] }
}

const numbers = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

/** The change lies within one text: it is edited, or parted around what is added. */
function saveWithin(
  { edits, origins }: InlineSaveContext,
  { list, pieces }: Omit<Line, 'after'>,
  cut: Cut,
  added: readonly LinePart[],
): void {
  const piece = pieces[cut.left]
  if (piece?.kind !== 'text') return
  const [only] = added
  if (added.length === 0 || (added.length === 1 && isTextLike(only, piece))) {
    edits.characters(piece.literal, cut.leftKept, cut.rightGone, only?.kind === 'text' ? only.text : '')
    return
  }
  edits.characters(piece.literal, cut.leftKept, piece.text.length, '')
  const item = list.items[cut.left]!
  // What follows is a copy of the text node, with all that it has, and the rest of the text.
  const { start, end } = item
  const { literal } = piece
  const rest: PlannedItem = {
    add: (style) => {
      const text = addedItem(piece.text.slice(cut.rightGone))
      const quoted = typeof text === 'number' ? '' : text.add(style, '')
      return `${edits.text.slice(start, literal.start)}${quoted}${edits.text.slice(literal.end, end)}`
    },
  }
  const before = numbers(0, cut.left + 1)
  edits.items(list, [...before, ...added.map((part) => newPart(part, origins)), rest, ...numbers(cut.left + 1, list.items.length)])
}

/** The change lies between two pieces, of which parts may go; whole pieces between them go, or become what is added. */
function saveBetween(context: InlineSaveContext, { list, pieces }: Omit<Line, 'after'>, cut: Cut, added: readonly LinePart[]): void {
  const { edits, origins } = context
  const [left, right] = [pieces[cut.left], pieces[cut.right]]
  const parts = [...added]
  const isJoined = isTextLike(parts[0], left)
  if (left?.kind === 'text') {
    const joined = isJoined ? parts.shift() : undefined
    const text = joined?.kind === 'text' ? joined.text : ''
    if (text !== '' || cut.leftKept < left.text.length) edits.characters(left.literal, cut.leftKept, left.text.length, text)
  }
  if (right?.kind === 'text') {
    const joined = isTextLike(parts.at(-1), right) ? parts.pop() : undefined
    const text = joined?.kind === 'text' ? joined.text : ''
    if (text !== '' || cut.rightGone > 0) edits.characters(right.literal, 0, cut.rightGone, text)
  }
  const plan: PlannedItem[] = numbers(0, cut.left + 1)
  let next = cut.left + 1
  for (const part of parts) {
    const found = numbers(next, cut.right).find((index) => isChanged(pieces[index]!, part))
    if (found === undefined) plan.push(newPart(part, origins))
    else {
      changePiece(context, list, [pieces[found]!, found], part)
      plan.push(found)
      next = found + 1
    }
  }
  edits.items(list, [...plan, ...numbers(cut.right, list.items.length)])
}

/** Whether a part can be written as a change of a piece. */
function isChanged(piece: JsonInline, part: LinePart): boolean {
  if (piece.kind === 'text') return part.kind === 'text' && (piece.text === part.text || isSameMarks(piece.marks, part.marks))
  return part.kind === 'leaf' && piece.node.type === part.node.type && !piece.node.type.name.startsWith('opaque')
}

function changePiece(context: InlineSaveContext, list: JsonList, [piece, index]: readonly [JsonInline, number], part: LinePart): void {
  if (piece.kind === 'leaf') {
    if (part.kind === 'leaf') context.saveNode(piece.node, part.node)
    return
  }
  if (part.kind !== 'text') return
  if (piece.text !== part.text) context.edits.characters(piece.literal, 0, piece.text.length, part.text)
  const item = list.items[index]!
  if (item.kind === 'object') changeMarks(context.edits, item, piece.marks, part.marks)
  else if (!isSameMarks(piece.marks, part.marks)) context.edits.replace(item.start, item.end, textOf(context, part))
}

function textOf({ edits, origins }: InlineSaveContext, part: LinePart): string {
  const planned = newPart(part, origins)
  return typeof planned === 'number' ? '' : planned.add(edits.style, '')
}

/** Marks of a text node: those that stay are kept as written, one whose attributes changed is changed in place. */
function changeMarks(edits: JsonEdits, item: JsonObject, before: readonly Mark[], after: readonly Mark[]): void {
  if (isSameMarks(before, after)) return
  const list = memberOf(item, 'marks')?.value
  if (list?.kind !== 'list' || list.items.length !== before.length || after.length === 0) {
    changeMembers(edits, item, new Map<string, Change>([['marks', { value: after.length === 0 ? undefined : after.map(markJson) }]]))
    return
  }
  const names = list.items.map((mark) => {
    const type = memberOf(mark, 'type')?.value
    return type?.kind === 'string' ? String(JSON.parse(edits.text.slice(type.start, type.end))) : ''
  })
  const left = [...after]
  const plan: PlannedItem[] = []
  for (const [index, name] of names.entries()) {
    const place = left.findIndex((mark) => nameIn(mark) === name)
    if (place < 0) continue
    const [mark] = left.splice(place, 1)
    const own = before.find((candidate) => nameIn(candidate) === name)
    const json = list.items[index]!
    if (own !== undefined && mark !== undefined && json.kind === 'object' && !own.eq(mark))
      changeMembers(edits, json, attributeChanges(own, mark))
    plan.push(index)
  }
  edits.items(list, [...plan, ...left.map((mark) => addedItem(markJson(mark)))])
}

function nameIn(mark: Mark): string {
  const json: unknown = mark.attrs['json']
  const source = json === undefined ? markJson(mark) : JSON.parse(String(json))
  if (typeof source === 'object' && source !== null && 'members' in source) return String(source.members[0]?.[1])
  return typeof source === 'object' && source !== null && 'type' in source ? String(source.type) : ''
}
