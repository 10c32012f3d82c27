// Pages: their boxes, content and annotations.
import { decodeStream } from '../cos/filters.ts'
import { PdfArray, PdfDictionary, type PdfObject, PdfStream } from '../cos/objects.ts'
import { emitAdditional, emitAnnotation } from './annotations.ts'
import { ContentReader } from './content.ts'
import type { Place } from './report.ts'
import type { PageFacts, Services } from './services.ts'

const BOXES = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']

export function emitPages(services: Services): void {
  const reader = new ContentReader(services)
  let number = 0
  for (const page of pagesOf(services.file.catalog.dictionary('Pages'))) emitPage(page, ++number, { services, reader })
}

function* pagesOf(root: PdfDictionary | null): Generator<PdfDictionary> {
  const seen = new Set<PdfDictionary>()
  const open: PdfObject[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!(node instanceof PdfDictionary) || seen.has(node)) continue
    seen.add(node)
    const kids = node.array('Kids')
    if (kids === null) yield node
    else open.push(...kids.all().reverse())
  }
}

function inherited(page: PdfDictionary, key: string): PdfObject {
  let at: PdfDictionary | null = page
  for (let i = 0; at !== null && i < 64; i++) {
    if (at.has(key)) return at.get(key)
    at = at.dictionary('Parent')
  }
  return null
}

function emitPage(page: PdfDictionary, number: number, { services, reader }: { services: Services; reader: ContentReader }): void {
  const { file, report } = services
  const place: Place = { object: file.numberOf(page), page: number }
  for (const key of BOXES) {
    const box = inherited(page, key)
    if (!(box instanceof PdfArray)) continue
    const [left, bottom, right, top] = box.numbers()
    report.emit('CosBBox', { left, bottom, right, top }, place)
  }
  const facts: PageFacts = { isTransparent: false, number }
  const own = page.dictionary('Resources')
  const resources = inherited(page, 'Resources')
  const group = page.dictionary('Group')
  if (group?.has('CS')) services.colors.use(group.get('CS'), { resources: own, place })
  reader.run(contentOf(page), {
    page: facts,
    resources: resources instanceof PdfDictionary ? resources : null,
    inherited: own === null && resources instanceof PdfDictionary ? resources : null,
    structParents: page.number('StructParents'),
    marks: [],
    depth: 0,
    place,
  })
  const crop = inherited(page, 'CropBox') ?? inherited(page, 'MediaBox')
  const annotations =
    page
      .array('Annots')
      ?.all()
      .flatMap((item) => (item instanceof PdfDictionary ? [item] : [])) ?? []
  const annotated = { dictionary: page, cropBox: crop instanceof PdfArray ? crop.numbers() : null, facts }
  for (const annotation of annotations) emitAnnotation(annotation, annotated, services, reader)
  emitAdditional(page, services, place)
  report.emit(
    'PDPage',
    {
      containsGroupCS: group?.has('CS') ?? false,
      containsTransparency: facts.isTransparent || group?.name('S') === 'Transparency',
      containsAA: page.has('AA'),
      containsPresSteps: page.has('PresSteps'),
      containsAnnotations: annotations.length > 0,
      Tabs: page.name('Tabs'),
    },
    place,
  )
}

function contentOf(page: PdfDictionary): Uint8Array {
  const contents = page.get('Contents')
  const streams = contents instanceof PdfArray ? contents.all() : [contents]
  return Buffer.concat(
    streams.flatMap((stream) => (stream instanceof PdfStream ? [decodeStream(stream) ?? new Uint8Array(), Buffer.from('\n')] : [])),
  )
}
