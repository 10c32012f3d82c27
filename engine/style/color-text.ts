// A colour written alone: what the attributes of drawings hold.
import { BLACK, color } from './color.ts'
import { parseComponents } from './tokens.ts'
import type { Environment } from './units.ts'
import type { Color } from './value.ts'
import { parseAll } from './values.ts'

/** Any CSS colour but `currentcolor` means itself; undefined for what is none. */
export function parseColorText(text: string): Color | undefined {
  const environment: Environment = {
    fontSize: 12,
    rootFontSize: 12,
    lineHeight: 14,
    rootLineHeight: 14,
    exSize: 6,
    chSize: 6,
    viewport: { width: 0, height: 0 },
    zoom: 1,
    color: BLACK,
    bodyColor: BLACK,
    parentWeight: 400,
    parentAlign: 'start',
    parentDirection: 'ltr',
    isParentAbsolute: false,
    isQuirky: false,
    uses: 0,
  }
  return parseAll(color, parseComponents(text), environment)
}
