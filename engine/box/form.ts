// Form controls as they print: their values in the boxes the style sheet gives them, and small drawings for what is drawn.
import type { VectorElement, VectorImage } from '../image/image.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { Color } from '../style/value.ts'
import type { Box, Mark } from './box.ts'
import type { BuildContext } from './context.ts'
import { textContent } from './element.ts'
import { InlineRun } from './inline-text.ts'
import type { ElementOrigin } from './origin.ts'
import { drawing, shape } from './vector.ts'

const CONTROLS = new Set(['input', 'textarea', 'select'])
const LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', file: 'No file chosen' }
const PLACEHOLDER: Color = { red: 117 / 255, green: 117 / 255, blue: 117 / 255, alpha: 1 }
const BORDER = '#767676'
const ACCENT = '#0075ff'
const TRACK = '#efefef'

/** A control that prints its value as text. A button is an ordinary box; drawn controls are replaced elements. */
export function isFormControl({ element, pseudo }: StyledElement): boolean {
  return pseudo === 'none' && CONTROLS.has(element.tag) && element.node.namespace === 'html'
}

export function isHiddenControl({ element }: StyledElement): boolean {
  return element.tag === 'input' && /^hidden$/i.test(element.attributes.get('type') ?? '')
}

/** The paragraph of a text control. */
export function controlBox(node: StyledElement, origin: ElementOrigin, marks: readonly Mark[], context: BuildContext): Box {
  const { style } = node
  const run = new InlineRun()
  const textStyle = context.styles.anonymous(style, 'inline')
  const value = controlValue(node)
  const placeholder = value === '' ? (node.element.attributes.get('placeholder') ?? '') : ''
  const shown = placeholder === '' ? textStyle : context.styles.with(textStyle, 'placeholder', { color: PLACEHOLDER })
  for (const [index, line] of (value || placeholder).split(/\r\n?|\n/).entries()) {
    if (index > 0) run.lineBreak(shown, origin)
    if (line !== '') run.verbatim(line, shown, origin)
  }
  // Keeps the line, and with it the baseline, of an empty control.
  if (!run.hasContent) run.zeroWidthSpace(textStyle, origin)
  return { kind: 'paragraph', style, origin, isAnonymous: false, marks, items: run.finish(), marker: undefined, firstLineStyle: undefined }
}

function controlValue(node: StyledElement): string {
  const { tag, attributes } = node.element
  if (tag === 'textarea') return rawText(node)
  if (tag === 'select') return selectValue(node)
  const type = (attributes.get('type') ?? 'text').toLowerCase()
  const value = attributes.get('value') ?? LABELS[type] ?? ''
  return type === 'password' ? '•'.repeat(Math.min(value.length, 100)) : value
}

function rawText(node: StyledElement): string {
  let text = ''
  for (const child of node.children) if (child.kind === 'text') text += child.text
  return text
}

/** A list box prints its options, a drop-down the selected one, or the first. */
function selectValue(node: StyledElement): string {
  const options: StyledElement[] = []
  const visit = (children: Iterable<StyledNode>): void => {
    for (const child of children) {
      if (child.kind !== 'element') continue
      if (child.element.tag === 'option') options.push(child)
      else if (child.element.tag === 'optgroup') visit(child.children)
    }
  }
  visit(node.children)
  const { attributes } = node.element
  if (attributes.has('multiple') || Number(attributes.get('size') ?? 1) > 1) return options.map(textContent).join('\n')
  const chosen = options.findLast((option) => option.element.attributes.has('selected')) ?? options[0]
  return chosen === undefined ? '' : textContent(chosen)
}

/** Check boxes, radio buttons, sliders and gauges as drawings at their usual size; undefined for anything else. */
export function formDrawing({ element, style }: StyledElement): VectorImage | undefined {
  const { tag, attributes } = element
  if (tag === 'progress') return gauge(style, 10, fraction(attributes, 0), ACCENT)
  if (tag === 'meter') return gauge(style, 5, fraction(attributes, number(attributes, 'min', 0)), meterColor(attributes))
  if (tag !== 'input') return undefined
  switch ((attributes.get('type') ?? '').toLowerCase()) {
    case 'checkbox':
      return checkBox(attributes.has('checked'))
    case 'radio':
      return radioButton(attributes.has('checked'))
    case 'range':
      return slider(
        (number(attributes, 'value', 50) - number(attributes, 'min', 0)) / (number(attributes, 'max', 100) - number(attributes, 'min', 0)),
      )
    case 'color':
      return swatch(attributes.get('value') ?? '#000000')
    default:
      return undefined
  }
}

function checkBox(isChecked: boolean): VectorImage {
  return figure(13, 13, [
    shape('rect', { x: 0.5, y: 0.5, width: 12, height: 12, rx: 2, fill: isChecked ? ACCENT : '#fff', stroke: isChecked ? ACCENT : BORDER }),
    ...(isChecked ? [shape('path', { d: 'M3 6.5 5.5 9 10 3.8', fill: 'none', stroke: '#fff', 'stroke-width': 2 })] : []),
  ])
}

function radioButton(isChecked: boolean): VectorImage {
  return figure(13, 13, [
    shape('circle', { cx: 6.5, cy: 6.5, r: 6, fill: '#fff', stroke: isChecked ? ACCENT : BORDER }),
    ...(isChecked ? [shape('circle', { cx: 6.5, cy: 6.5, r: 3.5, fill: ACCENT })] : []),
  ])
}

function slider(share: number): VectorImage {
  const x = 8 + 113 * unit(share)
  return figure(129, 16, [
    shape('rect', { x: 0.5, y: 4.5, width: 128, height: 7, rx: 3.5, fill: TRACK, stroke: '#b2b2b2' }),
    shape('rect', { x: 0, y: 4, width: x, height: 8, rx: 4, fill: ACCENT }),
    shape('circle', { cx: x, cy: 8, r: 8, fill: ACCENT }),
  ])
}

function swatch(color: string): VectorImage {
  const fill = /^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'
  return figure(50, 27, [
    shape('rect', { x: 0.5, y: 0.5, width: 49, height: 26, fill: TRACK, stroke: BORDER }),
    shape('rect', { x: 6.5, y: 4.5, width: 37, height: 18, fill, stroke: '#777' }),
  ])
}

/** A bar `ems` wide and one high, filled up to `share`; empty without one. */
function gauge({ fontSize }: Style, ems: number, share: number | undefined, color: string): VectorImage {
  const em = fontSize / 0.75
  const width = ems * em
  const y = em * 0.25
  const height = em * 0.5
  const bar = (length: number, fill: string): VectorElement => shape('rect', { x: 0, y, width: length, height, rx: height / 2, fill })
  return figure(width, em, [bar(width, TRACK), ...(share === undefined || share === 0 ? [] : [bar(width * unit(share), color)])])
}

function fraction(attributes: ReadonlyMap<string, string>, min: number): number | undefined {
  if (!attributes.has('value')) return undefined
  const max = number(attributes, 'max', 1)
  return max <= min ? 0 : (number(attributes, 'value', 0) - min) / (max - min)
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

function figure(width: number, height: number, children: readonly VectorElement[]): VectorImage {
  const attributes = { width, height, viewBox: `0 0 ${width} ${height}` }
  return drawing({ ...shape('svg', attributes), children })
}
