// A table that is too wide for every page: as wide as the page has room, and where that is not enough its words may break anywhere, so that none is lost behind
// the edge of the paper.
import { ObjectCache } from '../collections/cache.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'

/** Tables, by the paths of their elements, that are laid out narrower than they ask. */
export interface NarrowedTables {
  readonly paths: ReadonlySet<string>
  /** Their words may break anywhere; otherwise only their own widths give way. */
  readonly breaksWords: boolean
}

const WHOLE_WIDTH: Style['width'] = { kind: 'sum', length: 0, percent: 100 }
const loosened = new ObjectCache<Style, Style>()
const narrowed = new ObjectCache<Style, Style>()

/** The element with all in it as if `overflow-wrap: anywhere` were on it and lines wrapped, where words may break, and tables in it as wide as there is room. */
export function narrowedElement(node: StyledElement, breaksWords: boolean): StyledElement {
  // Written out: the fields of a styled element may be getters, which spreading leaves out.
  return {
    kind: 'element',
    element: node.element,
    pseudo: node.pseudo,
    style: narrowedStyle(node.style, breaksWords),
    children: narrowedNodes(node.children, breaksWords),
    markerStyle: node.markerStyle,
    firstLineStyle: node.firstLineStyle,
    firstLetterStyle: node.firstLetterStyle,
    footnoteCallStyle: node.footnoteCallStyle,
    footnoteMarkerStyle: node.footnoteMarkerStyle,
    vectorStyle: node.vectorStyle,
    container: node.container,
    placeholderStyle: node.placeholderStyle,
    fileButtonStyle: node.fileButtonStyle,
  }
}

/** Lazy and restartable, as the children of an element are. */
export function narrowedNodes(nodes: Iterable<StyledNode>, breaksWords: boolean): Iterable<StyledNode> {
  return {
    *[Symbol.iterator]() {
      for (const node of nodes)
        yield node.kind === 'element' ? narrowedElement(node, breaksWords) : { ...node, style: narrowedStyle(node.style, breaksWords) }
    },
  }
}

function narrowedStyle(style: Style, breaksWords: boolean): Style {
  const cache = breaksWords ? loosened : narrowed
  let loose = cache.get(style)
  if (loose === undefined) {
    loose = { ...style, ...widthsOf(style), ...(breaksWords ? { overflowWrap: 'anywhere', textWrapMode: 'wrap' } : {}) }
    cache.set(style, loose)
  }
  return loose
}

/**
 * Lengths that parts of the table ask for are no reason to be wider than the page. A table takes its own width where there is room for it, and the room where
 * there is less; around it counts only what its words need.
 */
function widthsOf({ display, width, maxWidth }: Style): Partial<Style> {
  if (!display.includes('table')) return {}
  const isTable = display === 'table' || display === 'inline-table'
  if (!isTable || typeof width !== 'number') return { minWidth: 'auto' }
  return { minWidth: 'auto', width: WHOLE_WIDTH, maxWidth: typeof maxWidth === 'number' ? Math.min(width, maxWidth) : width }
}
