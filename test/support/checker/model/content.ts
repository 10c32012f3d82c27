// Problem: what pages show, in order: with the graphics state, the tags and the language in force. Approach: one interpreter for pages, forms, patterns,
// glyph procedures and appearances; each kind of painting hands facts to the rules.

import { type Operation, readOperations } from '../cos/content.ts'
import { decodeStream } from '../cos/filters.ts'
import { PdfArray, PdfDictionary, PdfName, type PdfObject, PdfStream, PdfString } from '../cos/objects.ts'
import type { Font } from '../font/font.ts'
import { emitGraphicsState, isTransparentState } from './graphics-states.ts'
import { emitFilters, emitImage } from './images.ts'
import { ACTIONS, type ContentActions, OPERATORS } from './operators.ts'
import type { Place } from './report.ts'
import type { PageFacts, Services } from './services.ts'

interface Mark {
  readonly tag: string
  readonly isTagged: boolean
  readonly lang: string | null
  readonly hasActualText: boolean
}

interface Run {
  readonly page: PageFacts
  readonly resources: PdfDictionary | null
  /** Where StructParents says which elements marks belong to. */
  readonly structParents: number | null
  readonly marks: readonly Mark[]
  readonly depth: number
  readonly place: Place
  /** Resources that the stream has not itself. */
  readonly inherited?: PdfDictionary | null
}

interface State {
  fill: PdfObject
  stroke: PdfObject
  font: Font | undefined
  renderingMode: number
  overprintFill: boolean
  overprintStroke: boolean
  overprintMode: number
}

const DEEPEST = 24
const GRAY = new PdfName('DeviceGray')

export class ContentReader {
  readonly #s: Services
  readonly #done = new Set<PdfObject>()

  constructor(services: Services) {
    this.#s = services
  }

  run(bytes: Uint8Array, run: Run): void {
    if (run.depth > DEEPEST) return
    new Interpreter(this.#s, this, run).run(bytes)
  }

  /** A form, a pattern or a procedure, which has resources of its own. */
  runStream(stream: PdfStream, run: Run, overrides: Partial<Run> = {}): void {
    const own = stream.dictionary.dictionary('Resources')
    const place: Place = { ...run.place, object: this.#s.file.numberOf(stream) }
    this.run(decodeStream(stream) ?? new Uint8Array(), {
      ...run,
      resources: own ?? run.resources,
      inherited: own === null ? run.resources : null,
      depth: run.depth + 1,
      place,
      ...overrides,
    })
  }

  /** True once for each object. */
  isNew(object: PdfObject): boolean {
    if (this.#done.has(object)) return false
    this.#done.add(object)
    return true
  }
}

class Interpreter implements ContentActions {
  readonly #s: Services
  readonly #reader: ContentReader
  readonly #run: Run
  #state: State = {
    fill: GRAY,
    stroke: GRAY,
    font: undefined,
    renderingMode: 0,
    overprintFill: false,
    overprintStroke: false,
    overprintMode: 0,
  }
  readonly #saved: State[] = []
  readonly #marks: Mark[]
  readonly #inheritedNames = new Set<string>()
  readonly #usesTags: boolean

  constructor(services: Services, reader: ContentReader, run: Run) {
    this.#s = services
    this.#reader = reader
    this.#run = run
    this.#marks = [...run.marks]
    this.#usesTags = services.report.asks('SESimpleContentItem')
  }

  run(bytes: Uint8Array): void {
    for (const operation of readOperations(bytes, this.#s.file.resolve, this.#s.spelling)) this.#operate(operation)
    this.#s.report.emit('PDContentStream', { inheritedResourceNames: [...this.#inheritedNames].join(',') }, this.#run.place)
  }

  #operate(operation: Operation): void {
    const { operator, operands } = operation
    if (!OPERATORS.has(operator)) this.#s.report.emit('Op_Undefined', { operator }, this.#run.place)
    const act = ACTIONS[operator]
    if (act !== undefined) act(this, operands)
    else if (operator === 'BI' && operation.image !== undefined) this.#inlineImage(operation.image)
  }

  save(): void {
    this.#saved.push({ ...this.#state })
    this.#s.report.emit('Op_q_gsave', { nestingLevel: this.#saved.length }, this.#run.place)
  }

  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state
  }

  /** Rules are about colours that are set, painted or not. */
  color(key: 'fill' | 'stroke', space: PdfObject): void {
    this.#state[key] = space
    this.#useColor(space, key === 'fill' ? this.#state.overprintFill : this.#state.overprintStroke)
  }

  namedColor(key: 'fill' | 'stroke', [name]: readonly PdfObject[]): void {
    if (!(name instanceof PdfName)) return
    this.color(key, this.#resource('ColorSpace', name.value) ?? name)
  }

  /** `scn`: the last operand names a pattern. */
  pattern(operands: readonly PdfObject[]): void {
    const name = operands.at(-1)
    const pattern = name instanceof PdfName ? this.#resource('Pattern', name.value) : null
    if (pattern instanceof PdfStream && this.#reader.isNew(pattern)) {
      // Its content is painted where the pattern is.
      this.#reader.runStream(pattern, { ...this.#run, marks: this.#marks })
    }
    const dictionary = pattern instanceof PdfDictionary ? pattern : null
    const shading = dictionary?.get('Shading')
    const state = dictionary?.dictionary('ExtGState')
    if (state !== undefined && state !== null) this.#graphicsState(state)
    if (shading !== undefined && shading !== null) this.#shade(shading)
  }

  #shade(shading: PdfObject): void {
    const dictionary = shading instanceof PdfStream ? shading.dictionary : shading instanceof PdfDictionary ? shading : null
    if (dictionary !== null) this.#useColor(dictionary.get('ColorSpace'), false)
  }

  shading([name]: readonly PdfObject[]): void {
    if (name instanceof PdfName) this.#shade(this.#resource('Shading', name.value))
    this.#content('SEShadingItem')
  }

  #resource(kind: string, name: string): PdfObject {
    const found = this.#run.resources?.dictionary(kind)?.get(name) ?? null
    if (found !== null && this.#run.inherited === this.#run.resources && this.#run.inherited !== null) this.#inheritedNames.add(name)
    return found
  }

  graphicsState([name]: readonly PdfObject[]): void {
    const found = name instanceof PdfName ? this.#resource('ExtGState', name.value) : null
    if (found instanceof PdfDictionary) this.#graphicsState(found)
  }

  #graphicsState(dictionary: PdfDictionary): void {
    if (isTransparentState(dictionary)) this.#run.page.isTransparent = true
    const op = dictionary.get('OP')
    if (typeof op === 'boolean') this.#state.overprintStroke = this.#state.overprintFill = op
    const fillOp = dictionary.get('op')
    if (typeof fillOp === 'boolean') this.#state.overprintFill = fillOp
    this.#state.overprintMode = dictionary.number('OPM') ?? this.#state.overprintMode
    const font = dictionary.array('Font')?.at(0)
    if (font instanceof PdfDictionary) this.#state.font = this.#s.fonts.font(font)
    if (!this.#reader.isNew(dictionary)) return
    emitGraphicsState(dictionary, this.#s, this.#run.place)
    const mask = dictionary.dictionary('SMask')?.get('G')
    if (mask instanceof PdfStream) this.#form(mask)
  }

  intent([name]: readonly PdfObject[]): void {
    if (name instanceof PdfName) this.#s.report.emit('CosRenderingIntent', { internalRepresentation: name.value }, this.#run.place)
  }

  // ── Painting ─────────────────────────────────────────────────────────────────────────────────────────────────────

  path(isFilled: boolean, isStroked: boolean): void {
    this.#content('SELineArtItem')
    if (isFilled) this.#useColor(this.#state.fill, this.#state.overprintFill)
    if (isStroked) this.#useColor(this.#state.stroke, this.#state.overprintStroke)
  }

  #useColor(space: PdfObject, isOn: boolean): void {
    const { place, resources } = this.#run
    this.#s.colors.use(space, { resources, place, overprint: { isOn, mode: this.#state.overprintMode } })
  }

  #content(kind: string): void {
    if (!this.#usesTags) return
    this.#s.report.emit(
      'SESimpleContentItem',
      { itemType: kind, isTaggedContent: this.#isTagged(), parentsTags: this.#marks.map((mark) => mark.tag) },
      this.#run.place,
    )
  }

  #isTagged(): boolean {
    return this.#marks.some((mark) => mark.isTagged)
  }

  font([name]: readonly PdfObject[]): void {
    const dictionary = name instanceof PdfName ? this.#resource('Font', name.value) : null
    this.#state.font = dictionary instanceof PdfDictionary ? this.#s.fonts.font(dictionary) : undefined
  }

  renderingMode([mode]: readonly PdfObject[]): void {
    if (typeof mode === 'number') this.#state.renderingMode = mode
  }

  text(operands: readonly PdfObject[]): void {
    const { font, renderingMode } = this.#state
    this.#content('SETextItem')
    const lang = this.#marks.findLast((mark) => mark.lang !== null)?.lang ?? null
    this.#s.report.emit('SETextItem', { Lang: lang }, this.#run.place)
    if (renderingMode !== 3 && renderingMode !== 7) {
      if ([0, 2, 4, 6].includes(renderingMode)) this.#useColor(this.#state.fill, this.#state.overprintFill)
      if ([1, 2, 5, 6].includes(renderingMode)) this.#useColor(this.#state.stroke, this.#state.overprintStroke)
    }
    if (font === undefined) return
    const page = this.#run.page.number
    this.#s.fonts.use(font, renderingMode, page)
    const hasActualText = this.#marks.some((mark) => mark.hasActualText)
    for (const operand of operands.flatMap((item) => (item instanceof PdfArray ? item.items : [item]))) {
      if (!(operand instanceof PdfString)) continue
      for (const { code } of font.codes(operand.bytes)) {
        this.#s.fonts.glyph(font, code, { renderingMode, hasActualText, page })
        this.#procedure(font, code)
      }
    }
  }

  /** Glyphs of Type 3 fonts are content. */
  #procedure(font: Font, code: number): void {
    const stream = font.procedures?.get(font.glyph(code).name ?? '')
    if (!(stream instanceof PdfStream) || !this.#reader.isNew(stream)) return
    const own = font.dictionary.dictionary('Resources')
    this.#reader.runStream(
      stream,
      { ...this.#run, marks: this.#marks },
      { resources: own ?? this.#run.resources, inherited: own === null ? this.#run.resources : null },
    )
  }

  object([name]: readonly PdfObject[]): void {
    const found = name instanceof PdfName ? this.#resource('XObject', name.value) : null
    if (!(found instanceof PdfStream)) return
    const subtype = found.dictionary.name('Subtype')
    const place: Place = { ...this.#run.place, object: this.#s.file.numberOf(found) }
    this.#s.report.emit('PDXObject', { Subtype: subtype }, place)
    if (subtype === 'Image') this.#image(found, place)
    if (subtype === 'Form') this.#form(found)
  }

  #image(image: PdfStream, place: Place): void {
    this.#content('SEImageItem')
    const isMask = image.dictionary.get('ImageMask') === true
    if (isMask) this.#useColor(this.#state.fill, this.#state.overprintFill)
    if (image.dictionary.has('SMask') || (image.dictionary.number('SMaskInData') ?? 0) > 0) this.#run.page.isTransparent = true
    const space = image.dictionary.get('ColorSpace')
    if (space !== null && !isMask) this.#useColor(space, this.#state.overprintFill)
    if (!this.#reader.isNew(image)) return
    emitImage(image, this.#s.report, place)
    for (const key of ['SMask', 'Mask']) {
      const mask = image.dictionary.get(key)
      if (mask instanceof PdfStream && this.#reader.isNew(mask)) emitImage(mask, this.#s.report, place, key === 'Mask')
    }
  }

  #inlineImage(dictionary: PdfDictionary): void {
    this.#content('SEImageItem')
    const image = new PdfStream(dictionary, new Uint8Array())
    const space = dictionary.get('CS') ?? dictionary.get('ColorSpace')
    if ((dictionary.get('IM') ?? dictionary.get('ImageMask')) === true) this.#useColor(this.#state.fill, this.#state.overprintFill)
    else if (space !== null)
      this.#useColor(space instanceof PdfName ? (this.#resource('ColorSpace', space.value) ?? space) : space, this.#state.overprintFill)
    emitFilters(dictionary, 'CosIIFilter', this.#s.report, this.#run.place)
    emitImage(image, this.#s.report, this.#run.place)
  }

  #form(form: PdfStream): void {
    const { dictionary } = form
    const { file, report, structure } = this.#s
    const place: Place = { ...this.#run.place, object: file.numberOf(form) }
    const group = dictionary.dictionary('Group')
    if (group?.name('S') === 'Transparency') {
      this.#run.page.isTransparent = true
      if (group.has('CS')) this.#s.colors.use(group.get('CS'), { resources: dictionary.dictionary('Resources'), place })
    }
    const structParents = dictionary.number('StructParents')
    const hasTags = structParents !== null && structure.hasMarks(structParents)
    const isRepeated = hasTags && this.#s.taggedForms.has(form)
    if (hasTags) this.#s.taggedForms.add(form)
    report.emit(
      'PDXForm',
      {
        Subtype2: dictionary.name('Subtype2'),
        containsPS: dictionary.has('PS'),
        containsOPI: dictionary.has('OPI'),
        containsRef: dictionary.has('Ref'),
        isUniqueSemanticParent: !isRepeated,
      },
      place,
    )
    // Seen again only for what its tags depend on.
    const key = this.#usesTags && !this.#isTagged() && !this.#marks.some((mark) => mark.tag === 'Artifact') ? undefined : form
    if (this.#run.depth > 0 && key === undefined && this.#run.depth > 6) return
    if (key !== undefined && !this.#reader.isNew(form)) return
    this.#reader.runStream(form, { ...this.#run, marks: this.#marks }, { structParents: structParents ?? this.#run.structParents })
  }

  // ── Marks ────────────────────────────────────────────────────────────────────────────────────────────────────────

  begin([tag, properties]: readonly PdfObject[]): void {
    const dictionary =
      properties instanceof PdfDictionary ? properties : properties instanceof PdfName ? this.#properties(properties.value) : null
    const { structure, report } = this.#s
    const name = tag instanceof PdfName ? tag.value : ''
    const mcid = dictionary?.number('MCID') ?? null
    const element = mcid === null || this.#run.structParents === null ? null : structure.elementOfMark(this.#run.structParents, mcid)
    const lang = dictionary?.text('Lang') ?? null
    const ownLang = lang ?? (element === null ? null : structure.langOf(element))
    const inheritedLang = this.#marks.findLast((mark) => mark.lang !== null)?.lang ?? (element === null ? null : structure.langOf(element))
    const parentsTags = this.#marks.map((mark) => mark.tag)
    const isTagged = element !== null
    if (lang !== null) report.emit('CosLang', { unicodeValue: lang }, this.#run.place)
    const [ActualText, Alt, E] = ['ActualText', 'Alt', 'E'].map((key) => dictionary?.text(key) ?? null)
    report.emit(
      'SEMarkedContent',
      { tag: name, isTaggedContent: isTagged || this.#isTagged(), parentsTags, ActualText, Alt, E, Lang: lang, inheritedLang },
      this.#run.place,
    )
    const hasActualText = ActualText !== null || (element !== null && structure.hasActualText(element))
    this.#marks.push({ tag: name, isTagged, lang: ownLang, hasActualText })
  }

  #properties(name: string): PdfDictionary | null {
    const found = this.#resource('Properties', name)
    return found instanceof PdfDictionary ? found : null
  }

  end(): void {
    if (this.#marks.length > this.#run.marks.length) this.#marks.pop()
  }
}
