// Parses, compiles, binds and styles an html text, for tests of the cascade.
import { bindTemplate } from '../../engine/bind/bind.ts'
import { DiagnosticList, describe } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../engine/limits.ts'
import { parseHtml } from '../../engine/source/html.ts'
import { styleDocument } from '../../engine/style/cascade.ts'
import type { Style, StyledDocument, StyledElement } from '../../engine/style/style.ts'
import { compileStyles, type Styles } from '../../engine/style/stylesheet.ts'
import { compileTemplate } from '../../engine/template/compile.ts'
import type { Template } from '../../engine/template/template.ts'

export interface Styled {
  readonly document: StyledDocument
  readonly styles: Styles
  /** Messages of all diagnostics. */
  readonly warnings: readonly string[]
  /** The first element with this id, or of this tag. */
  find(idOrTag: string): StyledElement
  style(idOrTag: string): Style
  all(tag: string): readonly StyledElement[]
}

export interface StyledOptions {
  readonly data?: unknown
  readonly mediaPage?: undefined | { readonly width: number; readonly height: number }
}

/** `html` after a doctype: standards mode. */
export const styleHtml = (html: string, options: StyledOptions = {}): Styled => styleText(`<!doctype html>${html}`, options)

export function styleText(text: string, { data = {}, mediaPage }: StyledOptions = {}): Styled {
  const reporter = new DiagnosticList()
  const limits = DEFAULT_LIMITS
  return styleTemplate(
    compileTemplate(parseHtml(text, { reporter, limits }), { helpers: new Set(), reporter, limits }),
    { data, mediaPage },
    reporter,
  )
}

/** A compiled template, bound and styled. */
export function styleTemplate(template: Template, { data = {}, mediaPage }: StyledOptions = {}, reporter = new DiagnosticList()): Styled {
  const limits = DEFAULT_LIMITS
  const styles = compileStyles(template, { reporter, limits })
  const bound = bindTemplate(template, data, { helpers: new Map(), locale: 'en', timeZone: 'UTC', reporter, limits, parseRich: () => [] })
  const document = styleDocument(bound, styles, { reporter, mediaPage })
  const all = (tag: string): StyledElement[] =>
    [...elements(document.root)].filter((element) => element.element.tag === tag && element.pseudo === 'none')
  const find = (idOrTag: string): StyledElement => {
    const found = [...elements(document.root)].find(
      ({ element, pseudo }) => pseudo === 'none' && (element.attributes.get('id') === idOrTag || element.tag === idOrTag),
    )
    if (found === undefined) throw new Error(`no element ${idOrTag}`)
    return found
  }
  return { document, styles, warnings: reporter.all.map(describe), find, style: (name) => find(name).style, all }
}

function* elements(element: StyledElement): Generator<StyledElement, undefined> {
  yield element
  for (const child of element.children) if (child.kind === 'element') yield* elements(child)
  return undefined
}
