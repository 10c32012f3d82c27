// What pages show of boxes that reach over the ends of earlier pages.
import type { Fragment } from '../fragment/fragment.ts'
import { enter } from './collect.ts'
import type { PaintContext } from './context/context.ts'
import { FragmentedBoxes } from './context/fragmented-boxes.ts'
import type { PageFrame } from './geometry/page-frame.ts'
import type { Layers, Walk } from './layers.ts'
import { NullCanvas } from './null-canvas.ts'
import { pieceOfFragment } from './piece.ts'

/** Adds what earlier pages left to this one. Links of boxes, targets and bookmarks are on the earlier page already. */
export function collectCarried(carried: readonly Fragment[], layers: Layers, walk: Walk, frame: PageFrame | undefined): void {
  const { context } = walk
  const quiet: PaintContext = { ...context, canvas: new NullCanvas(), fragmentedBoxes: new FragmentedBoxes() }
  for (const fragment of carried) {
    const piece = { ...pieceOfFragment(fragment, 0, 0, frame), clip: context.page.overhang?.window }
    enter(piece, 'item', layers, { ...walk, context: quiet })
  }
}
