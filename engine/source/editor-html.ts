// HTML that editors write of their documents (TipTap's `generateHTML`): elements that a script of the editor fills in a browser get here what
// that script would show, or what the same node of an editor document prints.
import type { Reporter } from '../diagnostic.ts'
import { shortcodeEmoji } from './emoji.ts'
import { badLatex, readFormula } from './latex.ts'
import type { SourceAttribute, SourceElement, SourceNode, SourcePart } from './source.ts'
import type { TreeElement } from './tree.ts'

/** Whether a frame is that of a film, which becomes a link. */
export function isFilm({ parent }: TreeElement): boolean {
  return parent?.attributes.some(({ name }) => FILMS.has(name)) === true
}

const FILMS = new Set(['data-youtube-video', 'data-twitch-video'])

export function asEditorShows(element: SourceElement, reporter: Reporter): SourceElement {
  if (element.tag === 'details') return opened(element)
  if (element.namespace === 'mathml' && element.tag === 'math') return withLatex(element)
  switch (literalOf(element, 'data-type')) {
    case 'inline-math':
    case 'block-math':
      return formula(element, reporter)
    case 'emoji':
      return emoji(element)
    default:
      return element.attributes.some(({ name }) => FILMS.has(name)) ? film(element) : element
  }
}

/** An address as people write it. */
export function readableUrl(url: string): string {
  return url.replace(/^(?:https?:)?\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}

function partsOf(element: SourceElement, name: string): readonly SourcePart[] {
  return element.attributes.find((attribute) => attribute.name === name)?.parts ?? []
}

/** An attribute without placeholders; undefined when there is none. */
function literalOf(element: SourceElement, name: string): string | undefined {
  const [part, ...rest] = partsOf(element, name)
  return part?.kind === 'literal' && rest.length === 0 ? part.text : undefined
}

function filled(element: SourceElement, parts: readonly SourcePart[]): SourceElement {
  return { ...element, children: [{ kind: 'text', parts, at: element.at }] }
}

/** Paper has no arrow to open details with; only the editor's own are opened, as a browser prints others closed. */
function opened(element: SourceElement): SourceElement {
  const isEditors = element.children.some((child) => child.kind === 'element' && literalOf(child, 'data-type') === 'detailsContent')
  if (!isEditors || element.attributes.some(({ name }) => name === 'open')) return element
  return { ...element, attributes: [...element.attributes, { name: 'open', parts: [], at: element.at }] }
}

function formula(element: SourceElement, reporter: Reporter): SourceElement {
  const parts = partsOf(element, 'data-latex')
  if (parts.length === 0 || element.children.some(hasContent)) return element
  const latex = literalOf(element, 'data-latex')?.trim() ?? ''
  // LaTeX with placeholders is known when the template is bound.
  const isBlock = literalOf(element, 'data-type') === 'block-math'
  const read = latex === '' ? undefined : readFormula({ latex, isBlock, at: element.at, attributes: { class: 'platen-math' } })
  if (read?.kind === 'bad') reporter.report(badLatex(read, element.at))
  return read?.kind === 'formula' ? { ...element, children: [read.element] } : filled(element, parts)
}

/** MathML that brings its LaTeX along, as KaTeX, MathJax, pandoc and Wikipedia write it: readers hear that. */
function withLatex(element: SourceElement): SourceElement {
  if (element.attributes.some(({ name }) => name === LATEX)) return element
  const semantics = childOf(element, 'semantics')
  const annotation = semantics && childOf(semantics, 'annotation', ({ attributes }) => attributes.some(isTex))
  const [text, ...more] = annotation?.children ?? []
  if (text?.kind !== 'text' || more.length > 0 || !hasContent(text)) return element
  return { ...element, attributes: [...element.attributes, { name: LATEX, parts: text.parts, at: text.at }] }
}

const LATEX = 'data-latex'

function isTex({ name, parts }: SourceAttribute): boolean {
  const [part] = parts
  return name === 'encoding' && part?.kind === 'literal' && part.text.trim().toLowerCase() === 'application/x-tex'
}

function childOf(
  { children }: SourceElement,
  tag: string,
  isWanted: (child: SourceElement) => boolean = () => true,
): SourceElement | undefined {
  return children.find((child) => child.kind === 'element' && child.tag === tag && isWanted(child)) as SourceElement | undefined // by its kind
}

function hasContent(node: SourceNode): boolean {
  return node.kind !== 'text' || node.parts.some((part) => part.kind !== 'literal' || part.text.trim() !== '')
}

/** A picture of the emoji on a web server becomes the emoji. */
function emoji(element: SourceElement): SourceElement {
  const known = shortcodeEmoji(literalOf(element, 'data-name') ?? '')
  const isPicture = element.children.every((child) => child.kind === 'element' && /^https?:/i.test(literalOf(child, 'src') ?? ''))
  return known === undefined || !isPicture ? element : filled(element, [{ kind: 'literal', text: known }])
}

function film(element: SourceElement): SourceElement {
  const children = element.children.map((child): SourceNode => {
    if (child.kind !== 'element' || child.tag !== 'iframe') return child
    const src = child.attributes.find(({ name }) => name === 'src')
    if (src === undefined) return child
    const title = partsOf(child, 'title')
    const address = src.parts.map((part, index): SourcePart => {
      return part.kind === 'literal' && index === 0 ? { kind: 'literal', text: readableUrl(part.text) } : part
    })
    const text: readonly SourcePart[] = [{ kind: 'literal', text: '► ' }, ...(title.length > 0 ? title : address)]
    return { ...filled(child, text), tag: 'a', attributes: [{ ...src, name: 'href' }] }
  })
  return { ...element, children }
}
