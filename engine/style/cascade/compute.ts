// Computes a style from cascaded declarations: inheritance, defaulting, relative units, and dependencies between properties.

import type { GenerationCache } from '../../collections/cache.ts'
import type { Size } from '../../geometry.ts'
import type { ComputedStyle, Longhand } from '../computed.ts'
import { NO_CUSTOM_VALUES } from '../custom-values.ts'
import { type Flow, flowIn, LONGHANDS } from '../longhands.ts'
import { PROPERTIES, type Property } from '../properties.data.ts'
import { type Declaration, type DeclaredValue, expandDeclaration } from '../rules/declarations.ts'
import type { RegisteredProperty } from '../rules/registered-property.ts'
import { fitsSyntax } from '../rules/registered-property.ts'
import { parseComponents } from '../syntax/tokens.ts'
import { BLACK, isSameColor } from '../values/color.ts'
import { isMonospace, monospaceShare } from '../values/font.ts'
import { type FontMetrics, FontUnits } from '../values/font-units.ts'
import { type SubstitutionBudget, substitute } from '../values/substitute.ts'
import type { Environment } from '../values/units.ts'
import { parseAll } from '../values/values.ts'
import { adjust } from './adjust.ts'
import { customProperties } from './custom.ts'
import type { ComputeInput, Draft, Entry } from './entry.ts'

/** Shared by all elements of a document. */
export interface ComputeContext {
  readonly viewport: Size
  readonly isQuirks: boolean
  readonly registered: ReadonlyMap<string, RegisteredProperty>
  /** Expansions of declarations after substitution, by property and text. */
  readonly expansions: GenerationCache<string, readonly Declaration[]>
  readonly substitution: SubstitutionBudget
  readonly metrics: FontMetrics | undefined
  /** Drafts of initial and inherited values, by the parent's `inheritedId`. */
  readonly bases: GenerationCache<number, Draft>
}

/** Widths whose initial value `medium` computes to 0, because the initial line style is `none`. */
const WIDTH_KEYS = [
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'outlineWidth',
  'columnRuleWidth',
] as const
/** Properties whose initial value is `currentcolor`. */
const CURRENT_COLOR = [
  'borderTopColor',
  'borderRightColor',
  'borderBottomColor',
  'borderLeftColor',
  'outlineColor',
  'textDecorationColor',
  'columnRuleColor',
] as const
const IS_CURRENT_COLOR = new Set<Longhand>(CURRENT_COLOR)
/** Computed before all others, in this order, because units and colours depend on them. */
const COMPUTED_FIRST: readonly Longhand[] = ['zoom', 'fontFamily', 'fontSizeValue', 'fontWeight', 'fontStyle', 'color', 'lineHeight']
const INHERITED = LONGHANDS.filter((key) => PROPERTIES[key].isInherited)

/** The initial values of the property table, and of the derived keys. */
export const INITIAL_STYLE: ComputedStyle = makeInitial()

function makeInitial(): ComputedStyle {
  const values = Object.fromEntries(LONGHANDS.map((key) => [key, PROPERTIES[key].initial]))
  const derived = {
    originalDisplay: 'inline',
    fontSize: 12,
    letterSpacing: 0,
    wordSpacing: 0,
    backgroundLayers: [],
    maskLayers: [],
    borderImage: undefined,
    maskBorder: undefined,
    backgroundColorClip: 'border-box',
    fontVariantFeatures: [],
    listStyleImage: undefined,
    language: '',
    custom: NO_CUSTOM_VALUES,
    frame: 'none',
    bodyColor: BLACK,
    effectiveZoom: 1,
    hasItems: false,
    propagatesBodyOverflow: false,
    containment: undefined,
    transform: [],
    styleId: 0,
    inheritedId: 0,
  } satisfies Partial<ComputedStyle>
  const style = { ...values, ...derived } as unknown as Draft // all longhands and all derived keys: test/style checks it
  for (const key of WIDTH_KEYS) style[key] = 0
  // A spread copy has a V8 hidden class that its own copies share; see `StyleInterner.intern` on freezing.
  return { ...style }
}

/** The computed style, not yet interned. */
export function computeStyle(input: ComputeInput, context: ComputeContext): Draft {
  const parent = input.parent ?? INITIAL_STYLE
  const draft: Draft = { ...baseOf(parent, context) }
  draft.custom = customProperties(input, parent.custom, context)
  draft.language = input.language ?? parent.language
  const winners = cascade(input.entries, flowOf(input, context, draft))
  const computation = new Computation(draft, input, context, winners)
  for (const key of COMPUTED_FIRST) computation.compute(key)
  for (const key of CURRENT_COLOR) draft[key] = draft.color
  computation.finishFont()
  for (const key of winners.keys()) if (!COMPUTED_FIRST.includes(key)) computation.compute(key)
  draft.bodyColor = input.isBody ? draft.color : parent.bodyColor
  adjust(draft, parent, input)
  return draft
}

/** Initial and inherited values for the children of a style. */
function baseOf(parent: ComputedStyle, { bases }: ComputeContext): Draft {
  const { inheritedId } = parent
  let base = inheritedId < 0 ? undefined : bases.get(inheritedId)
  if (base === undefined) {
    base = { ...INITIAL_STYLE } as Draft // a copy, so its keys may be written
    // `medium`: `adjust` sets it to 0 where there is no line.
    for (const key of WIDTH_KEYS) base[key] = PROPERTIES[key].initial
    for (const key of INHERITED) copy(base, parent, key)
    if (inheritedId >= 0) bases.set(inheritedId, base)
  }
  return base
}

/** Typed access by a key that is only known at run time. */
function copy<K extends Longhand>(to: Draft, from: ComputedStyle, key: K): void {
  ;(to as Pick<Draft, K>)[key] = from[key] // one key, so one type on both sides
}

/** The index of the winning entry of each longhand. */
function cascade(entries: readonly Entry[], flow: Flow): Map<Longhand, number> {
  const winners = new Map<Longhand, number>()
  for (const [i, { declaration }] of entries.entries()) {
    const { target } = declaration
    if (target.kind === 'longhand') winners.set(target.slot[flow], i)
    else if (target.kind === 'all') for (const key of LONGHANDS) if (key !== 'direction' && key !== 'unicodeBidi') winners.set(key, i)
  }
  return winners
}

/** Direction and writing mode, which logical properties need before the cascade. */
function flowOf(input: ComputeInput, context: ComputeContext, draft: Draft): Flow {
  for (const key of ['direction', 'writingMode'] as const) {
    const last = input.entries.findLastIndex(({ declaration: { target } }) => target.kind === 'longhand' && target.slot.ltr === key)
    if (last >= 0) new Computation(draft, input, context, new Map([[key, last]])).compute(key)
  }
  return flowIn(draft)
}

class Computation {
  readonly #draft: Draft
  readonly #parent: ComputedStyle
  readonly #input: ComputeInput
  readonly #context: ComputeContext
  readonly #winners: ReadonlyMap<Longhand, number>
  #environment: Environment

  constructor(draft: Draft, input: ComputeInput, context: ComputeContext, winners: ReadonlyMap<Longhand, number>) {
    this.#draft = draft
    this.#parent = input.parent ?? INITIAL_STYLE
    this.#input = input
    this.#context = context
    this.#winners = winners
    this.#environment = this.#makeEnvironment(this.#parent)
  }

  /** Font-relative units are relative to `from`. */
  #makeEnvironment(from: ComputedStyle): Environment {
    const zoom = this.#draft.effectiveZoom
    const root = this.#input.root ?? (from === this.#draft ? from : INITIAL_STYLE)
    const { metrics: ask } = this.#context
    const rootFont = new FontUnits(root, { scale: zoom / root.effectiveZoom, ask })
    return {
      fontSize: from.fontSizeValue.points,
      rootFontSize: rootFont.em,
      font: new FontUnits(from, { ask }),
      rootFont,
      viewport: this.#context.viewport,
      containers: this.#input.containers,
      isVertical: this.#draft.writingMode !== 'horizontal-tb',
      zoom,
      color: from.color,
      bodyColor: this.#parent.bodyColor,
      parentWeight: this.#parent.fontWeight,
      parentAlign: this.#parent.textAlign,
      parentDirection: this.#parent.direction,
      isParentAbsolute: this.#parent.fontSizeValue.isAbsolute,
      isQuirky: this.#context.isQuirks,
      uses: 0,
    }
  }

  /** Sets one longhand of the draft. */
  compute(key: Longhand): void {
    const winner = this.#winners.get(key)
    if (winner !== undefined) {
      const value = this.#declared(key, winner)
      if (value !== undefined) (this.#draft as unknown as Record<string, unknown>)[key] = value // made by the row of this key
    }
    if (key === 'zoom') this.#zoom()
    else if (key === 'fontSizeValue') this.#fontSize(winner)
    else if (key === 'color' || key === 'lineHeight') this.#environment = this.#makeEnvironment(this.#draft)
  }

  /** The value of the entry at `index`; undefined keeps the default of the draft. */
  #declared(key: Longhand, index: number): unknown {
    const entry = this.#input.entries[index]!
    const value = this.#substituted(key, entry.declaration.value)
    if (value.kind === 'wide') return this.#wide(key, value.keyword, index)
    const property: Property<unknown> = PROPERTIES[key]
    if (value.kind === 'ready') return value.value
    if (value.kind === 'pending') return this.#unset(key)
    if (value.unzoomed !== undefined && this.#draft.effectiveZoom === 1) return value.unzoomed
    return parseAll(property.parse, value.items, this.#environment) ?? this.#unset(key)
  }

  /** Substitutes var(), attr() and env(). Returns `pending` when the result is invalid at computed-value time. */
  #substituted(key: Longhand, value: DeclaredValue): DeclaredValue {
    if (value.kind !== 'pending') return value
    const text = substitute(value.text, {
      variable: (name) => this.#draft.custom.get(name),
      attribute: (name) => this.#input.attribute(name),
      fits: fitsSyntax,
    })
    if (text === undefined) return value
    this.#context.substitution.spend(text)
    const id = `${value.property}:${text}`
    let found = this.#context.expansions.get(id)
    if (found === undefined) {
      const items = parseComponents(text)
      found = items.length === 0 ? [] : (expandDeclaration(value.property, items, this.#context.isQuirks) ?? [])
      this.#context.expansions.set(id, found)
    }
    const match = found.find(({ target }) => target.kind === 'longhand' && target.slot[flowIn(this.#draft)] === key)
    return match?.value ?? value
  }

  #wide(key: Longhand, keyword: string, index: number): unknown {
    if (keyword === 'inherit') return this.#inherited(key)
    if (keyword === 'initial') return this.#initial(key)
    if (keyword === 'unset') return this.#unset(key)
    const entry = this.#input.entries[index]!
    for (let i = index - 1; i >= 0; i--) {
      const below = this.#input.entries[i]!
      const isBelow = keyword === 'revert' ? entry.origin !== below.origin : entry.origin !== below.origin || below.layer !== entry.layer
      if (isBelow && sets(below.declaration, key, flowIn(this.#draft))) return this.#declared(key, i)
    }
    return this.#unset(key)
  }

  #unset(key: Longhand): unknown {
    return PROPERTIES[key].isInherited ? this.#inherited(key) : this.#initial(key)
  }

  #inherited(key: Longhand): unknown {
    const parent = this.#parent
    const { color } = this.#draft
    // `currentcolor` is inherited as a keyword (CSS Color 4 §4.5): a value identical to the parent's `color` object was `currentcolor`.
    if (key === 'boxShadow')
      return parent.boxShadow.map((shadow) => (isSameColor(shadow.color, parent.color) ? { ...shadow, color } : shadow))
    const value = parent[key]
    if (key === 'backgroundColor') return value === parent.color ? color : value
    const isCurrent = value === parent.color
    return isCurrent && IS_CURRENT_COLOR.has(key) ? color : value
  }

  #initial(key: Longhand): unknown {
    return IS_CURRENT_COLOR.has(key) ? this.#draft.color : PROPERTIES[key].initial
  }

  /** All lengths from here on are scaled; inherited lengths are scaled by this element's own `zoom` only (CSS Viewport 1 §7). */
  #zoom(): void {
    const { zoom } = this.#draft
    this.#draft.effectiveZoom = this.#parent.effectiveZoom * zoom
    if (zoom !== 1) scaleInherited(this.#draft, zoom)
    this.#environment = { ...this.#makeEnvironment(this.#parent), fontSize: this.#parent.fontSizeValue.points * zoom }
  }

  /** As in browsers, sizes that were not given as lengths are smaller where the family is `monospace` alone. */
  #fontSize(winner: number | undefined): void {
    const draft = this.#draft
    const isMono = isMonospace(draft.fontFamily)
    const isAbsolute = winner !== undefined && isAbsoluteSize(this.#input.entries[winner]!.declaration)
    const wasMono = !isAbsolute && isMonospace(this.#parent.fontFamily)
    let { points } = draft.fontSizeValue
    if (isMono !== wasMono && !draft.fontSizeValue.isAbsolute) points *= monospaceShare(draft.fontSizeValue) ** (isMono ? 1 : -1)
    if (points !== draft.fontSizeValue.points) draft.fontSizeValue = { ...draft.fontSizeValue, points }
    draft.fontSize = points
    const font = new FontUnits(draft, { lines: this.#parent, ask: this.#context.metrics })
    this.#environment = { ...this.#makeEnvironment(draft), color: this.#parent.color, font }
  }

  finishFont(): void {
    this.#environment = this.#makeEnvironment(this.#draft)
  }
}

/** Whether a font size is a keyword like `small`, which is not relative to the parent's. */
function isAbsoluteSize({ value }: Declaration): boolean {
  if (value.kind === 'wide') return value.keyword === 'initial'
  const item = value.kind === 'parts' ? value.items[0] : undefined
  return item?.kind === 'ident' && item.lower !== 'larger' && item.lower !== 'smaller'
}

function sets({ target }: Declaration, key: Longhand, flow: Flow): boolean {
  return target.kind === 'all' || (target.kind === 'longhand' && target.slot[flow] === key)
}

/** A key of everything in the root's style that other styles depend on without inheriting it: its units and its zoom. */
export function rootUnitsKey(root: ComputedStyle): string {
  const { fontSizeValue, effectiveZoom, lineHeight, fontFamily, fontWeight, fontStyle } = root
  return JSON.stringify([fontSizeValue.points, effectiveZoom, lineHeight, fontFamily, fontWeight, fontStyle])
}

function scaleInherited(draft: Draft, zoom: number): void {
  draft.fontSizeValue = { ...draft.fontSizeValue, points: draft.fontSizeValue.points * zoom }
  for (const key of ['borderSpacingX', 'borderSpacingY'] as const) draft[key] *= zoom
  for (const key of ['letterSpacingValue', 'wordSpacingValue', 'textIndent'] as const) {
    const value = draft[key]
    if (typeof value === 'number') draft[key] = value * zoom
  }
  if (draft.lineHeight !== 'normal' && 'points' in draft.lineHeight) draft.lineHeight = { points: draft.lineHeight.points * zoom }
}
