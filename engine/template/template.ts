// Contract of the template stage: a compiled template. Plain frozen data without functions: it can be cloned, cached and sent between threads.
import type { Claimed } from '../conformance.ts'
import type { Position } from '../diagnostic.ts'

export interface Template {
  readonly root: TemplateElement
  readonly stylesheets: readonly TemplateStylesheet[]
  /** Custom properties of the root element that replace placeholders in style sheets. */
  readonly properties: readonly TemplateProperty[]
  readonly mode: 'standards' | 'quirks' | 'limited-quirks'
  readonly variables: readonly Variable[]
  /** Names of all helpers it calls, sorted. */
  readonly helpers: readonly string[]
  /** Fields that page sums add up (`{{pagesum "price"}}`, `carry(price)`): bound rows carry their values as sum marks. */
  readonly sums: readonly string[]
  readonly title: Text
  readonly language: string | undefined
  /** The standards that it claims itself; absent: none. */
  readonly conformance?: Claimed | undefined
  /** False: it wants no structure tree; absent: it says nothing. */
  readonly tagged?: boolean | undefined
  /** Number of elements; every `TemplateElement.id` is below it. */
  readonly elementCount: number
}

/** `name` is `--platen-N`; the value is CSS text, the content of a CSS string, or a URL. */
export interface TemplateProperty {
  readonly name: string
  readonly styleContext: 'value' | 'string' | 'url'
  readonly value: Text
  readonly at: Position
}

export interface TemplateStylesheet {
  readonly text: string
  readonly media: string
  readonly at: Position
}

/** `items`, `items[]`, `items[].name` … in order of first use. */
export interface Variable {
  readonly name: string
  readonly type: 'string' | 'array' | 'object'
}

export type TemplateNode = TemplateElement | TemplateText | TemplateLate | TemplateMarkup | Repeat | Condition | ScopeNode

export interface TemplateElement {
  readonly kind: 'element'
  /** Unique in the template, in document order from 0. */
  readonly id: number
  /** Lower case for html, as written for svg. */
  readonly tag: string
  readonly namespace: 'html' | 'svg' | 'mathml'
  readonly attributes: readonly TemplateAttribute[]
  readonly children: readonly TemplateNode[]
  readonly at: Position
  /** Neither the element nor its descendants contain placeholders or blocks: it is bound once for all documents. */
  readonly isStatic: boolean
}

/** A boolean attribute has the empty text as value. */
export interface TemplateAttribute {
  readonly name: string
  readonly value: Text
  /** The attribute is absent unless all of them hold; undefined when it is always present. */
  readonly guards: readonly Guard[] | undefined
  readonly at: Position
}

export interface Guard {
  readonly test: Expression
  readonly isNegated: boolean
}

interface TemplateText {
  readonly kind: 'text'
  readonly text: Text
  readonly at: Position
}

/** A late text: it contains page sums, and is set when its page is, and again on every page that repeats it. */
interface TemplateLate {
  readonly kind: 'late'
  readonly text: readonly TextPart[]
  readonly at: Position
}

/** A value that may be elements: `{{{value}}}` (`isRich`: allow-listed inline markup), or the result of a helper. */
interface TemplateMarkup {
  readonly kind: 'markup'
  readonly value: Expression
  readonly isRich: boolean
  readonly at: Position
}

/** `data-repeat` (whose body is the one element) and `{{#each}}`. */
interface Repeat {
  readonly kind: 'repeat'
  readonly items: Expression
  readonly body: readonly TemplateNode[]
  readonly otherwise: readonly TemplateNode[]
  /** `{{#each items as |item i|}}`. */
  readonly names: readonly string[]
  readonly at: Position
}

interface Condition {
  readonly kind: 'condition'
  readonly test: Expression
  readonly isNegated: boolean
  readonly body: readonly TemplateNode[]
  readonly otherwise: readonly TemplateNode[]
  readonly at: Position
}

export type ScopeForm = 'with' | 'section' | 'part'

/**
 * `{{#with x}}` changes what names mean in its body and prints `otherwise` for an empty value. `{{#name}}` (`section`) is a
 * repeat over a list, a scope over an object and a condition over anything else, which depends on the data. `{{> name x}}`
 * (`part`) changes what names mean whatever the value; its named arguments are in the call `@part`.
 */
interface ScopeNode {
  readonly kind: 'scope'
  readonly form: ScopeForm
  readonly value: Expression
  readonly body: readonly TemplateNode[]
  readonly otherwise: readonly TemplateNode[]
  readonly names: readonly string[]
  readonly at: Position
}

/** A text with placeholders, or a plain string without. */
export type Text = string | readonly TextPart[]

export type TextPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Expression }
  | {
      readonly kind: 'repeat'
      readonly items: Expression
      readonly body: readonly TextPart[]
      readonly otherwise: readonly TextPart[]
      readonly names: readonly string[]
    }
  | {
      readonly kind: 'condition'
      readonly test: Expression
      readonly isNegated: boolean
      readonly body: readonly TextPart[]
      readonly otherwise: readonly TextPart[]
    }
  | {
      readonly kind: 'scope'
      readonly form: ScopeForm
      readonly value: Expression
      readonly body: readonly TextPart[]
      readonly otherwise: readonly TextPart[]
      readonly names: readonly string[]
    }

export type Expression =
  | {
      readonly kind: 'constant'
      readonly value: string | number | boolean | null | undefined
    }
  /**
   * `depth` counts `../`. `scope`: a name, looked up outwards when the scope lacks it. `this`: the scope's own value or a field of it.
   * `root`: after `@root`. `local`: `@index`, `@key`, `@first`, `@last` of a repeat.
   */
  | {
      readonly kind: 'path'
      readonly source: 'scope' | 'this' | 'root' | 'local'
      readonly depth: number
      readonly segments: readonly string[]
      readonly at: Position
    }
  /**
   * Helpers whose names begin with `@` are inserted by the compiler: `@pagesum` and `@carry` are page sums (arguments as of `sum`, where the
   * list may be absent), `@part` joins the value of a part with its named arguments, the others escape or filter a value for its context.
   */
  | {
      readonly kind: 'call'
      readonly helper: string
      readonly positional: readonly Expression[]
      readonly named: Readonly<Record<string, Expression>>
      readonly at: Position
    }
