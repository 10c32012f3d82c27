// How a JSON text is written: its indent, spaces and escapes. What is added to it is written alike.

export interface JsonStyle {
  /** Every object and list has its items on lines of their own. */
  readonly isExpanded: boolean
  readonly unit: string
  readonly newline: string
  readonly colon: string
  /** Between items on one line. */
  readonly comma: string
  /** Inside the braces of an object on one line. */
  readonly pad: string
  readonly isAscii: boolean
  readonly hasEscapedSlashes: boolean
}

export function styleOf(text: string): JsonStyle {
  const opened = /[[{]\r?\n([ \t]*)/.exec(text)
  const outer = opened === null ? '' : (/(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, opened.index + 1))?.[1] ?? '')
  return {
    isExpanded: opened !== null && !/\{[ \t]*"/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""')),
    unit: opened?.[1]?.slice(outer.length) || '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    colon: /"type"(\s*:[ \t]*)/.exec(text)?.[1] ?? ':',
    comma: /["\]}\w],( ?)["[{\w]/.exec(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))?.[1] === '' ? ',' : ', ',
    pad: /\{( ?)"/.exec(text)?.[1] ?? '',
    isAscii: !/[^\x00-\x7f]/.test(text) && /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(text),
    hasEscapedSlashes: text.includes('\\/') && !/(?<!\\)\//.test(text),
  }
}

/** The inside of a string literal. */
export function escaped(value: string, { isAscii, hasEscapedSlashes }: JsonStyle): string {
  const plain = JSON.stringify(value).slice(1, -1)
  const slashes = hasEscapedSlashes ? plain.replaceAll('/', '\\/') : plain
  if (!isAscii) return slashes
  return slashes.replace(/[^\x00-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A value that is JSON already. */
export interface RawJson {
  readonly raw: string
}

/** A value to be printed into a JSON text. */
export type NewJson =
  | RawJson
  | string
  | number
  | boolean
  | null
  | readonly NewJson[]
  | { readonly members: readonly (readonly [string, NewJson])[] }

/** A value as text. `indent` is that of the line on which it begins. */
export function printJson(value: NewJson, style: JsonStyle, indent: string): string {
  if (typeof value === 'string') return `"${escaped(value, style)}"`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if ('raw' in value) return value.raw
  const inner = indent + style.unit
  if ('members' in value) {
    const items = value.members.map(([key, member]) => `"${escaped(key, style)}"${style.colon}${printJson(member, style, inner)}`)
    return enclosed('{', items, '}', style, indent)
  }
  return enclosed(
    '[',
    value.map((item) => printJson(item, style, inner)),
    ']',
    style,
    indent,
  )
}

function enclosed(open: string, items: readonly string[], close: string, style: JsonStyle, indent: string): string {
  if (items.length === 0) return open + close
  if (!style.isExpanded) {
    const pad = open === '{' ? style.pad : ''
    return `${open}${pad}${items.join(style.comma)}${pad}${close}`
  }
  const line = `${style.newline}${indent}`
  return `${open}${line}${style.unit}${items.join(`,${line}${style.unit}`)}${line}${close}`
}

/** Any JSON value, such as an attribute. */
export function newJsonOf(value: unknown): NewJson {
  if (Array.isArray(value)) return value.map(newJsonOf)
  if (typeof value === 'object' && value !== null)
    return { members: Object.entries(value).map(([key, member]) => [key, newJsonOf(member)]) }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
