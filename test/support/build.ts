// Boxes of hand-made styled elements, as text.
import type { BlockBox } from '../../engine/box/box.ts'
import { buildBoxes } from '../../engine/box/build.ts'
import { itemsOf } from '../../engine/collections/sequence.ts'
import { DiagnosticList } from '../../engine/diagnostic.ts'
import type { Image } from '../../engine/image/image.ts'
import { DEFAULT_LIMITS, type Limits } from '../../engine/limits.ts'
import { boxText } from './box-text.ts'
import { documentOf, type Spec } from './styled.ts'

export interface Built {
  readonly root: BlockBox
  readonly reporter: DiagnosticList
}

const PIXEL: Image = {
  kind: 'vector',
  id: 'pixel',
  width: 1,
  height: 1,
  ratio: 1,
  root: { tag: 'svg', attributes: new Map(), children: [] },
}

/** Builds a document; the only image there is has the URL `pixel`. */
export function build(children: readonly (Spec | string)[], options: { limits?: Partial<Limits>; nodesAhead?: number } = {}): Built {
  const reporter = new DiagnosticList()
  const images = { get: (url: string) => (url === 'pixel' ? PIXEL : undefined) }
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const ahead = options.nodesAhead === undefined ? {} : { nodesAhead: options.nodesAhead }
  return { root: buildBoxes(documentOf(...children), { images, reporter, limits, ...ahead }), reporter }
}

/** The boxes in the body, as text. */
export function bodyText(...children: (Spec | string)[]): string {
  const { root, reporter } = build(children)
  if (reporter.all.length > 0) throw new Error(`unexpected: ${JSON.stringify(reporter.all)}`)
  return [...itemsOf(root.children)]
    .map((body) =>
      boxText(body)
        .replace(/^\w+\(body ?/, '')
        .replace(/\)$/, ''),
    )
    .join(' ')
}
