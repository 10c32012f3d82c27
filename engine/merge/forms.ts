// Form fields: kept where a widget of theirs is on a chosen page, without their scripts. A field whose name another part uses gets another name, or both would hold one value.
import { type PDFArray, PDFBool, PDFDict, PDFHexString, PDFName, type PDFObject, type PDFRef, PDFString } from 'pdf-lib'
import { freeName } from './destinations.ts'
import type { PartCopy } from './part-copy.ts'
import { arrayAt, dictAt, isString, itemsOf, nameAt, resolved, textAt } from './values.ts'

const KEPT = ['FT', 'T', 'TU', 'TM', 'Ff', 'V', 'DV', 'DA', 'Q', 'DS', 'RV', 'Opt', 'MaxLen', 'TI', 'I']

interface Field {
  readonly dictionary: PDFDict
  readonly parent: Field | undefined
  readonly kids: (Field | PDFDict)[]
  readonly type: string | undefined
}

/** The fields of a part, in an order in which kids follow. */
export interface PartForm {
  readonly form: PDFDict
  readonly fields: readonly Field[]
  /** Annotations that are fields. */
  readonly widgets: ReadonlySet<PDFDict>
}

/** Reads the fields of a file, without recursion; undefined when there are none. */
export function readForm({ source, omit }: PartReading): PartForm | undefined {
  const form = dictAt(source.catalog, 'AcroForm')
  if (form === undefined) return undefined
  if (form.has(PDFName.of('XFA'))) omit('an XFA form, of which only the PDF form is kept')
  const seen = new Set<PDFDict>()
  const fields: Field[] = []
  const widgets = new Set<PDFDict>()
  const open: { readonly dictionary: PDFDict; readonly parent: Field | undefined }[] = []
  const push = (list: PDFArray | undefined, parent: Field | undefined): void => {
    for (const item of [...itemsOf(list)].reverse()) if (item instanceof PDFDict) open.push({ dictionary: item, parent })
  }
  push(arrayAt(form, 'Fields'), undefined)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { dictionary, parent } = next
    if (seen.has(dictionary)) continue
    seen.add(dictionary)
    const isWidget = nameAt(dictionary, 'Subtype') === 'Widget'
    const type = nameAt(dictionary, 'FT') ?? parent?.type
    if (type === 'Sig') {
      omit('signatures, which do not hold for a merged document')
      continue
    }
    if (isWidget) widgets.add(dictionary)
    if (isWidget && parent !== undefined && !dictionary.has(PDFName.of('T'))) {
      parent.kids.push(dictionary)
      continue
    }
    const field: Field = { dictionary, parent, kids: [], type }
    fields.push(field)
    parent?.kids.push(field)
    push(arrayAt(dictionary, 'Kids'), field)
  }
  return { form, fields, widgets }
}

interface PartReading {
  readonly source: PartCopy['source']
  readonly omit: (what: string) => void
}

/** The fields of the document. */
export class DocumentForm {
  readonly #catalog: PDFDict
  readonly #names = new Set<string>()
  readonly #fields: PDFObject[] = []
  readonly #resources = new Map<string, Map<string, PDFObject>>()
  #needsAppearances = false

  constructor(catalog: PDFDict) {
    this.#catalog = catalog
    const form = dictAt(catalog, 'AcroForm')
    if (form === undefined) return
    for (const field of arrayAt(form, 'Fields')?.asArray() ?? []) this.#fields.push(field)
    for (const field of itemsOf(arrayAt(form, 'Fields'))) if (field instanceof PDFDict) this.#names.add(textAt(field, 'T') ?? '')
    const resources = dictAt(form, 'DR')
    for (const [category, name, value] of resources === undefined ? [] : resourcesIn(resources)) this.#category(category).set(name, value)
  }

  /** Adds the fields of a part whose annotations were copied. */
  addPart(part: PartCopy, { form, fields }: PartForm): void {
    const kept = keptFields(fields, part)
    if (kept.size === 0) return
    const { target: context } = part
    const references = new Map<Field, PDFRef>()
    for (const field of fields) if (kept.has(field)) references.set(field, part.annotations.get(field.dictionary) ?? context.nextRef())
    for (const [field, reference] of references) {
      const own = part.annotations.has(field.dictionary) ? context.lookup(reference, PDFDict) : context.obj({})
      for (const [key, value] of part.copier.entries(field.dictionary, KEPT).entries()) own.set(key, value)
      const parent = field.parent && references.get(field.parent)
      if (parent !== undefined) own.set(PDFName.of('Parent'), parent)
      else this.#top(own, form, reference)
      const kids = field.kids.flatMap((kid) => (kid instanceof PDFDict ? part.annotations.get(kid) : references.get(kid)) ?? [])
      if (kids.length > 0) own.set(PDFName.of('Kids'), context.obj(kids))
      for (const kid of field.kids) {
        const widget = kid instanceof PDFDict ? part.annotations.get(kid) : undefined
        if (widget !== undefined) context.lookup(widget, PDFDict).set(PDFName.of('Parent'), reference)
      }
      context.assign(reference, own)
    }
    this.#addResources(part, form, references.values())
    this.#needsAppearances ||= resolved(form, 'NeedAppearances') === PDFBool.True
  }

  /** A field at the top: with what the form says of all its fields, and a name that is its own. */
  #top(field: PDFDict, form: PDFDict, reference: PDFRef): void {
    for (const key of ['DA', 'Q']) {
      const value = resolved(form, key)
      if (value !== undefined && !field.has(PDFName.of(key)) && !(value instanceof PDFDict)) field.set(PDFName.of(key), value)
    }
    const name = textAt(field, 'T')
    if (name !== undefined) {
      const free = freeName(name, (other) => this.#names.has(other))
      this.#names.add(free)
      if (free !== name) field.set(PDFName.of('T'), PDFHexString.fromText(free))
    }
    this.#fields.push(reference)
  }

  /** Fonts that appearances name; a name that is taken is changed in them. */
  #addResources(part: PartCopy, form: PDFDict, fields: Iterable<PDFRef>): void {
    const renamed = new Map<string, string>()
    const resources = dictAt(form, 'DR')
    for (const [category, name, value] of resources === undefined ? [] : resourcesIn(resources)) {
      const own = this.#category(category)
      const free = freeName(name, (other) => own.has(other))
      own.set(free, part.copier.copy(value))
      if (category === 'Font' && free !== name) renamed.set(name, free)
    }
    if (renamed.size === 0) return
    for (const reference of new Set([...fields, ...part.annotations.values()])) {
      const dictionary = part.target.lookup(reference, PDFDict)
      const appearance = resolved(dictionary, 'DA')
      if (!isString(appearance)) continue
      const text = appearance.decodeText()
      const changed = text.replace(/\/([^\s/<>[\](){}%]+)(?=\s+[-+.\d]+\s+Tf)/g, (whole, font: string) => {
        const other = renamed.get(font)
        return other === undefined ? whole : `/${other}`
      })
      if (changed !== text) dictionary.set(PDFName.of('DA'), PDFString.of(changed.replace(/[\\()]/g, '\\$&')))
    }
  }

  #category(name: string): Map<string, PDFObject> {
    let category = this.#resources.get(name)
    if (category === undefined) this.#resources.set(name, (category = new Map()))
    return category
  }

  finish(): void {
    if (this.#fields.length === 0) return
    const { context } = this.#catalog
    const resources = context.obj({})
    for (const [category, entries] of this.#resources) {
      const dictionary = context.obj({})
      for (const [name, value] of entries) dictionary.set(PDFName.of(name), value)
      resources.set(PDFName.of(category), dictionary)
    }
    const form = context.obj({ Fields: this.#fields, DR: resources })
    if (this.#needsAppearances) form.set(PDFName.of('NeedAppearances'), PDFBool.True)
    this.#catalog.set(PDFName.of('AcroForm'), context.register(form))
  }
}

/** Fields that have a widget on a chosen page, or have one that has. */
function keptFields(fields: readonly Field[], part: PartCopy): ReadonlySet<Field> {
  const kept = new Set<Field>()
  for (const field of [...fields].reverse()) {
    const hasWidget =
      part.annotations.has(field.dictionary) ||
      field.kids.some((kid) => (kid instanceof PDFDict ? part.annotations.has(kid) : kept.has(kid)))
    if (hasWidget) kept.add(field)
  }
  return kept
}

function* resourcesIn(resources: PDFDict): Generator<readonly [string, string, PDFObject]> {
  for (const category of resources.keys()) {
    const key = category.decodeText()
    for (const [name, value] of dictAt(resources, key)?.entries() ?? []) yield [key, name.decodeText(), value]
  }
}
