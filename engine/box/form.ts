// Form controls that print their values as text, in the boxes the style sheet gives them.
import { PX } from '../geometry.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'
import type { Color, LengthPercentage } from '../style/value.ts'
import type { Box, Mark } from './box.ts'
import type { BuildContext } from './context.ts'
import { textContent } from './element.ts'
import { isDrawable } from './form-drawing.ts'
import { InlineRun } from './inline-text.ts'
import type { ElementOrigin } from './origin.ts'

const CONTROLS = new Set(['input', 'textarea', 'select'])
const LABELS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', file: 'No file chosen' }
const PLACEHOLDER: Color = { red: 117 / 255, green: 117 / 255, blue: 117 / 255, alpha: 1 }

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

/** The paragraph of a text control. */
export function controlBox(node: StyledElement, origin: ElementOrigin, marks: readonly Mark[], context: BuildContext): Box {
  const style = nativeStyle(node.style, context)
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

const SHEET_BORDER = 2 * PX
const CORNER = { x: 2 * PX, y: 2 * PX }

/** Of a text control or a button: where the border of the browser's sheet is left alone, a thin rounded one is drawn in its room, as in browsers. */
export function nativeStyle(style: Style, { styles }: BuildContext): Style {
  const { borderTopWidth, borderTopStyle, backgroundColor } = style
  const isSheets =
    borderTopWidth === SHEET_BORDER && (borderTopStyle === 'inset' || borderTopStyle === 'outset') && backgroundColor.alpha > 0
  if (!isSheets || style.appearance === 'none') return style
  const wider = (padding: LengthPercentage): LengthPercentage => (typeof padding === 'number' ? padding + PX : padding)
  return styles.with(style, 'native', {
    ...{ borderTopWidth: PX, borderRightWidth: PX, borderBottomWidth: PX, borderLeftWidth: PX },
    ...{ borderTopStyle: 'solid', borderRightStyle: 'solid', borderBottomStyle: 'solid', borderLeftStyle: 'solid' },
    ...{ borderTopLeftRadius: CORNER, borderTopRightRadius: CORNER, borderBottomRightRadius: CORNER, borderBottomLeftRadius: CORNER },
    paddingTop: wider(style.paddingTop),
    paddingRight: wider(style.paddingRight),
    paddingBottom: wider(style.paddingBottom),
    paddingLeft: wider(style.paddingLeft),
  })
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
