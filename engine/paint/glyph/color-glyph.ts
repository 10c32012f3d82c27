// Problem: a colour glyph is a tree of clips, fills, transforms and composited groups; PDF composites by painting over and by soft masks only.
// Approach: a clip that holds a single fill becomes a filled path, which covers most of any emoji. Groups of mode source-over need no layer of their own, as
// painting over is associative. The other Porter-Duff modes are made of soft masks: of the opacity of a part, or of the luminosity of white with the part's
// black silhouette on it, which is the inverse of its opacity.
import type { ColorFill, ColorGlyph, ColorNode, CompositeMode, GlyphOutline } from '../../font/font.ts'
import { concatMatrix, IDENTITY, invertMatrix, type Matrix, type Rect } from '../../geometry.ts'
import type { Canvas } from '../canvas.ts'
import { pathBounds, rectPath, transformRect } from '../geometry/path.ts'
import { type Ink, paintColorFill } from './color-fill.ts'
import { pathOf } from './glyph-path.ts'

/** Larger than any glyph, and exact in single precision. */
const EVERYWHERE: Rect = { x: -32_768, y: -32_768, width: 65_536, height: 65_536 }
const WHITE = { red: 1, green: 1, blue: 1, alpha: 1 }

type Group = Extract<ColorNode, { kind: 'group' }>

/** Paints a glyph in its own space: font units, y up. */
export function paintColorGlyph({ content }: ColorGlyph, foreground: Ink['foreground'], canvas: Canvas): void {
  paintNodes(content, { foreground, isSilhouette: false }, canvas)
}

function paintNodes(nodes: readonly ColorNode[], ink: Ink, canvas: Canvas): void {
  // The last group of another mode than source-over composites everything before it.
  const at = nodes.findLastIndex((node) => node.kind === 'group' && node.mode !== 'source-over' && typeof node.mode === 'string')
  const composite = nodes[at]
  if (composite?.kind === 'group' && typeof composite.mode === 'string') {
    paintComposition(compositionOf(composite.mode, nodes.slice(0, at), composite.content), ink, canvas)
  }
  for (const node of nodes.slice(at + 1)) paintNode(node, ink, canvas)
}

function paintNode(node: ColorNode, ink: Ink, canvas: Canvas): void {
  switch (node.kind) {
    case 'fill':
      paintColorFill({ path: rectPath(EVERYWHERE), fill: node.fill, matrix: IDENTITY, area: EVERYWHERE }, ink, canvas)
      return
    case 'transform':
      canvas.save()
      canvas.transform(node.matrix)
      paintNodes(node.content, ink, canvas)
      canvas.restore()
      return
    case 'clip':
      paintClipped(node.outline, node.content, ink, canvas)
      return
    case 'group':
      paintGroup(node, ink, canvas)
  }
}

function paintClipped(outline: GlyphOutline, content: readonly ColorNode[], ink: Ink, canvas: Canvas): void {
  const path = pathOf(outline)
  const only = onlyFill(content)
  if (only !== undefined) {
    const inverse = invertMatrix(only.matrix)
    if (inverse === undefined) return
    paintColorFill({ path, ...only, area: transformRect(pathBounds(path, 0), inverse) }, ink, canvas)
    return
  }
  canvas.save()
  canvas.clipPath(path, 'nonzero')
  paintNodes(content, ink, canvas)
  canvas.restore()
}

/** The single fill that the content consists of, perhaps under transforms; undefined for any other content. */
function onlyFill(content: readonly ColorNode[]): { readonly fill: ColorFill; readonly matrix: Matrix } | undefined {
  let matrix = IDENTITY
  for (let nodes = content; ; ) {
    const [node] = nodes
    if (nodes.length !== 1 || node === undefined) return undefined
    if (node.kind === 'fill') return { fill: node.fill, matrix }
    if (node.kind !== 'transform') return undefined
    matrix = concatMatrix(node.matrix, matrix)
    nodes = node.content
  }
}

// ── Groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function paintGroup({ mode, content }: Group, ink: Ink, canvas: Canvas): void {
  const blendMode = typeof mode === 'string' ? 'normal' : mode.blend
  const blends = content.some((node) => node.kind === 'group' && typeof node.mode !== 'string')
  if (blendMode === 'normal' && !blends) {
    paintNodes(content, ink, canvas)
    return
  }
  canvas.beginGroup({ opacity: 1, blendMode, isIsolated: true, bounds: EVERYWHERE })
  paintNodes(content, ink, canvas)
  canvas.endGroup()
}

/** Paints the steps of a composition, each as a picture of its own. */
function paintComposition(steps: readonly CompositionStep[], ink: Ink, canvas: Canvas): void {
  for (const { part, mask, isInverse } of steps) {
    const opacity = mask === undefined || isInverse ? undefined : uniformOpacity(mask)
    if (mask === undefined) paintNodes(part, ink, canvas)
    else if (opacity !== undefined) {
      canvas.beginGroup({ opacity, blendMode: 'normal', isIsolated: true, bounds: EVERYWHERE })
      paintNodes(part, ink, canvas)
      canvas.endGroup()
    } else {
      canvas.save()
      maskBy(mask, isInverse, canvas)
      paintNodes(part, ink, canvas)
      canvas.restore()
    }
  }
}

interface CompositionStep {
  readonly part: readonly ColorNode[]
  /** The part shows where the mask is opaque; where it is transparent when `isInverse`. */
  readonly mask?: readonly ColorNode[]
  readonly isInverse?: boolean
}

/** What is painted of a backdrop and a source, in order. `plus` has no match in PDF: the source is painted over the backdrop. */
function compositionOf(
  mode: Exclude<CompositeMode, object>,
  backdrop: readonly ColorNode[],
  source: readonly ColorNode[],
): readonly CompositionStep[] {
  switch (mode) {
    case 'clear':
      return []
    case 'source':
      return [{ part: source }]
    case 'destination':
      return [{ part: backdrop }]
    case 'source-over':
    case 'plus':
      return [{ part: backdrop }, { part: source }]
    case 'destination-over':
      return [{ part: source }, { part: backdrop }]
    case 'source-in':
      return [{ part: source, mask: backdrop }]
    case 'destination-in':
      return [{ part: backdrop, mask: source }]
    case 'source-out':
      return [{ part: source, mask: backdrop, isInverse: true }]
    case 'destination-out':
      return [{ part: backdrop, mask: source, isInverse: true }]
    case 'source-atop':
      return [{ part: backdrop }, { part: source, mask: backdrop }]
    case 'destination-atop':
      return [{ part: source }, { part: backdrop, mask: source }]
    case 'xor':
      return [
        { part: source, mask: backdrop, isInverse: true },
        { part: backdrop, mask: source, isInverse: true },
      ]
  }
}

/** The opacity of a single unbounded fill of one colour; undefined for any other content. Fonts write the opacity of a group as such a mask. */
function uniformOpacity(nodes: readonly ColorNode[]): number | undefined {
  const [node] = nodes
  return nodes.length === 1 && node?.kind === 'fill' && node.fill.kind === 'solid' ? node.fill.color.alpha : undefined
}

function maskBy(mask: readonly ColorNode[], isInverse: boolean | undefined, canvas: Canvas): void {
  const ink: Ink = { foreground: { ...WHITE, red: 0, green: 0, blue: 0 }, isSilhouette: true }
  if (isInverse !== true) canvas.mask(EVERYWHERE, 'alpha', (layer) => paintNodes(mask, ink, layer))
  else {
    canvas.mask(EVERYWHERE, 'luminance', (layer) => {
      layer.fillRect(EVERYWHERE, WHITE)
      paintNodes(mask, ink, layer)
    })
  }
}
