// Which boxes are list items (CSS Lists 3 §1.1).
import type { ComputedStyle } from './computed.ts'

type Displayed = Pick<ComputedStyle, 'display' | 'originalDisplay'>

/** Has a marker and counts: whatever else the box is, `originalDisplay` says so. */
export function isListItem({ display, originalDisplay }: Displayed): boolean {
  return display === 'list-item' || (originalDisplay.endsWith('list-item') && display !== 'none' && display !== 'contents')
}

/** The marker stands in the text: always in inline boxes (CSS Lists 3 §3.2). */
export function hasMarkerInside({ display, listStylePosition }: Pick<ComputedStyle, 'display' | 'listStylePosition'>): boolean {
  return display === 'inline' || listStylePosition === 'inside'
}
