// The icons beside date and time fields, which browsers print though nothing can be picked on paper.
import { PX } from '../../geometry.ts'

/** Of an icon drawn in a square of 24 units. */
const CALENDAR =
  '<path d="M4 5h16v16H4zM4 7.5h16" stroke="#000" stroke-width="2"/><path d="M4 5.5h16v3H4z" fill="#000"/><path d="M8 2v3M16 2v3" stroke="#000" stroke-width="2"/>'
const CLOCK = '<circle cx="12" cy="12" r="9" stroke="#000" stroke-width="2"/><path d="M12 7v5.5l4 2.5" stroke="#000" stroke-width="1.5"/>'

export interface PickerIcon {
  /** Side of its square, in CSS pixels. */
  readonly size: number
  readonly path: string
  /** Height in points that a field has inside for it at least. */
  readonly room: number
}

/** Undefined for controls that have none; `fontSize` in points. */
export function pickerIcon(type: string, fontSize: number): PickerIcon | undefined {
  const size = fontSize / PX
  if (type === 'time') return { size: 1.05 * size, path: CLOCK, room: 1.05 * fontSize + 6 * PX }
  return /^(?:date|datetime-local|month|week)$/.test(type) ? { size, path: CALENDAR, room: fontSize + 4 * PX } : undefined
}
