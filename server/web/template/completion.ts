// What may follow `{{` in a template: its fields, as the engine has found them, and the helpers.
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'

export interface Variable {
  readonly name: string
  readonly type: string
}

const HELPERS = [
  ...['currency', 'number', 'percent', 'date', 'upper', 'lower', 'default', 'join', 'sum', 'count'],
  ...['add', 'subtract', 'multiply', 'divide', 'round', 'eq', 'gt', 'and', 'or', 'not', 'qrcode', 'barcode', 'image'],
  ...['#each', '#if', '#unless', '#with', 'else', '@index', '@first', '@last', 'this'],
]

export function completeFields(variables: () => readonly Variable[]): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const before = context.matchBefore(/(?:\{\{[#/]?[^{}]*?|data-(?:repeat|if|unless)=")([@\w.]*)$/)
    if (before === null) return null
    const typed = /[@\w.#]*$/.exec(before.text)?.[0] ?? ''
    const fields = variables().map(({ name, type }) => ({
      label: name.replace(/^.*\[\]\.?/, '') || name,
      detail: detailOf(name, type),
      type: 'variable',
    }))
    const isPlaceholder = before.text.includes('{{')
    const helpers = isPlaceholder ? HELPERS.map((label) => ({ label, type: 'keyword' })) : []
    const seen = new Set<string>()
    const options = [...fields, ...helpers].filter(({ label }) => label !== '' && !seen.has(label) && seen.add(label))
    return { from: context.pos - typed.length, options, validFor: /^[@\w.#]*$/ }
  }
}

function detailOf(name: string, type: string): string {
  const list = /^(.*)\[\]/.exec(name)?.[1]
  return list === undefined ? type : `${type}, ${list}`
}
