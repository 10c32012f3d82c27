// What block flow takes and gives, and the small parts it is made of.
import type { Box } from '../box/box.ts'
import type { Edges } from '../geometry.ts'
import type { Style } from '../style/style.ts'
import type { Gap } from './float.ts'
import { emptyLine, type FlowPlace } from './float-box.ts'
import type { FlowChild, LaidBlock, PendingBox } from './laid.ts'
import type { Strut, TopChain } from './margin.ts'
import type { OpenPositioned } from './open-positioned.ts'

/** A block on the spine: it may be open, and hands positioned boxes outwards as soon as they are met. */
export interface Spine {
  /** Name of the page type that the parent stands on: what `page: auto` means. */
  readonly page: string
  /** Of the root: boxes positioned against the page, filled from outside while the document is pulled. */
  readonly positioned?: OpenPositioned
  escape(pending: readonly PendingBox[]): void
}

/** A block in flow and the margins that adjoin its bottom, its own not included; those of an open block hold once it is exhausted. */
export interface FlowResult {
  readonly laid: LaidBlock
  endMargin(): Strut
  /** Pulls what is left of an open block. */
  exhaust(): void
}

/** A child that was placed and is being pulled. */
export interface Current {
  readonly placed: FlowChild
  readonly chain: TopChain
  /** Its own margins. */
  readonly margins: Edges
  readonly isCleared: boolean
  /** Of a block that shares this formatting context. */
  readonly result: FlowResult | undefined
}

interface Parent {
  readonly style: Style
  readonly content: Gap
  readonly place: FlowPlace
}

/** Where an absolutely positioned child would begin: at `y` of its parent, if no margin of its own came in between. */
export function staticPosition(child: Box, y: number, { style: parent, content, place }: Parent): PendingBox {
  const { left, right } = content
  const align = parent.direction === 'rtl' ? 'end' : 'start'
  const isInline = child.style.originalDisplay.startsWith('inline')
  const rect = isInline ? emptyLine(parent, content, y, place) : { x: left, y, width: right - left, height: 0 }
  return { box: child, rect, alignX: align, alignY: 'start', inlineBlock: undefined }
}

export function raise(baseline: number | undefined, shift: number): number | undefined {
  return baseline === undefined ? undefined : baseline + shift
}
