// Compiles source nodes to a `Template`: parses expressions and blocks, numbers the elements, marks the static ones.
import { error, type Position, type Reporter, warning } from '../diagnostic.ts'
import type { Limits } from '../limits.ts'
import type {
  SourceAttribute,
  SourceBlock,
  SourceDocument,
  SourceElement,
  SourceNode,
  SourcePart,
  SourceStyleValue,
} from '../source/source.ts'
import { suggest } from '../suggest.ts'
import { type BlockMeaning, blockOfAttribute, directiveHint, parseBlock } from './blocks.ts'
import { type ExpressionContext, parseExpression, signatureOf } from './expression.ts'
import { labelled } from './labels.ts'
import { containsPageSum, cssPageSums, rejectPageSums } from './page-sums.ts'
import { type StyleContext, StyleScanner } from './style-text.ts'
import type {
  Expression,
  Guard,
  Template,
  TemplateAttribute,
  TemplateElement,
  TemplateNode,
  TemplateProperty,
  Text,
  TextPart,
} from './template.ts'
import { deriveVariables } from './variables.ts'

interface CompileOptions {
  /** Names of the embedder's custom helpers. */
  readonly helpers: ReadonlySet<string>
  readonly reporter: Reporter
  readonly limits: Limits
}

/** Compiles a template. All errors are reported; after an error the result must not be used. */
export function compileTemplate(document: SourceDocument, options: CompileOptions): Template {
  checkStyleSize(document, options)
  const called = new Set<string>()
  const sums = new Set(document.stylesheets.flatMap(({ text }) => cssPageSums(text)))
  const compiler = new Compiler({ helpers: options.helpers, reporter: options.reporter, calledHelpers: called, summedFields: sums })
  const root = labelled(compiler.root(document.root))
  const properties = document.stylesheets.flatMap((sheet) => sheet.values.map((value) => compiler.property(value)))
  const title = compiler.text(document.title)
  rejectPageSums({ root, title, properties }, options.reporter)
  return deepFreeze({
    root,
    stylesheets: document.stylesheets.map(({ text, media, at }) => ({ text, media, at })),
    properties,
    mode: document.mode,
    variables: deriveVariables({ root, title, properties }),
    helpers: [...called].sort(),
    sums: [...sums].sort(),
    title,
    language: document.language,
    ...(document.conformance === undefined ? {} : { conformance: document.conformance }),
    ...(document.tagged === undefined ? {} : { tagged: document.tagged }),
    elementCount: compiler.elementCount,
  })
}

function checkStyleSize({ stylesheets }: SourceDocument, { reporter, limits }: CompileOptions): void {
  const size = stylesheets.reduce((sum, { text }) => sum + text.length, 0)
  if (size > limits.cssBytes)
    reporter.report(error('limit-css', stylesheets.at(-1)?.at, `the style sheets are larger than ${limits.cssBytes} bytes`))
}

type Placeholder = Extract<SourcePart, { kind: 'placeholder' }>

/** Wraps the expression of a placeholder into the helper that its context requires, such as `@style-value`. */
type WrapPlaceholder = (value: Expression, placeholder: Placeholder) => Expression

const unwrapped: WrapPlaceholder = (value) => value

/** A block that contains only text, as a part of the text around it; undefined when it contains elements. */
function textOfBlock({ body, otherwise, ...block }: SourceBlock<SourceNode>): Extract<SourcePart, { kind: 'block' }> | undefined {
  const parts = [body, otherwise].map(partsOf)
  const [first, second] = parts
  return first === undefined || second === undefined ? undefined : { kind: 'block', block: { ...block, body: first, otherwise: second } }
}

function partsOf(nodes: readonly SourceNode[]): readonly SourcePart[] | undefined {
  const parts: SourcePart[] = []
  for (const node of nodes) {
    if (node.kind === 'element') return undefined
    const text = node.kind === 'text' ? node.parts : textOfBlock(node.block)
    if (text === undefined) return undefined
    parts.push(...('kind' in text ? [text] : text))
  }
  return parts
}

const PAGE_WORDS: readonly string[] = ['first', 'not-first', 'last', 'not-last']

const SILENT: Reporter = { report: () => undefined }

class Compiler {
  elementCount = 0
  #blockDepth = 0
  readonly #context: ExpressionContext

  constructor(context: ExpressionContext) {
    this.#context = context
  }

  /** Compiles the `html` element. Directives on it and on its `head` and `body` are errors. */
  root(source: SourceElement): TemplateElement {
    for (const element of [source, ...source.children]) {
      if (element.kind !== 'element') continue
      const directive = element.attributes.find((attribute) => blockOfAttribute(attribute.name) !== undefined)
      if (directive === undefined) continue
      const message = `${directive.name} has no effect on <${element.tag}>`
      this.#context.reporter.report(error('template-syntax', directive.at, message, 'put it on an element inside the body'))
    }
    return this.#element(source)
  }

  property({ name, styleContext, parts, at }: SourceStyleValue): TemplateProperty {
    const wrap: WrapPlaceholder = (value, placeholder) =>
      styleContext === 'value' ? internalCall('@style-value', [value], placeholder.at) : value
    return { name, styleContext, value: this.#text(parts, wrap), at }
  }

  text(parts: readonly SourcePart[]): Text {
    return this.#text(parts, unwrapped)
  }

  #nodes(sources: readonly SourceNode[]): readonly TemplateNode[] {
    return sources.flatMap((source) => this.#node(source))
  }

  #node(source: SourceNode): readonly TemplateNode[] {
    if (source.kind === 'element') return this.#elementWithDirectives(source)
    if (source.kind === 'text') return this.#content(source.parts, source.at)
    const text = textOfBlock(source.block)
    if (text !== undefined) return this.#content([text], source.block.at)
    return this.#block(source.block, (sources) => this.#nodes(sources))
  }

  /** Text between elements: blocks, and placeholders whose values may be elements, become nodes of their own. */
  #content(parts: readonly SourcePart[], at: Position): readonly TemplateNode[] {
    const nodes: TemplateNode[] = []
    let run: TextPart[] = []
    const flush = (): void => {
      if (run.length > 0) nodes.push({ kind: 'text', text: simplify(run), at })
      run = []
    }
    for (const part of parts) {
      if (part.kind === 'literal') run.push(part)
      else if (part.kind === 'block') {
        flush()
        const late = this.#lateText(part)
        if (late !== undefined) {
          nodes.push({ kind: 'late', text: late, at: part.block.at })
          continue
        }
        nodes.push(...this.#block(part.block, (inner) => this.#content(inner, part.block.at)))
      } else {
        const value = parseExpression(part.code, part.at, this.#context)
        if (value === undefined) continue
        if (part.isRaw || this.#mayReturnElements(value)) {
          flush()
          nodes.push({ kind: 'markup', value, isRich: part.isRaw, at: part.at })
        } else if (containsPageSum(value)) {
          flush()
          nodes.push({ kind: 'late', text: [{ kind: 'value', value }], at: part.at })
        } else run.push({ kind: 'value', value })
      }
    }
    flush()
    return nodes
  }

  /** A block of text whose condition contains a page sum becomes one late text. Undefined for other blocks. */
  #lateText(part: Extract<SourcePart, { kind: 'block' }>): readonly TextPart[] | undefined {
    const meaning = parseBlock(part.block.code, part.block.at, { ...this.#context, reporter: SILENT })
    const subject = meaning?.kind === 'condition' ? meaning.test : meaning?.kind === 'scope' ? meaning.value : undefined
    return subject !== undefined && containsPageSum(subject) ? this.#parts([part], unwrapped) : undefined
  }

  #mayReturnElements(value: Expression): boolean {
    return value.kind === 'call' && (this.#context.helpers.has(value.helper) || signatureOf(value.helper)?.returns === 'markup')
  }

  #block<Source>(block: SourceBlock<Source>, compile: (sources: readonly Source[]) => readonly TemplateNode[]): readonly TemplateNode[] {
    const meaning = parseBlock(block.code, block.at, this.#context)
    const mayBeAbsent = meaning?.kind !== 'scope' || meaning.form === 'section'
    this.#blockDepth += Number(mayBeAbsent)
    const body = compile(block.body)
    const otherwise = compile(block.otherwise)
    this.#blockDepth -= Number(mayBeAbsent)
    return meaning === undefined ? body : [{ ...meaning, body, otherwise, at: block.at }]
  }

  /** An element inside of the blocks of its directives. A condition is inside of the repeat, and so is tested for each row. */
  #elementWithDirectives(source: SourceElement): readonly TemplateNode[] {
    const directives = source.attributes.filter((attribute) => blockOfAttribute(attribute.name) !== undefined)
    const element = this.#element(source)
    if (directives.length === 0) return [element]
    const meanings = directives.flatMap((attribute) => this.#directive(attribute) ?? [])
    const isRepeat = (meaning: BlockMeaning): boolean => meaning.kind === 'repeat'
    const inwards = [...meanings.filter(isRepeat), ...meanings.filter((meaning) => !isRepeat(meaning))]
    return inwards.reduceRight<readonly TemplateNode[]>((body, meaning) => [{ ...meaning, body, otherwise: [], at: source.at }], [element])
  }

  #directive({ name, parts, at }: SourceAttribute): BlockMeaning | undefined {
    const [only] = parts
    const block = blockOfAttribute(name) ?? ''
    const code = only?.kind === 'literal' ? only.text.trim() : only?.kind === 'placeholder' ? only.code : ''
    if (parts.length !== 1 || code === '') {
      this.#context.reporter.report(error('template-syntax', at, `${name} needs the name of a field`, `write ${name}="items"`))
      return undefined
    }
    const isCall = /^[^"'([|]*\s/.test(code) && !/\sas\s+\|/.test(code)
    // The code begins after `name="`. The block name and parenthesis put before it must not shift positions.
    const codeAt = at.kind === 'text' ? { ...at, column: at.column + name.length + 2 - block.length - (isCall ? 2 : 1) } : at
    return parseBlock(isCall ? `${block} (${code})` : `${block} ${code}`, codeAt, this.#context)
  }

  #element(source: SourceElement): TemplateElement {
    const id = this.elementCount++
    if (source.tag === 'style' && this.#blockDepth > 0 && source.namespace === 'html') this.#warnOfStyle(source.at)
    const attributes = source.attributes
      .filter((attribute) => blockOfAttribute(attribute.name) === undefined)
      .map((attribute) => this.#attribute(attribute))
    const children = this.#nodes(source.children)
    const isStatic =
      attributes.every(({ value, guards }) => typeof value === 'string' && guards === undefined) && children.every(isStaticNode)
    return { kind: 'element', id, tag: source.tag, namespace: source.namespace, attributes, children, at: source.at, isStatic }
  }

  #attribute({ name, parts, at, guards }: SourceAttribute): TemplateAttribute {
    const hint = directiveHint(name)
    if (hint !== undefined) this.#context.reporter.report(warning('unsupported-html', at, `attribute ${name} has no effect`, hint))
    if (name === 'data-on') this.#checkPages(parts, at)
    const value = name === 'style' ? this.#text(parts, this.#styleWrap(parts)) : this.#text(parts, unwrapped)
    const compiled = guards?.flatMap(({ code, isNegated, at: codeAt }): Guard[] => {
      const meaning = parseBlock(code, codeAt, this.#context)
      return meaning?.kind === 'condition' ? [{ test: meaning.test, isNegated: meaning.isNegated !== isNegated }] : []
    })
    return { name, value, guards: compiled, at }
  }

  #checkPages(parts: readonly SourcePart[], at: Position): void {
    const [only] = parts
    if (only?.kind !== 'literal' || parts.length > 1) return
    const wrong = only.text.split(/\s+/).find((word) => word !== '' && !PAGE_WORDS.includes(word))
    if (wrong === undefined) return
    const hint = suggest(wrong, PAGE_WORDS) ?? `there are ${PAGE_WORDS.join(', ')}`
    this.#context.reporter.report(warning('unsupported-html', at, `data-on="${wrong}" has no effect`, hint))
  }

  /** Finds the CSS context of each placeholder in a `style` attribute by one walk over all parts, in order. */
  #styleWrap(parts: readonly SourcePart[]): WrapPlaceholder {
    const contexts = new Map<Placeholder, { readonly context: StyleContext; readonly property: string }>()
    const scanner = new StyleScanner()
    const walk = (inner: readonly SourcePart[]): void => {
      for (const part of inner) {
        if (part.kind === 'literal') scanner.read(part.text)
        else if (part.kind === 'placeholder') {
          contexts.set(part, { context: scanner.context, property: scanner.property })
          scanner.skipPlaceholder()
        } else {
          walk(part.block.body)
          walk(part.block.otherwise)
        }
      }
    }
    walk(parts)
    return (value, placeholder) => {
      const { context, property } = contexts.get(placeholder) ?? { context: 'declaration', property: '' }
      if (context === 'comment') return { kind: 'constant', value: '' }
      if (context === 'declaration') this.#warnOfDeclaration(placeholder.at)
      return internalCall(`@style-${context}`, [value, { kind: 'constant', value: property }], placeholder.at)
    }
  }

  #warnOfStyle(at: Position): void {
    const hint = 'put the block into the value of a property, or around a class, as in class="{{#if x}}wide{{/if}}"'
    this.#context.reporter.report(warning('unsupported-html', at, 'a style sheet applies always, also inside a block', hint))
  }

  #warnOfDeclaration(at: Position): void {
    const hint = 'a placeholder can fill values only, as in style="color: {{color}}"; for more use classes or {{#if}}'
    this.#context.reporter.report(warning('bad-value', at, 'data cannot add declarations to a style attribute', hint))
  }

  #text(parts: readonly SourcePart[], wrap: WrapPlaceholder): Text {
    return simplify(this.#parts(parts, wrap))
  }

  #parts(parts: readonly SourcePart[], wrap: WrapPlaceholder): readonly TextPart[] {
    return parts.flatMap((part): readonly TextPart[] => {
      if (part.kind === 'literal') return [part]
      if (part.kind === 'placeholder') {
        const value = parseExpression(part.code, part.at, this.#context)
        return value === undefined ? [] : [{ kind: 'value', value: wrap(value, part) }]
      }
      const { code, at } = part.block
      const meaning = parseBlock(code, at, this.#context)
      const body = this.#parts(part.block.body, wrap)
      return meaning === undefined ? body : [{ ...meaning, body, otherwise: this.#parts(part.block.otherwise, wrap) }]
    })
  }
}

function internalCall(helper: string, positional: readonly Expression[], at: Position): Expression {
  return { kind: 'call', helper, positional, named: {}, at }
}

const isStaticNode = (node: TemplateNode): boolean =>
  node.kind === 'element' ? node.isStatic : node.kind === 'text' && typeof node.text === 'string'

/** Literal parts become one plain string. */
function simplify(parts: readonly TextPart[]): Text {
  return parts.every((part) => part.kind === 'literal') ? parts.map((part) => part.text).join('') : parts
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}
