// Parses the opening tags of blocks: between nodes, in text, and as attributes (`data-repeat`, `data-if`, `data-unless`).
import { error, type Position } from '../diagnostic.ts'
import { suggest } from '../suggest.ts'
import { type BlockHead, type ExpressionContext, parseBlockHead, signatureOf } from './expression.ts'
import type { Expression, ScopeForm } from './template.ts'

export type BlockMeaning =
  | { readonly kind: 'repeat'; readonly items: Expression; readonly names: readonly string[] }
  | { readonly kind: 'condition'; readonly test: Expression; readonly isNegated: boolean }
  | { readonly kind: 'scope'; readonly form: ScopeForm; readonly value: Expression; readonly names: readonly string[] }

/** Parses the opening tag of a block. Undefined when it is invalid, which has been reported. */
export function parseBlock(code: string, at: Position, context: ExpressionContext): BlockMeaning | undefined {
  if (code.startsWith('>')) return partOf(code, at, context)
  const head = parseBlockHead(code, at, context)
  if (head === undefined) return undefined
  return head.subject === undefined ? namedBlock(head, at, context) : sectionOf(head.subject, head, { at, context })
}

/** `> row item class="wide"`: the arguments of a shared part. Its name, which was resolved before, is hidden from the parser of expressions. */
function partOf(code: string, at: Position, context: ExpressionContext): BlockMeaning | undefined {
  const hidden = code.replace(/^>\s*(?:"[^"]*"|'[^']*'|\S+)/, (start) => 'with'.padEnd(start.length))
  const head = parseBlockHead(hidden, at, context)
  if (head === undefined) return undefined
  const { positional, named } = head
  if (positional.length > 1) {
    const message = `a shared part takes one value, not ${positional.length}`
    context.reporter.report(error('template-syntax', at, message, 'name the others, as in {{> row item class="wide"}}'))
    return undefined
  }
  const subject: Expression = positional[0] ?? { kind: 'path', source: 'this', depth: 0, segments: [], at }
  const value: Expression = Object.keys(named).length === 0 ? subject : { kind: 'call', helper: '@part', positional: [subject], named, at }
  return { kind: 'scope', form: 'part', value, names: [] }
}

function namedBlock(head: BlockHead, at: Position, { reporter }: ExpressionContext): BlockMeaning | undefined {
  const { name, positional, named, names } = head
  const [subject] = positional
  const fail = (message: string, hint: string): undefined => {
    reporter.report(error('template-syntax', at, message, hint))
    return undefined
  }
  if (subject === undefined || positional.length > 1)
    return fail(`{{#${name}}} takes one value, not ${positional.length}`, argumentHint(head))
  const key = Object.keys(named).find((other) => other !== 'includeZero' || (name !== 'if' && name !== 'unless'))
  if (key !== undefined) return fail(`{{#${name}}} has no argument "${key}"`, 'remove it')
  if (name === 'each') return { kind: 'repeat', items: subject, names }
  if (name === 'with') return { kind: 'scope', form: 'with', value: subject, names }
  const test: Expression =
    named['includeZero'] === undefined ? subject : { kind: 'call', helper: '@includeZero', positional: [subject], named: {}, at }
  return { kind: 'condition', test, isNegated: name === 'unless' }
}

function argumentHint({ name, positional }: BlockHead): string {
  if (name === 'each' && positional.length === 3) return 'write {{#each items as |item|}}'
  if (positional.length > 1 && name !== 'each') return `put a call into parentheses, as in {{#${name} (gt total 100)}}`
  return `write {{#${name} name}}`
}

/** `{{#items}}`, or a helper as a condition: `{{#gt total 100}}`. */
function sectionOf(
  subject: Expression,
  { names }: BlockHead,
  { at, context }: { at: Position; context: ExpressionContext },
): BlockMeaning | undefined {
  if (subject.kind === 'path') return { kind: 'scope', form: 'section', value: subject, names }
  if (subject.kind === 'call' && signatureOf(subject.helper)?.returns === 'markup') {
    context.reporter.report(error('template-syntax', at, `helper "${subject.helper}" cannot open a block`, `write {{${subject.helper} …}}`))
    return undefined
  }
  return { kind: 'condition', test: subject, isNegated: false }
}

const DIRECTIVES: Readonly<Record<string, string>> = { 'data-repeat': 'each', 'data-if': 'if', 'data-unless': 'unless' }

/** The block that a directive attribute is short for; undefined for all other attributes. */
export const blockOfAttribute = (name: string): string | undefined => (Object.hasOwn(DIRECTIVES, name) ? DIRECTIVES[name] : undefined)

/** A misspelt directive, such as `data-repaet`. */
export function directiveHint(name: string): string | undefined {
  return /^data-(?:re|if|un|each|for|foreach|loop)/.test(name) ? suggest(name, Object.keys(DIRECTIVES)) : undefined
}
