// Margin boxes say the same on most pages. Those of text are built and laid out once for all pages on which they read alike, also of other
// parts of a merge that are of the same template.
import type { Box } from '../box/box.ts'
import { GenerationCache } from '../collections/cache.ts'
import type { Laid } from '../layout/laid.ts'
import type { Style } from '../style/style.ts'
import type { ContentItem } from '../style/value.ts'
import type { MarginBoxVerbs } from './margin-boxes.ts'

/** Styles of margin boxes: of first, left and right pages, of a few named ones. */
const KEPT = 24

/** What a margin box said last, and what was made of it. */
interface Known {
  readonly text: string
  readonly box: Box
  widths: ReturnType<MarginBoxVerbs['contentWidths']> | undefined
  laid: { readonly width: number; readonly box: Laid } | undefined
}

/** Belongs to a document and a template: to one set of fonts. */
export class MarginBoxCache {
  readonly #byStyle = new GenerationCache<Style, Known>(KEPT)
  readonly #byBox = new WeakMap<Box, Known>()

  /** `verbs` for one page; `textOf` says what an item reads on it. */
  on(verbs: MarginBoxVerbs, textOf: (item: ContentItem) => string): MarginBoxVerbs {
    return {
      build: (name, style) => this.#build(style, textIn(style, textOf), () => verbs.build(name, style)),
      contentWidths: (box) => {
        const known = this.#byBox.get(box)
        if (known === undefined) return verbs.contentWidths(box)
        known.widths ??= verbs.contentWidths(box)
        return known.widths
      },
      layoutBox: (box, width, height) => {
        const known = height === undefined ? this.#byBox.get(box) : undefined
        if (known === undefined) return verbs.layoutBox(box, width, height)
        if (known.laid?.width !== width) known.laid = { width, box: verbs.layoutBox(box, width, height) }
        return known.laid.box
      },
    }
  }

  #build(style: Style, text: string | undefined, build: () => Box | undefined): Box | undefined {
    if (text === undefined) return build()
    const known = this.#byStyle.get(style)
    if (known?.text === text) return known.box
    const box = build()
    if (box === undefined) return undefined
    const made: Known = { text, box, widths: undefined, laid: undefined }
    this.#byStyle.set(style, made)
    this.#byBox.set(box, made)
    return box
  }
}

/** All that a margin box reads; undefined where it shows more than text. */
function textIn({ content }: Style, textOf: (item: ContentItem) => string): string | undefined {
  if (typeof content === 'string') return undefined
  let text = ''
  for (const item of content) {
    if (item.kind === 'element' || item.kind === 'image') return undefined
    text += `${textOf(item)}\0`
  }
  return text
}
