// Which inline boxes are in lines themselves, not only with their content.
import type { Style } from '../../style/style.ts'

/** Whether an inline box is seen, by a background, border, shadow or outline, or is larger than its content, by padding: `inspect` tells its border box. */
export function hasOwnBox(style: Style): boolean {
  return (
    style.paddingLeft !== 0 ||
    style.paddingRight !== 0 ||
    style.paddingTop !== 0 ||
    style.paddingBottom !== 0 ||
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
