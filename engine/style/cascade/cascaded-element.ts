// The class of most styled elements. A row of six cells makes seven of them, so they have few fields, and getters for the rest.
import type { BoundElement } from '../../bind/bound.ts'
import type { ComputedStyle } from '../computed.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'
import type { StyledElement, StyledNode } from '../style.ts'
import type { ElementStyles } from './plan.ts'

/** Styles the children of an element, as often as it is called. */
export interface ChildStyler {
  childrenOf(view: BoundElementView, styles: ElementStyles): Iterable<StyledNode>
}

/** An element with its styles, not a pseudo-element. Its children are styled at access. */
export class CascadedElement implements StyledElement {
  readonly kind = 'element'
  readonly pseudo = 'none'
  readonly element: BoundElement
  readonly style: ComputedStyle
  // Not `#` fields: they are slower to construct, and there is one object for each element.
  private readonly view: BoundElementView
  private readonly styles: ElementStyles
  private readonly styler: ChildStyler

  constructor(view: BoundElementView, styles: ElementStyles, styler: ChildStyler) {
    this.element = view.element
    this.style = styles.style
    this.view = view
    this.styles = styles
    this.styler = styler
  }

  get children(): Iterable<StyledNode> {
    return this.styler.childrenOf(this.view, this.styles)
  }

  get markerStyle(): ComputedStyle | undefined {
    return this.styles.pseudos.get('marker')
  }

  get firstLineStyle(): ComputedStyle | undefined {
    return this.styles.pseudos.get('first-line')
  }

  get firstLetterStyle(): ComputedStyle | undefined {
    return this.styles.pseudos.get('first-letter')
  }

  get footnoteCallStyle(): ComputedStyle | undefined {
    return this.styles.pseudos.get('footnote-call')
  }

  get footnoteMarkerStyle(): ComputedStyle | undefined {
    return this.styles.pseudos.get('footnote-marker')
  }

  get vectorStyle(): ReadonlyMap<string, string> | undefined {
    return this.styles.vector
  }
}
