// Which file an image shows (HTML §4.8.4.3): one of the first <source> of its <picture> that fits, else one of its own.
// Limits: the resolution is that of browsers' prints, one pixel to a px.
import { lazy } from '../../collections/lazy.ts'
import { PX } from '../../geometry.ts'
import type { StyledElement, StyledNode } from '../../style/style.ts'
import type { BuildContext } from '../context.ts'

/** A file of an image; `density`: its pixels to a px. */
export interface ImageSource {
  readonly url: string
  readonly density: number
}

const DRAWN_TYPES = /^image\/(?:png|jpe?g|pjpeg|gif|webp|avif|svg\+xml)$/i
/** The source that a picture has chosen for its image stands in these attributes, which no document can have. */
const CHOSEN = ' chosen'
const CHOSEN_SIZES = ' chosen sizes'

/** Attributes of the `<source>` that was chosen. */
interface SourceSet {
  readonly srcset: string
  readonly sizes: string
}

/** The children of a `<picture>`, its images with the source that was chosen for them; those of another element as they are. */
export function pictureContent(node: StyledElement, context: Pick<BuildContext, 'matchesMedia'>): Iterable<StyledNode> {
  if (node.element.tag !== 'picture' || node.pseudo !== 'none') return node.children
  let chosen: SourceSet | undefined
  const children: StyledNode[] = []
  for (const child of node.children) {
    if (child.kind === 'element' && child.element.tag === 'source') chosen ??= fittingSet(child, context)
    children.push(chosen !== undefined && child.kind === 'element' && child.element.tag === 'img' ? withSource(child, chosen) : child)
  }
  return children
}

function fittingSet({ element }: StyledElement, { matchesMedia }: Pick<BuildContext, 'matchesMedia'>): SourceSet | undefined {
  const { attributes } = element
  const type = attributes.get('type')?.split(';', 1)[0]?.trim()
  if (type !== undefined && type !== '' && !DRAWN_TYPES.test(type)) return undefined
  const media = attributes.get('media')
  if (media !== undefined && !matchesMedia(media)) return undefined
  const srcset = attributes.get('srcset')
  return srcset !== undefined && candidates(srcset).length > 0 ? { srcset, sizes: attributes.get('sizes') ?? '' } : undefined
}

function withSource(node: StyledElement, { srcset, sizes }: SourceSet): StyledElement {
  // Written out: the fields of a styled element may be getters, which spreading leaves out.
  const { kind, style, children, pseudo, markerStyle, firstLineStyle, firstLetterStyle } = node
  const { tag, isStreamed } = node.element
  const attributes = new Map([...node.element.attributes, [CHOSEN, srcset], [CHOSEN_SIZES, sizes]])
  const element = { kind: 'element', node: node.element.node, tag, attributes, children: [], isStreamed } as const
  return { kind, element, style, children, pseudo, markerStyle, firstLineStyle, firstLetterStyle }
}

/** Whether an `<img>` names a file. */
export function namesSource(attributes: ReadonlyMap<string, string>): boolean {
  const set = attributes.get(CHOSEN) ?? attributes.get('srcset') ?? ''
  return (attributes.get('src')?.trim() ?? '') !== '' || candidates(set).length > 0
}

/** What an `<img>` shows; undefined without any source. */
export function sourceOfImage(
  attributes: ReadonlyMap<string, string>,
  { sourceSize }: Pick<BuildContext, 'sourceSize'>,
): ImageSource | undefined {
  const chosen = attributes.get(CHOSEN)
  const own = candidates(chosen ?? attributes.get('srcset') ?? '')
  const url = chosen === undefined ? attributes.get('src')?.trim() : undefined
  const bySize = lazy(() => sourceSize(attributes.get(chosen === undefined ? 'sizes' : CHOSEN_SIZES) ?? '') / PX)
  const all: ImageSource[] = own.map(({ url, density, width }) => ({ url, density: width === undefined ? density : width / bySize() }))
  // `src` is the candidate of one pixel to a px where there is none.
  if (url && own.every(({ density, width }) => density !== 1 && width === undefined)) all.push({ url, density: 1 })
  return bestOf(all)
}

interface Candidate extends ImageSource {
  /** In pixels, of one that declares it: its density follows from `sizes`. */
  readonly width: number | undefined
}

/** Enough pixels for the print, and no more than that asks for; but more, where they are written out in the document, as in browsers. */
function bestOf(all: readonly ImageSource[]): ImageSource | undefined {
  const byDensity = [...all].sort((a, b) => (a.density === b.density ? 0 : a.density - b.density))
  const sharpest = byDensity.at(-1)
  if (sharpest === undefined) return undefined
  const enough = byDensity.find(({ density }) => density >= 1) ?? byDensity.find(({ density }) => density === sharpest.density)!
  return byDensity.findLast(({ url, density }) => density > enough.density && /^data:/i.test(url)) ?? enough
}

/** Addresses may have commas in them, but do not end with one (HTML §4.8.4.3.10). */
function candidates(set: string): readonly Candidate[] {
  const found: Candidate[] = []
  const address = /[\s,]*(\S+)/gy
  for (let match = address.exec(set); match !== null; match = address.exec(set)) {
    const url = match[1]!.replace(/,+$/, '')
    let descriptor = ''
    if (url === match[1]) {
      const comma = set.indexOf(',', address.lastIndex)
      const end = comma === -1 ? set.length : comma
      descriptor = set.slice(address.lastIndex, end).trim()
      address.lastIndex = end
    }
    const candidate = candidateOf(url, descriptor)
    if (candidate !== undefined) found.push(candidate)
  }
  return found
}

function candidateOf(url: string, descriptors: string): Candidate | undefined {
  if (descriptors === '') return { url, density: 1, width: undefined }
  // A height beside the width is read, and has no effect.
  const [, number, unit] = /^(\d+(?:\.\d+)?)(x|w(?:\s+\d+h)?)$/.exec(descriptors) ?? []
  const value = Number(number)
  if (unit === undefined || !(value > 0)) return undefined
  return unit === 'x' ? { url, density: value, width: undefined } : { url, density: 1, width: value }
}
