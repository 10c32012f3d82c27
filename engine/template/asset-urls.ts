// The URLs that a template writes out itself: pictures, fonts, style sheets. Those that come from data are known when it is rendered.
import type { Expression, Template, TemplateAttribute, TemplateElement, TemplateNode, Text, TextPart } from './template.ts'

/** URLs as they are written, in no particular order; some more than once. */
export function assetUrls({ root, stylesheets, properties }: Pick<Template, 'root' | 'stylesheets' | 'properties'>): readonly string[] {
  const urls: string[] = []
  const addCss = (css: string): void => {
    if (!/url\(|@import|image-set\(|src\(/i.test(css)) return
    for (const match of css.replace(/\/\*.*?\*\//gs, ' ').matchAll(CSS_URLS)) urls.push((match[1] ?? match[2] ?? match[3] ?? '').trim())
  }
  const addAttribute = (element: TemplateElement, { name, value }: TemplateAttribute): void => {
    for (const text of literalsOf(value)) {
      if (name === 'srcset') urls.push(...text.split(',').map((candidate) => candidate.trim().split(/\s+/)[0] ?? ''))
      else if (isUrl(element, name)) urls.push(text)
      else if (name === 'style' || element.namespace === 'svg') addCss(text)
    }
    for (const call of callsIn(value)) addCall(call)
  }
  const addCall = (value: Expression): void => {
    if (value.kind !== 'call') return
    const [first] = value.positional
    if (value.helper === 'image' && first?.kind === 'constant' && typeof first.value === 'string') urls.push(first.value)
    for (const inner of [...value.positional, ...Object.values(value.named)]) addCall(inner)
  }
  const visit = (nodes: readonly TemplateNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'element') {
        for (const attribute of node.attributes) addAttribute(node, attribute)
        visit(node.children)
      } else if (node.kind === 'markup') addCall(node.value)
      else if ('body' in node) {
        visit(node.body)
        visit(node.otherwise)
      }
    }
  }
  visit([root])
  for (const { text } of stylesheets) addCss(text)
  for (const { styleContext, value } of properties) {
    for (const text of literalsOf(value)) {
      if (styleContext === 'url') urls.push(text)
      else addCss(text)
    }
  }
  return urls
}

/** `url(x)`, `url("x")`, `src("x")`, `@import "x"`, and the strings of `image-set("x" 1x, "y" 2x)`. */
const CSS_URLS = /(?:(?:url|src)\(\s*|@import\s+|image-set\(\s*|[\dx],\s*)(?:"([^"]*)"|'([^']*)'|(?<=url\(\s*)([^\s"'()]+))/gi

const isUrl = ({ tag, namespace }: TemplateElement, name: string): boolean =>
  name === 'src' ||
  name === 'background' ||
  name === 'poster' ||
  (name === 'data' && tag === 'object') ||
  (namespace === 'svg' && (tag === 'image' || tag === 'use') && (name === 'href' || name === 'xlink:href'))

/** The texts that a value may be, as far as it does not depend on data: a plain text, or the branches of a condition. */
function literalsOf(value: Text): readonly string[] {
  if (typeof value === 'string') return [value]
  const parts = value.filter((part) => part.kind !== 'literal' || part.text.trim() !== '')
  const [only] = parts
  if (only === undefined || parts.length > 1) return value.every(({ kind }) => kind === 'literal') ? [joined(value)] : []
  if (only.kind === 'literal') return [only.text]
  return only.kind === 'value' ? [] : [...literalsOf(only.body), ...literalsOf(only.otherwise)]
}

const joined = (parts: readonly TextPart[]): string => parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('')

function callsIn(value: Text): readonly Expression[] {
  return typeof value === 'string' ? [] : value.flatMap((part) => (part.kind === 'value' ? [part.value] : []))
}
