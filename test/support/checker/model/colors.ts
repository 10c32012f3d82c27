// Colour spaces as objects of the model (ISO 19005-2, 6.2.4).

import type { PdfFile } from '../cos/file.ts'
import { decodeStream } from '../cos/filters.ts'
import { latin, PdfArray, PdfDictionary, PdfName, type PdfObject, PdfStream } from '../cos/objects.ts'
import type { Place, Report } from './report.ts'
import { isUtf8 } from './text.ts'

const DEVICE: Readonly<Record<string, string>> = {
  DeviceRGB: 'DeviceRGB',
  RGB: 'DeviceRGB',
  DeviceCMYK: 'DeviceCMYK',
  CMYK: 'DeviceCMYK',
  DeviceGray: 'DeviceGray',
  G: 'DeviceGray',
}

export interface Overprint {
  readonly isOn: boolean
  readonly mode: number
}

interface Use {
  readonly resources: PdfDictionary | null
  readonly place: Place
  readonly overprint?: Overprint | undefined
}

export interface IccHeader {
  readonly deviceClass: string
  readonly colorSpace: string
  readonly version: number
}

export function iccHeader(stream: PdfStream | null): IccHeader | undefined {
  const bytes = stream === null ? undefined : decodeStream(stream)
  if (bytes === undefined || bytes.length < 20) return undefined
  return {
    deviceClass: latin(bytes.subarray(12, 16)),
    colorSpace: latin(bytes.subarray(16, 20)),
    version: (bytes[8] ?? 0) + ((bytes[9] ?? 0) >> 4) / 10,
  }
}

export class Colors {
  readonly #file: PdfFile
  readonly #report: Report
  /** Tint transform and alternate of each colorant. */
  readonly #separations = new Map<string, string>()

  constructor(file: PdfFile, report: Report) {
    this.#file = file
    this.#report = report
  }

  /** A colour of a space is painted. */
  use(space: PdfObject, use: Use, depth = 0): void {
    if (depth > 8) return
    if (space instanceof PdfName) return this.#named(space.value, use, depth)
    if (!(space instanceof PdfArray)) return
    const kind = space.at(0)
    const name = kind instanceof PdfName ? kind.value : ''
    const place: Place = { ...use.place, object: this.#file.numberOf(space) ?? use.place.object }
    if (space.length === 1) this.#named(name, use, depth)
    if (name === 'ICCBased') this.#icc(space.at(1), { ...use, place })
    if (name === 'Indexed' || name === 'I' || name === 'Pattern') this.use(space.at(1), use, depth + 1)
    if (name === 'Separation') this.#separation(space, { ...use, place }, depth)
    if (name === 'DeviceN') this.#deviceN(space, { ...use, place }, depth)
  }

  #named(name: string, use: Use, depth: number): void {
    const device = DEVICE[name]
    const spaces = use.resources?.dictionary('ColorSpace')
    if (device === undefined) {
      const found = spaces?.get(name)
      if (found !== undefined && found !== null && !(found instanceof PdfName && found.value === name)) this.use(found, use, depth + 1)
      return
    }
    const replaced = spaces?.get(device.replace('Device', 'Default'))
    if (replaced !== undefined && replaced !== null) this.use(replaced, { ...use, resources: null }, depth + 1)
    else this.#report.emit(`PD${device}`, {}, use.place)
  }

  #icc(profile: PdfObject, use: Use): void {
    const header = iccHeader(profile instanceof PdfStream ? profile : null)
    this.#report.emit('ICCInputProfile', { ...(header ?? { deviceClass: null, colorSpace: null, version: null }) }, use.place)
    if (header?.colorSpace === 'CMYK')
      this.#report.emit('PDICCBasedCMYK', { overprintFlag: use.overprint?.isOn ?? false, OPM: use.overprint?.mode ?? 0 }, use.place)
  }

  #separation(space: PdfArray, use: Use, depth: number): void {
    const colorant = space.at(1)
    const name = colorant instanceof PdfName ? colorant.value : ''
    this.#report.emit('CosUnicodeName', { isValidUtf8: isUtf8(name), name }, use.place)
    const key = `${this.#print(space.items[2] ?? null)} ${this.#print(space.items[3] ?? null)}`
    const first = this.#separations.get(name)
    if (first === undefined) this.#separations.set(name, key)
    const isSpecial = name === 'All' || name === 'None'
    this.#report.emit('PDSeparation', { areTintAndAlternateConsistent: isSpecial || first === undefined || first === key, name }, use.place)
    this.use(space.at(2), use, depth + 1)
  }

  /** An object as text, with what references point to. */
  #print(object: PdfObject, depth = 0): string {
    const value = this.#file.resolve(object)
    if (depth > 12) return '…'
    if (value instanceof PdfName) return `/${value.value}`
    if (value instanceof PdfArray) return `[${value.items.map((item) => this.#print(item, depth + 1)).join(' ')}]`
    if (value instanceof PdfStream) return `${this.#print(value.dictionary, depth + 1)}${latin(value.bytes)}`
    if (value instanceof PdfDictionary)
      return `<${[...value.entries]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => (key === 'Length' ? '' : `${key} ${this.#print(item, depth + 1)}`))
        .join(' ')}>`
    return String(value)
  }

  #deviceN(space: PdfArray, use: Use, depth: number): void {
    const names = space.at(1)
    const list = names instanceof PdfArray ? names.all().flatMap((item) => (item instanceof PdfName ? [item.value] : [])) : []
    const attributes = space.at(4)
    const dictionary = attributes instanceof PdfDictionary ? attributes : null
    const colorants = dictionary?.dictionary('Colorants')
    const process = dictionary?.dictionary('Process')?.array('Components')?.all() ?? []
    const known = new Set([
      ...(colorants?.entries.keys() ?? []),
      ...process.flatMap((item) => (item instanceof PdfName ? [item.value] : [])),
      'None',
    ])
    const isCmyk = (name: string): boolean => ['Cyan', 'Magenta', 'Yellow', 'Black'].includes(name)
    for (const name of list) this.#report.emit('CosUnicodeName', { isValidUtf8: isUtf8(name), name }, use.place)
    this.#report.emit(
      'PDDeviceN',
      { nrComponents: list.length, areColorantsPresent: list.every((name) => known.has(name) || isCmyk(name)) },
      use.place,
    )
    this.use(space.at(2), use, depth + 1)
    for (const key of colorants?.entries.keys() ?? []) this.use(colorants?.get(key) ?? null, use, depth + 1)
  }
}
