// Editor documents (ProseMirror, TipTap) become source documents: elements with classes and inline styles, and one generated style sheet.
import { error, type Position } from '../../diagnostic.ts'
import { emptyDocument } from '../assemble.ts'
import type { BlockItem } from '../blocks.ts'
import { checkJson } from '../json-syntax.ts'
import type { SourceBlock, SourceDocument, SourceElement, SourceNode, SourcePart } from '../source.ts'
import { calloutElement } from './callout.ts'
import { checkedDocument, escapeKey, isWithinLimits, maxJsonDepth } from './check.ts'
import { contentsPlace, linkTargets, withContents } from './contents.ts'
import { codeImage, type InlineContext, imageElement, inlineNodes } from './inline.ts'
import { leafBlock } from './leaf.ts'
import {
  attrAsNode,
  attrOf,
  childrenOf,
  decorated,
  type EditorContext,
  type EditorNode,
  element,
  lengthAttr,
  lineHeight,
  type PlacedNode,
  partsOf,
  pointerAt,
  styleText,
  textAttr,
} from './node.ts'
import { RawHtml } from './raw.ts'
import { readDocument } from './read.ts'
import { editorSheet } from './sheet.ts'
import { borderOf, tableElement } from './table.ts'
import { EditorTexts } from './text.ts'

/** Parses an editor document, as JSON text or as the parsed value. All errors are reported; after an error the result is empty. */
export function parseEditor(source: string | object, context: EditorContext): SourceDocument {
  const value = typeof source === 'string' ? parseJson(source, context) : source
  if (value === undefined || !isWithinLimits(value, context.reporter, context.limits)) return emptyDocument()
  const document = checkedDocument(readDocument(value, context), context)
  return document === undefined ? emptyDocument() : new Converter(document, context).document()
}

function parseJson(source: string, { reporter, limits }: EditorContext): unknown {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  if (text.length > limits.templateBytes || new TextEncoder().encode(text).length > limits.templateBytes) {
    reporter.report(error('limit-template', undefined, `the template is larger than ${limits.templateBytes} bytes`))
    return undefined
  }
  const check = checkJson(text)
  if (check.kind === 'invalid') {
    const hint = 'the template is an editor document in JSON; an html template has type "html"'
    const isHtml = text.trimStart().startsWith('<')
    reporter.report(error('invalid-document', placeIn(text, check.offset), `this is not JSON: ${check.message}`, isHtml ? hint : undefined))
    return undefined
  }
  if (check.depth > maxJsonDepth(limits)) {
    reporter.report(error('limit-depth', undefined, `nodes are nested deeper than ${limits.depth}`))
    return undefined
  }
  return JSON.parse(text)
}

function placeIn(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { kind: 'text', line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

class Converter {
  readonly #root: EditorNode
  readonly #page: EditorNode
  readonly #context: InlineContext
  readonly #targets: ReadonlySet<string>

  constructor(root: EditorNode, context: EditorContext) {
    this.#root = root
    this.#page = attrAsNode(root, 'page')
    const roots = [this.#running('header'), this.#running('footer'), { node: root, pointer: root.pointer }].filter(
      (placed) => placed !== undefined,
    )
    this.#context = { ...context, texts: new EditorTexts(roots, context), rawHtml: new RawHtml(context) }
    this.#targets = linkTargets(roots)
  }

  document(): SourceDocument {
    const at = pointerAt('')
    const running = (['header', 'footer'] as const).flatMap((name) => this.#runningElement(name))
    const content = this.#blocks({ node: this.#root, pointer: this.#root.pointer }, 'the document')
    const lang = textAttr(this.#page, 'lang') ?? textAttr(this.#root, 'lang')
    const dir = textAttr(this.#page, 'dir') ?? textAttr(this.#root, 'dir')
    const head = element('head', {}, [], at)
    const body = element('body', {}, withContents([...running, ...content], this.#context), at)
    const root = element('html', { lang, dir }, [head, body], at)
    const stylesheets = [editorSheet(this.#root), ...this.#context.rawHtml.stylesheets]
    const names = textAttr(this.#page, 'conformance')
      ?.split(/[\s,]+/)
      .filter((name) => name !== '')
    const tagged = attrOf(this.#page, 'tagged')
    return {
      root,
      stylesheets,
      mode: 'standards',
      title: partsOf(this.#page, 'title', this.#page.pointer, this.#context) ?? [],
      language: lang,
      ...(typeof tagged === 'boolean' ? { tagged } : {}),
      ...(names === undefined ? {} : { conformance: { names, at: pointerAt(`${this.#page.pointer}/conformance`) } }),
    }
  }

  /** Header or footer as a node with its blocks as content. */
  #running(name: 'header' | 'footer'): PlacedNode | undefined {
    const content = attrOf(this.#page, name)
    return Array.isArray(content) && content.length > 0
      ? { node: { type: name, content, pointer: '' }, pointer: `${this.#root.pointer}/attrs/page/${name}` }
      : undefined
  }

  #runningElement(name: 'header' | 'footer'): readonly SourceElement[] {
    const placed = this.#running(name)
    if (placed === undefined) return []
    return [element('div', { class: `platen-running platen-${name}` }, this.#blocks(placed, `the ${name}`), pointerAt(placed.pointer))]
  }

  /** The block nodes inside a node, nested in the `{{#…}}` blocks between them. */
  #blocks(parent: PlacedNode, description: string): readonly SourceNode[] {
    const pieces = childrenOf(parent).flatMap((child): BlockItem<SourceNode>[] => {
      const tag = this.#context.texts.soleTag(child.node)
      if (tag !== undefined) return [{ kind: 'tag', tag }]
      const partial = this.#context.texts.solePartial(child.node)
      if (partial !== undefined) {
        const nodes = this.#context.rawHtml.partial(partial, pointerAt(child.pointer))
        return nodes.map((node) => ({ kind: 'node', node }))
      }
      return this.#block(child).map((node) => ({ kind: 'node', node }))
    })
    return this.#context.texts.nest<SourceNode>(pieces, (block) => ({ kind: 'block', block }), description)
  }

  #block(placed: PlacedNode): readonly SourceNode[] {
    const nodes = this.#plainBlock(placed)
    const [first, ...rest] = nodes
    return first?.kind === 'element' ? [this.#anchored(decorated(first, placed.node), placed.node), ...rest] : nodes
  }

  /** Blocks with an id that a link of the document names are its targets. */
  #anchored(element: SourceElement, node: EditorNode): SourceElement {
    const id = this.#targets.size === 0 ? undefined : textAttr(node, 'id')
    if (id === undefined || !this.#targets.has(id) || element.attributes.some(({ name }) => name === 'id')) return element
    const parts: readonly SourcePart[] = [{ kind: 'literal', text: id }]
    return { ...element, attributes: [...element.attributes, { name: 'id', parts, at: element.at }] }
  }

  #plainBlock(placed: PlacedNode): readonly SourceNode[] {
    const { node, pointer } = placed
    const at = pointerAt(pointer)
    switch (node.type) {
      case 'paragraph':
        return [this.#textBlock('p', placed)]
      case 'heading':
        return [this.#textBlock(`h${attrOf(node, 'level')}`, placed)]
      case 'figcaption':
        return [this.#textBlock('figcaption', placed)]
      case 'detailsSummary':
        return [this.#textBlock('summary', placed)]
      case 'bulletList':
        return [element('ul', {}, this.#inside(placed), at)]
      case 'orderedList':
        return [this.#orderedList(placed)]
      case 'listItem':
        return [element('li', {}, this.#inside(placed), at)]
      case 'taskList':
        return [element('ul', { class: 'platen-tasks' }, this.#inside(placed), at)]
      case 'taskItem':
        return [this.#task(placed)]
      case 'blockquote':
        return [element('blockquote', {}, this.#inside(placed), at)]
      case 'codeBlock':
        return [element('pre', {}, [element('code', {}, inlineNodes(placed, this.#context), at)], at)]
      case 'horizontalRule':
        return [element('hr', {}, [], at)]
      case 'image':
        return [this.#figure(placed)]
      case 'table':
        return [tableElement(placed, (cell) => this.#inside(cell))]
      case 'columns':
        return [this.#columns(placed)]
      case 'section':
        return [this.#section(placed)]
      case 'repeat':
        return [this.#guarded(placed, 'each', 'items')]
      case 'condition':
        return this.#condition(placed)
      case 'pageBreak':
        return [element('div', { class: 'platen-page-break' }, [], at)]
      case 'spacer':
        return [element('div', { class: 'platen-spacer', style: styleText([['height', lengthAttr(node, 'height')]]) }, [], at)]
      case 'qrcode':
      case 'barcode':
        return codeImage(placed, 'div', this.#context)
      case 'rawHtml':
        return this.#context.rawHtml.nodes(placed)
      case 'details':
        return [element('details', { class: 'platen-details', open: '' }, this.#inside(placed), at)]
      case 'detailsContent':
        return [element('div', { class: 'platen-details-content' }, this.#inside(placed), at)]
      case 'figure':
        return [element('figure', { style: styleText([['text-align', textAttr(node, 'align')]]) }, this.#inside(placed), at)]
      case 'callout':
        return [calloutElement(placed, this.#inside(placed), this.#context)]
      case 'tableOfContents':
        return [contentsPlace(placed, this.#context)]
      default:
        return leafBlock(placed, this.#context)
    }
  }

  #inside(placed: PlacedNode): readonly SourceNode[] {
    return this.#blocks(placed, `this ${placed.node.type}`)
  }

  #textBlock(tag: string, placed: PlacedNode): SourceElement {
    const { node, pointer } = placed
    const keep = attrOf(node, 'keepWithNext')
    const style = styleText([
      ['text-align', textAttr(node, 'textAlign')],
      ['line-height', lineHeight(node)],
      ['margin-top', lengthAttr(node, 'spaceBefore')],
      ['margin-bottom', lengthAttr(node, 'spaceAfter')],
      ['break-after', keep === true ? 'avoid' : keep === false ? 'auto' : undefined],
    ])
    const at = pointerAt(pointer)
    const content = inlineNodes(placed, this.#context)
    // Editors show an empty line for an empty paragraph, and after a break at its end.
    const endsOpen = node.content?.at(-1)?.type === 'hardBreak' || !node.content?.length
    return element(tag, { style }, endsOpen ? [...content, element('br', {}, [], at)] : content, at)
  }

  #orderedList(placed: PlacedNode): SourceElement {
    const start = attrOf(placed.node, 'start')
    const attributes = { start: typeof start === 'number' && start !== 1 ? String(start) : undefined, type: textAttr(placed.node, 'type') }
    return element('ol', attributes, this.#inside(placed), pointerAt(placed.pointer))
  }

  /** The box is a form control, which is drawn as vectors. */
  #task(placed: PlacedNode): SourceElement {
    const at = pointerAt(placed.pointer)
    const checked = attrOf(placed.node, 'checked') === true ? '' : undefined
    const box = element('input', { type: 'checkbox', checked }, [], at)
    return element('li', { class: 'platen-task' }, [box, element('div', {}, this.#inside(placed), at)], at)
  }

  #figure(placed: PlacedNode): SourceElement {
    const style = styleText([['text-align', textAttr(placed.node, 'align')]])
    return element('div', { class: 'platen-figure', style }, [imageElement(placed, this.#context)], pointerAt(placed.pointer))
  }

  #columns(placed: PlacedNode): SourceElement {
    const columns = childrenOf(placed).map((column) => {
      const width = lengthAttr(column.node, 'width')
      const align = textAttr(column.node, 'verticalAlign')
      const style = styleText([
        ['flex', width === undefined || width === 'auto' ? growOf(column.node) : `0 1 ${width}`],
        ['align-self', align === 'middle' ? 'center' : align === 'bottom' ? 'flex-end' : undefined],
      ])
      return decorated(element('div', { class: 'platen-column', style }, this.#inside(column), pointerAt(column.pointer)), column.node)
    })
    const style = styleText([['gap', lengthAttr(placed.node, 'gap')]])
    return element('div', { class: 'platen-columns', style }, columns, pointerAt(placed.pointer))
  }

  #section(placed: PlacedNode): SourceElement {
    const { node, pointer } = placed
    const before = attrOf(node, 'breakBefore')
    const style = styleText([
      ['padding', cssLengths(attrOf(node, 'padding'))],
      ['background', textAttr(node, 'background')],
      ['border', borderOf(node)],
      ['border-radius', cssLengths(attrOf(node, 'radius'))],
      ['break-inside', attrOf(node, 'keepTogether') === true ? 'avoid' : undefined],
      ['break-before', before === true || before === 'always' ? 'page' : typeof before === 'string' ? before : undefined],
    ])
    return element('div', { class: 'platen-section', style }, this.#inside(placed), pointerAt(pointer))
  }

  #condition(placed: PlacedNode): readonly SourceNode[] {
    const names = (['if', 'unless'] as const).filter((name) => textAttr(placed.node, name) !== undefined)
    if (names.length === 1) return [this.#guarded(placed, names[0]!, names[0]!)]
    const message = names.length === 0 ? 'this condition has neither "if" nor "unless"' : 'this condition has both "if" and "unless"'
    this.#context.reporter.report(error('invalid-document', pointerAt(`${placed.pointer}/attrs`), message, 'write one of them'))
    return []
  }

  /** A block of the placeholder language around the node's content. */
  #guarded(placed: PlacedNode, name: SourceBlock<SourceNode>['name'], attribute: string): SourceNode {
    const code = `${name} ${textAttr(placed.node, attribute) ?? ''}`
    const at = pointerAt(`${placed.pointer}/attrs/${escapeKey(attribute)}`)
    return { kind: 'block', block: { name, code, body: this.#inside(placed), otherwise: [], at } }
  }
}

function growOf(column: EditorNode): string | undefined {
  const grow = attrOf(column, 'grow')
  return typeof grow === 'number' && grow > 0 ? `${grow} 1 0` : undefined
}

function cssLengths(value: unknown): string | undefined {
  if (typeof value === 'number') return `${value}px`
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
