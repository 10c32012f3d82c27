// Form controls that are drawn: check boxes, radio buttons, sliders, colours, and gauges.
import type { VectorElement, VectorImage } from '../../image/image.ts'
import type { StyledElement } from '../../style/style.ts'
import { cssColor, drawing, shape } from '../vector.ts'

const BORDER = '#767676'
const ACCENT = '#0075ff'
const TRACK = '#efefef'
const FAINT = '#cccccc'

/** How a control is drawn: its fill, and its outline where it is empty. */
interface Ink {
  readonly accent: string
  readonly border: string
}

/** Whether a control would be drawn, and would be an empty box without its native look. */
export function isDrawable({ tag, attributes }: StyledElement['element']): boolean {
  return tag === 'input' && /^(?:checkbox|radio|range|color)$/i.test(attributes.get('type') ?? '')
}

/** A slider has its size without its native look too. */
export function isSlider({ tag, attributes }: StyledElement['element']): boolean {
  return tag === 'input' && /^range$/i.test(attributes.get('type') ?? '')
}

/** A control as a drawing at its usual size; undefined for anything else. */
export function formDrawing(node: StyledElement): VectorImage | undefined {
  const { element, style } = node
  const { tag, attributes } = element
  const isFlat = style.appearance === 'none'
  // Without the native look the bar of a gauge has the text's colour, as Firefox has it: ::-webkit-progress-value is not known here.
  const usual = isFlat ? cssColor(style.color) : ACCENT
  const own = style.accentColor === 'auto' ? usual : cssColor(style.accentColor)
  const ink: Ink = node.isDisabled === true ? { accent: FAINT, border: FAINT } : { accent: own, border: BORDER }
  // Without a value, what is done is not known: browsers print the bar of one moment.
  if (tag === 'progress')
    return attributes.has('value')
      ? gauge(fraction(attributes), { color: own, isFlat })
      : gauge(UNKNOWN, { color: own, isFlat, isMoment: true })
  if (tag === 'meter') return gauge(fraction(attributes), { color: meterColor(attributes), isFlat })
  if (tag !== 'input') return undefined
  switch ((attributes.get('type') ?? '').toLowerCase()) {
    case 'checkbox':
      return checkBox(attributes.has('checked'), ink)
    case 'radio':
      return radioButton(attributes.has('checked'), ink)
    case 'range':
      // Its parts are the author's then, in pseudo-elements that are not known here.
      return isFlat ? filling([]) : slider(sliderShare(attributes), ink, style.direction === 'rtl')
    case 'color':
      return swatch(attributes.get('value') ?? '#000000')
    default:
      return undefined
  }
}

const UNKNOWN = 0.2

function checkBox(isChecked: boolean, { accent, border }: Ink): VectorImage {
  const [fill, stroke] = isChecked ? [accent, accent] : ['#fff', border]
  return figure(13, 13, [
    shape('rect', { x: 0.5, y: 0.5, width: 12, height: 12, rx: 2, fill, stroke }),
    ...(isChecked ? [shape('path', { d: 'M2.6 6.5 5.2 9.1 10.4 2.6', fill: 'none', stroke: '#fff', 'stroke-width': 2.08 })] : []),
  ])
}

function radioButton(isChecked: boolean, { accent, border }: Ink): VectorImage {
  return figure(13, 13, [
    shape('circle', { cx: 6.5, cy: 6.5, r: 6, fill: '#fff', stroke: isChecked ? accent : border }),
    ...(isChecked ? [shape('circle', { cx: 6.5, cy: 6.5, r: 3.5, fill: accent })] : []),
  ])
}

/** Without a value it stands in the middle (HTML 4.10.5.1.13). */
function sliderShare(attributes: ReadonlyMap<string, string>): number {
  const [min, max] = [number(attributes, 'min', 0), number(attributes, 'max', 100)]
  return unit(fractionBetween(attributes, { value: (min + max) / 2, min: 0, max: 100 }))
}

/** As long as its box, in the middle of its height; full from its start to `share`. */
function slider(share: number, { accent }: Ink, isRtl: boolean): VectorImage {
  const along = isRtl ? 1 - share : share
  const shift = THUMB - 2 * THUMB * along
  const thumb = `calc(${percent(along)} + ${shift}px)`
  const done = isRtl ? { x: thumb, width: `calc(${percent(share)} - ${shift}px)` } : { x: 0, width: thumb }
  return filling([
    shape('rect', { x: 0.5, y: 'calc(50% - 3.5px)', width: 'calc(100% - 1px)', height: 7, rx: 3.5, fill: TRACK, stroke: '#b2b2b2' }),
    shape('rect', { ...done, y: 'calc(50% - 4px)', height: 8, rx: 4, fill: accent }),
    shape('circle', { cx: thumb, cy: '50%', r: THUMB, fill: accent }),
  ])
}

/** Radius in pixels. */
const THUMB = 8

function swatch(color: string): VectorImage {
  const fill = /^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'
  return filling([
    shape('rect', { x: 0.5, y: 0.5, width: 'calc(100% - 1px)', height: 'calc(100% - 1px)', rx: 2, fill: TRACK, stroke: BORDER }),
    shape('rect', { x: 5.5, y: 4.5, width: 'calc(100% - 11px)', height: 'calc(100% - 9px)', fill, stroke: '#777' }),
  ])
}

/** A drawing of the size of its box. */
function filling(children: readonly VectorElement[]): VectorImage {
  return { ...drawing({ ...shape('svg', {}), children }), unit: 1 }
}

/** A bar that fills its room, filled up to `share` with a straight end, but for a bar of one moment; without its native look the room is the author's, and all of it counts. */
function gauge(
  share: number | undefined,
  { color, isFlat, isMoment = false }: { readonly color: string; readonly isFlat: boolean; readonly isMoment?: boolean },
): VectorImage {
  const place = isFlat ? { y: 0, height: '100%' } : { y: '25%', height: '50%', ry: '25%' }
  const bar = (width: number, look: Readonly<Record<string, string>>): VectorElement =>
    shape('rect', { x: 0, width: percent(width), ...place, ...look })
  const length = unit(share ?? 0)
  const done = isMoment
    ? bar(length, { fill: color })
    : { ...shape('svg', { width: percent(length), height: '100%' }), children: [bar(1 / length, { fill: color })] }
  const filled = length === 0 ? [] : [done]
  const track = isFlat ? [] : [bar(1, { fill: TRACK, stroke: '#b2b2b2' })]
  return filling([...track, ...filled])
}

function percent(share: number): string {
  return `${share * 100}%`
}

function fraction(attributes: ReadonlyMap<string, string>): number | undefined {
  return attributes.has('value') ? fractionBetween(attributes, { value: 0, min: 0, max: 1 }) : undefined
}

/** How far `value` is from `min` to `max`; `absent` are the values of missing attributes. */
function fractionBetween(
  attributes: ReadonlyMap<string, string>,
  absent: { readonly value: number; readonly min: number; readonly max: number },
): number {
  const min = number(attributes, 'min', absent.min)
  const max = number(attributes, 'max', absent.max)
  return max <= min ? 0 : (number(attributes, 'value', absent.value) - min) / (max - min)
}

/** HTML §4.10.14: green in the optimum's part of the range, yellow beside it, red beyond. */
function meterColor(attributes: ReadonlyMap<string, string>): string {
  const min = number(attributes, 'min', 0)
  const max = number(attributes, 'max', 1)
  const low = number(attributes, 'low', min)
  const high = number(attributes, 'high', max)
  const part = (value: number): number => (value < low ? 0 : value > high ? 2 : 1)
  const distance = Math.abs(part(number(attributes, 'value', 0)) - part(number(attributes, 'optimum', (min + max) / 2)))
  return ['#107c10', '#ffb900', '#d83b01'][distance]!
}

function number(attributes: ReadonlyMap<string, string>, name: string, absent: number): number {
  const value = Number.parseFloat(attributes.get(name) ?? '')
  return Number.isFinite(value) ? value : absent
}

function unit(share: number): number {
  return Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0
}

function figure(
  width: number,
  height: number,
  children: readonly VectorElement[],
  more: Readonly<Record<string, string>> = {},
): VectorImage {
  const attributes = { width, height, viewBox: `0 0 ${width} ${height}`, ...more }
  return drawing({ ...shape('svg', attributes), children })
}
