// The items of `content` of ::before, ::after and markers, put where the text goes.
import { counterText } from '../counter-styles.ts'
import { withDensity } from '../image/image.ts'
import type { Style, StyledElement, StyledText } from '../style/style.ts'
import type { ContentItem } from '../style/value.ts'
import type { Origin } from './box.ts'
import { type BuildContext, countText, NO_MARKS, type NotePart } from './context.ts'
import { generatedText, pageItem, sampleOf } from './generated.ts'
import { type InlineRun, isWhiteSpace } from './inline-text.ts'
import type { ElementOrigin } from './origin.ts'

/** Appends a text; what only its page knows keeps its place. */
export function addText(run: InlineRun, { text, style, late }: StyledText, element: ElementOrigin): void {
  const origin = element.ofText()
  if (late === undefined) run.text(text, style, origin)
  else run.later({ kind: 'page-number', content: { kind: 'late', late }, sample: text, style, origin })
}

/** Appends a pseudo-element's generated content to a run; false where it was white space or nothing. */
export function generateInto(run: InlineRun, { style }: StyledElement, origin: Origin, context: BuildContext): boolean {
  if (typeof style.content === 'string') return false
  const place = { style, origin }
  let hasText = false
  for (const item of style.content) if (generateItem(run, item, place, context)) hasText = true
  return hasText
}

function generateItem(
  run: InlineRun,
  item: ContentItem,
  { style, origin }: { readonly style: Style; readonly origin: Origin },
  context: BuildContext,
): boolean {
  const onPage = pageItem(item)
  if (onPage !== undefined || item.kind === 'leader' || item.kind === 'image') countText(context, '')
  if (onPage !== undefined) run.later({ kind: 'page-number', content: onPage, sample: sampleOf(onPage, context), style, origin })
  else if (item.kind === 'leader') run.later({ kind: 'leader', text: item.text, style, origin })
  else if (item.kind === 'image') {
    const image = item.image.kind === 'url' ? context.images.get(item.image.url, origin.at) : undefined
    if (image === undefined) return false
    run.atomic({
      kind: 'replaced',
      style: context.styles.anonymous(style, 'inline'),
      origin,
      isAnonymous: true,
      marks: NO_MARKS,
      image: item.image.kind === 'url' ? withDensity(image, item.image.density) : image,
    })
  } else {
    const text = generatedText(item, style, context)
    if (text !== '') run.text(text, style, origin)
    return !isWhiteSpace(text)
  }
  return true
}

/** Appends the call of a footnote, or the number before it. */
export function notePartInto(run: InlineRun, { items, style }: NotePart, origin: Origin, context: BuildContext): void {
  for (const item of items) {
    if (typeof item === 'string') run.verbatim(item, style, origin)
    else {
      // One digit is room for most; a second one takes the space that follows.
      const sample = counterText(SAMPLE_NOTE, item.style, context.counterStyles)
      run.later({ kind: 'page-number', content: item, sample, style, origin })
    }
  }
}

const SAMPLE_NOTE = 1
