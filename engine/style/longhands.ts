// Maps names of CSS longhands to keys of the computed style; those of logical properties depend on the direction.
import type { Longhand } from './computed.ts'
import { PROPERTIES, type Property } from './properties.data.ts'

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Keys of the computed style that are longhands, in the order of the table. */
export const LONGHANDS = Object.keys(PROPERTIES) as readonly Longhand[] // exactly the keys of the table

export const cssName = (key: Longhand): string => PROPERTIES[key].css ?? kebab(key)

/** The keys that a longhand sets. Physical names set the same key in both directions. */
export interface Slot {
  readonly name: string
  readonly ltr: Longhand
  readonly rtl: Longhand
}

const SLOTS = new Map<string, Slot>(LONGHANDS.map((key) => [cssName(key), { name: cssName(key), ltr: key, rtl: key }]))

/** CSS Logical Properties 1, for horizontal writing mode. */
function addLogical(name: string, ltr: string, rtl = ltr): void {
  const [left, right] = [SLOTS.get(ltr), SLOTS.get(rtl)]
  if (left === undefined || right === undefined) throw new Error(`addLogical: no property ${ltr} or ${rtl}`)
  SLOTS.set(name, { name, ltr: left.ltr, rtl: right.ltr })
}

function addLogicalSides(logical: (side: string) => string, physical: (side: string) => string): void {
  addLogical(logical('block-start'), physical('top'))
  addLogical(logical('block-end'), physical('bottom'))
  addLogical(logical('inline-start'), physical('left'), physical('right'))
  addLogical(logical('inline-end'), physical('right'), physical('left'))
}

for (const name of ['margin', 'padding'])
  addLogicalSides(
    (side) => `${name}-${side}`,
    (side) => `${name}-${side}`,
  )
for (const part of ['width', 'style', 'color'])
  addLogicalSides(
    (side) => `border-${side}-${part}`,
    (side) => `border-${side}-${part}`,
  )
addLogicalSides(
  (side) => `inset-${side}`,
  (side) => side,
)
for (const limit of ['', 'min-', 'max-']) {
  addLogical(`${limit}inline-size`, `${limit}width`)
  addLogical(`${limit}block-size`, `${limit}height`)
}
addLogical('border-start-start-radius', 'border-top-left-radius', 'border-top-right-radius')
addLogical('border-start-end-radius', 'border-top-right-radius', 'border-top-left-radius')
addLogical('border-end-start-radius', 'border-bottom-left-radius', 'border-bottom-right-radius')
addLogical('border-end-end-radius', 'border-bottom-right-radius', 'border-bottom-left-radius')
addLogical('overflow-inline', 'overflow-x')
addLogical('overflow-block', 'overflow-y')

export const LONGHAND_NAMES: readonly string[] = [...SLOTS.keys()]

export const slotOf = (name: string): Slot | undefined => SLOTS.get(name)

/** The row of the table behind a longhand name. */
export function propertyOf(slot: Slot): Property<unknown> {
  return PROPERTIES[slot.ltr]
}

/** Legacy names of properties: of old drafts, and with prefixes that browsers still support. */
const ALIASES = new Map<string, string>([
  ['word-wrap', 'overflow-wrap'],
  ['page-break-before', 'break-before'],
  ['page-break-after', 'break-after'],
  ['page-break-inside', 'break-inside'],
  ['-webkit-column-break-before', 'break-before'],
  ['-webkit-column-break-after', 'break-after'],
  ['-webkit-column-break-inside', 'break-inside'],
  ['grid-gap', 'gap'],
  ['grid-row-gap', 'row-gap'],
  ['grid-column-gap', 'column-gap'],
  ['-webkit-line-clamp', 'line-clamp'],
  ['-moz-tab-size', 'tab-size'],
  ['-webkit-margin-start', 'margin-inline-start'],
  ['-webkit-margin-end', 'margin-inline-end'],
  ['-webkit-margin-before', 'margin-block-start'],
  ['-webkit-margin-after', 'margin-block-end'],
  ['-webkit-padding-start', 'padding-inline-start'],
  ['-webkit-padding-end', 'padding-inline-end'],
  ['-webkit-text-decoration-line', 'text-decoration-line'],
  ['-webkit-border-horizontal-spacing', '-platen-border-spacing-x'],
  ['-webkit-border-vertical-spacing', '-platen-border-spacing-y'],
  ['font-width', 'font-stretch'],
  ['-webkit-border-image', 'border-image'],
  ...`align-content align-items align-self background-clip background-origin background-size border-radius border-bottom-left-radius border-bottom-right-radius
  border-top-left-radius border-top-right-radius box-decoration-break box-shadow box-sizing clip-path column-count column-fill column-gap column-rule column-rule-color
  column-rule-style column-rule-width column-span column-width columns filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap
  font-feature-settings font-kerning font-variant-ligatures hyphenate-character hyphens justify-content line-break mask mask-clip mask-composite mask-image mask-origin mask-position mask-repeat
  mask-size opacity order text-decoration
  text-decoration-color text-decoration-style text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style transform transform-origin writing-mode`
    .split(/\s+/)
    .map((name): [string, string] => [`-webkit-${name}`, name]),
  ['-epub-hyphens', 'hyphens'],
  ['-epub-text-transform', 'text-transform'],
])

export const canonicalName = (name: string): string => ALIASES.get(name) ?? name
