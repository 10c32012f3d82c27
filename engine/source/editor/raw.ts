// The rawHtml node: html with the same CSS and placeholders as html templates, inserted at the node.
import { type Diagnostic, describePosition, type Position, type Reporter } from '../../diagnostic.ts'
import { parseHtml } from '../html.ts'
import type { SourceAttribute, SourceBlock, SourceElement, SourceNode, SourcePart, SourceStylesheet } from '../source.ts'
import { attrOf, type EditorContext, type PlacedNode, pointerAt } from './node.ts'

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
    return typeof html === 'string' ? this.#parse(html, pointerAt(`${pointer}/attrs/html`), true) : []
  }

  /** A shared part that stands in a text: `code` as between its braces. */
  partial(code: string, at: Position): readonly SourceNode[] {
    return this.#parse(`{{${code}}}`, at, false)
  }

  #parse(html: string, at: Position, isPlaceTold: boolean): readonly SourceNode[] {
    const { limits, parts } = this.#context
    const document = parseHtml(html, {
      reporter: reporterAt(at, this.#context.reporter, isPlaceTold),
      limits,
      ...(parts === undefined ? {} : { parts }),
    })
    for (const sheet of document.stylesheets) this.stylesheets.push(this.#renumbered(sheet, at))
    const body = document.root.children.find((child) => child.kind === 'element' && child.tag === 'body')
    return body?.kind === 'element' ? body.children.map((child) => repositioned(child, at)) : []
  }

  #renumbered(sheet: SourceStylesheet, at: Position): SourceStylesheet {
    if (sheet.values.length === 0) return { ...sheet, at: placed(sheet.at, at) }
    const names = new Map(sheet.values.map(({ name }) => [name, `--platen-${this.#values++}`]))
    const text = sheet.text.replace(/--platen-\d+/g, (name) => names.get(name) ?? name)
    const values = sheet.values.map((value) => ({
      ...value,
      name: names.get(value.name)!,
      parts: value.parts.map((part) => repositionedPart(part, at)),
      at: placed(value.at, at),
    }))
    return { ...sheet, text, values, at: placed(sheet.at, at) }
  }
}

/** Positions inside the html are added to the message: `at` can only point into the document. */
function reporterAt(at: Position, reporter: Reporter, isPlaceTold: boolean): Reporter {
  return {
    report(diagnostic: Diagnostic): void {
      if (isInPart(diagnostic.at)) return reporter.report(diagnostic)
      const place = diagnostic.at === undefined || !isPlaceTold ? '' : ` (at ${describePosition(diagnostic.at)} of the html)`
      reporter.report({ ...diagnostic, message: diagnostic.message + place, at })
    },
  }
}

/** Positions in shared parts stay. */
const isInPart = (at: Position | undefined): boolean => at?.kind === 'text' && at.file !== undefined

function placed(from: Position, at: Position): Position {
  return isInPart(from) ? from : at
}

function repositioned(node: SourceNode, at: Position): SourceNode {
  if (node.kind === 'text') return { ...node, parts: node.parts.map((part) => repositionedPart(part, at)), at: placed(node.at, at) }
  if (node.kind === 'block') return { kind: 'block', block: repositionedBlock(node.block, at, repositioned) }
  return repositionedElement(node, at)
}

function repositionedElement(element: SourceElement, at: Position): SourceElement {
  const attributes = element.attributes.map((attribute): SourceAttribute => {
    const guards = attribute.guards?.map((guard) => ({ ...guard, at: placed(guard.at, at) }))
    return {
      ...attribute,
      parts: attribute.parts.map((part) => repositionedPart(part, at)),
      at: placed(attribute.at, at),
      ...(guards === undefined ? {} : { guards }),
    }
  })
  return { ...element, attributes, children: element.children.map((child) => repositioned(child, at)), at: placed(element.at, at) }
}

function repositionedPart(part: SourcePart, at: Position): SourcePart {
  if (part.kind === 'literal') return part
  if (part.kind === 'placeholder') return { ...part, at: placed(part.at, at) }
  return { kind: 'block', block: repositionedBlock(part.block, at, repositionedPart) }
}

function repositionedBlock<Node>(block: SourceBlock<Node>, at: Position, move: (node: Node, at: Position) => Node): SourceBlock<Node> {
  const body = block.body.map((node) => move(node, at))
  return { ...block, body, otherwise: block.otherwise.map((node) => move(node, at)), at: placed(block.at, at) }
}
