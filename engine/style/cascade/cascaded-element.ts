// The class of most styled elements. A row of six cells makes seven of them, so they have few fields, and getters for the rest.
import type { BoundElement } from '../../bind/bound.ts'
import { usedStyle } from '../frame.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'
import { isDisabled } from '../selectors/disabled.ts'
import { YES } from '../selectors/verdict.ts'
import type { Style, StyledElement, StyledNode } from '../style.ts'
import { placeOf } from './container-scopes.ts'
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
  readonly style: Style
  // Not `#` fields: they are slower to construct, and there is one object for each element.
  private readonly view: BoundElementView
  private readonly styles: ElementStyles
  private readonly styler: ChildStyler

  constructor(view: BoundElementView, styles: ElementStyles, styler: ChildStyler) {
    this.element = view.element
    this.style = usedStyle(styles.style)
    this.view = view
    this.styles = styles
    this.styler = styler
  }

  get children(): Iterable<StyledNode> {
    return skipsContent(this.style) ? [] : this.styler.childrenOf(this.view, this.styles)
  }

  get markerStyle(): Style | undefined {
    return usedStyle(this.styles.pseudos.get('marker'))
  }

  get firstLineStyle(): Style | undefined {
    return usedStyle(this.styles.pseudos.get('first-line'))
  }

  get firstLetterStyle(): Style | undefined {
    return usedStyle(this.styles.pseudos.get('first-letter'))
  }

  get footnoteCallStyle(): Style | undefined {
    return usedStyle(this.styles.pseudos.get('footnote-call'))
  }

  get footnoteMarkerStyle(): Style | undefined {
    return usedStyle(this.styles.pseudos.get('footnote-marker'))
  }

  get placeholderStyle(): Style | undefined {
    return usedStyle(this.styles.pseudos.get('placeholder'))
  }

  get fileButtonStyle(): Style | undefined {
    return usedStyle(this.styles.pseudos.get('file-selector-button'))
  }

  /** Whether a form control is (HTML §4.10.18.5). */
  get isDisabled(): boolean {
    return isDisabled(this.view) === YES
  }

  get container(): string | undefined {
    return this.styles.style.containerType.length === 0 ? undefined : placeOf(this.view)
  }

  get vectorStyle(): ReadonlyMap<string, string> | undefined {
    return this.styles.vector
  }
}

/** `content-visibility: hidden` leaves the content out, where its size can be contained (CSS Containment 2 §4.1). */
function skipsContent({ contentVisibility, containment }: Style): boolean {
  return contentVisibility === 'hidden' && containment?.size === true
}
