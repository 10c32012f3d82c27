// Which file an image shows (HTML §4.8.4.3): one of the first <source> of its <picture> that fits, else one of its own.
// Limits: candidates by width (`w`) are taken by it alone, without `sizes`; the resolution is that of browsers' prints, one pixel to a px.
import type { StyledElement, StyledNode } from '../../style/style.ts'
import type { BuildContext } from '../context.ts'

/** A file of an image; `density`: its pixels to a px. */
export interface ImageSource {
  readonly url: string
  readonly density: number
}

const DRAWN_TYPES = /^image\/(?:png|jpe?g|pjpeg|gif|webp|avif|svg\+xml)$/i
/** The source that a picture has chosen for its image stands in this attribute, which no document can have. */
const CHOSEN = ' chosen'

/** The children of a `<picture>`, its images with the source that was chosen for them; those of another element as they are. */
export function pictureContent(node: StyledElement, context: Pick<BuildContext, 'matchesMedia'>): Iterable<StyledNode> {
  if (node.element.tag !== 'picture' || node.pseudo !== 'none') return node.children
  let chosen: string | undefined
  const children: StyledNode[] = []
  for (const child of node.children) {
    if (child.kind === 'element' && child.element.tag === 'source') chosen ??= fittingSet(child, context)
    children.push(chosen !== undefined && child.kind === 'element' && child.element.tag === 'img' ? withSource(child, chosen) : child)
  }
  return children
}

function fittingSet({ element }: StyledElement, { matchesMedia }: Pick<BuildContext, 'matchesMedia'>): string | undefined {
  const { attributes } = element
  const type = attributes.get('type')?.split(';', 1)[0]?.trim()
  if (type !== undefined && type !== '' && !DRAWN_TYPES.test(type)) return undefined
  const media = attributes.get('media')
  if (media !== undefined && !matchesMedia(media)) return undefined
  const set = attributes.get('srcset')
  return set !== undefined && bestOf(candidates(set)) !== undefined ? set : undefined
}

function withSource(node: StyledElement, set: string): StyledElement {
  // Written out: the fields of a styled element may be getters, which spreading leaves out.
  const { kind, style, children, pseudo, markerStyle, firstLineStyle, firstLetterStyle } = node
  const { tag, isStreamed } = node.element
  const attributes = new Map([...node.element.attributes, [CHOSEN, set]])
  const element = { kind: 'element', node: node.element.node, tag, attributes, children: [], isStreamed } as const
  return { kind, element, style, children, pseudo, markerStyle, firstLineStyle, firstLetterStyle }
}

/** What an `<img>` shows; undefined without any source. */
export function sourceOfImage(attributes: ReadonlyMap<string, string>): ImageSource | undefined {
  const chosen = attributes.get(CHOSEN)
  if (chosen !== undefined) return bestOf(candidates(chosen))
  const url = attributes.get('src')?.trim()
  const own = candidates(attributes.get('srcset') ?? '')
  if (!url) return bestOf(own)
  // `src` is the candidate of one pixel to a px where there is none; as `sizes` is not read, it wins over candidates that declare their widths.
  const isBySize = own.some(({ width }) => width !== undefined)
  const source = { url, density: 1, width: undefined }
  return isBySize || own.every(({ density }) => density !== 1) ? bestOf(isBySize ? [source] : [...own, source]) : bestOf(own)
}

interface Candidate extends ImageSource {
  readonly width: number | undefined
}

/** Enough pixels for the print, and no more than that asks for; the widest of those that declare only their widths. */
function bestOf(all: readonly Candidate[]): ImageSource | undefined {
  const byWidth = all.filter(({ width }) => width !== undefined)
  if (byWidth.length > 0) return byWidth.reduce((best, one) => ((one.width ?? 0) > (best.width ?? 0) ? one : best))
  const enough = all.filter(({ density }) => density >= 1)
  if (enough.length > 0) return enough.reduce((best, one) => (one.density < best.density ? one : best))
  return all.length === 0 ? undefined : all.reduce((best, one) => (one.density > best.density ? one : best))
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

function candidateOf(url: string, descriptor: string): Candidate | undefined {
  if (descriptor === '') return { url, density: 1, width: undefined }
  const [, number, unit] = /^(\d+(?:\.\d+)?)([xw])$/.exec(descriptor) ?? []
  const value = Number(number)
  if (unit === undefined || !(value > 0)) return undefined
  return unit === 'x' ? { url, density: value, width: undefined } : { url, density: 1, width: value }
}
