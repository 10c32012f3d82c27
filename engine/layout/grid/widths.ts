// Min- and max-content widths of grid containers (CSS Grid 2 §6.1): what their columns come to under a content constraint.

import type { GridBox } from '../../box/box.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { columnGap } from '../sizing/alignment.ts'
import { usedEdges } from '../sizing/sizing.ts'
import { type AreaHeights, columnsAsked, dependsOnRows, limitsOf } from './columns.ts'
import { areaHeightsAt } from './grid.ts'
import { columnTracks, gridTemplate } from './template.ts'
import { sizeTracks, tracksSize } from './track-sizing.ts'

export function gridWidths(box: GridBox, context: LayoutContext): ContentWidths {
  const { style } = box
  const edges = usedEdges(style, 0)
  const room = { size: undefined, gap: columnGap(style, 0) }
  const template = gridTemplate(box, edges, { columns: room, rows: { size: undefined, gap: 0 } }, undefined)
  const size = (constraint: 'min-content' | 'max-content', heights?: AreaHeights): number => {
    const tracks = columnTracks(template, style, room)
    const items = columnsAsked(template, { tracks, container: style, gap: room.gap, heights }, context)
    sizeTracks(tracks, items, { available: undefined, constraint, ...limitsOf(style, 'x', edges, undefined), isStretched: false })
    return tracksSize(tracks) + edges.width
  }
  const follows = dependsOnRows(template, context)
  const sizeWithRows = (constraint: 'min-content' | 'max-content'): number => {
    const width = size(constraint)
    if (!follows) return width
    return size(constraint, areaHeightsAt(box, width, context))
  }
  const min = sizeWithRows('min-content')
  return { min, max: Math.max(min, sizeWithRows('max-content')) }
}
