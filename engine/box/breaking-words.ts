// A table that is too wide for every page: its words may break anywhere, so that none is lost behind the edge of the paper.
import { ObjectCache } from '../collections/cache.ts'
import type { Style, StyledElement, StyledNode } from '../style/style.ts'

const loosened = new ObjectCache<Style, Style>()

/** The element with all in it as if `overflow-wrap: anywhere` were on it, lines wrapped, and tables in it as wide as they need. */
export function breakingWords(node: StyledElement): StyledElement {
  // Written out: the fields of a styled element may be getters, which spreading leaves out.
  const { element, pseudo, markerStyle, firstLineStyle, firstLetterStyle, footnoteCallStyle, footnoteMarkerStyle, vectorStyle } = node
  const parts = { markerStyle, firstLineStyle, firstLetterStyle, footnoteCallStyle, footnoteMarkerStyle, vectorStyle }
  return { kind: 'element', element, pseudo, style: looseStyle(node.style), children: breakingWordsIn(node.children), ...parts }
}

/** Lazy and restartable, as the children of an element are. */
export function breakingWordsIn(nodes: Iterable<StyledNode>): Iterable<StyledNode> {
  return {
    *[Symbol.iterator]() {
      for (const node of nodes) yield node.kind === 'element' ? breakingWords(node) : { ...node, style: looseStyle(node.style) }
    },
  }
}

function looseStyle(style: Style): Style {
  let loose = loosened.get(style)
  if (loose === undefined) {
    loose = { ...style, overflowWrap: 'anywhere', textWrapMode: 'wrap', ...widthsOf(style) }
    loosened.set(style, loose)
  }
  return loose
}

/** Lengths that parts of the table ask for are no reason to be wider than the page. */
function widthsOf({ display, width }: Style): Partial<Style> {
  if (!display.includes('table')) return {}
  const isTable = display === 'table' || display === 'inline-table'
  return { minWidth: 'auto', ...(isTable && typeof width === 'number' ? { width: 'auto' } : {}) }
}
