// `column-span: all` deep inside of a multi-column container splits its ancestors in two (CSS Multi-column 1 §6), so that it becomes a child of
// the container and columns begin anew below it.

import type { BlockBox, Box } from '../../box/box.ts'
import { isFormattingRoot, isOutOfFlow } from '../../box/box-kinds.ts'
import { itemsOf, sequenceOf } from '../../collections/sequence.ts'
import type { Style } from '../../style/style.ts'

/** The children with every spanner among them, blocks around spanners split. */
export function hoistSpanners(children: Iterable<Box>): Box[] {
  return [...children].flatMap((child) => (child.kind === 'block' && holdsSpanner(child) ? split(child) : [child]))
}

function isSpanner({ style }: Box): boolean {
  return style.columnSpan === 'all' && !isOutOfFlow(style)
}

function holdsSpanner(box: BlockBox): boolean {
  if (isFormattingRoot(box) || isOutOfFlow(box.style)) return false
  for (const child of itemsOf(box.children)) {
    if (isSpanner(child) || (child.kind === 'block' && holdsSpanner(child))) return true
  }
  return false
}

function split(box: BlockBox): Box[] {
  const columnSets: Box[][] = [[]]
  const spanners: Box[] = []
  for (const child of hoistSpanners(itemsOf(box.children))) {
    if (isSpanner(child)) {
      spanners.push(child)
      columnSets.push([])
    } else columnSets.at(-1)?.push(child)
  }
  return columnSets.flatMap((columnSet, i) => {
    const spanner = spanners[i]
    const part = piece(box, columnSet, { hasTop: i === 0, hasBottom: i === columnSets.length - 1 })
    return spanner === undefined ? [part] : [part, spanner]
  })
}

/** Edges where the box does not begin or end are gone, as at any break. */
function piece(box: BlockBox, children: readonly Box[], { hasTop, hasBottom }: { hasTop: boolean; hasBottom: boolean }): BlockBox {
  const style: Style = { ...box.style, ...(hasTop ? {} : NO_TOP), ...(hasBottom ? {} : NO_BOTTOM) }
  return { ...box, style, children: sequenceOf(children), marks: hasTop ? box.marks : [], marker: hasTop ? box.marker : undefined }
}

const NO_TOP = { marginTop: 0, paddingTop: 0, borderTopWidth: 0, borderTopStyle: 'none' } as const
const NO_BOTTOM = { marginBottom: 0, paddingBottom: 0, borderBottomWidth: 0, borderBottomStyle: 'none' } as const
