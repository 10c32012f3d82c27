// Escaping and filtering of data in styles and URLs: data can fill values, and never add declarations, rules, requests or scripts. The
// compiler wraps placeholders in styles into these helpers.

import { printValue } from '../print.ts'
import type { BuiltIn, Call } from './helper.ts'

/** CSS functions allowed in values from data: colours, arithmetic, gradients, transforms, tracks, counters. None of them loads anything. */
const FUNCTIONS =
  /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|calc|min|max|clamp|round|abs|var|counters?|(repeating-)?(linear|radial|conic)-gradient|(rotate|scale|translate|skew)[xy]?|matrix|minmax|repeat|fit-content|inset|circle|ellipse|polygon)$/i

/** Whether `value` is a self-contained CSS value: no string, escape, separator, URL or comment. */
export function isSafeStyleValue(value: string): boolean {
  if (!/^[\p{L}\p{N}\s#%.,+\-*/()_°]*$/u.test(value)) return false
  // Neither a comment, nor half of one that the text around it would complete.
  if (/\/\*|\*\/|^\s*\*|\/\s*$/.test(value)) return false
  let depth = 0
  for (const [paren] of value.matchAll(/[()]/g)) {
    depth += paren === '(' ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0 && functionNames(value).every((name) => name === '' || FUNCTIONS.test(name))
}

/** The word before each opening parenthesis. Split at separators first: one regular expression would backtrack from every character. */
function functionNames(value: string): readonly string[] {
  const words = value.split(/(\()|[\s,)]/)
  return words.flatMap((word, i) => (words[i + 1] === '(' && word !== undefined ? [word] : []))
}

/** A CSS string's content, for either kind of quotation marks. */
export function escapeStyleString(text: string): string {
  return text.replace(/["'\\<>\n\r\f\0]/g, (c) => (c === '\0' ? '' : `\\${c.charCodeAt(0).toString(16)} `))
}

/** Escapes a URL so that it cannot end the `url(…)` around it, quoted or not. */
export function escapeStyleUrl(url: string): string {
  return url.replace(/[\s"'()\\<>\0-\x1f\x7f]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
}

/** The scheme of a URL as browsers read it, in lower case: they skip control characters and spaces. Undefined for relative ones. `data:` URLs are long. */
function schemeOf(url: string): string | undefined {
  const [, scheme] = /^[\0-\x20\x7f-\x9f]*([a-z][a-z0-9+.\0-\x20\x7f-\x9f-]*):/i.exec(url) ?? []
  return scheme?.replace(/[\0-\x20\x7f-\x9f]/g, '').toLowerCase()
}

const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel'])

export function isSafeLink(url: string): boolean {
  const scheme = schemeOf(url)
  return scheme === undefined || LINK_SCHEMES.has(scheme)
}

/** `data:` images and names of assets. Addresses on the network pass too: the engine does not open them, but the embedder's resolver may. */
export function isSafeSource(url: string): boolean {
  const scheme = schemeOf(url)
  return scheme === undefined || scheme === 'http' || scheme === 'https' || /^\s*data:image\//i.test(url)
}

function styleValue([value]: readonly unknown[], call: Call): string {
  const text = printValue(value, call.binding, call.at)
  if (isSafeStyleValue(text)) return text
  call.binding.warn(
    'bad-value',
    call.at,
    `"${text.slice(0, 60)}" cannot be put into a style`,
    'a value such as 12mm, #336699 or bold is wanted',
  )
  return ''
}

function styleUrl([value]: readonly unknown[], call: Call): string {
  const text = printValue(value, call.binding, call.at)
  if (isSafeSource(text)) return escapeStyleUrl(text)
  call.binding.warn('blocked-url', call.at, `"${text.slice(0, 60)}" is not opened`, 'use a data: image or the name of an asset')
  return ''
}

const value = (call: (args: readonly unknown[], call: Call) => unknown): BuiltIn => ({
  needsValue: true,
  call: (args, _named, at) => call(args, at),
})

export const SAFETY: readonly (readonly [string, BuiltIn])[] = [
  ['@includeZero', { needsValue: false, call: ([test]) => test === 0 || test }],
  ['@style-declaration', value(() => '')],
  ['@style-string', value(([text], call) => escapeStyleString(printValue(text, call.binding, call.at)))],
  ['@style-url', value(styleUrl)],
  ['@style-value', value(styleValue)],
]
