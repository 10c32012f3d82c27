// What a helper makes when it makes elements.
import type { BoundNode, HelperMarkup } from './bound.ts'

/** Elements for the content of a document, or markup still to be parsed and allow-listed; `url` stands for it in an attribute. */
export class Markup {
  readonly nodes: readonly BoundNode[] | undefined
  readonly html: string | undefined
  readonly url: string

  constructor({ nodes, html, url }: { readonly nodes?: readonly BoundNode[]; readonly html?: string; readonly url?: string }) {
    this.nodes = nodes
    this.html = html
    this.url = url ?? ''
  }

  static ofHtml(html: string): Markup {
    return new Markup({ html })
  }
}

export function isHelperMarkup(value: unknown): value is HelperMarkup {
  return (
    typeof value === 'object' && value !== null && Object.hasOwn(value, 'html') && typeof (value as { html: unknown }).html === 'string'
  )
}
