import type { Style } from '../../style/style.ts'

/** Whether an inline box itself is seen: background, border, shadow or outline. */
export function isPaintedInline(style: Style): boolean {
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
