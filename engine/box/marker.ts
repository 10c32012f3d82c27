// Markers of list items (CSS Lists 3 §3), calls and numbers of footnotes (GCPM 3 §2).
import { counterText, markerText } from '../counters.ts'
import type { Style, StyledElement } from '../style/style.ts'
import type { Marker } from './box.ts'
import type { BuildContext } from './context.ts'
import { generatedText } from './generated.ts'

/** What marks a list item whose counters are entered; undefined without a marker. */
export function markerOf(node: StyledElement, context: BuildContext): Marker | undefined {
  const style = node.markerStyle ?? context.styles.anonymous(node.style, 'inline')
  if (style.content === 'none') return undefined
  if (typeof style.content !== 'string') return contentMarker(style.content, style, context)
  const { listStyleImage, listStyleType } = node.style
  const image = listStyleImage?.kind === 'url' ? context.images.get(listStyleImage.url) : undefined
  if (image !== undefined) return { kind: 'image', image, style }
  const text = typeof listStyleType === 'object' ? listStyleType.text : typedText(listStyleType, context)
  return text === '' ? undefined : { kind: 'text', text, style }
}

function contentMarker(content: Exclude<Style['content'], string>, style: Style, context: BuildContext): Marker | undefined {
  const first = content[0]
  if (content.length === 1 && first?.kind === 'image' && first.image.kind === 'url') {
    const image = context.images.get(first.image.url)
    return image && { kind: 'image', image, style }
  }
  const text = content.map((item) => generatedText(item, style, context)).join('')
  return text === '' ? undefined : { kind: 'text', text, style }
}

function typedText(type: string, { state, counterStyles }: BuildContext): string {
  return type === 'none' ? '' : markerText(state.counters.value('list-item'), type, counterStyles)
}

/** The call of a footnote and the number before it, with the footnote counted. */
export function footnoteParts(
  node: StyledElement,
  around: Style,
  context: BuildContext,
): { readonly call: Marker; readonly marker: Marker } {
  const { counters } = context.state
  const plain = context.styles.anonymous(around, 'inline')
  const callStyle =
    node.footnoteCallStyle ??
    context.styles.with(plain, 'footnote-call', {
      verticalAlign: 'super',
      fontSize: plain.fontSize * 0.65,
      counterIncrement: [{ name: 'footnote', value: 1 }],
    })
  counters.enter({ reset: callStyle.counterReset, increment: callStyle.counterIncrement, set: callStyle.counterSet })
  counters.leave()
  const number = counterText(counters.value('footnote'), 'decimal')
  const markerStyle = node.footnoteMarkerStyle ?? context.styles.anonymous(node.style, 'inline')
  const textOf = ({ content }: Style, plainText: string): string =>
    typeof content === 'string'
      ? content === 'none'
        ? ''
        : plainText
      : content.map((item) => generatedText(item, markerStyle, context)).join('')
  return {
    call: { kind: 'text', text: textOf(callStyle, number), style: callStyle },
    marker: { kind: 'text', text: textOf(markerStyle, `${number}. `), style: markerStyle },
  }
}
