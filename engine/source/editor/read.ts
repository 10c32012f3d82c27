// Problem: editors write many dialects of one thing: nodes of other names, text where a block is expected, nodes that only they know.
// Approach: the document is copied into the form of the schema before it is validated. Names are translated (`names.data.ts`), nodes are
// put where the schema has them (`placement.ts`), what nobody knows is reported and replaced by its content. Every node keeps the pointer
// of what it was made from, so that later errors name the author's place.
// Limits: attributes are passed on as they are: the validation reports those that are wrong.
import { error } from '../../diagnostic.ts'
import { suggest } from '../../suggest.ts'
import { BlockNoteReader, childrenOfGroup, isBlockNote, type Origins } from './blocknote.ts'
import { completed } from './complete.ts'
import { resolveFootnotes } from './footnotes.ts'
import { type Alias, ATTRIBUTE_ALIASES, MARK_ALIASES, NODE_ALIASES } from './names.data.ts'
import { degrade, type EditorContext, type EditorMark, type EditorNode, isRecord, pointerAt, type Raw, show } from './node.ts'
import { fit, isInlineType, type Place, placeOfContent, splitAtBlocks } from './placement.ts'
import { EDITOR_LEAVES, EDITOR_MARKS, EDITOR_NODES } from './schema.data.ts'

const LEAVES: ReadonlySet<string> = new Set(EDITOR_LEAVES)
const INLINE_LEAVES: ReadonlySet<string> = new Set(EDITOR_LEAVES.filter(isInlineType))

/** Finding a near name takes time: a hostile document may hold any number of names. */
const MOST_HINTS = 100

/** The document in the form of the schema; a value that is no document is returned as it is. */
export function readDocument(value: unknown, context: EditorContext): unknown {
  const root = rootOf(value)
  if (root === undefined) return value
  const { attrs, content, pointer, contentPointer } = root
  const reader = new Reader(context)
  const page = isRecord(attrs?.['page']) ? attrs['page'] : undefined
  const running = (['header', 'footer'] as const).flatMap((name) => {
    const list = page?.[name]
    return Array.isArray(list) ? [[name, reader.root(list, `${pointer}/attrs/page/${name}`)] as const] : []
  })
  return {
    type: 'doc',
    pointer,
    ...(attrs === undefined ? {} : { attrs: page === undefined ? attrs : { ...attrs, page: { ...page, ...Object.fromEntries(running) } } }),
    ...(content === undefined ? {} : { content: Array.isArray(content) ? reader.root(content, contentPointer) : content }),
  }
}

interface Root {
  readonly attrs: Raw | undefined
  readonly content: unknown
  readonly pointer: string
  readonly contentPointer: string
}

/** A document, the state of an editor that holds one, a list of nodes or blocks, or an object with a list of blocks. */
function rootOf(value: unknown): Root | undefined {
  if (Array.isArray(value)) return { attrs: undefined, content: value, pointer: '', contentPointer: '' }
  if (!isRecord(value)) return undefined
  const { doc, blocks } = value
  const isState = isRecord(doc) && doc['type'] === 'doc' && value['type'] !== 'doc'
  const holder = isState ? doc : value
  const pointer = isState ? '/doc' : ''
  const isList = Array.isArray(blocks) && holder['type'] !== 'doc'
  if (!isList && holder['type'] !== 'doc') return undefined
  const given = holder['attrs']
  const page = value['page']
  const attrs = isRecord(page) && holder['type'] !== 'doc' ? { ...(isRecord(given) ? given : {}), page } : (given as Raw | undefined) // the validation reports what is none
  return { attrs, content: isList ? blocks : holder['content'], pointer, contentPointer: `${pointer}/${isList ? 'blocks' : 'content'}` }
}

class Reader {
  readonly #context: EditorContext
  readonly #origins: Origins = new WeakMap()
  readonly #hints = new Map<string, string | undefined>()

  constructor(context: EditorContext) {
    this.#context = context
  }

  /** The list of blocks at the root of a document, or of its header or footer. */
  root(list: readonly unknown[], pointer: string): readonly EditorNode[] {
    const nodes = isBlockNote(list) ? new BlockNoteReader(this.#origins).nodes(list, pointer) : list
    return resolveFootnotes(this.#list(nodes, pointer, 'blocks'))
  }

  /** A list of nodes, as the list of a place. */
  #list(list: readonly unknown[], pointer: string, place: Place): readonly EditorNode[] {
    return fit(this.#nodes(list, pointer, place), place)
  }

  #nodes(list: readonly unknown[], pointer: string, place: Place): EditorNode[] {
    const inside: Place = list.some((raw) => isRecord(raw) && isInlineType(canonicalName(raw['type'], NODES)?.type)) ? 'inlines' : place
    return list.flatMap((raw, index) => {
      const at = (isRecord(raw) ? this.#origins.get(raw) : undefined) ?? `${pointer}/${index}`
      if (!isRecord(raw) || raw['type'] !== 'blockGroup') return this.#node(raw, at, inside)
      return this.#nodes(new BlockNoteReader(this.#origins).nodes(childrenOfGroup(raw), `${at}/content`), at, place)
    })
  }

  #node(raw: unknown, pointer: string, place: Place): readonly EditorNode[] {
    // Text alone is a text node in some exports. Anything else that is no node is left to the validation.
    if (typeof raw === 'string') return [{ type: 'text', text: raw, pointer }]
    if (!isRecord(raw) || typeof raw['type'] !== 'string') return this.#malformed(raw, pointer, 'node')
    const alias = canonicalName(raw['type'], NODES)
    if (alias === undefined) return this.#unknown(raw, pointer, place)
    if (alias.type === 'text') return this.#text(raw, pointer)
    const attrs = attributesOf(raw, alias)
    const marks = this.#marks(raw['marks'], `${pointer}/marks`)
    const content = raw['content']
    const inside = placeOfContent(alias.type, place)
    const list = typeof content === 'string' && content !== '' ? [content] : content
    const hasList = this.#hasList(list, `${pointer}/content`)
    if (hasList && LEAVES.has(alias.type)) return this.#leafWithContent({ ...raw, content: undefined }, list, { pointer, place })
    const node: EditorNode = {
      type: alias.type,
      pointer,
      ...(this.#origins.has(raw) ? { isTranslated: true } : {}),
      ...(attrs === undefined ? {} : { attrs }),
      ...(marks === undefined ? {} : { marks }),
      ...(hasList ? { content: this.#list(list, `${pointer}/content`, inside) } : {}),
    }
    return completed(node)
  }

  #text(raw: Raw, pointer: string): readonly EditorNode[] {
    const marks = this.#marks(raw['marks'], `${pointer}/marks`)
    const text = raw['text']
    if (typeof text === 'string') return [{ type: 'text', text, pointer, ...(marks === undefined ? {} : { marks }) }]
    const message = text === undefined ? '"text" is missing' : `"text" is ${show(text)}`
    const at = pointerAt(text === undefined ? pointer : `${pointer}/text`)
    this.#context.reporter.report(error('invalid-document', at, message, text === undefined ? undefined : 'it must be text'))
    return []
  }

  /** A node that holds nothing in the schema: what its editor puts into it is printed after it, or instead of it where it says nothing else. */
  #leafWithContent(
    raw: Raw,
    content: readonly unknown[],
    { pointer, place }: { readonly pointer: string; readonly place: Place },
  ): readonly EditorNode[] {
    const nodes = this.#spliced(content, pointer, place)
    const attrs = isRecord(raw['attrs']) ? raw['attrs'] : {}
    const isNamed = ['label', 'id', 'name', 'latex', 'src'].some((name) => !isAbsent(attrs[name]))
    return nodes.length > 0 && !isNamed && INLINE_LEAVES.has(String(raw['type'])) ? nodes : [...this.#node(raw, pointer, place), ...nodes]
  }

  /** The content of a node that is not there itself. */
  #spliced(content: readonly unknown[], pointer: string, place: Place): readonly EditorNode[] {
    const nodes = this.#nodes(content, `${pointer}/content`, place)
    const isLine = nodes.some((node) => isInlineType(node.type))
    return isLine && place !== 'inlines' ? splitAtBlocks({ type: 'paragraph', content: fit(nodes, 'inlines'), pointer }) : nodes
  }

  /** The content of a node that nobody knows, or a box with its name. */
  #unknown(raw: Raw, pointer: string, place: Place): readonly EditorNode[] {
    const type = String(raw['type'])
    const content = Array.isArray(raw['content']) ? raw['content'] : []
    const text = typeof raw['text'] === 'string' ? raw['text'] : undefined
    const isLeaf = content.length === 0 && text === undefined
    const message = `unknown node type ${JSON.stringify(type.slice(0, 40))}: ${isLeaf ? 'a box stands for it' : 'its content is printed'}`
    degrade(this.#context, { code: 'unknown-node', at: pointerAt(`${pointer}/type`), message, hint: this.#hint(type, EDITOR_NODES) })
    if (isLeaf) return [{ type: 'unknown', attrs: { label: labelOf(type, raw['attrs'] ?? raw['props']) }, pointer }]
    return text === undefined ? this.#spliced(content, pointer, place) : this.#text(raw, pointer)
  }

  #marks(marks: unknown, pointer: string): readonly EditorMark[] | undefined {
    if (marks === undefined || marks === null) return undefined
    if (!Array.isArray(marks)) return this.#malformed(marks, pointer, 'list')
    return marks.flatMap((raw: unknown, index) => this.#mark(raw, `${pointer}/${index}`))
  }

  #mark(given: unknown, pointer: string): readonly EditorMark[] {
    const raw = typeof given === 'string' ? { type: given } : given
    if (!isRecord(raw) || typeof raw['type'] !== 'string') return this.#malformed(raw, pointer, 'mark')
    const type = raw['type']
    // Atlassian's one mark for both.
    if (type === 'subsup')
      return [{ type: isRecord(raw['attrs']) && raw['attrs']['type'] === 'sup' ? 'superscript' : 'subscript', pointer }]
    const alias = canonicalName(type, MARKS)
    if (alias === undefined) {
      const message = `unknown mark type ${JSON.stringify(type.slice(0, 40))}: its text is printed without it`
      degrade(this.#context, {
        code: 'unknown-node',
        at: pointerAt(raw === given ? `${pointer}/type` : pointer),
        message,
        hint: this.#hint(type, EDITOR_MARKS),
      })
      return []
    }
    const attrs = attributesOf(raw, alias)
    const isDeadLink = alias.type === 'link' && (attrs?.['href'] ?? '') === ''
    return alias.type === '' || isDeadLink ? [] : [{ type: alias.type, pointer, ...(attrs === undefined ? {} : { attrs }) }]
  }

  #hasList(content: unknown, pointer: string): content is readonly unknown[] {
    if (Array.isArray(content)) return true
    if (content !== undefined && content !== null && content !== '') this.#malformed(content, pointer, 'list')
    return false
  }

  /** Reports what is no node, no mark or no list of them. */
  #malformed(raw: unknown, pointer: string, expected: 'node' | 'mark' | 'list'): readonly never[] {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1)
    const example = expected === 'mark' ? 'bold' : 'paragraph'
    const [message, hint] =
      isRecord(raw) && expected !== 'list'
        ? [`this ${expected} has no "type"`, `write the name of a ${expected}, such as "${example}"`]
        : [`"${name}" is ${show(raw)}`, `it must be ${expected === 'list' ? 'a list' : 'an object'}`]
    this.#context.reporter.report(error('invalid-document', pointerAt(pointer), message, hint))
    return []
  }

  #hint(type: string, known: readonly string[]): string | undefined {
    const key = `${known === EDITOR_MARKS} ${type.slice(0, 40)}`
    if (!this.#hints.has(key) && this.#hints.size < MOST_HINTS) this.#hints.set(key, suggest(type.slice(0, 40), known))
    return this.#hints.get(key)
  }
}

/** What a reader may recognize a node by: its name, and what its author called it. */
export function labelOf(type: string, attrs: unknown): string {
  const given = isRecord(attrs) ? ['label', 'title', 'name', 'alt', 'text', 'caption'].map((name) => attrs[name]) : []
  const own = given.find((value) => typeof value === 'string' && value.trim() !== '')
  return own === undefined ? type.slice(0, 100) : `${type.slice(0, 100)}: ${String(own).slice(0, 500)}`
}

interface Names {
  readonly known: ReadonlySet<string>
  readonly plain: ReadonlyMap<string, Alias>
}

function namesOf(known: readonly string[], aliases: Readonly<Record<string, Alias | string>>): Names {
  const plain = new Map<string, Alias>()
  for (const type of known) plain.set(plainName(type), { type })
  for (const [name, alias] of Object.entries(aliases)) plain.set(plainName(name), typeof alias === 'string' ? { type: alias } : alias)
  return { known: new Set(known), plain }
}

/** Names are compared without case, `_` and `-`. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const NODES = namesOf([...EDITOR_NODES, 'footnoteReference', 'footnotes', 'tableHead', 'tableBody', 'tableFoot'], NODE_ALIASES)
const MARKS = namesOf(EDITOR_MARKS, MARK_ALIASES)

function canonicalName(type: unknown, { known, plain }: Names): Alias | undefined {
  if (typeof type !== 'string' || type.length > 100) return undefined
  return known.has(type) ? { type } : plain.get(plainName(type))
}

/** Attributes under their own names, and those that a foreign name implies. The same object where nothing is renamed. */
function attributesOf(raw: Raw, { type, attrs: implied = {}, rename = {} }: Alias): Raw | undefined {
  const given = raw['attrs']
  if (!isRecord(given)) return Object.keys(implied).length > 0 ? { ...implied } : (given as undefined) // null and what the validation reports
  const names = { ...(Object.hasOwn(ATTRIBUTE_ALIASES, type) ? ATTRIBUTE_ALIASES[type] : {}), ...rename }
  const attrs: Record<string, unknown> = { ...implied, ...given }
  for (const [foreign, own] of Object.entries(names)) {
    if (isAbsent(attrs[foreign]) || !Object.hasOwn(given, foreign) || !isAbsent(attrs[own])) continue
    attrs[own] = attrs[foreign]
    delete attrs[foreign]
  }
  return attrs
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''
