// The placeholder code for nodes: variables with a format, QR codes and barcodes.
import { error, type Position, type Reporter } from '../../diagnostic.ts'
import type { SourcePart } from '../source.ts'
import { attrOf, type EditorContext, type EditorNode, lengthAttr, partsOf, pointerAt, textAttr } from './node.ts'

const TOKENS = /[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S+)|"[^"]*"|'[^']*'|\S+/g

/** `{name, format: "currency EUR"}` → `{{currency name "EUR"}}`; with a fallback that prints where there is no value. */
export function variableParts(node: EditorNode, at: Position): readonly SourcePart[] {
  const name = textAttr(node, 'name') ?? ''
  const format = textAttr(node, 'format')
  const fallback = attrOf(node, 'fallback')
  const code = format === undefined ? name : formatCode(name, format)
  const value: SourcePart = { kind: 'placeholder', code, isRaw: false, at }
  if (typeof fallback !== 'string') return [value]
  const otherwise: readonly SourcePart[] = fallback === '' ? [] : [{ kind: 'literal', text: fallback }]
  return [{ kind: 'block', block: { name: 'if', code: `if ${asArgument(name)} includeZero=true`, body: [value], otherwise, at } }]
}

/** `format` is a helper's name, its option (several words are one: `date d MMMM yyyy`), and `name=value` pairs. */
function formatCode(name: string, format: string): string {
  const [helper = '', ...tokens] = format.match(TOKENS) ?? []
  const isNamed = (token: string): boolean => /^[A-Za-z_]\w*=/.test(token)
  const option = tokens.filter((token) => !isNamed(token))
  const named = tokens.filter(isNamed).map((token) => {
    const cut = token.indexOf('=')
    return `${token.slice(0, cut)}=${constant(token.slice(cut + 1))}`
  })
  const options = option.length === 0 ? [] : [option.length === 1 ? constant(option[0]!) : quoted(option.map(unquoted).join(' '))]
  return [helper, asArgument(name), ...options, ...named].join(' ')
}

/** Code that calls a helper needs parentheses as an argument; a path does not, white space in its brackets and strings aside. */
function asArgument(code: string): string {
  const trimmed = code.trim()
  return /\s/.test(trimmed.replace(/\[[^\]]*\]|"[^"]*"|'[^']*'/g, '')) ? `(${trimmed})` : trimmed
}

function constant(token: string): string {
  return /^-?\d+(?:\.\d+)?$/.test(token) || /^(?:true|false)$/.test(token) ? token : quoted(unquoted(token))
}

function unquoted(token: string): string {
  return /^(["']).*\1$/s.test(token) ? token.slice(1, -1) : token
}

/** A string of the placeholder language, which has an escape for the quote alone. */
function quoted(text: string): string {
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`
}

/** `qrcode value size=…` or `barcode value type=… height=…` for a text with placeholders; undefined when there is nothing to encode. */
export function codeImageCode(node: EditorNode, pointer: string, context: EditorContext): string | undefined {
  const parts = partsOf(node, 'value', pointer, context) ?? []
  const terms = parts.flatMap((part) => argumentsOf(part, pointer, context.reporter))
  if (terms.length === 0) {
    context.reporter.report(error('invalid-document', pointerAt(`${pointer}/attrs/value`), `this ${node.type} has nothing to encode`))
    return undefined
  }
  const value = terms.length === 1 ? terms[0]! : `(concat ${terms.join(' ')})`
  if (node.type === 'qrcode') return `qrcode ${value} size=${quoted(lengthAttr(node, 'size') ?? '25mm')}`
  const type = textAttr(node, 'symbology') ?? 'code128'
  return `barcode ${value} type=${quoted(type)} height=${quoted(lengthAttr(node, 'height') ?? '15mm')}`
}

function argumentsOf(part: SourcePart, pointer: string, reporter: Reporter): string[] {
  if (part.kind === 'literal') return [quoted(part.text)]
  if (part.kind === 'placeholder') return [asArgument(part.code)]
  const hint = 'put a condition around the node instead'
  reporter.report(error('template-syntax', pointerAt(`${pointer}/attrs/value`), `a block is not allowed in the value of a code`, hint))
  return []
}
