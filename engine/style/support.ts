// The table of supported CSS properties, for engine/docs/css.md and for `platen check`.
import { cssName, LONGHAND_NAMES, LONGHANDS, propertyOf, slotOf } from './longhands.ts'
import { SHORTHANDS, shorthandOf } from './shorthands/shorthands.ts'

/** One line of the table of properties. */
interface SupportedProperty {
  readonly name: string
  readonly kind: 'longhand' | 'logical' | 'shorthand'
  readonly isInherited: boolean
  /** The initial value as CSS text. */
  readonly initial: string
  /** In the notation of CSS; for a shorthand, its longhands. */
  readonly values: string
}

/** All properties, by name. */
export function supportedProperties(): readonly SupportedProperty[] {
  const physical = new Set(LONGHANDS.map(cssName))
  const longhands = LONGHAND_NAMES.filter((name) => !name.startsWith('-platen-')).map((name): SupportedProperty => {
    const slot = slotOf(name)!
    const { isInherited, initial, values } = propertyOf(slot)
    const isPhysical = physical.has(name)
    return {
      name,
      kind: isPhysical ? 'longhand' : 'logical',
      isInherited,
      initial: describeInitial(name, initial),
      values: isPhysical ? values : `as ${cssName(slot.ltr)}`,
    }
  })
  const shorthands = SHORTHANDS.map((name): SupportedProperty => {
    const parts = shorthandOf(name)?.longhands ?? []
    const values =
      name === 'all' ? 'inherit | initial | unset | revert | revert-layer' : parts.map((part) => part.replace('-platen-', '')).join(', ')
    return { name, kind: 'shorthand', isInherited: false, initial: '', values }
  })
  return [...longhands, ...shorthands].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const COLORS = /color$/

function describeInitial(name: string, initial: unknown): string {
  if (name === 'background-color') return 'transparent'
  if (name === 'color') return 'canvastext'
  if (COLORS.test(name)) return 'currentcolor'
  if (name === 'page') return 'auto'
  if (/^(border|outline|column-rule).*width$/.test(name)) return 'medium'
  if (typeof initial === 'string') return initial
  if (typeof initial === 'number') return String(initial)
  if (Array.isArray(initial))
    return initial.length === 0
      ? 'none'
      : initial.every((item) => typeof item === 'string')
        ? initial.join(', ')
        : (INITIAL_TEXTS[name] ?? 'auto')
  return INITIAL_TEXTS[name] ?? 'none'
}

const INITIAL_TEXTS: Readonly<Record<string, string>> = {
  'font-size': 'medium',
  'font-synthesis': 'weight style small-caps',
  'text-transform': 'none',
  'hyphenate-limit-chars': 'auto',
  'tab-size': '8',
  'grid-auto-flow': 'row',
  'object-position': '50% 50%',
  'transform-origin': '50% 50%',
  'background-position': '0% 0%',
  'background-repeat': 'repeat',
  'mask-position': '0% 0%',
  'mask-repeat': 'repeat',
}
