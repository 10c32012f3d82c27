// The bridge to parse5: parses html text to source nodes. Nothing else imports parse5.
import { html, InsertionMode, Parser, Token, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import { error, type Position, type Reporter, warning } from '../diagnostic.ts'
import type { VectorElement } from '../image/image.ts'
import type { Limits } from '../limits.ts'
import { type Assembly, assembleDocument, assembleNodes, emptyDocument } from './assemble.ts'
import type { BlockTag, Locate, Pairs } from './blocks.ts'
import { alignBlocks, type TagGroup } from './implied-tags.ts'
import { isBlockTag, MAX_MARKERS, type MarkedText, type Marker, markText, splitAtMarkers } from './markers.ts'
import { type Parts, wholeText } from './parts.ts'
import { byteLength } from './positions.ts'
import type { SheetText, SourceDocument, SourceNode } from './source.ts'
import { childrenOf, detach, insert, insertText, TreeBlockTag, TreeDoctype, TreeElement, type TreeNode, TreeText } from './tree.ts'

export interface ParseOptions {
  readonly reporter: Reporter
  readonly limits: Limits
  /** The text of the style sheet that a `<link>` names; undefined when there is none. */
  readonly styleSheet?: (url: string) => SheetText | undefined
  /** Shared parts that `{{> name}}` inserts. */
  readonly parts?: Parts
}

/** Parses a whole html template. All errors are reported; after an error the result is the best recovery. */
export function parseHtml(source: string, { reporter, limits, styleSheet, parts }: ParseOptions): SourceDocument {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  if (byteLength(text) > limits.templateBytes) {
    reporter.report(error('limit-template', undefined, `the template is larger than ${limits.templateBytes} bytes`))
    return emptyDocument()
  }
  const { text: whole, tags, locate, pairs } = wholeText(text, { parts, reporter, limits })
  if (tags.length > MAX_MARKERS) reporter.report(error('limit-nodes', undefined, `more than ${MAX_MARKERS} placeholders and blocks`))
  if (pairs === undefined) return emptyDocument()
  const marked = markText(whole, tags)
  const at = (offset: number): Position => locate(marked.originalOffset(offset))
  const parser = new TemplateParser(marked, { pairs, reporter, at, locate, maxDepth: limits.depth, maxNodes: limits.nodes })
  parser.run(marked.text)
  alignBlocks(groupsOf(parser.blockTags, pairs))
  return assembleDocument(parser.document, { marked, pairs, reporter, at, locate, ...(styleSheet === undefined ? {} : { styleSheet }) })
}

const NO_MARKERS: MarkedText = { text: '', markers: [], spaces: new Map(), originalOffset: (offset) => offset }
const NO_PAIRS: Pairs = { partner: () => undefined, owner: () => undefined }
const NOWHERE: Position = { kind: 'text', line: 1, column: 1 }
const SILENT: Reporter = { report: () => undefined }
const FRAGMENT_LIMITS = { maxDepth: 100, maxNodes: 100_000 }
const FRAGMENT: Assembly = { marked: NO_MARKERS, pairs: NO_PAIRS, reporter: SILENT, at: () => NOWHERE, locate: () => NOWHERE }

/** Parses markup without placeholders, as the content of a `<div>`. Nodes beyond the limits are flattened or left out. */
export function parseFragmentNodes(html: string): readonly SourceNode[] {
  return assembleNodes(parseFragment(html), FRAGMENT)
}

/** The first `<svg>` of an image file; undefined when there is none. */
export function parseVector(markup: string): VectorElement | undefined {
  const svg = findSvg(parseFragment(markup.replace(/^\uFEFF/, '')))
  return svg === undefined ? undefined : vectorOf(svg)
}

function parseFragment(html: string): TreeElement {
  const context = new TreeElement('div', 'html')
  const parser = new TemplateParser(NO_MARKERS, { ...FRAGMENT, ...FRAGMENT_LIMITS }, context)
  parser.run(html)
  return childrenOf(parser.document).find((node) => node.kind === 'element') ?? parser.document
}

function findSvg(parent: TreeElement): TreeElement | undefined {
  for (const child of childrenOf(parent)) {
    if (child.kind !== 'element') continue
    const found = child.tag === 'svg' ? child : findSvg(child)
    if (found !== undefined) return found
  }
  return undefined
}

function vectorOf(element: TreeElement): VectorElement {
  const children = childrenOf(element).flatMap((child): (VectorElement | string)[] =>
    child.kind === 'element' ? [vectorOf(child)] : child.kind === 'text' ? [child.text] : [],
  )
  const attributes = new Map(
    element.attributes.map(({ prefix, name, value }) => [prefix === undefined ? name : `${prefix}:${name}`, value]),
  )
  return { tag: element.tag, attributes, children }
}

// ── parse5 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface TreeMap
  extends TreeAdapterTypeMap<
    TreeNode,
    TreeElement,
    TreeNode,
    TreeElement,
    TreeElement,
    TreeElement,
    TreeNode,
    TreeText,
    TreeElement,
    TreeDoctype
  > {}

interface ParserContext {
  readonly pairs: Pairs
  readonly reporter: Reporter
  readonly at: Locate
  readonly locate: Locate
  readonly maxDepth: number
  readonly maxNodes: number
}

class TooManyNodes extends Error {}

const TABLE_PARTS = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr'])

/** parse5's tree constructor with three changes: block tags in text become nodes of their own, text nodes have offsets, and depth and number of nodes are limited. */
class TemplateParser extends Parser<TreeMap> {
  /** In the order of the text. */
  readonly blockTags: TreeBlockTag[] = []
  readonly #marked: MarkedText
  readonly #context: ParserContext
  /** Block tags pass through the tree constructor as comments: the tag of each such comment. */
  readonly #tags = new WeakMap<Token.CommentToken, BlockTag>()
  readonly #open: TreeBlockTag[] = []

  constructor(marked: MarkedText, context: ParserContext, fragmentContext?: TreeElement) {
    super({ treeAdapter: makeAdapter(context), sourceCodeLocationInfo: true }, new TreeElement('', 'html'), fragmentContext ?? null)
    this.#marked = marked
    this.#context = context
    if (fragmentContext !== undefined) this._insertFakeRootElement()
    if (fragmentContext !== undefined) this._resetInsertionMode()
  }

  run(text: string): void {
    try {
      this.tokenizer.write(text, true)
    } catch (thrown) {
      if (!(thrown instanceof TooManyNodes)) throw thrown
      this.#context.reporter.report(
        error('limit-nodes', undefined, `the template has more than ${this.#context.maxNodes} elements and texts`),
      )
    }
  }

  override onStartTag(token: Token.TagToken): void {
    const { reporter, at, maxDepth } = this.#context
    if (this.openElements.stackTop + 1 < maxDepth) super.onStartTag(token)
    else reporter.report(error('limit-depth', at(token.location?.startOffset ?? 0), `elements are nested deeper than ${maxDepth}`))
  }

  override onCharacter(token: Token.CharacterToken): void {
    const pieces = this.insertionMode === InsertionMode.TEXT ? [] : splitAtMarkers(token.chars, this.#marked)
    if (pieces.some((piece) => typeof piece !== 'string' && isBlockTag(piece))) this.#onCharactersAndTags(token, pieces)
    else super.onCharacter(token)
  }

  #onCharactersAndTags(token: Token.CharacterToken, pieces: readonly (string | Marker)[]): void {
    let text = ''
    const flush = (): void => {
      if (text !== '') super.onCharacter({ type: Token.TokenType.CHARACTER, chars: text, location: token.location })
      text = ''
    }
    let rest = token.chars
    for (const piece of pieces) {
      const length = typeof piece === 'string' ? piece.length : 2
      if (typeof piece === 'string' || !isBlockTag(piece)) text += rest.slice(0, length)
      else {
        flush()
        this.#onBlockTag(piece, token.location)
        const chars = this.#marked.spaces.get(piece)
        const type = Token.TokenType.WHITESPACE_CHARACTER
        if (chars !== undefined) super.onWhitespaceCharacter({ type, chars, location: token.location })
      }
      rest = rest.slice(length)
    }
    flush()
  }

  #onBlockTag(tag: BlockTag, location: Token.Location | null): void {
    const comment: Token.CommentToken = { type: Token.TokenType.COMMENT, data: '', location }
    this.#tags.set(comment, tag)
    super.onComment(comment)
  }

  /** Drops comments, except for block tags in them whose partners are outside: authors hide block tags from other programs this way. */
  override onComment(token: Token.CommentToken): void {
    // The tree constructor processes some tokens again, as after text in a table.
    if (this.#tags.has(token)) {
      super.onComment(token)
      return
    }
    const pieces = splitAtMarkers(token.data, this.#marked)
    const tags = new Set(pieces.filter((piece): piece is BlockTag => typeof piece !== 'string' && isBlockTag(piece)))
    const { partner, owner } = this.#context.pairs
    for (const tag of tags) {
      const other = tag.kind === 'else' ? owner(tag) : partner(tag)
      if (other !== undefined && !tags.has(other)) this.#onBlockTag(tag, token.location)
    }
  }

  override _appendCommentNode(token: Token.CommentToken, parent: TreeElement): void {
    const tag = this.#tags.get(token)
    if (tag === undefined) return
    const node = new TreeBlockTag(tag)
    this.blockTags.push(node)
    if (tag.kind === 'open') this.#open.push(node)
    else if (tag.kind === 'close') this.#open.pop()
    insert(parent, node, undefined)
  }

  override _insertElement(token: Token.TagToken, namespace: html.NS): void {
    this.#checkElement(token)
    super._insertElement(token, namespace)
  }

  override _appendElement(token: Token.TagToken, namespace: html.NS): void {
    this.#checkElement(token)
    super._appendElement(token, namespace)
  }

  #checkElement({ tagName, location }: Token.TagToken): void {
    if (this._shouldFosterParentOnInsertion()) this.#checkTableContent(`<${tagName}>`, this.#context.at(location?.startOffset ?? 0))
  }

  /** Content that is not allowed in a table is moved before it (foster parenting), as in browsers. Reports where a block or placeholder would be torn apart. */
  #checkTableContent(what: string, place: Position): void {
    if (!this._shouldFosterParentOnInsertion()) return
    const block = this.#open.at(-1)
    const { reporter } = this.#context
    const message = `${what} is not allowed directly in a table and is moved before it`
    if (block?.parent !== undefined && TABLE_PARTS.has(block.parent.tag)) {
      reporter.report(error('unsupported-html', place, `${message}, out of its block`, 'put it into a cell'))
    } else if (what === 'a placeholder') reporter.report(warning('unsupported-html', place, message, 'put it into a cell'))
  }

  override _insertCharacters(token: Token.CharacterToken): void {
    const mark = splitAtMarkers(token.chars, this.#marked).find((piece) => typeof piece !== 'string' && piece.kind === 'placeholder')
    if (mark !== undefined && typeof mark !== 'string') this.#checkTableContent('a placeholder', this.#context.locate(mark.start))
    const { parent, beforeElement } = this._getInsertionLocation()
    insertText(parent, token.chars, beforeElement ?? undefined, token.location?.startOffset ?? 0)
  }
}

/** parse5's interface to the tree. */
function makeAdapter({ maxNodes }: ParserContext): TreeAdapter<TreeMap> {
  let count = 0
  const countOne = (): void => {
    if (++count > maxNodes) throw new TooManyNodes()
  }
  const updateLocation = (node: TreeNode, location: Partial<Token.ElementLocation> | null): void => {
    if (node.kind !== 'element' || location === null) return
    if (location.startTag !== undefined) node.startTag = location.startTag.startOffset
    if (location.endTag !== undefined) node.endTag = location.endTag.startOffset
    if (location.startTag === undefined) return
    for (const attribute of node.attributes) {
      attribute.offset = location.attrs?.[attributeName(attribute).toLowerCase()]?.startOffset ?? location.startTag.startOffset
    }
  }
  return {
    createDocument: () => new TreeElement('', 'html'),
    createDocumentFragment: () => new TreeElement('', 'html'),
    createElement(tag, namespace, attributes) {
      countOne()
      const element = new TreeElement(tag, namespace.endsWith('svg') ? 'svg' : namespace.endsWith('MathML') ? 'mathml' : 'html')
      for (const { name, prefix, value } of attributes) {
        element.attributes.push({ name, value, offset: 0, ...(prefix === undefined || prefix === '' ? {} : { prefix }) })
      }
      return element
    },
    createCommentNode: (data) => new TreeText(data, 0),
    createTextNode: (data) => new TreeText(data, 0),
    appendChild: (parent, node) => insert(parent, node, undefined),
    insertBefore: (parent, node, before) => insert(parent, node, before),
    insertText: (parent, text) => {
      countOne()
      insertText(parent, text, undefined, 0)
    },
    insertTextBefore: (parent, text, before) => {
      countOne()
      insertText(parent, text, before, 0)
    },
    detachNode: detach,
    adoptAttributes(element, attributes) {
      const names = new Set(element.attributes.map((attribute) => attribute.name))
      for (const { name, value } of attributes) if (!names.has(name)) element.attributes.push({ name, value, offset: 0 })
    },
    setTemplateContent(template, content) {
      template.content = content
    },
    getTemplateContent: (template) => template.content ?? template,
    setDocumentType: (document) => insert(document, new TreeDoctype(), undefined),
    setDocumentMode(document, mode) {
      document.mode = mode
    },
    getDocumentMode: (document) => document.mode as ReturnType<TreeAdapter['getDocumentMode']>, // set by parse5 itself
    getFirstChild: (node) => node.first ?? null,
    getChildNodes: childrenOf,
    getParentNode: (node) => node.parent ?? null,
    getAttrList: (element) => element.attributes,
    getTagName: (element) => element.tag,
    getNamespaceURI: (element) => NAMESPACES[element.namespace],
    getTextNodeContent: (node) => node.text,
    getCommentNodeContent: () => '',
    getDocumentTypeNodeName: () => 'html',
    getDocumentTypeNodePublicId: () => '',
    getDocumentTypeNodeSystemId: () => '',
    isTextNode: (node): node is TreeText => node.kind === 'text',
    isCommentNode: (_node): _node is TreeNode => false,
    isDocumentTypeNode: (node): node is TreeDoctype => node.kind === 'doctype',
    isElementNode: (node): node is TreeElement => node.kind === 'element',
    setNodeSourceCodeLocation: updateLocation,
    updateNodeSourceCodeLocation: updateLocation,
    // parse5 only tests whether there is a location; the offsets are read in `updateLocation`.
    getNodeSourceCodeLocation: (node) => (node.kind === 'element' && node.startTag === undefined ? null : SOME_LOCATION),
  }
}

const SOME_LOCATION: Token.ElementLocation = { startLine: 1, startCol: 1, startOffset: 0, endLine: 1, endCol: 1, endOffset: 0 }
const NAMESPACES = { html: html.NS.HTML, svg: html.NS.SVG, mathml: html.NS.MATHML }

function attributeName({ name, prefix }: { readonly name: string; readonly prefix?: string }): string {
  return prefix === undefined ? name : `${prefix}:${name}`
}

// ── blocks ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

function groupsOf(blockTags: readonly TreeBlockTag[], pairs: Pairs): readonly TagGroup[] {
  const groups = new Map<BlockTag, TreeBlockTag[]>()
  for (const node of blockTags) {
    const opening = node.tag.kind === 'open' ? node.tag : node.tag.kind === 'else' ? pairs.owner(node.tag) : pairs.partner(node.tag)
    if (opening === undefined) continue
    const group = groups.get(opening)
    if (group === undefined) groups.set(opening, [node])
    else group.push(node)
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
