// Inline visibility: which inline boxes show something of their own.
import type { Style } from '../../style/style.ts'

/** Whether an inline box itself is seen, not only its content: by a background, border, shadow or outline. */
export function hasVisibleBox(style: Style): boolean {
  return (
    style.backgroundColor.alpha > 0 ||
    style.backgroundLayers.length > 0 ||
    style.borderTopWidth > 0 ||
    style.borderRightWidth > 0 ||
    style.borderBottomWidth > 0 ||
    style.borderLeftWidth > 0 ||
    style.boxShadow.length > 0 ||
    (style.outlineWidth > 0 && style.outlineStyle !== 'none')
  )
}
