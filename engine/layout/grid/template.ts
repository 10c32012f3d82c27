// The grid of a container with its items placed, before any track has a size.

import type { GridBox } from '../../box/box.ts'
import { isAbsolute } from '../../box/box-kinds.ts'
import type { Style } from '../../style/style.ts'
import type { LayoutSize } from '../context.ts'
import { ratioWidth, specifiedSize, type UsedEdges } from '../sizing/sizing.ts'
import { type GridItem, makeGridItem } from './item.ts'
import { explicitLines, type GridLines } from './lines.ts'
import { type GridExtent, placeItems, type TrackRange } from './placement.ts'
import { takenOver } from './subgrid.ts'
import { autoRepetitions, makeTracks, type RepeatRoom, type Track } from './tracks.ts'

export interface GridTemplate {
  readonly columns: GridLines
  readonly rows: GridLines
  readonly items: readonly GridItem[]
  readonly extent: GridExtent
}

/** One axis of the container's content box; `size` is undefined while it depends on the tracks. */
interface GridRoom {
  readonly size: number | undefined
  readonly gap: number
}

/** Reads the template and places the items. How often automatic repeats fit depends on the room. */
export function gridTemplate(
  { style, children }: GridBox,
  edges: UsedEdges,
  { columns, rows }: { readonly columns: GridRoom; readonly rows: GridRoom },
  subgrid: LayoutSize['subgrid'],
): GridTemplate {
  const areas = style.gridTemplateAreas
  const columnLines =
    subgrid?.columns?.lines ??
    explicitLines(style.gridTemplateColumns, areas, 'x', {
      repetitions: autoRepetitions(style.gridTemplateColumns, repeatRoom(style, 'x', edges, columns)),
      sizes: style.gridAutoColumns,
    })
  const rowLines =
    subgrid?.rows?.lines ??
    explicitLines(style.gridTemplateRows, areas, 'y', {
      repetitions: autoRepetitions(style.gridTemplateRows, repeatRoom(style, 'y', edges, rows)),
      sizes: style.gridAutoRows,
    })
  const boxes = children.filter((child) => !isAbsolute(child.style))
  if (boxes.some((child) => child.style.order !== 0)) boxes.sort((a, b) => a.style.order - b.style.order)
  const { places, extent } = placeItems(boxes, style.gridAutoFlow, columnLines, rowLines)
  const grid = { columns: columnLines, rows: rowLines, extent }
  return { ...grid, items: places.map((place) => makeGridItem(place, style, takenOver(place, grid))) }
}

/** The size that automatic repeats fill: definite, or the maximum, or at least the minimum; a ratio carries limits of the height over. */
function repeatRoom(style: Style, axis: 'x' | 'y', edges: UsedEdges, { size, gap }: GridRoom): RepeatRoom {
  const inset = axis === 'x' ? edges.width : edges.height
  const limit = (value: Style['minWidth'] | Style['maxWidth'], height: Style['minHeight'] | Style['maxHeight']): number | undefined => {
    const own = specifiedSize(value, undefined, inset, style.boxSizing)
    const isCarried = axis === 'x' && style.aspectRatio !== 'auto' && style.width === 'auto'
    const across = isCarried && own === undefined ? specifiedSize(height, undefined, edges.height, style.boxSizing) : undefined
    const border = across === undefined ? own : ratioWidth(style, edges, across)
    return border === undefined ? undefined : Math.max(0, border - inset)
  }
  const maximum = axis === 'x' ? limit(style.maxWidth, style.maxHeight) : limit(style.maxHeight, 'none')
  const minimum = (axis === 'x' ? limit(style.minWidth, style.minHeight) : limit(style.minHeight, 'auto')) ?? 0
  return { size: size ?? maximum, minimum, basis: size ?? minimum, gap }
}

export function columnTracks({ columns, extent, items }: GridTemplate, style: Style, room: GridRoom): Track[] {
  const isEmpty = emptiness(items.map((item) => item.column))
  const source = { lines: columns, implicit: style.gridAutoColumns, extent: extent.columns, isEmpty }
  return makeTracks(source, { available: room.size, gap: room.gap })
}

export function rowTracks({ rows, extent, items }: GridTemplate, style: Style, room: GridRoom): Track[] {
  const isEmpty = emptiness(items.map((item) => item.row))
  const source = { lines: rows, implicit: style.gridAutoRows, extent: extent.rows, isEmpty }
  return makeTracks(source, { available: room.size, gap: room.gap })
}

function emptiness(ranges: readonly TrackRange[]): (track: number) => boolean {
  // How many items cover each track, summed up as far as it was read: tracks are read in order.
  const changes = new Map<number, number>()
  for (const { start, span } of ranges) {
    changes.set(start, (changes.get(start) ?? 0) + 1)
    changes.set(start + span, (changes.get(start + span) ?? 0) - 1)
  }
  const depths: number[] = []
  return (track) => {
    for (let i = depths.length; i <= track; i++) depths.push((depths[i - 1] ?? 0) + (changes.get(i) ?? 0))
    return depths[track] === 0
  }
}
