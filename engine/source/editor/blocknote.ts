// BlockNote's documents: a list of blocks with `props`, inline `content` and nested `children`. They become nodes as TipTap writes them.
// `origins` remembers for each node which block it was made from.
import { isRecord, type Raw } from './node.ts'
import { type ColorUse, paletteColor } from './palette.ts'

/** Pointers of nodes that are not where the author's document has them. */
export type Origins = WeakMap<object, string>

const LISTS: Readonly<Record<string, string>> = { bulletListItem: 'bulletList', numberedListItem: 'orderedList', checkListItem: 'taskList' }
const MARKS = ['bold', 'italic', 'underline', 'strike', 'code']
const OF_BLOCKNOTE = new Set([...Object.keys(LISTS), 'toggleListItem', 'columnList'])

/** Whether a list at the root of a document holds blocks of BlockNote rather than nodes of ProseMirror. */
export function isBlockNote(list: readonly unknown[]): boolean {
  return list.some(
    (raw) => isRecord(raw) && (isRecord(raw['props']) || Array.isArray(raw['children']) || OF_BLOCKNOTE.has(String(raw['type']))),
  )
}

export class BlockNoteReader {
  readonly #origins: Origins

  constructor(origins: Origins) {
    this.#origins = origins
  }

  /** The blocks as nodes. Neighbouring items become one list. */
  nodes(blocks: readonly unknown[], pointer: string): readonly unknown[] {
    const nodes: unknown[] = []
    let list: { readonly type: string; readonly content: unknown[] } | undefined
    for (const [index, block] of blocks.entries()) {
      const at = `${pointer}/${index}`
      const type = isRecord(block) ? (LISTS[String(block['type'])] ?? '') : ''
      if (!isRecord(block) || type === '') {
        list = undefined
        if (isRecord(block)) nodes.push(...this.#block(block, at))
        else nodes.push(block)
        continue
      }
      const start = propsOf(block)['start']
      if (list?.type !== type || typeof start === 'number') {
        list = { type, content: [] }
        nodes.push(this.#made({ ...list, attrs: typeof start === 'number' ? { start } : {} }, at))
      }
      list.content.push(this.#item(block, type, at))
    }
    return nodes
  }

  #made(node: Raw, pointer: string): Raw {
    this.#origins.set(node, pointer)
    return node
  }

  #item(block: Raw, list: string, at: string): Raw {
    const attrs = list === 'taskList' ? { checked: propsOf(block)['checked'] === true } : {}
    const content = [this.#paragraph(block, at), ...this.#children(block, at)]
    return this.#made({ type: list === 'taskList' ? 'taskItem' : 'listItem', attrs, content }, at)
  }

  #paragraph(block: Raw, at: string, type = 'paragraph', attrs: Raw = {}): Raw {
    return this.#made({ type, attrs: { ...looks(propsOf(block)), ...attrs }, content: this.#line(block['content'], `${at}/content`) }, at)
  }

  #children(block: Raw, at: string): readonly unknown[] {
    return Array.isArray(block['children']) ? this.nodes(block['children'], `${at}/children`) : []
  }

  /** Children of a block that cannot hold any: indented, as BlockNote shows them. */
  #indented(block: Raw, at: string): readonly unknown[] {
    const content = this.#children(block, at)
    return content.length === 0 ? [] : [this.#made({ type: 'section', attrs: { padding: '0 0 0 1.5em' }, content }, at)]
  }

  #block(block: Raw, at: string): readonly unknown[] {
    const props = propsOf(block)
    switch (block['type']) {
      case undefined:
      case 'paragraph':
        return [this.#paragraph(block, at), ...this.#indented(block, at)]
      case 'heading':
        return [this.#paragraph(block, at, 'heading', { level: props['level'] ?? 1 }), ...this.#indented(block, at)]
      case 'quote':
        return [this.#made({ type: 'blockquote', content: [this.#paragraph(block, at), ...this.#children(block, at)] }, at)]
      case 'toggleListItem': {
        const parts = [this.#made({ type: 'detailsSummary', content: this.#line(block['content'], `${at}/content`) }, at)]
        const body = this.#children(block, at)
        return [
          this.#made(
            {
              type: 'details',
              attrs: looks(props),
              content: [...parts, ...(body.length === 0 ? [] : [this.#made({ type: 'detailsContent', content: body }, at)])],
            },
            at,
          ),
        ]
      }
      case 'table':
        return [Array.isArray(block['content']) ? block : this.#table(block, at), ...this.#indented(block, at)]
      case 'columnList':
        return [this.#made({ type: 'columns', content: this.#children(block, at) }, at)]
      case 'column': {
        const grow = props['width']
        return [this.#made({ type: 'column', attrs: typeof grow === 'number' ? { grow } : {}, content: this.#children(block, at) }, at)]
      }
      case 'image':
      case 'video':
      case 'audio':
      case 'file':
        return [this.#made(mediaNode(String(block['type']), props), at), ...this.#indented(block, at)]
      default: {
        const content = this.#line(block['content'], `${at}/content`)
        return [this.#made({ type: block['type'], attrs: { ...props, ...looks(props) }, content }, at), ...this.#indented(block, at)]
      }
    }
  }

  #line(content: unknown, at: string): readonly unknown[] {
    if (typeof content === 'string') return content === '' ? [] : [this.#made({ type: 'text', text: content }, at)]
    return Array.isArray(content) ? content.flatMap((inline, index) => this.#inline(inline, `${at}/${index}`, [])) : []
  }

  #inline(inline: unknown, at: string, around: readonly Raw[]): readonly unknown[] {
    if (typeof inline === 'string') return inline === '' ? [] : [this.#made({ type: 'text', text: inline, marks: around }, at)]
    if (!isRecord(inline)) return [inline]
    if (inline['type'] === 'text') return [this.#made({ type: 'text', text: inline['text'], marks: [...around, ...marksOf(inline)] }, at)]
    if (inline['type'] === 'link') {
      const marks = [...around, { type: 'link', attrs: { href: inline['href'] } }]
      const content = typeof inline['content'] === 'string' ? [inline['content']] : inline['content']
      return Array.isArray(content) ? content.flatMap((child, index) => this.#inline(child, `${at}/content/${index}`, marks)) : []
    }
    const attrs = inline['props'] ?? inline['attrs']
    return [
      this.#made({ type: inline['type'], attrs, marks: inline['marks'], content: this.#line(inline['content'], `${at}/content`) }, at),
    ]
  }

  #table(block: Raw, at: string): Raw {
    const table = isRecord(block['content']) ? block['content'] : {}
    const widths = Array.isArray(table['columnWidths']) ? table['columnWidths'] : []
    const rows = Array.isArray(table['rows']) ? table['rows'] : []
    const headerRows = countOf(table['headerRows'])
    const headerCols = countOf(table['headerCols'])
    const content = rows.map((row, y) => {
      const cells: readonly unknown[] = isRecord(row) && Array.isArray(row['cells']) ? row['cells'] : []
      const pointer = `${at}/content/rows/${y}`
      return this.#made(
        {
          type: 'tableRow',
          content: cells.map((cell, x) => {
            const type = y < headerRows || x < headerCols ? 'tableHeader' : 'tableCell'
            return this.#cell(cell, { type, pointer: `${pointer}/cells/${x}`, width: y === 0 ? widths[x] : undefined })
          }),
        },
        pointer,
      )
    })
    return this.#made({ type: 'table', attrs: { headerRows }, content }, at)
  }

  #cell(cell: unknown, { type, pointer, width }: { readonly type: string; readonly pointer: string; readonly width: unknown }): Raw {
    const props = isRecord(cell) ? propsOf(cell) : {}
    const line = isRecord(cell) ? this.#line(cell['content'], `${pointer}/content`) : this.#line(cell, pointer)
    const { colspan, rowspan } = props
    const attrs = { ...looks(props), colspan, rowspan, colwidth: typeof width === 'number' ? [width] : null }
    return this.#made({ type, attrs, content: [this.#made({ type: 'paragraph', content: line }, pointer)] }, pointer)
  }
}

function propsOf(block: Raw): Raw {
  return isRecord(block['props']) ? block['props'] : {}
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0
}

/** Colours and alignment, which most blocks have; `left` is the default of every one. */
function looks(props: Raw): Raw {
  const align = props['textAlignment']
  return {
    ...color('color', props['textColor'], 'text'),
    ...color('backgroundColor', props['backgroundColor'], 'background'),
    ...(typeof align === 'string' && align !== 'left' ? { textAlign: align } : {}),
  }
}

function color(name: string, value: unknown, use: ColorUse): Raw {
  return typeof value !== 'string' || value === '' || value === 'default' ? {} : { [name]: paletteColor(value, use) }
}

function marksOf(text: Raw): readonly unknown[] {
  if (Array.isArray(text['marks'])) return text['marks']
  const styles = isRecord(text['styles']) ? text['styles'] : {}
  const colors = { ...color('color', styles['textColor'], 'text'), ...color('backgroundColor', styles['backgroundColor'], 'background') }
  const marks = Object.entries(styles).flatMap(([name, value]): Raw[] => {
    if (value === false || value === undefined || value === null || name === 'textColor' || name === 'backgroundColor') return []
    return [MARKS.includes(name) ? { type: name } : { type: name, attrs: typeof value === 'string' ? { [name]: value } : {} }]
  })
  return Object.keys(colors).length > 0 ? [...marks, { type: 'textStyle', attrs: colors }] : marks
}

function mediaNode(type: string, props: Raw): Raw {
  const { url, name, caption, previewWidth, showPreview, textAlignment } = props
  if (type !== 'image' || showPreview === false)
    return { type: type === 'image' ? 'file' : type, attrs: { src: url, title: caption || name, ...looks(props) } }
  const align = textAlignment === 'center' || textAlignment === 'right' ? textAlignment : undefined
  return { type, attrs: { src: url, alt: name || caption, caption, width: previewWidth, align } }
}

/** A `blockContainer` of BlockNote's own ProseMirror document as a block. */
export function blockOfContainer(container: Raw): Raw {
  const parts = Array.isArray(container['content']) ? container['content'].filter(isRecord) : []
  const group = parts.find((part) => part['type'] === 'blockGroup')
  const block = parts.find((part) => part !== group) ?? {}
  const attrs = { ...(isRecord(container['attrs']) ? container['attrs'] : {}), ...(isRecord(block['attrs']) ? block['attrs'] : {}) }
  return { type: block['type'], props: attrs, content: block['content'], children: childrenOfGroup(group) }
}

/** Blocks of a `blockGroup`. */
export function childrenOfGroup(group: Raw | undefined): readonly unknown[] {
  const content = Array.isArray(group?.['content']) ? group['content'] : []
  return content.map((child) => (isRecord(child) && child['type'] === 'blockContainer' ? blockOfContainer(child) : child))
}
