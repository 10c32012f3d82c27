// What pasted HTML becomes: the editor's own clipboard by its data, and that of others (Word, Google Docs, pages) by its tags and looks.
// Style attributes were renamed to `data-style` before parsing (see paste.ts): the page's policy allows none.
import type { TagParseRule } from '@tiptap/pm/model'
import { KINDS } from '../schema/kinds.data.ts'
import { OPAQUE_MARK } from '../schema/names.ts'

/** Attributes that the editor's own clipboard carries. */
function own(element: HTMLElement, key: 'attrs' | 'mark'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(element.dataset[key] ?? '{}')
    // An object of JSON.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function pastedStyle(element: HTMLElement, property: string): string | undefined {
  const found = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(element.dataset['style'] ?? '')?.[1]?.trim()
  return found === undefined || /[{}<>\\]|url\(|var\(/i.test(found) ? undefined : found
}

const TAGS: Readonly<Record<string, readonly string[]>> = {
  ...{ paragraph: ['p'], bulletList: ['ul'], orderedList: ['ol'], listItem: ['li'], blockquote: ['blockquote'], codeBlock: ['pre'] },
  ...{ horizontalRule: ['hr'], hardBreak: ['br'], tableRow: ['tr'], tableHeader: ['th'], tableCell: ['td'], table: ['table'] },
  ...{ heading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], figcaption: ['figcaption'] },
}

function attrsOf(name: string, element: HTMLElement): Record<string, unknown> {
  const attrs: Record<string, unknown> = {}
  const align = pastedStyle(element, 'text-align') ?? element.getAttribute('align') ?? ''
  if (/^(center|right|justify)$/.test(align)) attrs[name === 'tableCell' || name === 'tableHeader' ? 'align' : 'textAlign'] = align
  if (name === 'heading') attrs['level'] = Number(element.tagName.slice(1))
  if (name === 'tableCell' || name === 'tableHeader') {
    for (const span of ['colspan', 'rowspan']) attrs[span] = Math.min(100, Math.max(1, Number(element.getAttribute(span)) || 1))
    const background = pastedStyle(element, 'background-color')
    if (background !== undefined && background !== 'transparent') attrs['background'] = background
  }
  if (name === 'orderedList' && Number(element.getAttribute('start')) > 1) attrs['start'] = Number(element.getAttribute('start'))
  return attrs
}

export function nodeRules(name: string, isInline: boolean): TagParseRule[] {
  const type = isInline && KINDS[name]?.places.includes('block') === true ? `${name}_inline` : name
  const rules: TagParseRule[] = [{ tag: `[data-node="${type}"]`, priority: 70, getAttrs: (element) => own(element, 'attrs') }]
  for (const tag of isInline && name !== 'hardBreak' ? [] : (TAGS[name] ?? []))
    rules.push({
      tag,
      getAttrs: (element) => attrsOf(name, element),
      ...(name === 'codeBlock' ? { preserveWhitespace: 'full' as const } : {}),
    })
  // Pictures of a page that is not ours cannot be printed: those alone that come along.
  if (name === 'image' && !isInline) {
    rules.push({
      tag: 'img[src^="data:image/"]',
      getAttrs: (element) => ({ src: element.getAttribute('src'), alt: element.getAttribute('alt') || null }),
    })
  }
  return rules
}

const MARK_TAGS: Readonly<Record<string, readonly string[]>> = {
  ...{ bold: ['strong', 'b'], italic: ['em', 'i'], underline: ['u', 'ins'], strike: ['s', 'del', 'strike'], superscript: ['sup'] },
  ...{ subscript: ['sub'], code: ['code', 'kbd', 'samp'] },
}

/** By looks, as Google Docs and Word write: a span with a style. */
const LOOKS: Readonly<Record<string, readonly [property: string, pattern: RegExp]>> = {
  bold: ['font-weight', /^(bold|[6-9]00)/],
  italic: ['font-style', /^(italic|oblique)/],
  underline: ['text-decoration(?:-line)?', /underline/],
  strike: ['text-decoration(?:-line)?', /line-through/],
  superscript: ['vertical-align', /^super/],
  subscript: ['vertical-align', /^sub/],
}

/** Colours and sizes that every page writes, and that are no choice of the author. */
const USUAL = /^(inherit|initial|transparent|currentcolor|black|windowtext|rgb\(0, ?0, ?0\)|#000(000)?|normal|medium|auto)$/i

function textStyle(element: HTMLElement): Record<string, string> | false {
  const attrs: Record<string, string> = {}
  const named = { color: 'color', fontFamily: 'font-family', fontSize: 'font-size', backgroundColor: 'background-color' }
  for (const [name, property] of Object.entries(named)) {
    const value = pastedStyle(element, property)
    if (value !== undefined && !USUAL.test(value)) attrs[name] = value
  }
  return Object.keys(attrs).length > 0 && attrs
}

/** Schemes that a pasted link may have. */
const LINK = /^(https?:|mailto:|tel:|#)/i

/** Of the editor's own clipboard alone: their JSON is in its data. */
export function opaqueRules(name: string): TagParseRule[] {
  return [{ tag: `[data-node="${name}"]`, priority: 70, getAttrs: (element) => own(element, 'attrs') }]
}

export function markRules(name: string): TagParseRule[] {
  if (name === OPAQUE_MARK) return [{ tag: 'span.rich-opaque-mark[data-mark]', priority: 80, getAttrs: (element) => own(element, 'mark') }]
  if (name === 'link') {
    return [
      { tag: 'a[data-mark]', priority: 70, getAttrs: (element) => own(element, 'mark') },
      { tag: 'a[href]', getAttrs: (element) => LINK.test(element.getAttribute('href') ?? '') && { href: element.getAttribute('href') } },
    ]
  }
  if (name === 'highlight') {
    return [
      { tag: 'mark[data-mark]', priority: 70, getAttrs: (element) => own(element, 'mark') },
      { tag: 'mark', getAttrs: (element) => ({ color: pastedStyle(element, 'background-color') ?? null }) },
    ]
  }
  if (name === 'textStyle') {
    return [
      { tag: 'span[data-mark]', priority: 70, getAttrs: (element) => own(element, 'mark') },
      { tag: 'span[data-style], font[data-style]', consuming: false, getAttrs: textStyle },
    ]
  }
  // Google Docs wraps all it copies into a `b` that is not bold.
  const isPlain = (element: HTMLElement): boolean => name === 'bold' && /^(normal|400)/.test(pastedStyle(element, 'font-weight') ?? '')
  const rules: TagParseRule[] = (MARK_TAGS[name] ?? []).map((tag) => ({
    tag,
    getAttrs: (element) => (isPlain(element) ? false : own(element, 'mark')),
  }))
  const look = LOOKS[name]
  if (look !== undefined) {
    const [property, pattern] = look
    rules.push({
      tag: 'span[data-style]',
      consuming: false,
      getAttrs: (element) => pattern.test(pastedStyle(element, property) ?? '') && null,
    })
  }
  return rules
}
