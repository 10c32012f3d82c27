// Form controls that print their values as text, in the boxes the style sheet gives them.

import { sequenceOf } from '../collections/sequence.ts'
import { PX } from '../geometry.ts'
import { UNCONTAINED } from '../style/containment.ts'
import type { Style, StyledElement } from '../style/style.ts'
import type { BackgroundLayer, Color, LengthPercentage } from '../style/value.ts'
import type { Box, BoxMark, ParagraphBox } from './box.ts'
import type { BuildContext } from './context.ts'
import { textContent } from './element.ts'
import { InlineRun } from './inline-text.ts'
import type { ElementOrigin } from './origin.ts'
import { dateText } from './replaced/date-value.ts'
import { isDrawable } from './replaced/form-drawing.ts'
import { type PickerIcon, pickerIcon } from './replaced/picker.ts'
import { isTransformed, transformText } from './text-transform.ts'
import { cssColor } from './vector.ts'

const CONTROLS = new Set(['input', 'textarea', 'select'])
/** Inputs that keep the width of their content, as in Chromium. */
const STIFF = /^(?:submit|reset|button|date|datetime-local|month|time|week)$/i
const LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' }

/**
 * A control that prints its value as text. A button is an ordinary box, and so is what would be drawn if it had not lost its native look
 * (`appearance: none`); drawn controls are replaced elements.
 */
export function isFormControl({ element, pseudo }: StyledElement): boolean {
  return pseudo === 'none' && CONTROLS.has(element.tag) && element.node.namespace === 'html' && !isDrawable(element)
}

export function isHiddenControl({ element }: StyledElement): boolean {
  return element.tag === 'input' && /^hidden$/i.test(element.attributes.get('type') ?? '')
}

/** The box of a control that prints text. */
export function controlBox(node: StyledElement, place: ControlPlace, marks: readonly BoxMark[]): Box {
  const box = printedControl(node, place, marks)
  const { tag, attributes } = node.element
  const isStiff = tag === 'input' && STIFF.test(attributes.get('type') ?? '')
  return isStiff ? box : { ...box, control: 'compressible' }
}

function printedControl(node: StyledElement, place: ControlPlace, marks: readonly BoxMark[]): Box {
  const { origin, context } = place
  const { tag, attributes } = node.element
  if (tag === 'input' && /^file$/i.test(attributes.get('type') ?? '')) return { ...fileInput(node, place), marks }
  if (tag === 'select') return { ...selectBox(node, place), marks }
  const style = sizedStyle(tag, nativeStyle(node, context), place)
  const value = controlValue(node)
  const placeholder = value === '' ? (attributes.get('placeholder') ?? '') : ''
  const lines = (value || placeholder).split(/\r\n?|\n/)
  const text = placeholder === '' ? undefined : node.placeholderStyle
  const icon = tag === 'input' ? pickerIcon((attributes.get('type') ?? '').toLowerCase(), style.fontSize) : undefined
  if (style.alignContent === 'normal' && icon === undefined) return { ...textBox(lines, style, place, text), marks }
  const line = { ...textBox(lines, context.styles.anonymous(style, 'block'), place, text), isAnonymous: true }
  return blockAround(icon === undefined ? line : pickerBox(line, icon, place), { style, origin, isAnonymous: false, marks })
}

function blockAround(child: Box, base: Pick<Box, 'style' | 'origin' | 'isAnonymous' | 'marks'>): Box {
  return { kind: 'block', ...base, marker: undefined, isStreamed: false, children: sequenceOf([child]) }
}

/** The line of a date or time field, in the middle of what is as high as the icon of its picker at least. */
function pickerBox(line: Box, { size, path, room }: PickerIcon, { origin, context: { styles } }: ControlPlace): Box {
  const layer = drawn(size, size, `<g transform="scale(${size / 24})">${path}</g>`)
  const isRtl = line.style.direction === 'rtl'
  const x: LengthPercentage = { kind: 'sum', length: isRtl ? 2 * PX : -2 * PX, percent: isRtl ? 0 : 100 }
  const style = styles.with(styles.anonymous(line.style, 'block'), `picker ${room}`, {
    ...{ paddingTop: PX, paddingBottom: PX, boxSizing: 'border-box', minHeight: room, alignContent: 'center' },
    backgroundLayers: [{ ...layer, position: { x, y: { kind: 'sum', length: 0, percent: 50 } } }],
  })
  return { ...blockAround(line, { style, origin, isAnonymous: true, marks: [] }), control: 'drawn' }
}

/**
 * A control that is a block is as wide as its content, not as the line; that of a text field, a text area or a file input is as large as its columns and rows
 * where the author gives no size (HTML 15.5.3, 15.5.17).
 */
function sizedStyle(tag: string, style: Style, { around, context: { styles } }: ControlPlace): Style {
  const isTall = tag === 'textarea' && style.height === 'auto'
  const isWide = style.containIntrinsicWidth !== 'none'
  // Flex and grid items stretch instead.
  const isItem = around !== undefined && FLEX_OR_GRID.test(around.display)
  const isAcross = style.width === 'auto' && !isItem && BLOCK_LEVEL.test(style.originalDisplay)
  if (!(isWide || isTall)) return isAcross ? styles.with(style, 'control', { width: 'fit-content' }) : style
  const contained = style.containment ?? UNCONTAINED
  const containment = { ...contained, size: contained.size || isTall, inlineSize: true }
  return styles.with(style, `control ${isTall} ${isWide} ${isAcross}`, { containment, ...(isAcross ? { width: 'fit-content' } : {}) })
}

const FLEX_OR_GRID = /flex|grid/
const BLOCK_LEVEL = /^(?:block|flow-root|flex|grid|list-item)$/

interface ControlPlace {
  readonly origin: ElementOrigin
  /** The style of the element around it. */
  readonly around: Style | undefined
  readonly context: BuildContext
}

/** `placeholder` is the style of `::placeholder` where that is the text. */
function textBox(lines: readonly string[], own: Style, { origin, context }: ControlPlace, placeholder?: Style): ParagraphBox {
  const run = new InlineRun()
  const textStyle = context.styles.anonymous(own, 'inline')
  const shown = placeholder === undefined ? textStyle : placeholderText(placeholder, context)
  const style = shown.textAlign === own.textAlign ? own : context.styles.with(own, shown.textAlign, { textAlign: shown.textAlign })
  for (const [index, line] of lines.entries()) {
    if (index > 0) run.lineBreak(shown, origin)
    if (line !== '') run.verbatim(isTransformed(shown) ? transformText(line, shown, '') : line, shown, origin)
  }
  // Keeps the line, and with it the baseline, of an empty control.
  if (!run.hasContent) run.zeroWidthSpace(textStyle, origin)
  const items = run.finish()
  return { kind: 'paragraph', style, origin, isAnonymous: false, marks: [], items, marker: undefined, firstLineStyle: undefined }
}

/** The inherited properties of `::placeholder` (CSS Pseudo-Elements 4 §4.4 has those of `::first-line`), and its opacity in its colour. */
function placeholderText(placeholder: Style, { styles }: BuildContext): Style {
  const { color, opacity } = placeholder
  const text = styles.anonymous(placeholder, 'inline')
  return opacity === 1 ? text : styles.with(text, `opacity ${opacity}`, { color: { ...color, alpha: color.alpha * opacity } })
}

/** A button, and what it would have chosen. */
function fileInput(node: StyledElement, place: ControlPlace): Box {
  const { attributes } = node.element
  const { styles } = place.context
  const button = node.fileButtonStyle
  const run = new InlineRun()
  if (button !== undefined && button.display !== 'none')
    run.atomic(textBox([attributes.has('multiple') ? 'Choose Files' : 'Choose File'], nativeFrame(button, place.context), place))
  run.verbatim('No file chosen', styles.anonymous(node.style, 'inline'), place.origin)
  return { ...textBox([], sizedStyle('input', node.style, place), place), items: run.finish() }
}

/** A list box shows its options; a drop-down the chosen one, in the width of the widest. */
function selectBox(node: StyledElement, place: ControlPlace): Box {
  const { styles } = place.context
  const style = sizedStyle('select', nativeStyle(node, place.context), place)
  if (isListBox(node.element)) return listBox(node, style, place)
  const options = optionsOf(node).filter((option) => !option.isHead)
  const chosen = chosenText(options, node.element.attributes.has('multiple'))
  const isNative = style.appearance !== 'none'
  const isRtl = style.direction === 'rtl'
  const sides = isRtl ? { paddingLeft: ARROW_ROOM, paddingRight: 4 * PX } : { paddingLeft: 4 * PX, paddingRight: ARROW_ROOM }
  const look = isNative ? { backgroundLayers: [...style.backgroundLayers, arrow(style.color, isRtl)] } : {}
  const dropDown = styles.with(style, isNative ? 'native drop-down' : 'drop-down', look)
  const text = styles.with(styles.anonymous(dropDown, 'block'), 'clipped', INNER_CLIP)
  const inside = isNative
    ? styles.with(text, `options ${style.containIntrinsicHeight}`, { ...sides, paddingTop: PX, paddingBottom: PX, ...fontLine(style) })
    : text
  const hidden = { height: 0, paddingTop: 0, paddingBottom: 0, overflowX: 'hidden', overflowY: 'hidden', visibility: 'hidden' } as const
  const measured = styles.with(inside, 'measured', hidden)
  const inner = { isAnonymous: true, control: 'options' } as const
  const texts = [...new Set([...options.map((option) => option.text), chosen])]
  const visible = chosen.trim()
  const widths = { ...textBox(texts, measured, place), ...inner }
  const shown = { ...textBox([visible], inside, place), ...inner }
  const base = { style: dropDown, origin: place.origin, isAnonymous: false, marks: [], marker: undefined, isStreamed: false }
  return { kind: 'block', ...base, children: sequenceOf(texts.every((text) => text === visible) ? [shown] : [widths, shown]) }
}

/** The line of a drop-down is as high as its font, without a gap, whatever the author says. The browser's sheet gives the height of a line or row. */
function fontLine({ containIntrinsicHeight: line }: Style): Pick<Style, 'lineHeight'> {
  return { lineHeight: line === 'none' ? 'normal' : { points: line } }
}

/** As high as its rows where the author gives no height (HTML 15.5.16); the scroll bar stands beside them. */
function listBox(node: StyledElement, style: Style, place: ControlPlace): Box {
  const { containIntrinsicHeight: row } = style
  const rows = Math.min(rowsOf(node.element), MOST_ROWS)
  const list = place.context.styles.with(style, `list ${rows}`, {
    containment: { ...(style.containment ?? UNCONTAINED), size: true },
    containIntrinsicHeight: row === 'none' ? row : rows * row,
    ...fontLine(style),
    alignContent: 'normal',
    overflowX: 'auto',
    overflowY: 'auto',
    ...padded(style, { paddingLeft: 2 * PX, paddingRight: SCROLL_BAR }),
  })
  const lines = optionsOf(node).map((option) => option.text)
  return textBox(lines, list, place)
}

function rowsOf({ attributes }: StyledElement['element']): number {
  return Number.parseInt(attributes.get('size') ?? '', 10) || (attributes.has('multiple') ? 4 : 1)
}

function isListBox(element: StyledElement['element']): boolean {
  return rowsOf(element) > 1
}

/** What is too long ends at the arrow. */
const INNER_CLIP: Partial<Style> = { overflowX: 'clip', overflowClipMargin: { box: 'content-box', length: 0 } }
const MOST_ROWS = 1000
const SCROLL_BAR = 17 * PX
const ARROW_ROOM = 16 * PX

type Paddings = Pick<Style, 'paddingTop' | 'paddingRight' | 'paddingBottom' | 'paddingLeft'>

/** Room of the control's own beside the author's padding. */
function padded(style: Style, room: Partial<Record<keyof Paddings, number>>): Partial<Paddings> {
  const wider = (side: keyof Paddings): LengthPercentage => {
    const padding = style[side]
    return typeof padding === 'number' ? padding + (room[side] ?? 0) : padding
  }
  return {
    paddingTop: wider('paddingTop'),
    paddingRight: wider('paddingRight'),
    paddingBottom: wider('paddingBottom'),
    paddingLeft: wider('paddingLeft'),
  }
}

// ── The native look ─────────────────────────────────────────────────────────────────────────────────────────────────────

const BORDER: Color = { red: 118 / 255, green: 118 / 255, blue: 118 / 255, alpha: 1 }
const CORNER = { x: 2 * PX, y: 2 * PX }
const ROUND = { borderTopLeftRadius: CORNER, borderTopRightRadius: CORNER, borderBottomRightRadius: CORNER, borderBottomLeftRadius: CORNER }
const NATIVE_BORDER: Partial<Style> = {
  ...{ borderTopWidth: PX, borderRightWidth: PX, borderBottomWidth: PX, borderLeftWidth: PX },
  ...{ borderTopStyle: 'solid', borderRightStyle: 'solid', borderBottomStyle: 'solid', borderLeftStyle: 'solid' },
  ...ROUND,
}

function borderColors(color: Color): Partial<Style> {
  return { borderTopColor: color, borderRightColor: color, borderBottomColor: color, borderLeftColor: color }
}

function drawn(width: number, height: number, path: string): BackgroundLayer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${path}</svg>`
  return {
    image: { kind: 'url', url: `data:image/svg+xml,${encodeURIComponent(svg)}` },
    position: { x: { kind: 'sum', length: -3 * PX, percent: 100 }, y: { kind: 'sum', length: -0.5 * PX, percent: 50 } },
    size: { width: 'auto', height: 'auto' },
    repeat: { x: 'no-repeat', y: 'no-repeat' },
    origin: 'padding-box',
    clip: 'border-box',
    attachment: 'scroll',
    blendMode: 'normal',
  }
}

/** Of a drop-down: in the colour of its text, at its end. */
function arrow(color: Color, isRtl: boolean): BackgroundLayer {
  const layer = drawn(10, 6, `<path d="M1 1 5 5 9 1" stroke="${cssColor(color)}" stroke-width="2"/>`)
  return isRtl ? { ...layer, position: { ...layer.position, x: { kind: 'sum', length: 3 * PX, percent: 0 } } } : layer
}

/** The corner by which a browser's window resizes a text area (CSS UI 4 §5.1): where its lines end. */
const RESIZER: BackgroundLayer = {
  ...drawn(8, 8, '<path d="M7.5 .5.5 7.5M7.5 4.5 4.5 7.5" stroke="#000" stroke-opacity=".45"/>'),
  position: { x: { kind: 'sum', length: -2 * PX, percent: 100 }, y: { kind: 'sum', length: -2 * PX, percent: 100 } },
}
const LEFT_RESIZER: BackgroundLayer = {
  ...drawn(8, 8, '<path d="M.5 .5 7.5 7.5M.5 4.5 3.5 7.5" stroke="#000" stroke-opacity=".45"/>'),
  position: { x: { kind: 'sum', length: 2 * PX, percent: 0 }, y: { kind: 'sum', length: -2 * PX, percent: 100 } },
}

const SHEET_BORDER = 2 * PX

/**
 * Of a text control or a button: where the border of the browser's sheet is left alone, a thin rounded one is drawn in its room, as in browsers.
 * One line stands in the middle of a height that the author gives.
 */
export function nativeStyle({ element, style }: StyledElement, context: BuildContext): Style {
  const { styles } = context
  const { borderTopWidth, borderTopStyle } = style
  const isArea = element.tag === 'textarea'
  const corner = style.direction === 'rtl' ? LEFT_RESIZER : RESIZER
  const resizable =
    isArea && style.resize !== 'none' ? styles.with(style, 'resizable', { backgroundLayers: [corner, ...style.backgroundLayers] }) : style
  const centered =
    isArea || style.alignContent !== 'normal' || style.height === 'auto'
      ? resizable
      : styles.with(style, 'centered', { alignContent: 'center' })
  if (style.appearance === 'none') return centered
  if (isArea || element.tag === 'select') {
    const isDropDown = !isArea && !isListBox(element)
    const isSheets = borderTopWidth === PX && borderTopStyle === 'solid' && hasSheetLook(style, isDropDown ? DROP_DOWN : FIELD)
    const round = isSheets ? { ...ROUND, ...faded(style), ...(isDropDown ? { backgroundColor: WHITE } : {}) } : {}
    return styles.with(centered, isArea ? 'area' : 'select', round)
  }
  const framed = nativeFrame(centered, context)
  // A button's line is as high as its font, whatever the author says.
  const isButton = element.tag === 'input' && borderTopStyle === 'outset' && framed !== centered
  return isButton ? styles.with(framed, 'button line', { lineHeight: 'normal' }) : framed
}

function nativeFrame(style: Style, { styles }: BuildContext): Style {
  const { appearance, borderTopWidth, borderTopStyle } = style
  const look = borderTopStyle === 'inset' ? FIELD : borderTopStyle === 'outset' ? BUTTON : undefined
  if (appearance === 'none' || borderTopWidth !== SHEET_BORDER || look === undefined || !hasSheetLook(style, look)) return style
  const room = { paddingTop: PX, paddingRight: PX, paddingBottom: PX, paddingLeft: PX }
  const colors = borderTopStyle === 'inset' ? faded(style) : borderColors({ ...BORDER, alpha: style.borderTopColor.alpha })
  return styles.with(style, 'native', { ...NATIVE_BORDER, ...colors, ...padded(style, room) })
}

/** The author has set no border, corners or background: these take the native look from a control, as in browsers (CSS UI 4 §7.1). */
function hasSheetLook(style: Style, { border, ground }: SheetLook): boolean {
  const { borderTopColor, borderBottomColor, backgroundColor, backgroundLayers } = style
  const isSharp = [
    style.borderTopLeftRadius,
    style.borderTopRightRadius,
    style.borderBottomRightRadius,
    style.borderBottomLeftRadius,
  ].every(({ x, y }) => x === 0 && y === 0)
  const isOf = (color: Color, part: number): boolean => isGrey(color, color.alpha === 1 ? part : BORDER.red)
  const isGround = isGrey(backgroundColor, backgroundColor.alpha === 1 ? ground : BUTTON_FACE) && backgroundColor.alpha > 0
  return isSharp && isOf(borderTopColor, border) && isOf(borderBottomColor, border) && isGround && backgroundLayers.length === 0
}

/** Shares of white in the border and the ground that the browser's sheet gives; what is disabled has others, translucent ones. */
interface SheetLook {
  readonly border: number
  readonly ground: number
}

const BUTTON_FACE = 239 / 255
const FIELD: SheetLook = { border: BORDER.red, ground: 1 }
const DROP_DOWN: SheetLook = { border: BORDER.red, ground: BUTTON_FACE }
const BUTTON: SheetLook = { border: 0, ground: BUTTON_FACE }
const WHITE: Color = { red: 1, green: 1, blue: 1, alpha: 1 }

function isGrey({ red, green, blue }: Color, part: number): boolean {
  return [red, green, blue].every((value) => Math.abs(value - part) < 1e-4)
}

/** Borders of text fields, which Chromium prints as hairlines that let a quarter of the paper through. */
function faded({ borderTopColor }: Style): Partial<Style> {
  return borderColors({ ...borderTopColor, alpha: borderTopColor.alpha * 0.75 })
}

// ── Values ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function controlValue(node: StyledElement): string {
  const { tag, attributes } = node.element
  if (tag === 'textarea') return rawText(node)
  const type = (attributes.get('type') ?? 'text').toLowerCase()
  const value = dateText(type, attributes.get('value') ?? '') ?? attributes.get('value') ?? LABELS[type] ?? ''
  return type === 'password' ? '•'.repeat(Math.min(value.length, 100)) : value
}

function rawText(node: StyledElement): string {
  let text = ''
  for (const child of node.children) if (child.kind === 'text') text += child.text
  return text
}

interface Option {
  readonly text: string
  /** Heads a group of options; cannot be chosen. */
  readonly isHead: boolean
  readonly isSelected: boolean
}

/** Where several can be chosen, and not one is, a drop-down says how many are. */
function chosenText(options: readonly Option[], isMultiple: boolean): string {
  const selected = options.filter((option) => option.isSelected)
  if (isMultiple && selected.length !== 1) return `${selected.length} selected`
  return (selected.at(-1) ?? options[0])?.text ?? ''
}

/** Options and the labels that head groups of them; those in a group are set in, in a drop-down but for the one that it shows. */
function optionsOf(node: StyledElement, indent = ''): readonly Option[] {
  const options: Option[] = []
  for (const child of node.children) {
    if (child.kind !== 'element') continue
    const { tag, attributes } = child.element
    const label = attributes.get('label') ?? ''
    if (tag === 'option')
      options.push({ text: indent + (label || textContent(child)), isHead: false, isSelected: attributes.has('selected') })
    else if (tag === 'optgroup' && indent === '')
      options.push({ text: label, isHead: true, isSelected: false }, ...optionsOf(child, '\u00a0\u00a0\u00a0\u00a0'))
  }
  return options
}
