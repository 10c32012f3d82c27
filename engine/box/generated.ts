// Generated content (CSS Content 3): the items of `content` as text, where they are text, and quotes.
import { counterText } from '../counter-styles.ts'
import type { Style } from '../style/style.ts'
import type { ContentItem } from '../style/value.ts'
import { type BuildContext, countText } from './context.ts'
import { QUOTES } from './quotes.data.ts'

type Quote = Extract<ContentItem, { kind: 'quote' }>['quote']
type PageContent = Extract<ContentItem, { kind: 'counter' | 'target-counter' | 'page-sum' }>

/** Room for page numbers before they are known: three digits hold most documents. */
const SAMPLE_NUMBER = 888

/** An item whose text only pages know; undefined when it is known here. */
export function pageItem(item: ContentItem): PageContent | undefined {
  if (item.kind === 'page-sum') return item
  return (item.kind === 'counter' || item.kind === 'target-counter') && (item.name === 'page' || item.name === 'pages') ? item : undefined
}

/** What a page item is likely as wide as. */
export function sampleOf(item: PageContent, context: BuildContext): string {
  return item.kind === 'page-sum' ? '0,000.00' : counterText(SAMPLE_NUMBER, item.style, context.counterStyles)
}

/** The text of an item at this place of the document, counted as other texts are; quotes move the nesting depth. Empty for what is no text here. */
export function generatedText(item: ContentItem, style: Style, context: BuildContext): string {
  const text = textOf(item, style, context)
  countText(context, text)
  return text
}

function textOf(item: ContentItem, style: Style, context: BuildContext): string {
  switch (item.kind) {
    case 'text':
      return item.text
    case 'counter': {
      return countersText(context.state.counters.values(item.name), item, context)
    }
    case 'target-counter': {
      const target = context.targets().get(decoded(item.url))
      return target === undefined ? '' : countersText(target.counters.get(item.name) ?? [0], item, context)
    }
    case 'target-text':
      return context.targets().get(decoded(item.url))?.[item.part] ?? ''
    case 'quote':
      return quoteText(item.quote, style, context)
    default:
      return ''
  }
}

/** A fragment of a URL, as written into `id`. */
export function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    // A stray percent sign: the fragment means itself (URL standard, "percent-decode").
    return fragment
  }
}

/** The innermost value, or all with a separator between. */
function countersText(
  values: readonly number[],
  { separator, style }: { readonly separator: string | undefined; readonly style: string },
  { counterStyles }: BuildContext,
): string {
  const shown = separator === undefined ? values.slice(-1) : values
  return shown.map((value) => counterText(value, style, counterStyles)).join(separator)
}

function quoteText(quote: Quote, style: Style, { state }: BuildContext): string {
  const { text, depth } = quoteMark(quote, style, state.quoteDepth)
  state.quoteDepth = depth
  return text
}

/** A quotation mark at a nesting depth, and the depth after it. A closing one without an opening one prints nothing (CSS2 12.3.2). */
export function quoteMark(quote: Quote, style: Style, depth: number): { readonly text: string; readonly depth: number } {
  const isOpen = quote === 'open-quote' || quote === 'no-open-quote'
  if (!isOpen && depth === 0) return { text: '', depth }
  const level = isOpen ? depth : depth - 1
  const after = isOpen ? depth + 1 : level
  if (quote === 'no-open-quote' || quote === 'no-close-quote' || style.quotes === 'none') return { text: '', depth: after }
  const pairs = style.quotes === 'auto' ? quotesOf(style.language) : style.quotes
  return { text: pairs[Math.min(level, pairs.length - 1)]?.[isOpen ? 0 : 1] ?? '', depth: after }
}

/** Quotation marks of a language: of its full tag, then of ever shorter ones (RFC 4647, lookup), then English ones. */
function quotesOf(language: string): readonly (readonly [string, string])[] {
  let tag = language.toLowerCase()
  while (QUOTES[tag] === undefined && tag.includes('-')) tag = tag.slice(0, tag.lastIndexOf('-'))
  const marks = QUOTES[tag] ?? QUOTES['en']!
  const [open, close, innerOpen, innerClose] = marks.split(' ')
  return [
    [open ?? '', close ?? ''],
    [innerOpen ?? '', innerClose ?? ''],
  ]
}
