// Which query containers an element has around it (CSS Conditional 5 §5.2). There are scopes in documents alone whose sheets ask for containers.
import type { Size } from '../../geometry.ts'
import type { ComputedStyle } from '../computed.ts'
import type { ContainerSizes } from '../container-sizes.ts'
import { type ContainerAxis, type ContainerCondition, type ContainerQuery, containerMatches } from '../rules/container.ts'
import { neutralEnvironment } from '../rules/declarations.ts'
import type { RegisteredProperty } from '../rules/registered-property.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'
import { type FontMetrics, FontUnits } from '../values/font-units.ts'
import type { ContainerLengths, Environment } from '../values/units.ts'

/** Where an element is in its document: its numbers among its siblings, from itself to the root. */
export function placeOf(view: BoundElementView): string {
  let place = ''
  for (let at: BoundElementView | undefined = view; at !== undefined; at = at.parent) place += `${at.index} `
  return place
}

interface ScopeContext {
  readonly sizes: ContainerSizes
  readonly viewport: Size
  readonly registered: ReadonlyMap<string, RegisteredProperty>
  /** Undefined while the root itself is styled. */
  root: ComputedStyle | undefined
  /** Does not record what is asked: verdicts are not cached with styles. */
  readonly metrics: FontMetrics | undefined
}

/** An element as what is inside of it sees it. Lengths in points, without zoom. */
export class ContainerScope implements ContainerLengths {
  readonly outer: ContainerScope | undefined
  readonly style: ComputedStyle
  readonly #view: BoundElementView
  readonly #context: ScopeContext
  /** This scope, or the next one around it, of an element with a container type. */
  readonly #typed: ContainerScope | undefined
  readonly #verdicts = new Map<ContainerQuery, boolean>()
  #unitsKey: string | undefined

  constructor(view: BoundElementView, style: ComputedStyle, outer: ContainerScope | undefined, context: ScopeContext) {
    this.outer = outer
    this.style = style
    this.#view = view
    this.#context = context
    this.#typed = style.containerType.length > 0 ? this : outer?.typed
  }

  get typed(): ContainerScope | undefined {
    return this.#typed
  }

  /** Of the nearest container with a size in this axis: what cqw and cqh refer to. */
  get width(): number | undefined {
    return this.#lengthOn('width')
  }

  get height(): number | undefined {
    return this.#lengthOn('height')
  }

  #lengthOn(axis: 'width' | 'height'): number | undefined {
    for (let at = this.#typed; at !== undefined; at = at.outer?.typed) {
      const size = at.isSized(axis) ? at.size(axis) : undefined
      if (size !== undefined) return size
    }
    return undefined
  }

  /** Whether the container type says that this axis has a size of its own. */
  isSized(axis: ContainerAxis): boolean {
    const { containerType } = this.style
    if (containerType.includes('size')) return true
    const isInline = axis === 'inline' || axis === (this.isVertical ? 'height' : 'width')
    return isInline && containerType.includes('inline-size')
  }

  get isVertical(): boolean {
    return this.style.writingMode !== 'horizontal-tb'
  }

  size(axis: 'width' | 'height'): number | undefined {
    const length = this.#context.sizes.of(placeOf(this.#view))?.[axis]
    return length === undefined ? undefined : length / this.style.effectiveZoom
  }

  /** Whether all conditions hold for elements in this one. */
  static hold(conditions: readonly ContainerCondition[], scope: ContainerScope | undefined): boolean {
    return conditions.every(({ queries }) => queries.some((query) => scope?.containerOf(query)?.matches(query) === true))
  }

  /** The nearest container with the name and the axes that a query asks for. */
  containerOf({ name, axes, asksForScrolling, isKnown }: ContainerQuery): ContainerScope | undefined {
    if (!isKnown) return undefined
    const isTyped = axes.length > 0 || asksForScrolling
    for (let at = isTyped ? this.#typed : this; at !== undefined; at = isTyped ? at.outer?.typed : at.outer) {
      if (name !== undefined && !at.style.containerName.includes(name)) continue
      if (asksForScrolling && !at.style.containerType.includes('scroll-state')) continue
      const container = at
      if (axes.every((axis) => container.isSized(axis))) return at
    }
    return undefined
  }

  matches(query: ContainerQuery): boolean {
    let verdict = this.#verdicts.get(query)
    if (verdict === undefined) {
      const { registered } = this.#context
      const { isVertical } = this
      const asks = query.axes.length > 0
      const size = { width: asks ? this.#own('width') : undefined, height: asks ? this.#own('height') : undefined }
      verdict = containerMatches(query, { ...size, isVertical, custom: this.style.custom, environment: this.#environment(), registered })
      this.#verdicts.set(query, verdict)
    }
    return verdict
  }

  #own(axis: 'width' | 'height'): number | undefined {
    return this.isSized(axis) ? this.size(axis) : undefined
  }

  /** Relative lengths of a query refer to the container (§5.4), those of containers to the ones around it. */
  #environment(): Environment {
    const { root = this.style, metrics: ask, viewport } = this.#context
    const font = new FontUnits(this.style, { scale: 1 / this.style.effectiveZoom, ask })
    const rootFont = new FontUnits(root, { scale: 1 / root.effectiveZoom, ask })
    const relative = { fontSize: font.em, rootFontSize: rootFont.em, font, rootFont, viewport }
    return { ...neutralEnvironment(false), ...relative, containers: this.outer, isVertical: this.isVertical }
  }

  /** The same for all scopes in which container units come to the same lengths. */
  get unitsKey(): string {
    if (this.#typed !== this) return this.#typed?.unitsKey ?? ''
    this.#unitsKey ??= `\0${this.width ?? ''}×${this.height ?? ''}`
    return this.#unitsKey
  }
}

/** The scopes of one document's elements. */
export class ContainerScopes {
  readonly #scopes = new WeakMap<BoundElementView, ContainerScope>()
  readonly #context: ScopeContext

  constructor(context: ScopeContext) {
    this.#context = context
  }

  set root(style: ComputedStyle) {
    this.#context.root = style
  }

  around({ parent }: BoundElementView): ContainerScope | undefined {
    return parent === undefined ? undefined : this.#scopes.get(parent)
  }

  /** As pseudo-elements of an element see it. */
  of(view: BoundElementView, style: ComputedStyle): ContainerScope {
    return new ContainerScope(view, style, this.around(view), this.#context)
  }

  /** What is inside of the element is styled next. */
  enter(view: BoundElementView, style: ComputedStyle): ContainerScope {
    const scope = this.of(view, style)
    this.#scopes.set(view, scope)
    return scope
  }
}
