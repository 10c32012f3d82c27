// A picture of what differs on a page, as SVG: what stayed in grey, what was there before in red, what is there now in blue.
import type { PageDifference } from './compare.ts'
import { type PaintedItem, textOf } from './page-record.ts'

const BEFORE = '#c5221f'
const NOW = '#1a56db'
const SAME = '#9aa0a6'
const MARGIN = 8
const LEGEND = 22

export function pictureOf(difference: PageDifference): string {
  const { before, after, moved, gone, added } = difference
  const width = Math.max(before?.width ?? 0, after?.width ?? 0)
  const height = Math.max(before?.height ?? 0, after?.height ?? 0)
  const changed = new Set([...moved.map((one) => one.after), ...added])
  const same = (after?.items ?? []).filter((item) => !changed.has(item))
  const parts = [
    ...[before, after].flatMap((page) =>
      page === undefined ? [] : [`<rect width="${page.width}" height="${page.height}" fill="none" stroke="${SAME}"/>`],
    ),
    ...same.map((item) => draw(item, SAME)),
    ...moved.map(({ before, after }) => arrow(before, after)),
    ...[...moved.map((one) => one.before), ...gone].map((item) => draw(item, BEFORE)),
    ...[...moved.map((one) => one.after), ...added].map((item) => draw(item, NOW)),
  ]
  const box = [-MARGIN, -MARGIN - LEGEND, width + 2 * MARGIN, height + 2 * MARGIN + LEGEND]
  const legend = `<text y="${-MARGIN - 4}" font-size="10"><tspan fill="${BEFORE}">before</tspan> <tspan fill="${NOW}">now</tspan> <tspan fill="${SAME}">unchanged</tspan></text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${box[2]}pt" height="${box[3]}pt" font-family="sans-serif">`,
    `<rect x="${box[0]}" y="${box[1]}" width="100%" height="100%" fill="#fff"/>`,
    legend,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

function draw(item: PaintedItem, color: string): string {
  const { kind, x, y, width, height } = item
  if (kind === 'text') {
    const text = escaped(textOf(item))
    const length = width > 0 ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : ''
    return `<text x="${x}" y="${round(y + height * 0.8)}" font-size="${height}" fill="${color}"${length}>${text}</text>`
  }
  const dash = kind === 'shape' || kind === 'image' ? '' : ' stroke-dasharray="3 2"'
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${color}" fill-opacity=".06" stroke="${color}" stroke-width=".5"${dash}/>`
}

function arrow(before: PaintedItem, after: PaintedItem): string {
  const middle = ({ x, y, width, height }: PaintedItem): readonly number[] => [round(x + width / 2), round(y + height / 2)]
  const [x1, y1] = middle(before)
  const [x2, y2] = middle(after)
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${NOW}" stroke-width=".5"/><circle cx="${x2}" cy="${y2}" r="1.2" fill="${NOW}"/>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\u0000-\u001f]/g, ' ')
}
