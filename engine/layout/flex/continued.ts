// A flex or grid container that continues on a page of another width: its items keep their shares of it where it is narrower, and their widths where it is
// wider, as in Chromium. Bands follow each other as they did; each is as high as its items, which may need more room than they had.
import type { ContinuedBand, FlexBox } from '../../box/box.ts'
import type { LayoutContext, LayoutSize } from '../context.ts'
import type { Laid, LaidFlexGrid, Placed } from '../laid.ts'
import { translatePending } from '../positioned/positioned.ts'
import { usedEdges, usedHeight } from '../sizing/sizing.ts'

type Band = Extract<LaidFlexGrid['breaks'], { kind: 'bands' }>['bands'][number]

export function layoutContinued(box: FlexBox, size: LayoutSize, context: LayoutContext): LaidFlexGrid | undefined {
  const { continued } = box
  if (continued === undefined) return undefined
  const edges = usedEdges(box.style, size.containingWidth, size.border)
  const before = Math.max(0, continued.width - edges.width)
  const content = Math.max(0, size.width - edges.width)
  const share = content < before ? content / before : 1
  // From right to left, what is free stands on the left.
  const left = edges.inset.left + (box.style.direction === 'rtl' ? content - before * share : 0)
  const children: Placed[] = []
  const bands: Band[] = []
  let bottom = edges.inset.top
  for (const band of continued.bands) {
    const y = bottom + (bands.length === 0 ? 0 : band.gap)
    const items = layItems(band, { share, containingWidth: content }, context)
    const first = children.length
    for (const { x, y: itemY, laid } of items) children.push({ x: left + (x - edges.inset.left) * share, y: y + itemY, laid })
    const height = Math.max(share === 1 ? band.height : 0, ...items.map((item) => item.y + item.laid.height))
    bands.push({ y, height, first, end: children.length })
    bottom = y + height
  }
  return {
    kind: 'flex-grid',
    box,
    width: size.width,
    height: usedHeight(box.style, edges, size, bottom + edges.inset.bottom),
    border: edges.border,
    padding: edges.padding,
    firstBaseline: undefined,
    lastBaseline: undefined,
    positioned: [],
    shift: undefined,
    pending: children.flatMap(({ x, y, laid }) => translatePending(laid.pending ?? [], x, y)),
    children,
    breaks: continued.isStack ? { kind: 'stack' } : { kind: 'bands', bands },
  }
}

interface Width {
  readonly share: number
  readonly containingWidth: number
}

function layItems({ items }: ContinuedBand, { share, containingWidth }: Width, context: LayoutContext): Placed[] {
  return items.map(({ x, y, width, height, box }) => {
    const size = { width: width * share, height: undefined, containingWidth, containingHeight: undefined }
    const natural: Laid = context.layout.layoutBox(box, size, context)
    const laid = natural.height < height ? context.layout.layoutBox(box, { ...size, height }, context) : natural
    return { x, y: share === 1 ? y : 0, laid }
  })
}
