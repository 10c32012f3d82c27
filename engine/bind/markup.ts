// Results of helpers that are elements.
import type { BoundNode, HelperMarkup } from './bound.ts'

/** Elements, or markup that is yet to be parsed and filtered by the allow list; `url` is printed instead in an attribute. */
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
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'html') && 'html' in value && typeof value.html === 'string'
}
