// Boxes of page margin boxes (CSS Page 3 §5, GCPM 3 §1): their content is generated, with everything known of the page.

import { sequenceOf } from '../collections/sequence.ts'
import { counterText } from '../counter-styles.ts'
import { withDensity } from '../image/image.ts'
import type { Style } from '../style/style.ts'
import type { ContentItem } from '../style/value.ts'
import type { Box, Origin, PageItem } from './box.ts'
import { NO_MARKS } from './context.ts'
import { derivedStyles } from './derived-style.ts'
import { decoded, quoteMark } from './generated.ts'
import { InlineRun } from './inline-text.ts'
import { boxOnPage, type PageView, showsOn } from './on-page.ts'
import type { PageContext } from './page-context.ts'

const ORIGIN: Origin = { tag: '@page', id: undefined, link: undefined, alt: undefined, level: undefined, at: undefined, path: '@page' }

/** The box of a margin box: lines of generated content, with running elements as blocks between them. */
export function buildMarginBox(items: readonly ContentItem[], given: Style, page: PageContext): Box {
  const styles = derivedStyles(page.initial)
  const style = given.writingMode === 'horizontal-tb' ? given : styles.with(given, 'horizontal', { writingMode: 'horizontal-tb' })
  const blocks: Box[] = []
  let run = new InlineRun()
  const base = { origin: ORIGIN, marks: NO_MARKS, marker: undefined, firstLineStyle: undefined }
  const flush = (): void => {
    if (run.hasContent)
      blocks.push({ kind: 'paragraph', style: styles.anonymous(style, 'block'), isAnonymous: true, items: run.finish(), ...base })
    run = new InlineRun()
  }
  const view: PageView = { isFirst: page.isFirst, isLast: page.isLast, textOf: (item) => textOnPage(item, page) }
  let quoteDepth = 0
  for (const item of items) {
    if (item.kind === 'element') {
      const box = page.running(item.name, item.position)
      if (box === undefined || !showsOn(box.style, view)) continue
      flush()
      blocks.push(boxOnPage(box, view))
    } else if (item.kind === 'image') {
      const image = item.image.kind === 'url' ? page.image(item.image.url) : undefined
      if (image === undefined || item.image.kind !== 'url') continue
      const shown = { image: withDensity(image, item.image.density), marks: NO_MARKS }
      run.atomic({ kind: 'replaced', style: styles.anonymous(style, 'inline'), origin: ORIGIN, isAnonymous: true, ...shown })
    } else if (item.kind === 'leader') run.later({ kind: 'leader', text: item.text, style, origin: ORIGIN })
    else if (item.kind === 'quote') {
      const mark = quoteMark(item.quote, style, quoteDepth)
      quoteDepth = mark.depth
      run.text(mark.text, style, ORIGIN)
    } else run.text(textOnPage(item, page), style, ORIGIN)
  }
  if (blocks.length === 0) return { kind: 'paragraph', style, isAnonymous: false, items: run.finish(), ...base }
  flush()
  const { firstLineStyle: _, ...block } = base
  return { kind: 'block', style, isAnonymous: false, children: sequenceOf(blocks), isStreamed: false, ...block }
}

/** The text of an item on a page; empty for what is no text, or not known of pages. */
export function textOnPage(item: ContentItem | PageItem, page: PageContext): string {
  switch (item.kind) {
    case 'text':
      return item.text
    case 'string':
      return page.string(item.name, item.position)
    case 'counter':
      return counterText(pageCounter(item.name, page), item.style, page.counterStyles)
    case 'target-counter': {
      const number = item.name === 'pages' ? page.pages : item.url.startsWith('#') ? page.pageOf(decoded(item.url.slice(1))) : undefined
      return number === undefined ? '' : counterText(number, item.style, page.counterStyles)
    }
    case 'page-sum':
      return page.formatSum(page.sums[item.form](item.name), item.format)
    case 'note-number':
      return counterText(page.noteNumber(item.note), item.style, page.counterStyles)
    case 'late':
      return item.late.textWith(page.sums)
    default:
      return ''
  }
}

function pageCounter(name: string, page: PageContext): number {
  return name === 'page' ? page.page : name === 'pages' ? page.pages : page.counter(name)
}
