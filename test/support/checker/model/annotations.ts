// Annotations, fields and actions (ISO 19005-2, 6.3 to 6.5; ISO 14289-1, 7.18).
import { PdfArray, PdfDictionary, PdfName, type PdfObject, PdfStream } from '../cos/objects.ts'
import type { ContentReader } from './content.ts'
import type { Place } from './report.ts'
import type { PageFacts, Services } from './services.ts'

export interface AnnotatedPage {
  readonly dictionary: PdfDictionary
  readonly cropBox: readonly number[] | null
  readonly facts: PageFacts
}

export function emitAnnotation(annotation: PdfDictionary, page: AnnotatedPage, services: Services, reader: ContentReader): void {
  const { file, report, structure } = services
  const place: Place = { object: file.numberOf(annotation), page: page.facts.number }
  const subtype = annotation.name('Subtype')
  const rect = annotation.array('Rect')?.numbers() ?? []
  const element = structure.elementOfObject(annotation.number('StructParent'))
  const appearance = annotation.dictionary('AP')
  const normal = appearance?.get('N') ?? null
  const lang = element === null ? null : structure.langOf(element)
  const facts = {
    Subtype: subtype,
    F: annotation.number('F'),
    width: Math.abs((rect[2] ?? 0) - (rect[0] ?? 0)),
    height: Math.abs((rect[3] ?? 0) - (rect[1] ?? 0)),
    AP: appearance === null ? null : [...appearance.entries.keys()].join('&'),
    FT: inherited(annotation, 'FT'),
    N_type: normal instanceof PdfStream ? 'Stream' : normal instanceof PdfDictionary ? 'Dict' : null,
    containsAppearances: normal instanceof PdfDictionary && [...normal.entries.keys()].every((key) => normal.get(key) instanceof PdfStream),
    Contents: annotation.text('Contents'),
    Alt: element?.dictionary.text('Alt') ?? null,
    TU: fieldText(annotation),
    structParentType: element?.type ?? null,
    structParentStandardType: element?.standardType ?? null,
    isOutsideCropBox: isOutside(rect, page.cropBox),
    containsLang: lang !== null,
    containsA: annotation.has('A'),
    containsAA: annotation.has('AA'),
    isArtifact: false,
  }
  report.emit('PDAnnot', facts, place)
  const kind = { Link: 'PDLinkAnnot', Widget: 'PDWidgetAnnot', PrinterMark: 'PDPrinterMarkAnnot', TrapNet: 'PDTrapNetAnnot' }[subtype ?? '']
  if (kind !== undefined) report.emit(kind, facts, place)
  emitActions(annotation.get('A'), services, place)
  emitAdditional(annotation, services, place)
  emitMedia(annotation, services, place)
  const appearances = normal instanceof PdfDictionary ? [...normal.entries.keys()].map((key) => normal.get(key)) : [normal]
  for (const form of appearances) if (form instanceof PdfStream) emitAppearance(form, page, services, reader)
}

function emitAppearance(form: PdfStream, page: AnnotatedPage, services: Services, reader: ContentReader): void {
  const place: Place = { object: services.file.numberOf(form), page: page.facts.number }
  const group = form.dictionary.dictionary('Group')
  if (group?.name('S') === 'Transparency') {
    page.facts.isTransparent = true
    if (group.has('CS')) services.colors.use(group.get('CS'), { resources: form.dictionary.dictionary('Resources'), place })
  }
  services.report.emit(
    'PDXForm',
    {
      Subtype2: form.dictionary.name('Subtype2'),
      containsPS: form.dictionary.has('PS'),
      containsOPI: form.dictionary.has('OPI'),
      containsRef: form.dictionary.has('Ref'),
      isUniqueSemanticParent: true,
    },
    place,
  )
  if (!reader.isNew(form)) return
  // An appearance belongs to its annotation, not to the content of the page.
  const marks = [{ tag: 'Annot', isTagged: true, lang: null, hasActualText: false }]
  reader.runStream(form, { page: page.facts, resources: null, structParents: null, marks, depth: 0, place })
}

/** Of a field, which widgets inherit from. */
function inherited(dictionary: PdfDictionary, key: string): string | null {
  let at: PdfDictionary | null = dictionary
  for (let i = 0; at !== null && i < 32; i++) {
    if (at.has(key)) return at.name(key) ?? at.text(key)
    at = at.dictionary('Parent')
  }
  return null
}

function fieldText(annotation: PdfDictionary): string | null {
  const parent = annotation.dictionary('Parent')
  // A widget without a name of its own is not a field.
  return annotation.has('T') || parent === null ? annotation.text('TU') : parent.text('TU')
}

function isOutside(rect: readonly number[], box: readonly number[] | null): boolean | null {
  if (box === null || rect.length < 4) return null
  const [left = 0, bottom = 0, right = 0, top = 0] = normalized(rect)
  const [boxLeft = 0, boxBottom = 0, boxRight = 0, boxTop = 0] = normalized(box)
  return left >= boxRight || right <= boxLeft || bottom >= boxTop || top <= boxBottom
}

function normalized([a = 0, b = 0, c = 0, d = 0]: readonly number[]): number[] {
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

/** An action and those after it. */
export function emitActions(action: PdfObject, services: Services, place: Place, depth = 0): void {
  if (action instanceof PdfArray && depth < 32) for (const item of action.all()) emitActions(item, services, place, depth + 1)
  if (!(action instanceof PdfDictionary) || depth > 32) return
  const kind = action.name('S')
  const own: Place = { ...place, object: services.file.numberOf(action) ?? place.object }
  services.report.emit('PDAction', { S: kind }, own)
  if (kind === 'Named') services.report.emit('PDNamedAction', { N: action.name('N') }, own)
  if (kind === 'Rendition') emitClip(action.dictionary('R')?.dictionary('C') ?? null, services, own)
  emitActions(action.get('Next'), services, place, depth + 1)
}

export function emitAdditional(dictionary: PdfDictionary, services: Services, place: Place): void {
  const actions = dictionary.dictionary('AA')
  for (const key of actions?.entries.keys() ?? []) emitActions(actions?.get(key) ?? null, services, place)
}

function emitMedia(annotation: PdfDictionary, services: Services, place: Place): void {
  if (annotation.name('Subtype') !== 'Screen') return
  emitClip(annotation.dictionary('MK')?.dictionary('R')?.dictionary('C') ?? null, services, place)
}

function emitClip(clip: PdfDictionary | null, { report }: Services, place: Place): void {
  if (clip === null) return
  const alt = clip.array('Alt')
  const hasCorrectAlt =
    alt !== null && alt.length > 0 && alt.length % 2 === 0 && alt.all().every((item) => item !== null && !(item instanceof PdfName))
  report.emit('PDMediaClip', { CT: clip.text('CT'), hasCorrectAlt }, place)
}
