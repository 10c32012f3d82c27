// Problem: styles may depend on the sizes of boxes (@container, cqw), which are laid out from styles. Approach: the document is laid out without sizes, its
// containers are measured, and it is styled and laid out again with them, until they are as measured. A container's size does not depend on what is in it, so
// each layout settles one more level of nested containers. Limits: all of the document is pulled before its first page; footnotes and boxes in page margins
// are laid out later, and have no sizes.
import type { Box } from '../box/box.ts'
import { type Diagnostic, type Reporter, warning } from '../diagnostic.ts'
import { containersIn } from '../layout/container-sizes.ts'
import type { LaidRoot } from '../layout/layout.ts'
import { ContainerSizes } from '../style/container-sizes.ts'
import type { Settle } from './shrink-to-fit.ts'

/** Documents nest two or three levels. */
const MOST_LAYOUTS = 10

/** The query containers of one part. */
export class PartContainers {
  readonly sizes = new ContainerSizes()
  /** Where boxes and layout report: of a layout that is not kept, nothing counts. */
  readonly reports: HeldReports

  constructor(reporter: Reporter) {
    this.reports = new HeldReports(reporter)
  }

  /** Lays out the boxes that `build` makes, again while they have other sizes than their styles say. What is further down than `mostHeight` is on no page. */
  settleWithin(mostHeight: number): Settle {
    return (build, layout) => this.#settle(build, layout, mostHeight)
  }

  #settle(build: () => Box, layout: (boxes: Box) => LaidRoot, mostHeight: number): LaidRoot {
    for (let layouts = 1; ; layouts++) {
      this.reports.hold()
      const laid = layout(build())
      const sizes = containersIn(laid, mostHeight)
      const hasChanged = this.sizes.replace(sizes) && this.sizes.isAsked
      if (hasChanged && layouts < MOST_LAYOUTS) continue
      this.reports.release()
      if (hasChanged) this.reports.report(warning('nested-containers', undefined, UNSETTLED, 'nest fewer containers in each other'))
      return laid
    }
  }
}

const UNSETTLED = `the sizes of containers still change after ${MOST_LAYOUTS} layouts, and @container rules apply as of the last`

/** Keeps reports back until it is known whether they count. */
class HeldReports implements Reporter {
  readonly #reporter: Reporter
  #held: Diagnostic[] | undefined

  constructor(reporter: Reporter) {
    this.#reporter = reporter
  }

  report(diagnostic: Diagnostic): void {
    if (this.#held === undefined) this.#reporter.report(diagnostic)
    else this.#held.push(diagnostic)
  }

  /** Forgets what is held, and holds what comes. */
  hold(): void {
    this.#held = []
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const diagnostic of held) this.#reporter.report(diagnostic)
  }
}
