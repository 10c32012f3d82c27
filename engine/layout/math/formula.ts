// Formulas: MathML as a paragraph of one line, whose items stand where the formula has them.
// Problem: fractions, roots, scripts and fences are placed by the font's MATH table, not side by side, and must yet be painted, cut, tagged and extracted as other text.
// Approach: MathML Core's layout gives each element a piece (ink above and below a baseline, and a flat list of glyphs and rules); the formula's becomes the items of a line.
// Limits: formulas do not break into lines. What an element adds by margins, floats or positions is not looked at.
import type { Formula, MathElement, ParagraphBox } from '../../box/box.ts'
import { warning } from '../../diagnostic.ts'
import { LAYOUT_UNIT } from '../../geometry.ts'
import type { ContentWidths, LayoutContext, LayoutSize } from '../context.ts'
import type { LaidParagraph, Line, LineItem } from '../laid.ts'
import { usedEdges, usedHeight } from '../sizing/sizing.ts'
import { elementPiece } from './element.ts'
import { type FormulaContext, fontOf, type MathEnvironment, withAttributes } from './environment.ts'
import { OperatorIndex } from './operators.ts'
import type { MathItem, MathPiece } from './piece.ts'
import { rowPiece } from './row.ts'

/** Border-box widths of a formula, which does not break: rounded up to layout units, as those of other text. */
export function formulaWidths(box: ParagraphBox, formula: Formula, context: LayoutContext): ContentWidths {
  const content = Math.ceil(pieceOf(box, formula, context).width / LAYOUT_UNIT - 1e-6) * LAYOUT_UNIT
  const width = content + usedEdges(box.style, 0).width
  return { min: width, max: width }
}

/** A formula as a border box of `size.width`; on a line of its own it stands in the middle, as far as there is room. */
export function layoutFormula(box: ParagraphBox, formula: Formula, size: LayoutSize, context: LayoutContext): LaidParagraph {
  const piece = pieceOf(box, formula, context)
  const { border, padding, inset, ...edges } = usedEdges(box.style, size.containingWidth, size.border)
  const room = size.width - edges.width - piece.width
  const x = inset.left + (formula.isBlock ? Math.max(0, room / 2) : box.style.direction === 'rtl' ? room : 0)
  const baseline = inset.top + piece.ascent
  const items = piece.items.map((item) => lineItem(item, x, baseline, box))
  const line: Line = { y: inset.top, height: piece.ascent + piece.descent, baseline, from: 0, items, isLast: true, marks: [] }
  return {
    ...{ kind: 'paragraph', box, width: size.width, border, padding },
    height: usedHeight(box.style, { border, padding, inset, ...edges }, size, piece.ascent + piece.descent + inset.top + inset.bottom),
    ...{ firstBaseline: baseline, lastBaseline: baseline, positioned: [], shift: undefined, lines: [line], floats: [], marker: undefined },
  }
}

function pieceOf(box: ParagraphBox, formula: Formula, context: LayoutContext): MathPiece {
  // Written below alone.
  const known = context.formulas.get(box) as MathPiece | undefined
  if (known !== undefined) return known
  const piece = layFormula(box, formula, context)
  context.formulas.set(box, piece)
  return piece
}

function layFormula(box: ParagraphBox, { content, isBlock }: Formula, layout: LayoutContext): MathPiece {
  const operators = new OperatorIndex(content)
  // Operators that grow are laid out again at every row around them: what was laid out the same way before is taken.
  const laid = new Map<MathElement, Map<string, MathPiece>>()
  const formula: FormulaContext = {
    ...{ layout, origin: box.origin, ink: new Map(), slants: new Map() },
    lay: (element, environment) => {
      const key = keyOf(environment)
      let pieces = laid.get(element)
      if (pieces === undefined) laid.set(element, (pieces = new Map()))
      let piece = pieces.get(key)
      if (piece === undefined) pieces.set(key, (piece = elementPiece(element, environment, operators)))
      return piece
    },
  }
  const environment: MathEnvironment = { formula, depth: 0, isDisplay: isBlock, isCramped: false, stretch: undefined }
  reportFont(box, environment)
  return rowPiece(content, withAttributes(content, environment), operators)
}

function keyOf({ depth, isDisplay, isCramped, stretch }: MathEnvironment): string {
  const place = `${depth} ${isDisplay} ${isCramped}`
  if (stretch === undefined) return place
  return stretch.axis === 'vertical' ? `${place} ${stretch.ascent} ${stretch.descent}` : `${place} ${stretch.width}`
}

function reportFont({ style, origin }: ParagraphBox, environment: MathEnvironment): void {
  if (fontOf(style, environment).table !== undefined || style.visibility !== 'visible') return
  const hint = 'install the pack of formulas (npm install @fontsource/noto-sans-math), or bring a font with a MATH table by @font-face'
  const message = 'a formula is set in a font that has no rules for formulas: fences, roots and large operators keep their size'
  environment.formula.layout.reporter.report(warning('no-math-font', origin.at, message, hint))
}

/** `x` and `baseline` of the formula from the top left corner of its border box. */
function lineItem(item: MathItem, x: number, baseline: number, { origin }: ParagraphBox): LineItem {
  switch (item.kind) {
    case 'glyphs':
      return {
        ...{ kind: 'text', run: item.run, from: 0, to: item.run.glyphs.length, x: x + item.x, baseline: baseline + item.y },
        ...{ width: item.width, style: item.style, fontSize: item.fontSize, match: item.match, letterSpacing: 0, wordSpacing: 0 },
        ...{ actualText: undefined, isTurn: false, endsWord: false, decorations: [], origin, isExact: true },
      }
    case 'box': {
      const { width, height, border, padding, style } = item
      return {
        ...{ kind: 'inline-box', x: x + item.x, y: baseline + item.y, width, height, border, padding, style, origin },
        ...{ isFirst: true, isLast: true, ...(item.isRule ? { isRule: true } : {}) },
      }
    }
    case 'object':
      return { kind: 'atomic', x: x + item.x, y: baseline + item.y, laid: item.laid }
  }
}
