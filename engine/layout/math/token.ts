// Tokens: letters, numbers, texts and operators (MathML Core §3.2).
import type { MathElement } from '../../box/box.ts'
import type { Style } from '../../style/style.ts'
import { styledLetter } from './alphabet.ts'
import { type FormulaContext, fontOf, lengthOf, type MathEnvironment, type MathFont } from './environment.ts'
import { textPiece } from './glyphs.ts'
import type { OperatorTraits } from './operators.data.ts'
import { axisOf, type OperatorIndex, textOf } from './operators.ts'
import { EMPTY, joinPieces, type MathPiece, type PlacedPiece } from './piece.ts'
import { stretchedPiece, widestOf } from './stretch.ts'

/** `mi`, `mn`, `mtext` and `ms`; HTML in them stands on the baseline. */
export function tokenPiece(element: MathElement, environment: MathEnvironment): MathPiece {
  if (element.children.every(({ kind }) => kind === 'text')) return lettersPiece(element, textOf(element), environment)
  const placed: PlacedPiece[] = []
  let x = 0
  for (const child of element.children) {
    const text = child.kind === 'text' ? child.text.replace(/[ \t\n\r\f]+/g, ' ') : ''
    const piece =
      child.kind === 'text'
        ? lettersPiece(element, text, environment)
        : child.kind === 'object'
          ? objectPiece(child.box, environment.formula)
          : environment.formula.lay(child, environment)
    placed.push({ piece, x, y: 0 })
    x += piece.width
  }
  return joinPieces(placed, x)
}

function objectPiece(box: Parameters<FormulaContext['layout']['layout']['layoutBox']>[0], { layout }: FormulaContext): MathPiece {
  const { max } = layout.layout.contentWidths(box, layout)
  const size = { width: max, height: undefined, containingWidth: max, containingHeight: undefined }
  const laid = layout.layout.layoutBox(box, size, layout)
  const ascent = laid.lastBaseline ?? laid.height
  const item = { kind: 'object', x: 0, y: -ascent, laid } as const
  return { ...EMPTY, width: laid.width, ascent, descent: laid.height - ascent, items: [item] }
}

function lettersPiece(element: MathElement, text: string, environment: MathEnvironment): MathPiece {
  const { attributes, tag, style } = element
  const isLetter = tag === 'mi' && [...text].length === 1
  const variant = attributes.get('mathvariant')?.trim().toLowerCase() ?? (isLetter ? 'italic' : 'normal')
  if (variant === 'normal') return textPiece(text, text, style, environment)
  const { face } = fontOf(style, environment)
  const letters = [...text].map((letter) => {
    const styled = styledLetter(letter.codePointAt(0)!, variant)
    return face.hasGlyph(styled) ? String.fromCodePoint(styled) : undefined
  })
  if (letters.every((letter) => letter !== undefined)) return textPiece(text, letters.join(''), style, environment)
  // A font without mathematical letters has slanted and bold ones at most.
  return textPiece(text, text, slanted(style, variant, environment.formula), environment)
}

function slanted(style: Style, variant: string, { slants }: FormulaContext): Style {
  let known = slants.get(style)
  if (known === undefined) slants.set(style, (known = new Map()))
  let found = known.get(variant)
  if (found === undefined) {
    const slope = variant.includes('italic') ? ({ fontStyle: 'italic' } as const) : {}
    const weight = variant.includes('bold') ? { fontWeight: 700 } : {}
    known.set(variant, (found = { ...style, ...slope, ...weight }))
  }
  return found
}

// ── Operators ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export function operatorPiece(element: MathElement, environment: MathEnvironment, operators: OperatorIndex): MathPiece {
  const { style } = element
  const traits = operators.traitsOf(element)
  const font = fontOf(style, environment)
  const text = textOf(element)
  const natural = textPiece(text, text, style, environment)
  const glyph = glyphOf(natural)
  const { stretch } = environment
  if (glyph === undefined || glyph.face !== font.face) return symmetric(natural, traits, font, environment)
  const axis = traits.isStretchy ? axisOf(element, traits) : undefined
  if (axis === 'vertical') {
    const isGrown = stretch?.axis === 'vertical'
    const fence = isGrown ? grownFence({ element, text, glyph: glyph.id, natural }, stretch, traits, environment) : natural
    return centred(fence, Math.max(fence.width, widestOf(glyph.id, font)))
  }
  if (axis === 'horizontal' && stretch?.axis === 'horizontal') {
    const extent = Math.max(stretch.width, natural.width)
    const found = stretchedPiece({ text, glyph: glyph.id, axis: 'horizontal', extent }, font, style, environment)
    return found ?? natural
  }
  if (!traits.isLarge || !environment.isDisplay) return natural
  const extent = Math.max(font.constant('displayOperatorMinHeight'), natural.ascent + natural.descent)
  const large = stretchedPiece({ text, glyph: glyph.id, axis: 'vertical', extent }, font, style, environment)
  return large === undefined ? natural : symmetric(withItalics(large, font), traits, font, environment)
}

/** What may grow upwards takes the width of its widest form, whatever its height (MathML Core §5.3, "preferred inline size"). */
function centred(piece: MathPiece, width: number): MathPiece {
  return width <= piece.width
    ? piece
    : { ...joinPieces([{ piece, x: (width - piece.width) / 2, y: 0 }], width), italicsCorrection: piece.italicsCorrection }
}

function withItalics(piece: MathPiece, { table, scale }: MathFont): MathPiece {
  const glyph = glyphOf(piece)?.id
  return glyph === undefined ? piece : { ...piece, italicsCorrection: (table?.italicsCorrection(glyph) ?? 0) * scale }
}

/** Large operators stand about the axis. */
function symmetric(
  piece: MathPiece,
  { isLarge, isSymmetric }: OperatorTraits,
  { axis }: MathFont,
  environment: MathEnvironment,
): MathPiece {
  if (!isLarge || !isSymmetric || !environment.isDisplay || piece.items.length === 0) return piece
  return { ...joinPieces([{ piece, x: 0, y: centreShift(piece, axis) }], piece.width), italicsCorrection: piece.italicsCorrection }
}

function centreShift({ ascent, descent }: MathPiece, axis: number): number {
  return (ascent - descent) / 2 - axis
}

function glyphOf({ items }: MathPiece): { readonly id: number; readonly face: MathFont['face'] } | undefined {
  const [item] = items
  if (items.length !== 1 || item?.kind !== 'glyphs' || item.run.glyphs.length !== 1) return undefined
  return { id: item.run.glyphs[0]!, face: item.run.face }
}

interface Fence {
  readonly element: MathElement
  readonly text: string
  readonly glyph: number
  readonly natural: MathPiece
}

/** An operator as tall as what it stands beside (MathML Core §3.2.4.3). */
function grownFence(
  { element, text, glyph, natural }: Fence,
  target: { readonly ascent: number; readonly descent: number },
  { isSymmetric }: OperatorTraits,
  environment: MathEnvironment,
): MathPiece {
  const font = fontOf(element.style, environment)
  const half = Math.max(target.ascent - font.axis, target.descent + font.axis)
  const [above, below] = isSymmetric ? [half + font.axis, half - font.axis] : [target.ascent, target.descent]
  const own = natural.ascent + natural.descent
  const least = lengthOf(element, 'minsize', font, own) ?? own
  const most = lengthOf(element, 'maxsize', font, own) ?? Number.POSITIVE_INFINITY
  const extent = Math.max(least, Math.min(above + below, most))
  if (extent <= own + LEAST_GROWTH && extent >= own - LEAST_GROWTH && own > 0 && above + below <= own)
    return aboutAxis(natural, font, isSymmetric)
  const piece = stretchedPiece({ text, glyph, axis: 'vertical', extent }, font, element.style, environment) ?? natural
  if (isSymmetric) return aboutAxis(piece, font, true)
  // What is too tall stands out on both sides alike.
  const shift = (piece.ascent - piece.descent) / 2 - (above - below) / 2
  return joinPieces([{ piece, x: 0, y: shift }], piece.width)
}

const LEAST_GROWTH = 0.01

function aboutAxis(piece: MathPiece, { axis }: MathFont, isSymmetric: boolean): MathPiece {
  return isSymmetric ? joinPieces([{ piece, x: 0, y: centreShift(piece, axis) }], piece.width) : piece
}
