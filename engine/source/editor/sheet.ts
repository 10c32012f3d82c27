// The style sheet of an editor document: its page size and margins, and default styles of a business document for its nodes.
// Specificities are low, so that inline styles and the sheets of rawHtml nodes win.

import type { SourceStylesheet } from '../source.ts'
import { attrAsNode, attrOf, type EditorNode, fontFamily, isRecord, lengthAttr, pointerAt, textAttr } from './node.ts'

const MARGINS = { top: '20mm', right: '18mm', bottom: '20mm', left: '18mm' } as const

const DEFAULTS = `
html { font-family: Arimo, sans-serif; font-size: 10pt; line-height: 1.45; color: #1f262d }
body { margin: 0 }
p, h1, h2, h3, h4, h5, h6 { white-space: pre-wrap; overflow-wrap: break-word }
p { margin: 0 0 0.7em }
h1, h2, h3, h4, h5, h6 { margin: 1.3em 0 0.45em; line-height: 1.2; font-weight: 700; color: #11181f; break-after: avoid }
h1 { font-size: 2em; letter-spacing: -0.01em }
h2 { font-size: 1.45em }
h3 { font-size: 1.2em }
h4 { font-size: 1.05em }
h5 { font-size: 1em }
h6 { font-size: 0.9em; color: #57616b }
body > :first-child, body > [class^="platen-running"] + *, .platen-section > :first-child, .platen-column > :first-child, td > :first-child, th > :first-child { margin-top: 0 }
.platen-section > :last-child, .platen-column > :last-child, .platen-header > :last-child, .platen-footer > :last-child, blockquote > :last-child, td > :last-child, th > :last-child, li > :last-child { margin-bottom: 0 }
ul, ol { margin: 0 0 0.7em; padding-inline-start: 1.7em }
li { margin-bottom: 0.25em }
li > p { margin-bottom: 0.25em }
li > ul, li > ol { margin-top: 0.25em }
blockquote { margin: 0 0 0.9em; padding-block: 0.1em; padding-inline: 1.1em 0; border-inline-start: 2.5pt solid #c9d1d9; color: #4a545e }
pre { margin: 0 0 0.9em; padding: 0.75em 0.9em; font-family: Cousine, monospace; font-size: 0.9em; line-height: 1.4; white-space: pre-wrap; overflow-wrap: anywhere; background-color: #f5f7f9; border: 0.75pt solid #e1e6ea; border-radius: 3pt }
code { font-family: Cousine, monospace; font-size: 0.92em }
:not(pre) > code { padding: 0.05em 0.3em; background-color: #f0f2f5; border-radius: 2pt }
hr { height: 0; margin: 1em 0; border: 0; border-top: 0.75pt solid #c9d1d9 }
a { color: #0b57b7; text-decoration: underline }
mark { background-color: #fff2a8; color: inherit }
sup, sub { font-size: 0.72em; line-height: 0 }
img { max-width: 100% }
.platen-figure { margin: 0 0 0.7em; line-height: 0 }
.platen-table { width: 100%; margin: 0.3em 0 1.1em; border-collapse: collapse }
.platen-table td, .platen-table th { padding: 0.5em 0.6em; vertical-align: top; text-align: start; border-bottom: 0.5pt solid #d5dbe1 }
.platen-table th { font-weight: 700; color: #3c4650; border-bottom: 1pt solid #57616b; vertical-align: bottom }
.platen-table tr { break-inside: avoid }
.platen-columns { display: flex; gap: 8mm; margin-bottom: 0.7em }
.platen-column { flex: 1 1 0; min-width: 0 }
.platen-section { margin-bottom: 0.7em }
.platen-page-break { height: 0; break-after: page }
.platen-spacer { height: 1em }
.platen-page-number::before { content: counter(page) }
.platen-page-count::before { content: counter(pages) }
.platen-qrcode, .platen-barcode { line-height: 0 }
div.platen-qrcode, div.platen-barcode { margin: 0 0 0.7em }
.platen-header, .platen-footer { font-size: 0.9em; line-height: 1.35 }
.platen-tasks { padding-inline-start: 0; list-style: none }
li > .platen-tasks { margin-bottom: 0 }
.platen-task { display: flex; align-items: flex-start; gap: 0.55em }
.platen-task > input { flex: none; width: 0.95em; height: 0.95em; margin: 0.25em 0 0; font: inherit; accent-color: #3c4650 }
.platen-task > div { flex: 1 1 0; min-width: 0 }
.platen-task > div > p { margin-bottom: 0.25em }
.platen-task > div > :last-child, .platen-details-content > :last-child, .platen-callout-body > :last-child { margin-bottom: 0 }
.platen-details { margin: 0 0 0.7em; padding: 0.5em 0.9em; border: 0.75pt solid #e1e6ea; border-radius: 3pt }
summary { white-space: pre-wrap; font-weight: 700; break-after: avoid }
.platen-details-content { padding: 0.4em 0 0 1em }
figure { margin: 0 0 0.9em }
figure > .platen-figure { margin-bottom: 0.35em }
figcaption { font-size: 0.9em; color: #57616b; white-space: pre-wrap }
.platen-callout { display: flex; gap: 0.7em; margin: 0 0 0.9em; padding: 0.7em 0.9em; background-color: #f5f7f9; border: 0 solid #9aa3ab; border-inline-start-width: 3pt; border-radius: 2pt; break-inside: avoid }
.platen-callout-icon { flex: none }
.platen-callout-body { flex: 1 1 0; min-width: 0 }
.platen-callout-body > :first-child { margin-top: 0 }
.platen-callout-title, .platen-contents-title { font-weight: 700 }
.platen-mention { font-weight: 600; color: #3c5a78 }
.platen-block-youtube, .platen-block-iframe, .platen-block-audio, .platen-block-video, .platen-block-file { margin: 0 0 0.7em; overflow-wrap: anywhere }
span.platen-math { font-family: Cousine, monospace; font-size: 0.92em; overflow-wrap: anywhere }
.platen-block-blockMath { margin: 0 0 0.9em; text-align: center; white-space: pre-wrap }
.platen-unknown { padding: 0.1em 0.4em; font-size: 0.85em; color: #57616b; border: 0.75pt dashed #9aa3ab }
.platen-block-unknown { margin: 0 0 0.7em }
.platen-block-unknown > .platen-unknown { display: block; padding: 0.6em; text-align: center }
.platen-footnote { float: footnote; font-size: 0.85rem; line-height: 1.35; font-weight: 400; font-style: normal }
.platen-contents { margin: 0 0 1.2em }
.platen-contents p { margin: 0 0 0.2em; text-align: start }
.platen-contents a { color: inherit; text-decoration: none }
.platen-contents a::before { content: target-text(attr(href url)) }
.platen-contents a::after { content: leader('.') target-counter(attr(href url), page) }
.platen-contents-2 { padding-inline-start: 1.5em }
.platen-contents-3 { padding-inline-start: 3em }
.platen-contents-4 { padding-inline-start: 4.5em }
.platen-contents-5, .platen-contents-6 { padding-inline-start: 6em }
`

/** The generated sheet, which precedes the sheets of rawHtml nodes. */
export function editorSheet(document: EditorNode): SourceStylesheet {
  const page = attrAsNode(document, 'page')
  const text = `${fontFaces(page)}${DEFAULTS}${documentRule(page)}${pageRule(page)}`
  return { text, values: [], media: '', at: pointerAt(attrOf(document, 'page') === undefined ? '' : '/attrs/page') }
}

/** The schema lets nothing through that ends a quoted text. */
function fontFaces(page: EditorNode): string {
  const fonts = attrOf(page, 'fonts')
  if (!Array.isArray(fonts)) return ''
  return fonts
    .filter(isRecord)
    .map(({ family, src, weight, style }) => {
      const more = [...(weight == null ? [] : [`font-weight: ${weight}`]), ...(style == null ? [] : [`font-style: ${style}`])]
      return `@font-face { ${[`font-family: "${family}"`, `src: url("${src}")`, ...more].join('; ')} }\n`
    })
    .join('')
}

function documentRule(page: EditorNode): string {
  const family = fontFamily(attrOf(page, 'font'))
  const size = lengthAttr(page, 'fontSize')
  const font = family === undefined ? '' : `font-family: ${family}, sans-serif;`
  return `html { ${font} ${size === undefined ? '' : `font-size: ${size}`} }\n`
}

function pageRule(page: EditorNode): string {
  const margins = attrAsNode(page, 'margins')
  const [top, right, bottom, left] = (['top', 'right', 'bottom', 'left'] as const).map((side) => lengthAttr(margins, side) ?? MARGINS[side])
  const background = textAttr(page, 'background')
  const rules = [
    `size: ${pageSize(page)}`,
    `margin: ${top} ${right} ${bottom} ${left}`,
    ...(background === undefined ? [] : [`background: ${background}`]),
    ...(hasNodes(page, 'header') ? [runningBox('header', 'top', top!)] : []),
    ...(hasNodes(page, 'footer') ? [runningBox('footer', 'bottom', bottom!)] : []),
  ]
  return `@page { ${rules.join('; ')} }\n.platen-header { position: running(platen-header) }\n.platen-footer { position: running(platen-footer) }\n`
}

/** Header and footer take the whole width between the side margins, 10 mm from the paper's edge or half the margin if that is less. */
function runningBox(name: 'header' | 'footer', edge: 'top' | 'bottom', margin: string): string {
  const inset = `padding-${edge}: min(10mm, calc(${margin} / 2))`
  return `@${edge}-center { content: element(platen-${name}); width: 100%; vertical-align: ${edge}; text-align: left; ${inset} }`
}

function hasNodes(page: EditorNode, name: 'header' | 'footer'): boolean {
  const nodes = attrOf(page, name)
  return Array.isArray(nodes) && nodes.length > 0
}

function pageSize(page: EditorNode): string {
  const size = attrOf(page, 'size')
  const orientation = textAttr(page, 'orientation')
  if (typeof size !== 'object' || size === null) return [typeof size === 'string' ? size : 'A4', orientation].filter(Boolean).join(' ')
  const box = attrAsNode(page, 'size')
  return orientedSize([lengthAttr(box, 'width') ?? '210mm', lengthAttr(box, 'height') ?? '297mm'], orientation).join(' ')
}

const POINTS: Readonly<Record<string, number>> = { px: 0.75, pt: 1, pc: 12, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, q: 72 / 101.6 }

/** Swaps width and height when they contradict `orientation`: in CSS that keyword combines with named sizes only. */
function orientedSize([width, height]: readonly [string, string], orientation: string | undefined): readonly [string, string] {
  const isWide = inPoints(width) > inPoints(height)
  return orientation !== undefined && isWide !== (orientation === 'landscape') ? [height, width] : [width, height]
}

function inPoints(length: string): number {
  const [, number = '0', unit = 'px'] = /^([+-]?[\d.]+)\s*([a-z]*)/i.exec(length) ?? []
  return Number(number) * (POINTS[unit.toLowerCase()] ?? 1)
}
