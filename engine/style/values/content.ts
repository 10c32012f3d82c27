// Generated content: `content`, counters, quotes, named strings (CSS Content 3, CSS GCPM 3, CSS Lists 3).

import type { Style } from '../style.ts'
import type { ContentItem, CounterChange } from '../value.ts'
import { image } from './image.ts'
import { lookup } from './lookup.ts'
import { type Cursor, commaList, customIdent, integer, type Parser, spaceList, text, url } from './values.ts'

const POSITIONS = ['first', 'start', 'last', 'first-except'] as const
const QUOTES = ['open-quote', 'close-quote', 'no-open-quote', 'no-close-quote'] as const

type ParseItem = (c: Cursor) => ContentItem | undefined

/** The name of a counter style, or a string as its only symbol (`symbols()` is not supported). */
const counterStyle = (c: Cursor): string | undefined => {
  if (!c.delim(',')) return 'decimal'
  const item = c.next()
  if (item?.kind === 'string') return JSON.stringify(item.value)
  return item?.kind === 'ident' ? item.value : undefined
}

const counter: ParseItem = (c) => {
  const name = customIdent(c)
  const style = counterStyle(c)
  return name === undefined || style === undefined ? undefined : { kind: 'counter', name, separator: undefined, style }
}

const counters: ParseItem = (c) => {
  const name = customIdent(c)
  const separator = c.delim(',') ? text(c) : undefined
  const style = counterStyle(c)
  return name === undefined || separator === undefined || style === undefined ? undefined : { kind: 'counter', name, separator, style }
}

const named =
  (kind: 'string' | 'element'): ParseItem =>
  (c) => {
    const name = customIdent(c)
    const position = c.delim(',') ? c.keyword(...POSITIONS) : 'first'
    return name === undefined || position === undefined ? undefined : { kind, name, position }
  }

const content: ParseItem = (c) => {
  const part = c.isDone ? 'text' : c.keyword('text', 'before', 'after', 'first-letter', 'marker')
  return part === undefined ? undefined : { kind: 'content', part: part === 'marker' ? 'text' : part }
}

/** The URL of a target: attr() has been substituted by a string before. */
const address = (c: Cursor): string | undefined => c.try(text) ?? url(c)

const targetCounter: ParseItem = (c) => {
  const target = address(c)
  const name = c.delim(',') ? customIdent(c) : undefined
  const style = counterStyle(c)
  return target === undefined || name === undefined || style === undefined
    ? undefined
    : { kind: 'target-counter', url: target, name, separator: undefined, style }
}

const targetCounters: ParseItem = (c) => {
  const target = address(c)
  const name = c.delim(',') ? customIdent(c) : undefined
  const separator = c.delim(',') ? text(c) : undefined
  const style = counterStyle(c)
  return target === undefined || name === undefined || separator === undefined || style === undefined
    ? undefined
    : { kind: 'target-counter', url: target, name, separator, style }
}

const targetText: ParseItem = (c) => {
  const target = address(c)
  const part = c.delim(',') ? c.keyword('content', 'before', 'after', 'first-letter') : 'content'
  return target === undefined || part === undefined
    ? undefined
    : { kind: 'target-text', url: target, part: part === 'content' ? 'text' : part }
}

const LEADERS = { dotted: '. ', solid: '_', space: ' ' } as const

const leader: ParseItem = (c) => {
  const keyword = c.keyword('dotted', 'solid', 'space')
  const filler = keyword === undefined ? text(c) : LEADERS[keyword]
  return filler === undefined || filler === '' ? undefined : { kind: 'leader', text: filler }
}

const pageSum =
  (form: 'pagesum' | 'carry'): ParseItem =>
  (c) => {
    const name = customIdent(c)
    const format = c.delim(',') ? text(c) : ''
    return name === undefined || format === undefined ? undefined : { kind: 'page-sum', form, name, format }
  }

const FUNCTIONS: Readonly<Record<string, ParseItem>> = {
  counter,
  counters,
  string: named('string'),
  element: named('element'),
  content,
  'target-counter': targetCounter,
  'target-counters': targetCounters,
  'target-text': targetText,
  leader,
  pagesum: pageSum('pagesum'),
  carry: pageSum('carry'),
}

const contentItem: Parser<ContentItem> = (c) => {
  const words = c.try(text)
  if (words !== undefined) return { kind: 'text', text: words }
  const quote = c.keyword(...QUOTES)
  if (quote !== undefined) return { kind: 'quote', quote }
  const item = c.peek()
  const parse = item?.kind === 'function' ? lookup(FUNCTIONS, item.name) : undefined
  if (item?.kind === 'function' && parse !== undefined) {
    c.at++
    const inner = c.inside(item.items)
    const value = parse(inner)
    return inner.isDone ? value : undefined
  }
  const picture = image(c)
  return picture && { kind: 'image', image: picture }
}

const contentList: Parser<readonly ContentItem[]> = spaceList(contentItem)

export const contentProperty: Parser<Style['content']> = (c) => {
  const keyword = c.keyword('normal', 'none')
  if (keyword !== undefined) return keyword
  if (c.keyword('contents') !== undefined) return 'normal'
  const list = contentList(c)
  // The alternative text after a slash is for speech.
  if (list !== undefined && c.delim('/') && contentList(c) === undefined) return undefined
  return list
}

/** counter-reset, -increment and -set: names with numbers, `otherwise` where none is given. */
export const counterChanges =
  (otherwise: number): Parser<readonly CounterChange[]> =>
  (c) => {
    if (c.keyword('none') !== undefined) return []
    return spaceList<CounterChange>((inner) => {
      const name = customIdent(inner)
      return name === undefined ? undefined : { name, value: inner.try(integer) ?? otherwise }
    })(c)
  }

export const quotes: Parser<Style['quotes']> = (c) => {
  const keyword = c.keyword('auto', 'none')
  if (keyword !== undefined) return keyword
  return spaceList<readonly [string, string]>((inner) => {
    const open = text(inner)
    const close = text(inner)
    return open === undefined || close === undefined ? undefined : [open, close]
  })(c)
}

export const stringSet: Parser<Style['stringSet']> = (c) => {
  if (c.keyword('none') !== undefined) return []
  return commaList<Style['stringSet'][number]>((inner) => {
    const name = customIdent(inner)
    const list = contentList(inner)
    return name === undefined || list === undefined ? undefined : { name, content: list }
  })(c)
}

export const listStyleType: Parser<Style['listStyleType']> = (c) => {
  const item = c.next()
  if (item?.kind === 'string') return { text: item.value }
  return item?.kind === 'ident' ? item.value : undefined
}
