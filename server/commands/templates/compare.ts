// Compares what two versions of a document paint.
import type { PaintedItem, PaintedPage } from './page-record.ts'

export interface Moved {
  readonly before: PaintedItem
  readonly after: PaintedItem
}

/** What differs on one page (from 1). `before` or `after` is absent where the page is there in one version only. */
export interface PageDifference {
  readonly page: number
  readonly before: PaintedPage | undefined
  readonly after: PaintedPage | undefined
  readonly moved: readonly Moved[]
  readonly gone: readonly PaintedItem[]
  readonly added: readonly PaintedItem[]
}

/** The pages that differ, where places and sizes within `tolerance` points are equal. */
export function comparePages(before: readonly PaintedPage[], after: readonly PaintedPage[], tolerance: number): readonly PageDifference[] {
  const count = Math.max(before.length, after.length)
  return Array.from({ length: count }, (_, i) => comparePage(i + 1, before[i], after[i], tolerance)).filter(isDifferent)
}

function isDifferent({ before, after, moved, gone, added }: PageDifference): boolean {
  const isSheetEqual = before !== undefined && after !== undefined && before.width === after.width && before.height === after.height
  return !isSheetEqual || moved.length + gone.length + added.length > 0
}

function comparePage(page: number, before: PaintedPage | undefined, after: PaintedPage | undefined, tolerance: number): PageDifference {
  const waiting = groupsOf(before?.items ?? [])
  const isNear = (a: PaintedItem, b: PaintedItem): boolean =>
    (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(a[side] - b[side]) <= tolerance + 1e-9)
  // First what stayed, so that of two equal words the one that moved is found, then equal things in order.
  const others = (after?.items ?? []).filter((item) => !take(waiting, item, (one) => isNear(one, item)))
  const moved: Moved[] = []
  const added: PaintedItem[] = []
  for (const item of others) {
    const found = take(waiting, item, () => true)
    if (found === undefined) added.push(item)
    else moved.push({ before: found, after: item })
  }
  return { page, before, after, moved, gone: [...waiting.values()].flat(), added }
}

const keyOf = ({ kind, identity }: PaintedItem): string => `${kind} ${identity}`

function groupsOf(items: readonly PaintedItem[]): Map<string, PaintedItem[]> {
  const groups = new Map<string, PaintedItem[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

function take(groups: Map<string, PaintedItem[]>, like: PaintedItem, isWanted: (item: PaintedItem) => boolean): PaintedItem | undefined {
  const group = groups.get(keyOf(like))
  const at = group?.findIndex(isWanted) ?? -1
  return at < 0 ? undefined : group!.splice(at, 1)[0]
}
