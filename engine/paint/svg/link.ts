// Links in drawings of the document (SVG 2 §16.2): what they hold leads somewhere, by the rectangle around it.
import type { Origin } from '../../box/box.ts'
import type { Rect } from '../../geometry.ts'
import type { VectorElement } from '../../image/image.ts'
import { allowedLink } from '../../link-address.ts'
import { linkTag, linkTarget } from '../marks.ts'
import type { Drawing } from './drawing.ts'

/** Writes the annotation of an `a` element, in its user space. */
export function linkDrawing(element: VectorElement, bounds: () => Rect, { canvas, context }: Drawing): void {
  const { drawingOf } = context
  const href = element.attributes.get('href') ?? element.attributes.get('xlink:href')
  if (drawingOf === undefined || href === undefined) return
  const link = allowedLink(href, drawingOf.at, context.reporter)
  if (link === undefined) return
  const origin = originOf(element, link, drawingOf)
  canvas.link(bounds(), linkTarget(link), linkTag(origin, context), textOf(element).replace(/\s+/g, ' ').trim())
}

/** What a link in a drawing is to the structure tree. */
function originOf({ attributes }: VectorElement, link: string, around: Origin): Origin {
  const { at, path } = around
  return { tag: 'a', id: undefined, link, alt: undefined, level: undefined, at, parent: around, attributes, path }
}

/** Its title, or all of its text. */
function textOf(element: VectorElement): string {
  const title = element.children.find((child) => typeof child !== 'string' && child.tag === 'title')
  const from = title === undefined || typeof title === 'string' ? element : title
  return from.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join(' ')
}
