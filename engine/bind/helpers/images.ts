// Helpers that return elements: images, QR codes, barcodes.
import { encode } from 'uqr'
import type { SourceElement, SourcePart } from '../../source/source.ts'
import type { BoundElement, BoundNode } from '../bound.ts'
import { Markup } from '../markup.ts'
import { printValue } from '../print.ts'
import { syntheticElement } from '../synthetic-element.ts'
import { type BuiltIn, type Call, type Named, numberOf } from './helper.ts'
import { isSafeSource, isSafeStyleValue } from './safety.ts'

const text = (value: unknown, { binding, at }: Call): string => printValue(value, binding, at)

/** A length for an attribute or style, from a number (of pixels) or text such as `30mm`; undefined when it is neither. */
function lengthOf(value: unknown, call: Call): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return `${value}px`
  const length = text(value, call).trim()
  if (/^\d*\.?\d+$/.test(length)) return `${length}px`
  if (/^\d*\.?\d+(px|pt|pc|mm|cm|in|q|em|rem|%|vw|vh)$/i.test(length)) return length
  call.binding.warnOfArgument(call.at, `"${length.slice(0, 60)}" is not a length`, 'write a number of pixels or a length such as "30mm"')
  return undefined
}

function colorOf(value: unknown, call: Call): string {
  const color = value === undefined || value === null ? '' : text(value, call).trim()
  if (color !== '' && isSafeStyleValue(color)) return color
  if (color !== '') call.binding.warnOfArgument(call.at, `"${color.slice(0, 60)}" is not a colour`)
  return '#000'
}

function sizeStyle(width: string | undefined, height: string | undefined): string {
  return [width && `width:${width}`, height && `height:${height}`].filter(Boolean).join(';')
}

function image([value]: readonly unknown[], named: Named, call: Call): Markup {
  const src = text(value, call).trim()
  if (src === '') return new Markup({ nodes: [] })
  if (!isSafeSource(src)) {
    call.binding.warn('blocked-url', call.at, `"${src.slice(0, 60)}" is not opened`, 'use a data: image or the name of an asset')
    return new Markup({ nodes: [] })
  }
  const attributes: Record<string, string> = { src, alt: named['alt'] === undefined ? '' : text(named['alt'], call) }
  const style = sizeStyle(lengthOf(named['width'], call), lengthOf(named['height'], call))
  if (style !== '') attributes['style'] = style
  if (named['class'] !== undefined) attributes['class'] = text(named['class'], call)
  const path = call.binding.path()
  return new Markup({ nodes: [{ ...syntheticElement('img', attributes, []), pathOf: () => path }], url: src })
}

const LEVELS = ['L', 'M', 'Q', 'H'] as const

/** What fits into the largest code at the lowest level, in bytes (ISO/IEC 18004, table 7). */
const MAX_BYTES = 2953

function qrcode([value]: readonly unknown[], named: Named, call: Call): Markup {
  const content = wellFormed(text(value, call))
  if (content === '') return new Markup({ nodes: [] })
  const wanted = named['level'] === undefined ? 'M' : text(named['level'], call).toUpperCase()
  const known = LEVELS.find((level) => level === wanted)
  const level = known ?? 'M'
  if (known === undefined) call.binding.warnOfArgument(call.at, `level cannot be "${wanted.slice(0, 60)}"`, 'write "L", "M", "Q" or "H"')
  const border = Math.max(0, Math.min(16, Math.trunc(numberOf(named['border'] ?? 0, call) ?? 0)))
  const code = content.length > MAX_BYTES ? undefined : encodeQr(content, level, border)
  if (code === undefined) {
    call.binding.warn(
      'bad-value',
      call.at,
      `${content.length} characters do not fit into a QR code of level ${level}`,
      'shorten the text or use level="L"',
    )
    return new Markup({ nodes: [] })
  }
  const size = lengthOf(named['size'], call) ?? '96px'
  const attributes = {
    class: 'qrcode',
    role: 'img',
    'aria-label': altOf(named, content, call),
    viewBox: `0 0 ${code.length} ${code.length}`,
    style: sizeStyle(size, size),
  }
  const path = syntheticElement(
    'path',
    { d: modulesPath(code), fill: colorOf(named['color'], call), 'shape-rendering': 'crispEdges' },
    [],
    'svg',
  )
  return svgMarkup(syntheticElement('svg', attributes, [path], 'svg'))
}

/** Replaces lone surrogates: neither codes nor URLs can encode them. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

function encodeQr(content: string, ecc: (typeof LEVELS)[number], border: number): readonly (readonly boolean[])[] | undefined {
  try {
    return encode(content, { ecc, border, boostEcc: true }).data
  } catch (thrown) {
    // uqr throws a RangeError for what does not fit.
    if (thrown instanceof RangeError || (thrown instanceof Error && /too long/i.test(thrown.message))) return undefined
    throw thrown
  }
}

/** One rectangle for each run of dark modules in a row. */
function modulesPath(modules: readonly (readonly boolean[])[]): string {
  let path = ''
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      path += `M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`
    }
  })
  return path
}

function barcode([value]: readonly unknown[], named: Named, call: Call): Markup {
  const content = wellFormed(text(value, call).trim())
  if (content === '') return new Markup({ nodes: [] })
  const type = named['type'] === undefined ? 'code128' : text(named['type'], call)
  const height = lengthOf(named['height'], call)
  const mm = height === undefined ? undefined : millimetresOf(height)
  const options = { showText: named['text'] !== false, height: mm, color: colorOf(named['color'], call) }
  const code = call.binding.context.encodeBarcode?.(type, content, options) ?? { problem: 'barcodes were not loaded' }
  if ('problem' in code) {
    call.binding.warn('bad-value', call.at, `"${content.slice(0, 60)}" cannot be a barcode of type "${type}"`, code.problem)
    return new Markup({ nodes: [] })
  }
  const width = lengthOf(named['width'], call)
  const attributes = { class: 'barcode', role: 'img', 'aria-label': altOf(named, content, call), viewBox: code.viewBox }
  const natural = { width: round(code.width), height: round(code.height) }
  const isScaled = width !== undefined || (height !== undefined && (code.isMatrix || mm === undefined))
  const size = isScaled ? { style: width === undefined ? `height:${height}` : `width:${width}` } : natural
  const paths = code.paths.map((path) => syntheticElement('path', path, [], 'svg'))
  return svgMarkup(syntheticElement('svg', { ...attributes, ...size }, paths, 'svg'))
}

/** LaTeX as it is written, with the attributes by which HTML of editors has formulas. */
function math([value]: readonly unknown[], named: Named, call: Call): Markup {
  const latex = wellFormed(text(value, call).trim())
  if (latex === '') return new Markup({ nodes: [] })
  const isBlock = named['display'] === true || named['display'] === 'block'
  // Rows of one template often show the same formula.
  return call.site.memoized(latex, isBlock, call.binding, () => formula(latex, isBlock, call))
}

function formula(latex: string, isBlock: boolean, call: Call): Markup {
  const read = call.binding.context.readLatex?.({ latex, isBlock, at: call.at, attributes: {} })
  if (read?.kind === 'formula') return new Markup({ nodes: [boundElement(read.element)], url: latex })
  if (read?.kind === 'bad') {
    const where = read.place === undefined ? '' : ` at character ${read.place + 1}`
    const hint = 'write the formula in the LaTeX of mathematics, as temml and KaTeX read it; it is printed as it is written'
    call.binding.warn('bad-latex', call.at, `the LaTeX of a formula cannot be read${where}: ${read.message}`, hint)
  }
  const attributes = { 'data-type': isBlock ? 'block-math' : 'inline-math', 'data-latex': latex }
  const nodes = [syntheticElement(isBlock ? 'div' : 'span', attributes, [{ kind: 'text', text: latex, at: call.at }])]
  return new Markup({ nodes, url: latex })
}

/** An element without placeholders. */
function boundElement({ tag, namespace, attributes, children, at }: SourceElement): BoundElement {
  const textOf = (parts: readonly SourcePart[]): string => parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('')
  const values = Object.fromEntries(attributes.map(({ name, parts }) => [name, textOf(parts)]))
  const nodes = children.flatMap((child): readonly BoundNode[] => {
    if (child.kind === 'element') return [boundElement(child)]
    return child.kind === 'text' ? [{ kind: 'text', text: textOf(child.parts), at }] : []
  })
  return syntheticElement(tag, values, nodes, namespace)
}

const altOf = (named: Named, content: string, call: Call): string => (named['alt'] === undefined ? content : text(named['alt'], call))

const round = (pixels: number): string => String(Math.round(pixels * 1000) / 1000)

const MILLIMETRES: Readonly<Record<string, number>> = { px: 25.4 / 96, pt: 25.4 / 72, pc: 25.4 / 6, mm: 1, cm: 10, in: 25.4, q: 0.25 }

/** Undefined for relative lengths. */
function millimetresOf(length: string): number | undefined {
  const unit = MILLIMETRES[length.replace(/^[\d.]+/, '').toLowerCase()]
  return unit === undefined ? undefined : Number.parseFloat(length) * unit
}

function svgMarkup(svg: BoundElement): Markup {
  return new Markup({ nodes: [svg], url: `data:image/svg+xml,${encodeURIComponent(wellFormed(serialize(svg)))}` })
}

function serialize(node: BoundNode): string {
  if (node.kind === 'text') return escapeXml(node.text)
  const space = node.tag === 'svg' ? ' xmlns="http://www.w3.org/2000/svg"' : ''
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('')
  return `<${node.tag}${space}${attributes}>${[...node.children].map(serialize).join('')}</${node.tag}>`
}

const escapeXml = (value: string): string => value.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

export const IMAGES: readonly (readonly [string, BuiltIn])[] = [
  ['barcode', { needsValue: true, call: barcode }],
  ['image', { needsValue: true, call: image }],
  ['math', { needsValue: true, call: math }],
  ['qrcode', { needsValue: true, call: qrcode }],
]
