// A bound element as presentational hints see it.
import type { HintedElement } from '../rules/hint-values.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'

export class HintedView implements HintedElement {
  readonly #view: BoundElementView

  constructor(view: BoundElementView) {
    this.#view = view
  }

  get tag(): string {
    return this.#view.tag
  }

  attribute(name: string): string | undefined {
    return this.#view.attribute(name)
  }

  above(...tags: readonly string[]): HintedElement | undefined {
    let view = this.#view.parent
    while (view !== undefined && !tags.includes(view.tag)) view = view.parent
    return view && new HintedView(view)
  }
}
