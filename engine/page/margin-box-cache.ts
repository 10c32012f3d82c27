// Margin boxes read alike on most pages. Those of text are built and laid out once for all pages on which they read alike, also of other parts of a merge
// that are of the same template.
import type { Box } from '../box/box.ts'
import { GenerationCache } from '../collections/cache.ts'
import type { Laid } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { ContentItem } from '../style/value.ts'
import type { MarginBoxFunctions } from './margin-boxes.ts'

/** Styles of margin boxes: of first, left and right pages, and of a few page types. */
const MOST_STYLES = 24

/** A margin box of one style as it last read. */
interface Entry {
  readonly text: string
  readonly box: Box
  widths: ReturnType<MarginBoxFunctions['contentWidths']> | undefined
  laid: { readonly width: number; readonly box: Laid } | undefined
}

/** Belongs to a document and a template: to one set of fonts. */
export class MarginBoxCache {
  readonly #byStyle = new GenerationCache<Style, Entry>(MOST_STYLES)
  readonly #byBox = new WeakMap<Box, Entry>()

  /** `functions` for one page, from the cache where they can; `textOf` gives the text of an item on the page. */
  on(functions: MarginBoxFunctions, textOf: (item: ContentItem) => string): MarginBoxFunctions {
    return {
      build: (name, style) => this.#build(style, textIn(style, textOf), () => functions.build(name, style)),
      contentWidths: (box) => {
        const entry = this.#byBox.get(box)
        if (entry === undefined) return functions.contentWidths(box)
        entry.widths ??= functions.contentWidths(box)
        return entry.widths
      },
      layoutBox: (box, width, height) => {
        const entry = height === undefined ? this.#byBox.get(box) : undefined
        if (entry === undefined) return functions.layoutBox(box, width, height)
        if (entry.laid?.width !== width) entry.laid = { width, box: functions.layoutBox(box, width, height) }
        return entry.laid.box
      },
    }
  }

  #build(style: Style, text: string | undefined, build: () => Box | undefined): Box | undefined {
    if (text === undefined) return build()
    const entry = this.#byStyle.get(style)
    if (entry?.text === text) return entry.box
    const box = build()
    if (box === undefined) return undefined
    const made: Entry = { text, box, widths: undefined, laid: undefined }
    this.#byStyle.set(style, made)
    this.#byBox.set(box, made)
    return box
  }
}

/** The text of a margin box; undefined where it shows more than text. */
function textIn({ content }: Style, textOf: (item: ContentItem) => string): string | undefined {
  if (typeof content === 'string') return undefined
  let text = ''
  for (const item of content) {
    if (item.kind === 'element' || item.kind === 'image') return undefined
    text += `${textOf(item)}\0`
  }
  return text
}
