// Collects the rules of all style sheets of a template, flattened: one entry for each selector, with all that the cascade sorts by.

import type { FontFaceRule } from '../font-face-rule.ts'
import { parseSelectors, type Selector } from '../selectors/selectors.ts'
import { type AtRuleNode, type DeclarationNode, parseBody, parseRules, type RuleNode, type StyleRuleNode } from '../syntax/syntax.ts'
import { type Component, parseComponents, splitAtCommas } from '../syntax/tokens.ts'
import type { CounterStyle } from '../value.ts'
import { isSupported } from './conditions.ts'
import { type ContainerCondition, parseContainerCondition } from './container.ts'
import { compileDeclarations, type Declaration } from './declarations.ts'
import { parseCounterStyle, parseFontFace, parseProperty } from './descriptors.ts'
import { SILENT_AT_RULES } from './ignored.data.ts'
import { type Layer, Layers } from './layers.ts'
import { type PageRule, parsePageRule } from './page.ts'
import type { RegisteredProperty } from './registered-property.ts'

/** A pseudo-class or pseudo-element of one browser. */
const PREFIXED_PSEUDO = /::?-(webkit|moz|ms|o)-/

/** Media queries that must all hold. */
type Media = readonly (readonly Component[])[]

/** One selector of a rule with its declarations. */
export interface SelectorRule {
  readonly selector: Selector
  readonly origin: 'user-agent' | 'author'
  readonly layer: Layer
  readonly media: Media
  readonly containers: readonly ContainerCondition[]
  readonly normal: readonly Declaration[]
  readonly important: readonly Declaration[]
}

/** The rules of all sheets, in order. */
export interface RuleSet {
  readonly rules: SelectorRule[]
  readonly pages: PageRule[]
  readonly fontFaces: FontFaceRule[]
  readonly counterStyles: Map<string, CounterStyle>
  readonly registered: Map<string, RegisteredProperty>
  readonly layers: Layers
}

export const makeRuleSet = (): RuleSet => ({
  rules: [],
  pages: [],
  fontFaces: [],
  counterStyles: new Map(),
  registered: new Map(),
  layers: new Layers(),
})

/** Reports a problem of one sheet: `start` is an offset in its text. */
type ReportAt = (start: number, code: 'css-syntax' | 'unsupported-css', message: string, hint?: string) => void

export interface SheetContext {
  readonly origin: 'user-agent' | 'author'
  readonly isQuirks: boolean
  readonly report: ReportAt
  /** The position of an offset, for font faces, whose problems are found later. */
  readonly positionOf: (start: number) => FontFaceRule['at']
}

/** The rules around a rule. */
interface Surroundings {
  readonly media: Media
  readonly containers: readonly ContainerCondition[]
  readonly layer: Layer
  readonly parents: readonly Selector[] | undefined
}

/** Adds a sheet's rules to the set. `media` is the query of its `<style media>`. */
export function addSheet(set: RuleSet, text: string, media: string, context: SheetContext): void {
  const sheet = new Sheet(set, text, context)
  const queries = parseComponents(media)
  sheet.add(parseRules(parseComponents(text, sheet.onUnclosed), sheet.onSyntaxError), {
    media: queries.length === 0 ? [] : [queries],
    containers: [],
    layer: set.layers.root,
    parents: undefined,
  })
}

/** Supported or ignored at-rules; all others are invalid. */
const AT_RULES: ReadonlySet<string> = new Set(
  'layer import media supports page font-face counter-style property container scope'.split(' '),
)
export const isKnownAtRule = (name: string): boolean => AT_RULES.has(name) || SILENT_AT_RULES.has(name.replace(/^-webkit-/, ''))

class Sheet {
  readonly #set: RuleSet
  readonly #text: string
  readonly #context: SheetContext

  constructor(set: RuleSet, text: string, context: SheetContext) {
    this.#set = set
    this.#text = text
    this.#context = context
  }

  readonly onSyntaxError = (start: number, message: string): void => this.#context.report(start, 'css-syntax', message)
  readonly onUnclosed = (start: number, what: string): void => this.onSyntaxError(start, `${what} is never closed`)

  add(rules: readonly RuleNode[], around: Surroundings): void {
    for (const rule of rules) {
      if (rule.kind === 'style') this.#style(rule, around)
      else this.#at(rule, around)
    }
  }

  #style(rule: StyleRuleNode, around: Surroundings): void {
    const selectors = parseSelectors(rule.prelude, { parents: around.parents, isQuirks: this.#context.isQuirks })
    if (typeof selectors === 'string') {
      const hint = 'the whole rule is skipped'
      // A rule for another browser alone; beside selectors for all, the prefix is a mistake.
      const isForAnother = splitAtCommas(rule.prelude).every((part) => PREFIXED_PSEUDO.test(this.#written(part)))
      if (!isForAnother)
        this.#context.report(rule.start, 'unsupported-css', `selector "${this.#written(rule.prelude).slice(0, 60)}": ${selectors}`, hint)
      return
    }
    this.#body(rule.body, { ...around, parents: selectors })
  }

  #written(items: readonly Component[]): string {
    const [first] = items
    return first === undefined ? '' : this.#text.slice(first.start, items.at(-1)?.end)
  }

  /** Declarations and nested rules, in their order (CSS Nesting 1 §4). */
  #body(items: readonly Component[], around: Surroundings): void {
    let run: DeclarationNode[] = []
    for (const node of parseBody(items, this.#text, this.onSyntaxError)) {
      if (node.kind === 'declaration') {
        run.push(node)
        continue
      }
      this.#flush(run, around)
      run = []
      if (node.kind === 'style') this.#style(node, around)
      else this.#at(node, around)
    }
    this.#flush(run, around)
  }

  #flush(run: readonly DeclarationNode[], { parents, media, containers, layer }: Surroundings): void {
    if (run.length === 0 || parents === undefined) return
    const { normal, important } = compileDeclarations(run, this.#context)
    if (normal.length + important.length === 0) return
    for (const selector of parents) {
      if (selector.pseudo === 'other') continue
      this.#set.rules.push({ selector, origin: this.#context.origin, layer, media, containers, normal, important })
    }
  }

  /** A block of rules, or also of declarations when it is nested in a style rule. */
  #inner(body: readonly Component[], around: Surroundings): void {
    if (around.parents === undefined) this.add(parseRules(body, this.onSyntaxError), around)
    else this.#body(body, around)
  }

  #at(rule: AtRuleNode, around: Surroundings): void {
    const { name, body, prelude } = rule
    if (name === 'layer') return this.#layer(rule, around)
    if (name === 'charset' || SILENT_AT_RULES.has(name.replace(/^-\w+-/, ''))) return
    if (body === undefined) {
      const hint =
        name === 'import'
          ? 'only sheets among the assets are read (--base-dir on the command line), and only at the top of a sheet'
          : undefined
      const written = this.#text.slice(rule.start, prelude.at(-1)?.end ?? rule.start)
      const shown = name === 'import' ? written.slice(0, 80) : `@${name}`
      return this.#context.report(rule.start, 'unsupported-css', `"${shown}" has no effect`, hint)
    }
    if (name === 'media') return this.#inner(body, { ...around, media: [...around.media, prelude] })
    if (name === 'container') return this.#container(rule, body, around)
    if (name === 'supports') return isSupported(prelude) ? this.#inner(body, around) : undefined
    const { report, positionOf } = this.#context
    const warn = (message: string): void => report(rule.start, 'unsupported-css', message)
    const nodes = (): readonly DeclarationNode[] =>
      parseBody(body, this.#text, this.onSyntaxError).flatMap((node) => (node.kind === 'declaration' ? [node] : []))
    switch (name) {
      case 'page': {
        const page = parsePageRule(rule, around, { ...this.#context, source: this.#text, onSyntaxError: this.onSyntaxError })
        if (page !== undefined) this.#set.pages.push(page)
        return
      }
      case 'font-face': {
        const face = parseFontFace(nodes(), this.#text, positionOf(rule.start), warn)
        if (face !== undefined) this.#set.fontFaces.push(face)
        return
      }
      case 'counter-style': {
        const style = parseCounterStyle(prelude, nodes(), warn)
        if (style !== undefined) this.#set.counterStyles.set(style.name, style)
        return
      }
      case 'property': {
        const property = parseProperty(prelude, nodes(), warn)
        if (property !== undefined) this.#set.registered.set(property.name, property)
        return
      }
      default:
        warn(`"@${name}" has no effect`)
    }
  }

  #container({ prelude, start }: AtRuleNode, body: readonly Component[], around: Surroundings): void {
    const condition = parseContainerCondition(prelude, this.#text)
    if (condition !== undefined) return this.#inner(body, { ...around, containers: [...around.containers, condition] })
    const written = this.#written(prelude).slice(0, 60)
    this.#context.report(start, 'unsupported-css', `condition "${written}" of "@container"`, 'the whole rule is skipped')
  }

  #layer(rule: AtRuleNode, around: Surroundings): void {
    const names = splitAtCommas(rule.prelude).map((part) =>
      part.map((item) => (item.kind === 'ident' ? item.value : item.kind === 'delim' ? item.value : '')).join(''),
    )
    const enter = (name: string): Layer => this.#set.layers.enter(around.layer, name === '' ? undefined : name)
    if (rule.body === undefined) for (const name of names) enter(name)
    else this.#inner(rule.body, { ...around, layer: enter(names[0] ?? '') })
  }
}
