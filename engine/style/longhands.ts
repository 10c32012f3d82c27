// Maps names of CSS longhands to keys of the computed style; those of logical properties depend on writing mode and direction.
import type { Longhand } from './computed.ts'
import { frameOf, physicalSide } from './frame.ts'
import { PROPERTIES, type Property } from './properties.data.ts'
import type { Frame, Style } from './style.ts'

const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Keys of the computed style that are longhands, in the order of the table. */
export const LONGHANDS = Object.keys(PROPERTIES) as readonly Longhand[] // exactly the keys of the table

export const cssName = (key: Longhand): string => PROPERTIES[key].css ?? kebab(key)

/** Direction and frame of a box, by which logical properties are mapped to physical ones; `ltr` and `rtl` are horizontal. */
export type Flow = Direction | `${Exclude<Frame, 'none'>}-${Direction}`
type Direction = 'ltr' | 'rtl'

/** The keys that a longhand sets. Physical names set the same key in every flow. */
export interface Slot extends Readonly<Record<Flow, Longhand>> {
  readonly name: string
}

/** The flow of a box of this style. */
export function flowIn({ direction, writingMode }: Pick<Style, 'direction' | 'writingMode'>): Flow {
  return flowOf(frameOf(writingMode), direction)
}

function flowOf(frame: Frame, direction: Direction): Flow {
  return frame === 'none' ? direction : `${frame}-${direction}`
}

type LogicalSide = 'block-start' | 'block-end' | 'inline-start' | 'inline-end'

/** Every flow written out, as importing the engine makes hundreds of slots. */
function slotFrom(name: string, keyIn: (frame: Frame, direction: Direction) => Longhand): Slot {
  return {
    name,
    ltr: keyIn('none', 'ltr'),
    rtl: keyIn('none', 'rtl'),
    'rl-ltr': keyIn('rl', 'ltr'),
    'rl-rtl': keyIn('rl', 'rtl'),
    'lr-ltr': keyIn('lr', 'ltr'),
    'lr-rtl': keyIn('lr', 'rtl'),
    'sl-ltr': keyIn('sl', 'ltr'),
    'sl-rtl': keyIn('sl', 'rtl'),
  }
}

const SLOTS = new Map<string, Slot>(LONGHANDS.map((key) => [cssName(key), slotFrom(cssName(key), () => key)]))

/** CSS Logical Properties 1: `physical` names the property that it is in a frame and direction. */
function addLogical(name: string, physical: (frame: Frame, direction: Direction) => string): void {
  const slot = slotFrom(name, (frame, direction) => {
    const found = SLOTS.get(physical(frame, direction))
    if (found === undefined) throw new Error(`addLogical: no property ${physical(frame, direction)}`)
    return found.ltr
  })
  SLOTS.set(name, slot)
}

function sideIn(side: LogicalSide, frame: Frame, direction: Direction): string {
  const isStart = side.endsWith('start')
  if (side.startsWith('block')) return physicalSide(isStart ? 'top' : 'bottom', frame)
  return physicalSide(isStart === (direction === 'ltr') ? 'left' : 'right', frame)
}

function addLogicalSides(logical: (side: string) => string, physical: (side: string) => string): void {
  for (const side of ['block-start', 'block-end', 'inline-start', 'inline-end'] as const)
    addLogical(logical(side), (frame, direction) => physical(sideIn(side, frame, direction)))
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
  addLogical(`${limit}inline-size`, (frame) => `${limit}${frame === 'none' ? 'width' : 'height'}`)
  addLogical(`${limit}block-size`, (frame) => `${limit}${frame === 'none' ? 'height' : 'width'}`)
}
for (const block of ['start', 'end'] as const) {
  for (const inline of ['start', 'end'] as const) {
    addLogical(`border-${block}-${inline}-radius`, (frame, direction) => {
      const sides = [sideIn(`block-${block}`, frame, direction), sideIn(`inline-${inline}`, frame, direction)]
      return `border-${sides.includes('top') ? 'top' : 'bottom'}-${sides.includes('left') ? 'left' : 'right'}-radius`
    })
  }
}
addLogical('overflow-inline', (frame) => (frame === 'none' ? 'overflow-x' : 'overflow-y'))
addLogical('overflow-block', (frame) => (frame === 'none' ? 'overflow-y' : 'overflow-x'))
addLogical('contain-intrinsic-inline-size', (frame) => `contain-intrinsic-${frame === 'none' ? 'width' : 'height'}`)
addLogical('contain-intrinsic-block-size', (frame) => `contain-intrinsic-${frame === 'none' ? 'height' : 'width'}`)

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
  ...`align-content align-items align-self appearance background-clip background-origin background-size border-radius border-bottom-left-radius border-bottom-right-radius
  border-top-left-radius border-top-right-radius box-decoration-break box-shadow box-sizing clip-path column-count column-fill column-gap column-rule column-rule-color
  column-rule-style column-rule-width column-span column-width columns filter flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap
  font-feature-settings font-kerning font-variant-ligatures hyphenate-character hyphens justify-content line-break mask mask-clip mask-composite mask-image mask-origin mask-position mask-repeat
  mask-size opacity order text-decoration
  text-decoration-color text-decoration-style text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style transform transform-origin backface-visibility text-orientation writing-mode`
    .split(/\s+/)
    .map((name): [string, string] => [`-webkit-${name}`, name]),
  ['-epub-hyphens', 'hyphens'],
  ['-webkit-ruby-position', 'ruby-position'],
  ['-epub-text-transform', 'text-transform'],
])

export const canonicalName = (name: string): string => ALIASES.get(name) ?? name
