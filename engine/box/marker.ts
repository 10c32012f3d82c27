// The marker of a list item (CSS Lists 3 §3).
import { markerText } from '../counters.ts'
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
