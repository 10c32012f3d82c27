// Lays out boxes made by hand. Text is set in a stand-in for the paragraph layout of its own: every character is 10 × 10 points,
// words go to the next line when they do not fit, floats push lines aside.
import type { Box, ParagraphBox } from '../../engine/box/box.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'
import { DiagnosticList } from '../../engine/diagnostic.ts'
import type { Fonts } from '../../engine/font/font.ts'
import type { Size } from '../../engine/geometry.ts'
import type { FloatSpace, LayoutContext, LayoutSize } from '../../engine/layout/context.ts'
import { loadFlex } from '../../engine/layout/flex/flex.ts'
import type { Laid, LaidParagraph, Line, PendingBox, Placed } from '../../engine/layout/laid.ts'
import { type LaidRoot, layoutRoot, makeContext } from '../../engine/layout/layout.ts'
import { usedEdges, usedHeight } from '../../engine/layout/sizing/sizing.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'

const EM = 10
const flex = await loadFlex()

export function testContext(): LayoutContext & { readonly reporter: DiagnosticList } {
  const reporter = new DiagnosticList()
  // Never asked: the stand-in below measures text.
  const fonts = {} as Fonts
  const fail = (): never => {
    throw new Error('test: no tables here')
  }
  const leaves = { layoutParagraph, paragraphWidths, layoutTable: fail, tableWidths: fail, shownWidth: fail }
  return { ...makeContext({ fonts, reporter, limits: DEFAULT_LIMITS, flex }, leaves), reporter }
}

export function layOut(root: Box, area: Size = { width: 400, height: 600 }): LaidRoot {
  return layoutRoot(root, { page: '', fixedBoxes: [], ...area }, testContext())
}

/** `x y width height` of every box in document order, from the top left corner of the root; floats and positioned boxes after in-flow ones. To 0.05: margins are whole layout units. */
export function boxesOf(laid: Laid, x = 0, y = 0): string[] {
  const at = { x: x + (laid.shift?.x ?? 0), y: y + (laid.shift?.y ?? 0) }
  const inside = childrenOf(laid).flatMap((child) => boxesOf(child.laid, at.x + child.x, at.y + child.y))
  return [[at.x, at.y, laid.width, laid.height].map((n) => Math.round(n * 20) / 20).join(' '), ...inside]
}

function childrenOf(laid: Laid): readonly Placed[] {
  const own =
    laid.kind === 'block'
      ? [...itemsOf(laid.children)]
      : laid.kind === 'flex-grid'
        ? laid.children
        : laid.kind === 'paragraph'
          ? laid.floats
          : []
  return [...own, ...laid.positioned]
}

/** `text@x,y` of every line. */
export function linesOf(laid: Laid, x = 0, y = 0): string[] {
  if (laid.kind === 'paragraph') {
    const texts = WORDS.get(laid) ?? []
    return laid.lines.map((line, i) => `${texts[i]?.text}@${x + (texts[i]?.x ?? 0)},${y + line.y}`)
  }
  return childrenOf(laid).flatMap((child) => linesOf(child.laid, x + child.x, y + child.y))
}

const WORDS = new WeakMap<Laid, readonly { readonly text: string; readonly x: number }[]>()

function layoutParagraph(box: ParagraphBox, size: LayoutSize, floats: FloatSpace | undefined): LaidParagraph {
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const placedFloats: LaidParagraph['floats'][number][] = []
  const pending: PendingBox[] = []
  const lines: Line[] = []
  const texts: { text: string; x: number }[] = []
  let y = edges.inset.top
  const available = size.width - edges.width
  for (const item of box.items) {
    if (item.kind === 'float' && floats !== undefined) placedFloats.push({ ...floats.place(item.box, y), slot: lines.length })
    if (item.kind === 'positioned') {
      const rect = { x: edges.inset.left, y, width: 0, height: 0 }
      pending.push({ box: item.box, rect, alignX: 'start', alignY: 'start', inlineBlock: undefined })
    }
    if (item.kind !== 'text') continue
    const words = item.text.split(' ').filter((word) => word !== '')
    while (words.length > 0) {
      const { left, right } = floats?.lineAt(y, EM) ?? { left: 0, right: 0 }
      let line = ''
      while (words[0] !== undefined && [line, words[0]].filter(Boolean).join(' ').length * EM <= available - left - right) {
        line = [line, words.shift()].filter(Boolean).join(' ')
      }
      const next = floats?.nextY(y)
      if (line === '' && next !== undefined && left + right > 0) {
        y = next
        continue
      }
      line ||= words.shift() ?? ''
      texts.push({ text: line, x: edges.inset.left + left })
      lines.push({ y, height: EM, baseline: y + 8, from: lines.length, items: [], isLast: words.length === 0, marks: [] })
      y += EM
    }
  }
  const laid: LaidParagraph = {
    kind: 'paragraph',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, y + edges.inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: lines[0]?.baseline,
    lastBaseline: lines.at(-1)?.baseline,
    positioned: [],
    shift: undefined,
    lines,
    floats: placedFloats,
    marker: undefined,
    ...(pending.length > 0 ? { pending } : {}),
  }
  WORDS.set(laid, texts)
  return laid
}

function paragraphWidths(box: ParagraphBox): { min: number; max: number } {
  const texts = box.items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
  const edges = usedEdges(box.style, 0)
  const longest = Math.max(0, ...texts.flatMap((part) => part.split(' ').map((word) => word.length)))
  return { min: longest * EM + edges.width, max: texts.join('').length * EM + edges.width }
}
