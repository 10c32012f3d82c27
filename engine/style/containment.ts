// What `contain`, `content-visibility` and `container-type` come to for a box of a `display` type.
import type { ComputedStyle } from './computed.ts'
import type { Containment, ContainmentKind, Display } from './value.ts'

const INTERNAL_TABLE: ReadonlySet<Display> = new Set([
  'table-row',
  'table-row-group',
  'table-header-group',
  'table-footer-group',
  'table-column',
  'table-column-group',
])

/**
 * `contain` with what `content-visibility` and `container-type` add, where it has an effect (CSS Containment 2 §3, CSS Conditional 5 §5.1). Everything is near the
 * reader on paper, so `auto` does not hide content and does not contain its size.
 */
export function containmentOf({
  contain,
  contentVisibility,
  containerType,
  display,
}: Pick<ComputedStyle, 'contain' | 'contentVisibility' | 'display'> & Partial<Pick<ComputedStyle, 'containerType'>>):
  | Containment
  | undefined {
  const isContainer = containerType !== undefined && containerType.length > 0
  if (contain.length === 0 && contentVisibility === 'visible' && !isContainer) return undefined
  const isHidden = contentVisibility === 'hidden'
  const isAsked = (kind: ContainmentKind): boolean =>
    contain.includes(kind) ||
    (isContainer && (kind === 'style' || (kind !== 'layout' && kind !== 'paint' && containerType.includes(kind)))) ||
    (contentVisibility !== 'visible' && kind !== 'size' && kind !== 'inline-size')
  const isBox = display !== 'inline' && display !== 'contents' && display !== 'none' && !INTERNAL_TABLE.has(display)
  const isSized = isBox && display !== 'table' && display !== 'inline-table' && display !== 'table-cell'
  const size = isSized && (isHidden || isAsked('size'))
  return {
    size,
    inlineSize: size || (isSized && isAsked('inline-size')),
    layout: isBox && isAsked('layout'),
    paint: isBox && isAsked('paint'),
    style: isAsked('style'),
    isIndependent: isBox && isContainer,
  }
}

/** Nothing is contained. */
export const UNCONTAINED = Object.freeze({ size: false, inlineSize: false, layout: false, paint: false, style: false })
