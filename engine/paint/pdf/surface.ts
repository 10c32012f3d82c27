// A content stream that is being written (of a page, a layer, a form, a pattern cell) with the current graphics state, so that no parameter is set
// twice.
import { concatMatrix, type Matrix, type Rect } from '../../geometry.ts'
import type { Color } from '../../style/value.ts'
import type { PaintedTag, Path, Stroke } from '../canvas.ts'
import { ContentStream, toThousandths } from './content-stream.ts'
import type { ExtendedStates } from './extended-states.ts'
import { FilledRectangles } from './filled-rectangles.ts'
import type { FontTable, FontUse } from './fonts.ts'
import { BLACK, INITIAL_LINE, isEnlarged, isSameColor, isSameDash, oppositeCorner, type State } from './graphics-state.ts'
import { MarkedContentWriter, type MarkOwners } from './marked-content.ts'
import type { PdfDictionary, PdfReference } from './objects.ts'
import type { PaintedFacts } from './painted-facts.ts'

export interface SurfaceTables {
  readonly fonts: FontTable
  readonly states: ExtendedStates
  readonly facts: PaintedFacts
}

interface SurfaceStart {
  /** From initial user space to the space of the stream. */
  readonly matrix: Matrix
  readonly toPage: Matrix | undefined
  /** The stream starts with the graphics state of its caller (forms), not with the initial one (pages, pattern cells). */
  readonly inherits: boolean
  /** Absent: nothing in it is tagged by itself. */
  readonly marks?: { readonly owners: MarkOwners; readonly artifact: 'Layout' | 'Pagination' } | undefined
}

export class Surface {
  readonly stream: ContentStream
  /** From the space of this surface to that of the page, for annotations. Undefined where there is no single place on the page. */
  readonly toPage: Matrix | undefined
  readonly #xobjects = new Map<string, PdfReference>()
  readonly #patterns = new Map<string, PdfReference>()
  readonly #states: ExtendedStates
  readonly #facts: PaintedFacts
  readonly #fonts: FontTable
  #usesFonts = false
  #usesStates = false
  #usesTransparency = false
  readonly #marks: MarkedContentWriter | undefined
  readonly #saved: State[] = []
  readonly #filled: FilledRectangles
  #state: State
  #isInText = false
  /** Text line origin in thousandths, and the slant of the text matrix. */
  #textX = 0
  #textY = 0
  #textSlant = 0

  constructor(tables: SurfaceTables, start: SurfaceStart, stream = new ContentStream()) {
    this.stream = stream
    this.#marks = start.marks && new MarkedContentWriter(stream, start.marks.owners, start.marks.artifact)
    this.#filled = new FilledRectangles(stream)
    this.toPage = start.toPage
    this.#fonts = tables.fonts
    this.#states = tables.states
    this.#facts = tables.facts
    const isKnown = !start.inherits
    this.#state = {
      matrix: start.matrix,
      isFine: isEnlarged(start.matrix),
      fill: isKnown ? BLACK : undefined,
      stroke: isKnown ? BLACK : undefined,
      // A transparency group starts opaque (PDF 32000 §11.6.6).
      fillAlpha: 1,
      strokeAlpha: 1,
      line: isKnown ? INITIAL_LINE : undefined,
      font: undefined,
      fontSize: 0,
      characterSpace: isKnown ? 0 : Number.NaN,
      renderMode: isKnown ? 0 : -1,
    }
  }

  /** From current user space to the initial one of the stream. */
  get matrix(): Matrix {
    return this.#state.matrix
  }

  get usesTransparency(): boolean {
    return this.#usesTransparency
  }

  markTransparent(): void {
    this.#usesTransparency = true
  }

  get depth(): number {
    return this.#saved.length
  }

  resources(): PdfDictionary {
    return {
      ...(this.#usesFonts ? { Font: this.#fonts.resources } : {}),
      ...(this.#usesStates ? { ExtGState: this.#states.resources } : {}),
      ...(this.#xobjects.size > 0 ? { XObject: Object.fromEntries(this.#xobjects) } : {}),
      ...(this.#patterns.size > 0 ? { Pattern: Object.fromEntries(this.#patterns) } : {}),
    }
  }

  // ── State ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  save(): void {
    this.endText()
    const depth = this.#saved.push({ ...this.#state })
    if (depth > this.#facts.deepestState) this.#facts.deepestState = depth
    this.stream.operator('q')
  }

  restore(): void {
    const state = this.#saved.pop()
    if (state === undefined) throw new Error('canvas: restore without save')
    this.endText()
    this.#state = state
    this.stream.operator('Q')
  }

  transform(matrix: Matrix): void {
    this.endText()
    this.#state.matrix = concatMatrix(matrix, this.#state.matrix)
    this.#state.isFine = isEnlarged(this.#state.matrix)
    for (const value of matrix.slice(0, 4)) this.#fine(value)
    this.stream.number(matrix[4])
    this.stream.number(matrix[5])
    this.stream.operator('cm')
  }

  /** Writes matrix elements with six decimals: an error of a thousandth, multiplied by the width of a page, is visible. */
  #fine(value: number): void {
    const rounded = Math.round(value * 1e6) / 1e6
    if (Number.isInteger(rounded * 1000)) this.stream.number(rounded)
    else this.stream.ascii(`${Number.isFinite(rounded) ? rounded.toFixed(6) : '0'} `)
  }

  /** A length or coordinate in user space. */
  #number(value: number): void {
    if (this.#state.isFine) this.#fine(value)
    else this.stream.number(value)
  }

  fillColor(color: Color): void {
    if (!isSameColor(this.#state.fill, color)) {
      this.#color(color, 'g', 'rg', 'k')
      this.#state.fill = color
    }
  }

  strokeColor(color: Color): void {
    if (!isSameColor(this.#state.stroke, color)) {
      this.#color(color, 'G', 'RG', 'K')
      this.#state.stroke = color
    }
  }

  #color(color: Color, gray: string, rgb: string, cmyk: string): void {
    const { stream } = this
    if (color.cmyk !== undefined) {
      this.#facts.usesCmyk = true
      for (const ink of color.cmyk) stream.number(ink)
      stream.operator(cmyk)
    } else if (color.red === color.green && color.green === color.blue) {
      stream.number(color.red)
      stream.operator(gray)
    } else {
      stream.number(color.red)
      stream.number(color.green)
      stream.number(color.blue)
      stream.operator(rgb)
    }
  }

  fillPattern(reference: PdfReference): void {
    this.#pattern(reference, 'cs', 'scn')
    this.#state.fill = undefined
  }

  strokePattern(reference: PdfReference): void {
    this.#pattern(reference, 'CS', 'SCN')
    this.#state.stroke = undefined
  }

  #pattern(reference: PdfReference, space: string, operator: string): void {
    const name = `P${reference.id}`
    this.#patterns.set(name, reference)
    this.stream.operator(`/Pattern ${space} /${name} ${operator}`)
  }

  fillAlpha(alpha: number): void {
    if (this.#state.fillAlpha === alpha) return
    this.extendedState(this.#states.opacity('ca', alpha))
    this.#state.fillAlpha = alpha
  }

  strokeAlpha(alpha: number): void {
    if (this.#state.strokeAlpha === alpha) return
    this.extendedState(this.#states.opacity('CA', alpha))
    this.#state.strokeAlpha = alpha
  }

  extendedState(name: string): void {
    this.#usesStates = true
    this.#usesTransparency = true
    this.stream.operator(`/${name} gs`)
  }

  line(stroke: Stroke): void {
    const old = this.#state.line
    if (old === stroke) return
    const { stream } = this
    if (old?.width !== stroke.width) {
      this.#number(stroke.width)
      stream.operator('w')
    }
    if (old === undefined || !isSameDash(old, stroke)) {
      stream.byte(0x5b)
      for (const length of stroke.dash) this.#number(length)
      stream.ascii('] ')
      this.#number(stroke.dashPhase)
      stream.operator('d')
    }
    if (old?.cap !== stroke.cap) stream.operator(`${['butt', 'round', 'square'].indexOf(stroke.cap)} J`)
    if (old?.join !== stroke.join) stream.operator(`${['miter', 'round', 'bevel'].indexOf(stroke.join)} j`)
    if (old?.miterLimit !== stroke.miterLimit) {
      // PDF forbids limits below 1; CSS and SVG do too.
      stream.number(Math.max(1, stroke.miterLimit))
      stream.operator('M')
    }
    this.#state.line = stroke
  }

  // ── Paths, forms, images ────────────────────────────────────────────────────────────────────────────────────────────

  path(path: Path): void {
    const { stream } = this
    for (let i = 0; i < path.length; i++) {
      const segment = path[i]
      if (segment === undefined) continue
      if (segment.kind === 'close') {
        stream.operator('h')
        continue
      }
      const corner = segment.kind === 'move' ? oppositeCorner(path, i) : undefined
      if (corner !== undefined) {
        this.rectangle(segment.x, segment.y, corner.x - segment.x, corner.y - segment.y)
        i += 4
        continue
      }
      if (segment.kind === 'curve') {
        this.#number(segment.x1)
        this.#number(segment.y1)
        this.#number(segment.x2)
        this.#number(segment.y2)
      }
      this.#number(segment.x)
      this.#number(segment.y)
      stream.operator(segment.kind === 'move' ? 'm' : segment.kind === 'line' ? 'l' : 'c')
    }
  }

  rectangle(x: number, y: number, width: number, height: number): void {
    // Right and bottom edges are rounded, not width and height, so that neighbours share their rounded edge.
    if (this.#state.isFine) {
      for (const value of [x, y, width, height]) this.#fine(value)
      this.stream.ascii('re ')
      return
    }
    const left = toThousandths(x)
    const top = toThousandths(y)
    this.stream.thousandths(left)
    this.stream.thousandths(top)
    this.stream.thousandths(toThousandths(x + width) - left)
    this.stream.thousandths(toThousandths(y + height) - top)
    this.stream.ascii('re ')
  }

  fillRectangle(rect: Rect): void {
    if (!this.#state.isFine) {
      this.#filled.fill(rect)
      return
    }
    this.rectangle(rect.x, rect.y, rect.width, rect.height)
    this.stream.operator('f')
  }

  drawObject(reference: PdfReference): void {
    const name = `X${reference.id}`
    this.#xobjects.set(name, reference)
    this.stream.operator(`/${name} Do`)
  }

  // ── Text ────────────────────────────────────────────────────────────────────────────────────────────────────────────

  font(use: FontUse, size: number): void {
    this.#usesFonts = true
    if (this.#state.font === use && this.#state.fontSize === size) return
    this.stream.ascii(`/${use.name} `)
    this.#number(size)
    this.stream.operator('Tf')
    this.#state.font = use
    this.#state.fontSize = size
  }

  characterSpace(space: number): void {
    if (this.#state.characterSpace === space) return
    this.#number(space)
    this.stream.operator('Tc')
    this.#state.characterSpace = space
  }

  renderMode(mode: 0 | 1 | 2 | 3 | 7): void {
    if (this.#state.renderMode === mode) return
    this.stream.operator(`${mode} Tr`)
    this.#state.renderMode = mode
  }

  beginText(): void {
    if (this.#isInText) return
    this.stream.operator('BT')
    this.#isInText = true
    this.#textSlant = Number.NaN
  }

  endText(): void {
    if (!this.#isInText) return
    if (this.#marks?.isInText === true) this.#marks.end()
    this.stream.operator('ET')
    this.#isInText = false
  }

  // ── Marked content ──────────────────────────────────────────────────────────────────────────────────────────────────

  get isMarked(): boolean {
    return this.#marks !== undefined
  }

  /** What is painted next belongs to this tag, or is an artifact; `isText`: it is text. */
  mark(painted: PaintedTag | undefined, isText: boolean): void {
    const marks = this.#marks
    // A path ends the text object, and with it a sequence that began inside of it.
    if (marks === undefined || (marks.continues(painted) && (isText || !marks.isInText))) return
    this.endMark()
    if (isText) this.beginText()
    else this.endText()
    marks.begin(painted, isText)
  }

  /**
   * Begins text whose glyphs read otherwise as a sequence of its own: Poppler takes the end of one inside another for the end of both. False: it may stand
   * inside of what is open.
   */
  beginActualText(literal: string): boolean {
    return this.#marks?.beginActualText(literal) === true
  }

  endActualText(): void {
    this.#marks?.endActualText()
  }

  endMark(): void {
    const marks = this.#marks
    if (marks === undefined || !marks.isOpen) return
    if (!marks.isInText) this.endText()
    marks.end()
  }

  /** Moves the origin of the next glyph to (x, y); `slant` leans upright glyphs to the right. Offsets are exact in thousandths. */
  moveText(x: number, y: number, slant: number): void {
    if (this.#state.isFine) {
      for (const value of [1, 0, slant, -1, x, y]) this.#fine(value)
      this.stream.operator('Tm')
      this.#textSlant = Number.NaN
      return
    }
    const atX = toThousandths(x)
    const atY = toThousandths(y)
    if (slant === 0 && this.#textSlant === 0) {
      this.stream.thousandths(atX - this.#textX)
      this.stream.thousandths(this.#textY - atY)
      this.stream.operator('Td')
    } else {
      this.stream.ascii('1 0 ')
      this.stream.number(slant)
      this.stream.ascii('-1 ')
      this.stream.thousandths(atX)
      this.stream.thousandths(atY)
      this.stream.operator('Tm')
      this.#textSlant = slant
    }
    this.#textX = atX
    this.#textY = atY
  }

  /** The matrix from current user space to the page, where there is one. */
  matrixToPage(): Matrix | undefined {
    return this.toPage === undefined ? undefined : concatMatrix(this.#state.matrix, this.toPage)
  }
}
