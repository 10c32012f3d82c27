// Min- and max-content widths of grid containers (CSS Grid 2 §6.1): what their columns come to under a content constraint.

import type { GridBox } from '../../box/box.ts'
import type { ContentWidths, LayoutContext } from '../context.ts'
import { columnGap, rowGap } from '../sizing/alignment.ts'
import { usedEdges } from '../sizing/sizing.ts'
import { type AreaHeights, columnsAsked, followsRows, knownHeights, limitsOf } from './columns.ts'
import { areaHeightsBeside } from './grid.ts'
import { columnTracks, gridTemplate, rowTracks } from './template.ts'
import { sizeTracks, tracksSize } from './track-sizing.ts'
import type { Track } from './tracks.ts'

export function gridWidths(box: GridBox, context: LayoutContext): ContentWidths {
  const { style } = box
  const edges = usedEdges(style, 0)
  const rows = { size: context.heightBasis, gap: rowGap(style, context.heightBasis) }
  const columns = { size: undefined, gap: columnGap(style, 0) }
  const template = gridTemplate(box, edges, { columns, rows }, undefined)
  const known = knownHeights(rowTracks(template, style, rows))
  const sized = (constraint: 'min-content' | 'max-content', heights: AreaHeights): Track[] => {
    const tracks = columnTracks(template, style, columns)
    const items = columnsAsked(template, { tracks, container: style, gap: columns.gap, heights }, context)
    sizeTracks(tracks, items, { available: undefined, constraint, ...limitsOf(style, 'x', edges, undefined), isStretched: false })
    return tracks
  }
  const isFollowing = template.items.some((item) => known(item) === undefined && followsRows(item, context))
  const width = (constraint: 'min-content' | 'max-content'): number => {
    const first = sized(constraint, known)
    return tracksSize(isFollowing ? sized(constraint, areaHeightsBeside(box, first, template, context)) : first) + edges.width
  }
  const min = width('min-content')
  return { min, max: Math.max(min, width('max-content')) }
}
