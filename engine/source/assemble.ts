// Converts the parser's tree to source nodes: splits texts and attributes at their placeholders, nests block tags, collects style sheets.

import { addAll } from '../collections/lists.ts'
import type { Claimed } from '../conformance.ts'
import { type Diagnostic, error, type Position, type Reporter, warning } from '../diagnostic.ts'
import { suggest } from '../suggest.ts'
import { type BlockItem, type BlockTag, type Locate, nestBlocks, type Pairs, pushLiteral, pushTag, wrapPart } from './blocks.ts'
import { withSummary } from './details.ts'
import { asEditorShows, isFilm } from './editor-html.ts'
import { HTML_ELEMENTS } from './elements.data.ts'
import { isBlockTag, type MarkedText, type Marker, splitAtMarkers } from './markers.ts'
import {
  isPictureObject,
  type SheetText,
  type SourceAttribute,
  type SourceBlock,
  type SourceDocument,
  type SourceElement,
  type SourceGuard,
  type SourceNode,
  type SourcePart,
  type SourceStylesheet,
  sheetStart,
} from './source.ts'
import { StyleValues } from './style-values.ts'
import { childrenOf, type TreeElement, type TreeNode } from './tree.ts'

export interface Assembly {
  readonly marked: MarkedText
  readonly pairs: Pairs
  readonly reporter: Reporter
  /** The position of an offset in the parsed text. */
  readonly at: Locate
  /** The position of an offset in the author's text. */
  readonly locate: Locate
  /** The text of the style sheet that a `<link>` names. */
  readonly styleSheet?: (url: string) => SheetText | undefined
}

/** Elements whose content is never rendered. They are kept without it, because selectors such as `:first-child` count them. */
const WITHOUT_CONTENT = new Set([
  'script',
  'noscript',
  'style',
  'title',
  'template',
  'iframe',
  'noembed',
  'noframes',
  'canvas',
  'video',
  'audio',
])

/** Elements that an author expects to have an effect, with hints. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  script: 'scripts do not run; use placeholders and blocks',
  iframe: 'frames are not loaded; put the content into the template',
  embed: 'embedded objects are not loaded; use <img> or <svg>',
  video: 'there is no video in a PDF; use <img>',
  audio: 'there is no sound in a PDF',
  canvas: 'nothing draws on a canvas; use <img> or <svg>',
}

/** Of an `object` that is no picture: what stands in it is shown, as in browsers. */
function hintOfObject({ tag, attributes }: TreeElement): string | undefined {
  const value = (name: string): string | undefined => attributes.find((attribute) => attribute.name === name)?.value
  if (tag !== 'object' || value('data') === undefined || isPictureObject(value('type'), value('data'))) return undefined
  return 'it is not loaded, and its content is shown; use <img> or <svg>'
}

export function assembleDocument(document: TreeElement, assembly: Assembly): SourceDocument {
  const assembler = new Assembler(assembly)
  const { root, title, stylesheets } = assembler.document(document)
  const { conformance, tagged } = assembler
  const language = root.attributes.find((attribute) => attribute.name === 'lang')?.parts
  return {
    root,
    stylesheets,
    mode: document.mode === 'no-quirks' ? 'standards' : document.mode === 'limited-quirks' ? 'limited-quirks' : 'quirks',
    title,
    language: language?.length === 1 && language[0]?.kind === 'literal' ? language[0].text : undefined,
    ...(conformance === undefined ? {} : { conformance }),
    ...(tagged === undefined ? {} : { tagged }),
  }
}

export function assembleNodes(parent: TreeElement, assembly: Assembly): readonly SourceNode[] {
  return new Assembler(assembly).nodes(parent)
}

export function emptyDocument(): SourceDocument {
  const at: Position = { kind: 'text', line: 1, column: 1 }
  const element = (tag: string, children: readonly SourceNode[]): SourceElement => ({
    kind: 'element',
    tag,
    namespace: 'html',
    attributes: [],
    children,
    at,
  })
  const root = element('html', [element('head', []), element('body', [])])
  return { root, stylesheets: [], mode: 'standards', title: [], language: undefined }
}

function missingSheet(url: string, at: Position): Diagnostic {
  const name = `"${shorten(url)}"`
  if (url === '' || /^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url))
    return warning('blocked-url', at, `style sheet ${name} is not loaded`, 'put the CSS into a <style> element')
  const hint = 'hand it in under this name, on the command line with --base-dir, or put the CSS into a <style> element'
  return warning('missing-asset', at, `there is no style sheet ${name}`, hint)
}

class Assembler {
  readonly #stylesheets: SourceStylesheet[] = []
  #title: readonly SourcePart[] = []
  /** Of the first `<meta name="platen:conformance">`. */
  conformance: Claimed | undefined
  /** Of the first `<meta name="platen:tagged">`. */
  tagged: boolean | undefined
  readonly #assembly: Assembly
  readonly #styleValues: StyleValues
  /** Unknown element names, each of which is reported once. */
  readonly #unknown = new Set<string>()

  constructor(assembly: Assembly) {
    this.#assembly = assembly
    this.#styleValues = new StyleValues(assembly.reporter)
  }

  /** Blocks around the `html` element are moved inside of it, around its contents. */
  document(document: TreeElement): Pick<SourceDocument, 'root' | 'title' | 'stylesheets'> {
    const html = childrenOf(document).find((node) => node.kind === 'element')
    if (html?.kind !== 'element') return emptyDocument()
    const root = this.#element(html)
    const isOutermost = (node: TreeNode): boolean => node === html || node.kind === 'block-tag'
    const around = this.#nest(childrenOf(document).filter(isOutermost), () => root, 'the document').find((node) => contains(node, root))
    const all = { root, title: this.#title, stylesheets: this.#stylesheets }
    return around === undefined || around === root ? all : surround(around, all)
  }

  nodes(parent: TreeElement): readonly SourceNode[] {
    return this.#nest(childrenOf(parent), (node) => this.#node(node), `<${parent.tag}>`)
  }

  #nest(children: readonly TreeNode[], convert: (node: TreeNode) => SourceNode | undefined, parent: string): readonly SourceNode[] {
    const pieces: BlockItem<SourceNode>[] = []
    for (const child of children) {
      if (child.kind === 'block-tag') pieces.push({ kind: 'tag', tag: child.tag })
      else {
        const node = convert(child)
        if (node !== undefined) pieces.push({ kind: 'node', node })
      }
    }
    return nestBlocks<SourceNode>(pieces, (block) => ({ kind: 'block', block }), { ...this.#assembly, parent })
  }

  #node(node: TreeNode): SourceNode | undefined {
    if (node.kind === 'text') return this.#text(node.text, node.offset)
    return node.kind === 'element' ? this.#element(node) : undefined
  }

  #text(text: string, offset: number): SourceNode | undefined {
    const parts = this.#parts(text, 'this text')
    return parts.length === 0 ? undefined : { kind: 'text', parts, at: this.#assembly.at(offset) }
  }

  #element(element: TreeElement): SourceElement {
    const { at, reporter } = this.#assembly
    const place = at(element.startTag ?? 0)
    const tag = this.#plainName(element.tag, place, 'an element')
    const isHtml = element.namespace === 'html'
    // Style sheets in svg apply to the whole document.
    if (isHtml || tag === 'style') this.#collect(element, place)
    if (isHtml && tag === element.tag) this.#checkName(tag, place)
    const unsupported = isHtml ? (UNSUPPORTED[tag] ?? hintOfObject(element)) : undefined
    const attributes = this.#attributes(element, place)
    if (unsupported !== undefined && !isDataScript(element) && !isFilm(element))
      reporter.report(warning('unsupported-html', place, `<${tag}> has no effect`, unsupported))
    const children = isHtml && WITHOUT_CONTENT.has(tag) ? [] : this.nodes(element)
    return asEditorShows(withSummary({ kind: 'element', tag, namespace: element.namespace, attributes, children, at: place }), reporter)
  }

  /** Names with a hyphen are custom elements; names with a colon are from other vocabularies, as word processors write them. */
  #checkName(tag: string, at: Position): void {
    if (HTML_ELEMENTS.has(tag) || /[-:]/.test(tag) || this.#unknown.has(tag)) return
    this.#unknown.add(tag)
    const hint = suggest(tag, HTML_ELEMENTS) ?? 'it is laid out as a <span>; names of your own have a hyphen'
    this.#assembly.reporter.report(warning('unknown-element', at, `there is no element <${shorten(tag)}>`, hint))
  }

  #collect(element: TreeElement, at: Position): void {
    const media = element.attributes.find((attribute) => attribute.name === 'media')?.value ?? ''
    const type = element.attributes.find((attribute) => attribute.name === 'type')?.value ?? ''
    if (element.tag === 'style' && /^(text\/css)?$/i.test(type.trim())) {
      const text = element.first?.kind === 'text' ? element.first : undefined
      if (text === undefined) return
      const { text: css, values } = this.#styleValues.extract(this.#parts(text.text, '<style>', true))
      this.#stylesheets.push({ text: css, values, media, at: this.#assembly.at(text.offset) })
    } else if (element.tag === 'link') this.#link(element, media, at)
    else if (element.tag === 'meta') this.#meta(element, at)
    else if (element.tag === 'title' && this.#title.length === 0 && element.first?.kind === 'text')
      this.#title = this.#parts(element.first.text, '<title>')
  }

  #meta(element: TreeElement, at: Position): void {
    const value = (name: string): string => element.attributes.find((attribute) => attribute.name === name)?.value.trim() ?? ''
    const name = value('name').toLowerCase()
    if (name === 'platen:tagged') this.tagged ??= this.#switch(value('content'), at)
    if (name !== 'platen:conformance') return
    this.conformance ??= {
      names: value('content')
        .split(/[\s,]+/)
        .filter((name) => name !== ''),
      at,
    }
  }

  #switch(content: string, at: Position): boolean | undefined {
    const word = content.toLowerCase()
    if (word === 'yes' || word === 'no') return word === 'yes'
    const hint = 'write content="no" for a PDF without tags, or leave the element out'
    this.#assembly.reporter.report(
      warning('unsupported-html', at, `platen:tagged is ${JSON.stringify(shorten(content))}, not yes or no`, hint),
    )
    return undefined
  }

  #link(element: TreeElement, media: string, at: Position): void {
    const value = (name: string): string => element.attributes.find((attribute) => attribute.name === name)?.value.trim() ?? ''
    const rel = value('rel').toLowerCase().split(/\s+/)
    if (!rel.includes('stylesheet') || rel.includes('alternate')) return
    const sheet = this.#assembly.styleSheet?.(value('href'))
    if (sheet !== undefined) this.#stylesheets.push({ text: sheet.text, values: [], media, at: sheetStart(sheet, at) })
    else this.#assembly.reporter.report(missingSheet(value('href'), at))
  }

  #attributes(element: TreeElement, place: Position): readonly SourceAttribute[] {
    const pieces: BlockItem<AttributeNode>[] = []
    for (const { name, prefix, value, offset } of element.attributes) {
      const at = element.startTag === undefined ? place : this.#assembly.at(offset)
      let plain = ''
      const after: BlockItem<AttributeNode>[] = []
      for (const piece of splitAtMarkers(name, this.#assembly.marked)) {
        if (typeof piece === 'string') plain += piece
        else if (isBlockTag(piece)) (plain === '' ? pieces : after).push({ kind: 'tag', tag: piece })
        else plain += this.#literalOf(piece, at, 'an attribute')
      }
      const { inside, behind } = splitUnquoted(value, this.#assembly)
      for (const tag of behind) after.push({ kind: 'tag', tag })
      const parts = this.#parts(inside, `attribute ${plain}`)
      const full = prefix === undefined ? plain : `${prefix}:${plain}`
      if (plain !== '') pieces.push({ kind: 'node', node: { kind: 'attribute', attribute: { name: full, parts, at } } })
      addAll(pieces, after)
    }
    if (pieces.every((piece) => piece.kind === 'node'))
      return pieces.flatMap((piece) => (piece.kind === 'node' && piece.node.kind === 'attribute' ? [piece.node.attribute] : []))
    const nested = nestBlocks<AttributeNode>(pieces, (block) => ({ kind: 'block', block }), {
      ...this.#assembly,
      parent: `the tag <${element.tag}>`,
    })
    return nested.flatMap((node) => this.#guarded(node, []))
  }

  #guarded(node: AttributeNode, guards: readonly SourceGuard[]): readonly SourceAttribute[] {
    if (node.kind === 'attribute') return [guards.length === 0 ? node.attribute : { ...node.attribute, guards }]
    const { name, code, body, otherwise, at } = node.block
    if (name !== 'if' && name !== 'unless') {
      const hint = "use {{#if}} or {{#unless}}, or put the block into the attribute's value"
      this.#assembly.reporter.report(error('template-syntax', at, `block {{#${name}}} cannot enclose attributes`, hint))
    }
    return [
      ...body.flatMap((inner) => this.#guarded(inner, [...guards, { code, isNegated: false, at }])),
      ...otherwise.flatMap((inner) => this.#guarded(inner, [...guards, { code, isNegated: true, at }])),
    ]
  }

  /** Splits a text at its markers. Raw text (`<style>`) has no character references. */
  #parts(text: string, parent: string, isRawText = false): readonly SourcePart[] {
    const { marked, locate } = this.#assembly
    const pieces: BlockItem<SourcePart>[] = []
    for (const piece of splitAtMarkers(text, marked)) {
      if (typeof piece === 'string') pushLiteral(pieces, piece)
      else if (piece.kind === 'private-use') pushLiteral(pieces, isRawText ? piece.source : piece.text)
      else pushTag(pieces, piece, locate)
      const space = typeof piece === 'string' ? undefined : marked.spaces.get(piece)
      if (space !== undefined) pushLiteral(pieces, space)
    }
    return nestBlocks(pieces, wrapPart, { ...this.#assembly, parent })
  }

  #plainName(name: string, at: Position, what: string): string {
    return splitAtMarkers(name, this.#assembly.marked)
      .map((piece) => (typeof piece === 'string' ? piece : this.#literalOf(piece, at, what)))
      .join('')
  }

  #literalOf(mark: Marker, at: Position, what: string): string {
    if (mark.kind === 'private-use' || mark.kind === 'literal') return mark.text
    const hint =
      what === 'an element' ? 'write the elements out in {{#if}} blocks' : 'put the placeholder into the value, as in class="{{x}}"'
    this.#assembly.reporter.report(error('template-syntax', at, `a placeholder cannot name ${what}`, hint))
    return ''
  }
}

/** The HTML parser takes a closing tag after an unquoted value as part of it: `{{#if x}}lang=de{{/if}}`. */
function splitUnquoted(value: string, assembly: Assembly): { readonly inside: string; readonly behind: readonly BlockTag[] } {
  const { marked, pairs } = assembly
  const pieces = splitAtMarkers(value, marked)
  const last = pieces.at(-1)
  if (last === undefined || typeof last === 'string' || last.kind !== 'close') return { inside: value, behind: [] }
  const opening = pairs.partner(last)
  if (opening === undefined || pieces.includes(opening)) return { inside: value, behind: [] }
  const rest = splitUnquoted(value.slice(0, -2), assembly)
  return { inside: rest.inside, behind: [...rest.behind, last] }
}

type AttributeNode =
  | { readonly kind: 'attribute'; readonly attribute: SourceAttribute }
  | { readonly kind: 'block'; readonly block: SourceBlock<AttributeNode> }

function contains(node: SourceNode, root: SourceElement): boolean {
  return node === root || (node.kind === 'block' && [...node.block.body, ...node.block.otherwise].some((inner) => contains(inner, root)))
}

type Whole = Pick<SourceDocument, 'root' | 'title' | 'stylesheets'>

/** Moves the blocks `around` the root around the contents of head and body, the title and all values instead. */
function surround(around: SourceNode, { root, title, stylesheets }: Whole): Whole {
  function wrap<Node>(content: readonly Node[], make: (block: SourceBlock<Node>) => Node, node = around): readonly Node[] {
    if (node === root) return content
    if (node.kind !== 'block' || content.length === 0) return []
    const inside = (branch: readonly SourceNode[]): readonly Node[] => branch.flatMap((inner) => wrap(content, make, inner))
    return [make({ ...node.block, body: inside(node.block.body), otherwise: inside(node.block.otherwise) })]
  }
  const wrapParts = (parts: readonly SourcePart[]): readonly SourcePart[] =>
    parts.every((part) => part.kind === 'literal') ? parts : wrap(parts, wrapPart)
  const wrapAttributes = (element: SourceElement, children: readonly SourceNode[]): SourceElement => ({
    ...element,
    attributes: element.attributes.map((attribute) => ({ ...attribute, parts: wrapParts(attribute.parts) })),
    children,
  })
  const wrapChild = (child: SourceNode): SourceNode =>
    child.kind === 'element'
      ? wrapAttributes(
          child,
          wrap<SourceNode>(child.children, (block) => ({ kind: 'block', block })),
        )
      : child
  return {
    root: wrapAttributes(root, root.children.map(wrapChild)),
    title: wrapParts(title),
    stylesheets: stylesheets.map((sheet) => ({
      ...sheet,
      values: sheet.values.map((value) => ({ ...value, parts: wrapParts(value.parts) })),
    })),
  }
}

/** Structured data and templates in a `<script>` have no effect in browsers either. */
function isDataScript(element: TreeElement): boolean {
  const type = element.attributes.find((attribute) => attribute.name === 'type')?.value ?? ''
  return element.tag === 'script' && type !== '' && !/javascript|module/i.test(type)
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text)
