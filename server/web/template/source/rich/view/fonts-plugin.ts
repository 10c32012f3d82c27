// The text of the editor in the fonts that the page lists.
import { Plugin } from '@tiptap/pm/state'
import { type PageFont, pageFonts } from './fonts.ts'

/** Shows text in the fonts of the page. The bytes are fetched: the policy of the page allows no font by address, and browsers check each before they use it. */
export function fontsPlugin(load: (name: string) => Promise<ArrayBuffer>): Plugin {
  const shown = new Map<string, FontFace | undefined>()
  const show = (page: unknown): void => {
    const wanted = new Map(pageFonts(page).map((font) => [JSON.stringify(font), font]))
    for (const [key, face] of shown) {
      if (wanted.has(key)) continue
      if (face !== undefined) document.fonts.delete(face)
      shown.delete(key)
    }
    for (const [key, font] of wanted) {
      if (shown.has(key)) continue
      shown.set(key, undefined)
      void add(key, font)
    }
  }
  const add = async (key: string, { family, src, weight, style }: PageFont): Promise<void> => {
    try {
      const descriptors = { ...(weight === undefined ? {} : { weight: String(weight) }), ...(style === undefined ? {} : { style }) }
      const face = await new FontFace(family, await load(src), descriptors).load()
      if (!shown.has(key)) return
      shown.set(key, face)
      document.fonts.add(face)
    } catch {
      // The preview says what is wrong with it.
    }
  }
  return new Plugin({
    view: ({ state, dom }) => {
      const showPage = (page: unknown): void => {
        show(page)
        const font: unknown = (page as { font?: unknown } | null)?.font
        dom.style.fontFamily = typeof font === 'string' ? font : ''
      }
      showPage(state.doc.attrs['page'])
      return {
        update: (view, before) => {
          const page: unknown = view.state.doc.attrs['page']
          if (page !== before.doc.attrs['page']) showPage(page)
        },
        destroy: () => show(null),
      }
    },
  })
}
