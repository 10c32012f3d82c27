// A canvas that writes what is painted as readable lines: `rect 10 20 30×40 #ff0000`, `text 12,30 10pt "Total"`. Nesting is indented.
import type { GlyphRun } from '../../engine/font/font.ts'
import type { Matrix, Rect } from '../../engine/geometry.ts'
import type { RasterImage } from '../../engine/image/image.ts'
import type { Canvas, Copy, GlyphPaint, GroupOptions, LinkTarget, Paint, Path, Stroke } from '../../engine/paint/canvas.ts'
import type { Color } from '../../engine/style/value.ts'

export class ListCanvas implements Canvas {
  readonly lines: string[] = []
  #depth = 0

  get text(): string {
    return this.lines.join('\n')
  }

  #say(line: string): void {
    this.lines.push('  '.repeat(this.#depth) + line)
  }

  #open(line: string): void {
    this.#say(line)
    this.#depth++
  }

  beginPage(width: number, height: number): void {
    this.#open(`page ${number(width)}×${number(height)}`)
  }
  endPage(): void {
    this.#depth--
  }
  beginLayer(pageIndex: number): void {
    this.#open(`layer on page ${pageIndex + 1}`)
  }
  endLayer(): void {
    this.#depth--
  }
  save(): void {
    this.#open('save')
  }
  restore(): void {
    this.#depth--
  }
  transform(matrix: Matrix): void {
    const [a, b, c, d, e, f] = matrix
    this.#say(a === 1 && b === 0 && c === 0 && d === 1 ? `move ${number(e)},${number(f)}` : `transform ${matrix.map(number).join(' ')}`)
  }
  /** Every page has this clip: it is left out. */
  clipRect(rect: Rect): void {
    this.#say(`clip ${rectangle(rect)}`)
  }
  clipPath(path: Path, rule: 'nonzero' | 'evenodd'): void {
    this.#say(`clip ${pathText(path)}${rule === 'evenodd' ? ' evenodd' : ''}`)
  }
  beginGroup({ opacity, blendMode }: GroupOptions): void {
    this.#open(`group ${number(opacity)}${blendMode === 'normal' ? '' : ` ${blendMode}`}`)
  }
  endGroup(): void {
    this.#depth--
  }
  mask(_bounds: Rect, kind: 'luminance' | 'alpha', draw: (canvas: Canvas) => void): void {
    this.#open(`mask by ${kind}`)
    draw(this)
    this.#depth--
  }
  copies(_bounds: Rect, copies: readonly Copy[], draw: (canvas: Canvas) => void): void {
    this.#open(`copies ${copies.map(({ x, y, opacity }) => `${number(x)},${number(y)} ${number(opacity)}`).join(', ')}`)
    draw(this)
    this.#depth--
  }
  fillRect(rect: Rect, color: Color): void {
    this.#say(`rect ${rectangle(rect)} ${colorText(color)}`)
  }
  fillPath(path: Path, rule: 'nonzero' | 'evenodd', paint: Paint, opacity: number): void {
    this.#say(
      `fill ${pathText(path)} ${this.#paint(paint)}${rule === 'evenodd' ? ' evenodd' : ''}${opacity === 1 ? '' : ` ${number(opacity)}`}`,
    )
    if (paint.kind === 'pattern') this.#pattern(paint)
  }
  strokePath(path: Path, stroke: Stroke, paint: Paint, opacity: number): void {
    const dash = stroke.dash.length === 0 ? '' : ` dash ${stroke.dash.map(number).join(',')}`
    const cap = stroke.cap === 'butt' ? '' : ` ${stroke.cap}`
    this.#say(
      `stroke ${number(stroke.width)}${dash}${cap} ${pathText(path)} ${this.#paint(paint)}${opacity === 1 ? '' : ` ${number(opacity)}`}`,
    )
    if (paint.kind === 'pattern') this.#pattern(paint)
  }
  #paint(paint: Paint): string {
    if (paint.kind === 'color') return colorText(paint.color)
    if (paint.kind === 'pattern') return 'pattern'
    const { kind, geometry, stops } = paint.gradient
    return `${kind} ${geometry.map(number).join(',')} ${stops.map((stop) => `${number(stop.offset)}:${colorText(stop.color)}`).join(' ')}`
  }
  #pattern(paint: Extract<Paint, { kind: 'pattern' }>): void {
    const { pattern } = paint
    this.#open(`cell ${rectangle(pattern)} every ${number(pattern.stepX)},${number(pattern.stepY)}`)
    pattern.draw(this)
    this.#depth--
  }
  glyphs(paint: GlyphPaint): void {
    const extra = [
      paint.color.red + paint.color.green + paint.color.blue > 0 || paint.color.alpha < 1 ? colorText(paint.color) : '',
      paint.letterSpacing === 0 ? '' : `letter ${number(paint.letterSpacing)}`,
      paint.wordSpacing === 0 ? '' : `word ${number(paint.wordSpacing)}`,
      paint.syntheticBold ? 'bold' : '',
      paint.stroke === undefined ? '' : `stroke ${number(paint.stroke.width)} ${colorText(paint.stroke.color)}`,
      paint.syntheticOblique ? 'oblique' : '',
      paint.actualText === undefined ? '' : `as ${JSON.stringify(paint.actualText)}`,
    ].filter((part) => part !== '')
    const text = JSON.stringify(textOf(paint.run, paint.from, paint.to))
    this.#say([`text ${number(paint.x)},${number(paint.baseline)} ${number(paint.fontSize)}pt`, text, ...extra].join(' '))
  }
  clipGlyphs(paints: readonly GlyphPaint[]): void {
    this.#say(`clip to text ${paints.map((paint) => JSON.stringify(textOf(paint.run, paint.from, paint.to))).join(' ')}`)
  }
  image(image: RasterImage, rect: Rect, opacity: number): void {
    this.#say(
      `image ${image.encoding.pixelWidth}×${image.encoding.pixelHeight} in ${rectangle(rect)}${opacity === 1 ? '' : ` ${number(opacity)}`}`,
    )
  }
  link(rect: Rect, target: LinkTarget): void {
    this.#say(`link ${rectangle(rect)} ${target.kind === 'id' ? `#${target.id}` : target.url}`)
  }
  destination(id: string, y: number): void {
    this.#say(`destination ${id} at ${number(y)}`)
  }
  bookmark(level: number, title: string, y: number): void {
    this.#say(`bookmark ${level} ${JSON.stringify(title)} at ${number(y)}`)
  }
  beginTag(): void {}
  endTag(): void {}
}

/** The part of a run's text that its glyphs `from` to `to` stand for. */
export function textOf(run: GlyphRun, from: number, to: number): string {
  if (from >= to) return ''
  const starts = [...run.clusters.subarray(from, to)]
  const start = Math.min(...starts)
  const last = Math.max(...starts)
  const after = [...run.clusters].filter((cluster) => cluster > last)
  return run.text.slice(start, after.length === 0 ? undefined : Math.min(...after))
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100 + 0)
}

function rectangle({ x, y, width, height }: Rect): string {
  return `${number(x)},${number(y)} ${number(width)}×${number(height)}`
}

function colorText(color: Color): string {
  if (color.cmyk !== undefined) return `cmyk(${color.cmyk.map(number).join(' ')})`
  const hex = [color.red, color.green, color.blue]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
  return `#${hex}${color.alpha === 1 ? '' : `/${number(color.alpha)}`}`
}

/** `M0,0 L10,0 C… Z`; upright rectangles as `[x,y w×h]`. */
function pathText(path: Path): string {
  const points = path.flatMap((segment) => (segment.kind === 'close' ? [] : [segment]))
  const [a, b, c, d] = points
  if (
    path.length === 5 &&
    a &&
    b &&
    c &&
    d &&
    points.every((p) => p.kind !== 'curve') &&
    a.y === b.y &&
    b.x === c.x &&
    c.y === d.y &&
    d.x === a.x
  ) {
    return `[${rectangle({ x: a.x, y: a.y, width: c.x - a.x, height: c.y - a.y })}]`
  }
  return path
    .map((segment) => {
      if (segment.kind === 'close') return 'Z'
      const end = `${number(segment.x)},${number(segment.y)}`
      if (segment.kind !== 'curve') return `${segment.kind === 'move' ? 'M' : 'L'}${end}`
      return `C${number(segment.x1)},${number(segment.y1)},${number(segment.x2)},${number(segment.y2)},${end}`
    })
    .join(' ')
}
