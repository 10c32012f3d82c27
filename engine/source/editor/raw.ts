// The rawHtml node: html with the same CSS and placeholders as html templates, inserted at the node.
import { type Diagnostic, describePosition, type Position, type Reporter } from '../../diagnostic.ts'
import { parseHtml } from '../html.ts'
import type { SourceAttribute, SourceBlock, SourceElement, SourceNode, SourcePart, SourceStylesheet } from '../source.ts'
import { pointerAt } from './check.ts'
import { attrOf, type EditorContext, type PlacedNode } from './node.ts'

/** Parses rawHtml nodes, and collects their style sheets for the whole document. */
export class RawHtml {
  readonly stylesheets: SourceStylesheet[] = []
  readonly #context: EditorContext
  /** Placeholders in style sheets, numbered through the whole document. */
  #values = 0

  constructor(context: EditorContext) {
    this.#context = context
  }

  nodes({ node, pointer }: PlacedNode): readonly SourceNode[] {
    const html = attrOf(node, 'html')
    if (typeof html !== 'string') return []
    const at = pointerAt(`${pointer}/attrs/html`)
    const { limits } = this.#context
    const document = parseHtml(html, { reporter: reporterAt(at, this.#context.reporter), limits })
    for (const sheet of document.stylesheets) this.stylesheets.push(this.#renumbered(sheet, at))
    const body = document.root.children.find((child) => child.kind === 'element' && child.tag === 'body')
    return body?.kind === 'element' ? body.children.map((child) => repositioned(child, at)) : []
  }

  #renumbered(sheet: SourceStylesheet, at: Position): SourceStylesheet {
    if (sheet.values.length === 0) return { ...sheet, at }
    const names = new Map(sheet.values.map(({ name }) => [name, `--platen-${this.#values++}`]))
    const text = sheet.text.replace(/--platen-\d+/g, (name) => names.get(name) ?? name)
    const values = sheet.values.map((value) => ({
      ...value,
      name: names.get(value.name)!,
      parts: value.parts.map((part) => repositionedPart(part, at)),
      at,
    }))
    return { ...sheet, text, values, at }
  }
}

/** Positions inside the html are added to the message: `at` can only point into the document. */
function reporterAt(at: Position, reporter: Reporter): Reporter {
  return {
    report(diagnostic: Diagnostic): void {
      const place = diagnostic.at === undefined ? '' : ` (at ${describePosition(diagnostic.at)} of the html)`
      reporter.report({ ...diagnostic, message: diagnostic.message + place, at })
    },
  }
}

function repositioned(node: SourceNode, at: Position): SourceNode {
  if (node.kind === 'text') return { ...node, parts: node.parts.map((part) => repositionedPart(part, at)), at }
  if (node.kind === 'block') return { kind: 'block', block: repositionedBlock(node.block, at, repositioned) }
  return repositionedElement(node, at)
}

function repositionedElement(element: SourceElement, at: Position): SourceElement {
  const attributes = element.attributes.map((attribute): SourceAttribute => {
    const guards = attribute.guards?.map((guard) => ({ ...guard, at }))
    return {
      ...attribute,
      parts: attribute.parts.map((part) => repositionedPart(part, at)),
      at,
      ...(guards === undefined ? {} : { guards }),
    }
  })
  return { ...element, attributes, children: element.children.map((child) => repositioned(child, at)), at }
}

function repositionedPart(part: SourcePart, at: Position): SourcePart {
  if (part.kind === 'literal') return part
  return part.kind === 'placeholder' ? { ...part, at } : { kind: 'block', block: repositionedBlock(part.block, at, repositionedPart) }
}

function repositionedBlock<Node>(block: SourceBlock<Node>, at: Position, move: (node: Node, at: Position) => Node): SourceBlock<Node> {
  return { ...block, body: block.body.map((node) => move(node, at)), otherwise: block.otherwise.map((node) => move(node, at)), at }
}
