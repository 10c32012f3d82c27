// Parses rules and declarations from component values (CSS Syntax 3 §5, with the nesting of §5.4.4).
import type { Component } from './tokens.ts'

export interface DeclarationNode {
  readonly kind: 'declaration'
  /** Lower case; custom properties as written. */
  readonly name: string
  /** Without `!important`. */
  readonly value: readonly Component[]
  /** The value as written. */
  readonly text: string
  readonly isImportant: boolean
  /** Offset in the sheet. */
  readonly start: number
}

export interface StyleRuleNode {
  readonly kind: 'style'
  readonly prelude: readonly Component[]
  readonly body: readonly Component[]
  readonly start: number
}

export interface AtRuleNode {
  readonly kind: 'at'
  readonly name: string
  readonly prelude: readonly Component[]
  /** undefined: the rule ended with a semicolon. */
  readonly body: readonly Component[] | undefined
  readonly start: number
  /** Offset after its block or semicolon. */
  readonly end: number
}

export type RuleNode = StyleRuleNode | AtRuleNode

/** Reports that the text from `start` was skipped. */
export type OnSyntaxError = (start: number, message: string) => void

const isDelim = (item: Component | undefined, value: string): boolean => item?.kind === 'delim' && item.value === value
const isBraces = (item: Component): item is Component & { readonly kind: 'block' } => item.kind === 'block' && item.open === '{'

/** The rules of a sheet or of a conditional rule outside of style rules. */
export function parseRules(items: readonly Component[], onSyntaxError: OnSyntaxError): RuleNode[] {
  const rules: RuleNode[] = []
  for (let i = 0; i < items.length; ) {
    const item = items[i]!
    // Comment delimiters that hid style sheets from browsers without CSS.
    if (isDelim(item, '<!--') || isDelim(item, '-->')) {
      i++
      continue
    }
    if (item.kind === 'at') {
      const [rule, next] = parseAtRule(items, i)
      rules.push(rule)
      i = next
      continue
    }
    let end = i
    while (end < items.length && !isBraces(items[end]!)) end++
    const block = items[end]
    if (block === undefined || !isBraces(block)) {
      if (!items.slice(i).every((rest) => isDelim(rest, ';'))) onSyntaxError(item.start, 'a rule without a block')
      break
    }
    rules.push({ kind: 'style', prelude: items.slice(i, end), body: block.items, start: item.start })
    i = end + 1
  }
  return rules
}

function parseAtRule(items: readonly Component[], from: number): [rule: AtRuleNode, next: number] {
  const at = items[from]!
  if (at.kind !== 'at') throw new Error('parseAtRule: not at an at-keyword')
  let end = from + 1
  while (end < items.length && !isBraces(items[end]!) && !isDelim(items[end], ';')) end++
  const block = items[end]
  const body = block !== undefined && isBraces(block) ? block.items : undefined
  const last = items[Math.min(end, items.length - 1)]!
  return [{ kind: 'at', name: at.name, prelude: items.slice(from + 1, end), body, start: at.start, end: last.end }, end + 1]
}

/** Declarations and nested rules of a block, in order. `source` is the text that offsets refer to. */
export function parseBody(items: readonly Component[], source: string, onSyntaxError: OnSyntaxError): (DeclarationNode | RuleNode)[] {
  const body: (DeclarationNode | RuleNode)[] = []
  for (let i = 0; i < items.length; ) {
    const item = items[i]!
    if (isDelim(item, ';')) i++
    else if (item.kind === 'at') {
      const [rule, next] = parseAtRule(items, i)
      body.push(rule)
      i = next
    } else {
      const isCustom = item.kind === 'ident' && item.value.startsWith('--') && isDelim(items[i + 1], ':')
      let end = i
      while (end < items.length && !isDelim(items[end], ';') && (isCustom || !isBraces(items[end]!))) end++
      const stop = items[end]
      if (stop !== undefined && isBraces(stop))
        body.push({ kind: 'style', prelude: items.slice(i, end), body: stop.items, start: item.start })
      else {
        const declaration = parseDeclaration(items.slice(i, end), source)
        if (declaration !== undefined) body.push(declaration)
        // `*zoom: 1` is a hack for Internet Explorer 7.
        else if (!isDelim(item, '*'))
          onSyntaxError(item.start, `"${source.slice(item.start, items[end - 1]!.end).slice(0, 60)}" is no declaration`)
      }
      i = end + 1
    }
  }
  return body
}

function parseDeclaration(items: readonly Component[], source: string): DeclarationNode | undefined {
  const name = items[0]
  if (name?.kind !== 'ident' || !isDelim(items[1], ':')) return undefined
  let end = items.length
  const last = items[end - 1]
  const isImportant = last?.kind === 'ident' && last.lower === 'important' && isDelim(items[end - 2], '!')
  if (isImportant) end -= 2
  const value = items.slice(2, end)
  const isCustom = name.value.startsWith('--')
  if (value.length === 0 && !isCustom) return undefined
  const text = value.length === 0 ? '' : source.slice(value[0]!.start, value[value.length - 1]!.end)
  return { kind: 'declaration', name: isCustom ? name.value : name.lower, value, text, isImportant, start: name.start }
}
