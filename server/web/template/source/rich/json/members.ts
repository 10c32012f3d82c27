// Members of an object that change: set, removed, or changed inside; all others stay as they were written.
import type { Mark, Node } from '@tiptap/pm/model'
import { addedItem, type JsonEdits, type PlannedItem } from './json-edits.ts'
import { type NewJson, newJsonOf, printJson } from './json-style.ts'
import { type JsonMember, type JsonObject, type JsonValue, memberOf } from './json-text.ts'

/** A change of a member: a value, its removal, or changes of what is in it. */
export type Change = { readonly value: NewJson | undefined } | { readonly within: ReadonlyMap<string, NewJson | undefined | Change> }

function isChange(change: NewJson | undefined | Change): change is Change {
  return typeof change === 'object' && change !== null && ('value' in change || 'within' in change)
}

const asChange = (change: NewJson | undefined | Change): Change => (isChange(change) ? change : { value: change })

/** The value of a member that is not there yet. */
function newValue(change: Change): NewJson | undefined {
  if ('value' in change) return change.value
  const members = [...change.within].flatMap(([key, inner]) => {
    const value = newValue(asChange(inner))
    return value === undefined ? [] : [[key, value] as const]
  })
  return members.length === 0 ? undefined : { members }
}

/** Sets and removes members of an object; all others stay as they are. New ones come last, but for `attrs`, which follows the type. */
export function changeMembers(edits: JsonEdits, object: JsonObject, changes: ReadonlyMap<string, NewJson | undefined | Change>): void {
  const plan: PlannedItem[] = []
  const left = new Map(changes)
  const items: readonly JsonMember[] = object.items
  for (const [index, { key, value }] of items.entries()) {
    const given = left.has(key) && memberOf(object, key) === items[index] ? asChange(left.get(key)) : undefined
    if (given !== undefined) left.delete(key)
    if (given === undefined || changeValue(edits, value, given)) plan.push(index)
  }
  for (const [key, given] of left) {
    const value = newValue(asChange(given))
    if (value === undefined) continue
    const type = key === 'attrs' ? plan.findIndex((item) => typeof item === 'number' && items[item]!.key === 'type') : -1
    plan.splice(type < 0 ? plan.length : type + 1, 0, addedItem(value, key))
  }
  edits.items(object, plan)
}

/** False where the member is to be removed. */
function changeValue(edits: JsonEdits, json: JsonValue, change: Change): boolean {
  if ('within' in change && json.kind === 'object') {
    changeMembers(edits, json, change.within)
    return true
  }
  const value = newValue(change)
  if (value === undefined) return false
  if (json.kind === 'object' && typeof value === 'object' && value !== null && 'members' in value) replaceObject(edits, json, value.members)
  else edits.replace(json.start, json.end, printJson(value, edits.style, ''))
  return true
}

/** An object takes the members of another; those that say the same stay as they are. */
function replaceObject(edits: JsonEdits, json: JsonObject, members: readonly (readonly [string, NewJson])[]): void {
  const next = new Map<string, NewJson | undefined>(json.items.map(({ key }) => [key, undefined]))
  for (const [key, value] of members) {
    const before = memberOf(json, key)
    const raw = before && edits.text.slice(before.value.start, before.value.end)
    if (raw !== undefined && isSame(JSON.parse(raw), JSON.parse(printJson(value, edits.style, '')))) next.delete(key)
    else next.set(key, value)
  }
  changeMembers(edits, json, next)
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && a !== null && JSON.stringify(a) === JSON.stringify(b))
}

export function attributeChanges(before: Node | Mark, after: Node | Mark): Map<string, NewJson | undefined | Change> {
  const names = new Set([...Object.keys(before.attrs), ...Object.keys(after.attrs)])
  names.delete('extra')
  const within = new Map<string, NewJson | undefined>()
  for (const name of names) {
    const [from, to] = [before.attrs[name] ?? null, after.attrs[name] ?? null]
    if (!isSame(from, to)) within.set(name, to === null ? undefined : newJsonOf(to))
  }
  return new Map(within.size === 0 ? [] : [['attrs', { within }]])
}

export function isSameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, index) => mark.eq(b[index]!))
}
