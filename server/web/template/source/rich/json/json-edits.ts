// Edits of a JSON text: items of lists and objects are kept, changed in place, added and removed; what lies between stays as it is.

import { escaped, type JsonStyle, type NewJson, printJson } from './json-style.ts'
import type { JsonContainer, JsonScalar } from './json-text.ts'

/** An item of a list or object after saving: the number of one that stays, or how to print a new one. Numbers rise. */
export type PlannedItem = number | { readonly add: (style: JsonStyle, indent: string) => string }

export function addedItem(value: NewJson, key?: string): PlannedItem {
  return {
    add: (style, indent) => `${key === undefined ? '' : `"${escaped(key, style)}"${style.colon}`}${printJson(value, style, indent)}`,
  }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export class JsonEdits {
  readonly text: string
  readonly style: JsonStyle
  readonly #edits: Edit[] = []

  constructor(text: string, style: JsonStyle) {
    this.text = text
    this.style = style
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text })
  }

  /** Gives a list or an object these items; those not planned are removed. */
  items(container: JsonContainer, plan: readonly PlannedItem[]): void {
    const { items } = container
    const kept = plan.filter((item) => typeof item === 'number')
    if (kept.length === items.length && plan.length === items.length) return
    if (kept.length === 0) {
      this.#rewrite(container, plan)
      return
    }
    const { separator, indent } = this.#between(container)
    let before: number | undefined
    let added: string[] = []
    const flush = (next: number | undefined): void => {
      this.#gap(container, { before, next, texts: added, separator })
      added = []
    }
    for (const item of plan) {
      if (typeof item === 'number') {
        flush(item)
        before = item
      } else added.push(item.add(this.style, indent))
    }
    flush(undefined)
  }

  /** What lies between two items that are kept, or before the first or after the last of them. */
  #gap(
    { items }: JsonContainer,
    {
      before,
      next,
      texts,
      separator,
    }: {
      readonly before: number | undefined
      readonly next: number | undefined
      readonly texts: readonly string[]
      readonly separator: string
    },
  ): void {
    const first = before === undefined ? 0 : before + 1
    const last = (next ?? items.length) - 1
    const [left, right] = [before === undefined ? undefined : items[before], next === undefined ? undefined : items[next]]
    const joined = texts.join(`,${separator}`)
    if (first <= last) {
      const [start, end] = [items[first]!.start, items[last]!.end]
      if (texts.length > 0) this.replace(start, end, joined)
      else if (left !== undefined) this.replace(left.end, end, '')
      else if (right !== undefined) this.replace(start, right.start, '')
    } else if (texts.length > 0) {
      if (left !== undefined) this.replace(left.end, left.end, `,${separator}${joined}`)
      else if (right !== undefined) this.replace(right.start, right.start, `${joined},${separator}`)
    }
  }

  #rewrite({ kind, start, end }: JsonContainer, plan: readonly PlannedItem[]): void {
    const indent = this.#indentAt(start)
    const { style } = this
    const isMultiline = style.isExpanded
    const inner = isMultiline ? indent + style.unit : indent
    const texts = plan.flatMap((item) => (typeof item === 'number' ? [] : [item.add(style, inner)]))
    const pad = isMultiline ? `${style.newline}${inner}` : kind === 'object' ? style.pad : ''
    const padEnd = isMultiline ? `${style.newline}${indent}` : pad
    const [opened, closed] = kind === 'object' ? ['{', '}'] : ['[', ']']
    const inside = texts.length === 0 ? '' : `${pad}${texts.join(isMultiline ? `,${pad}` : style.comma)}${padEnd}`
    this.replace(start, end, `${opened}${inside}${closed}`)
  }

  /** The space after a comma of a container that has items, and the indent of its items. */
  #between({ items, start }: JsonContainer): { readonly separator: string; readonly indent: string } {
    const [first, second] = items
    const space = second === undefined ? this.text.slice(start + 1, first!.start) : this.text.slice(first!.end, second.start)
    const separator = second === undefined && !space.includes('\n') ? this.style.comma.slice(1) : space.replace(/^\s*,/, '')
    const line = /\n([^\n]*)$/.exec(separator)?.[1]
    return { separator, indent: line ?? this.#indentAt(start) }
  }

  #indentAt(offset: number): string {
    const line = this.text.lastIndexOf('\n', offset - 1) + 1
    return /^[ \t]*/.exec(this.text.slice(line, offset))?.[0] ?? ''
  }

  /** Replaces characters of a string literal. `from` and `to` count characters of its value. */
  characters(literal: JsonScalar, from: number, to: number, text: string): void {
    const start = this.#offsetIn(literal, from)
    this.replace(start, to === from ? start : this.#offsetIn(literal, to), escaped(text, this.style))
  }

  #offsetIn({ start }: JsonScalar, index: number): number {
    let at = start + 1
    for (let i = 0; i < index; i++) at += this.text[at] !== '\\' ? 1 : this.text[at + 1] === 'u' ? 6 : 2
    return at
  }

  /** The text with all edits. */
  result(): string {
    const edits = this.#edits
      .map((edit, order) => ({ ...edit, order }))
      .sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order)
    let result = ''
    let at = 0
    for (const { start, end, text } of edits) {
      result += this.text.slice(at, start) + text
      at = end
    }
    return result + this.text.slice(at)
  }
}
