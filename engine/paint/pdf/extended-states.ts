// Graphics states that are set by name (ExtGState): opacity, blend modes and soft masks.
import type { PdfObjects, PdfReference, PdfValue } from './objects.ts'

/** CSS names to PDF names (PDF 32000 §11.3.5); other modes are painted normally. */
const BLEND_MODES: Readonly<Record<string, string>> = {
  multiply: 'Multiply',
  screen: 'Screen',
  overlay: 'Overlay',
  darken: 'Darken',
  lighten: 'Lighten',
  'color-dodge': 'ColorDodge',
  'color-burn': 'ColorBurn',
  'hard-light': 'HardLight',
  'soft-light': 'SoftLight',
  difference: 'Difference',
  exclusion: 'Exclusion',
  hue: 'Hue',
  saturation: 'Saturation',
  color: 'Color',
  luminosity: 'Luminosity',
}

/** The named graphics states of one document, in a dictionary that all pages share. */
export class ExtendedStates {
  readonly #objects: PdfObjects
  readonly #names = new Map<string, string>()
  readonly #entries: Record<string, PdfValue> = {}
  #resources: PdfReference | undefined
  #count = 0

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  get resources(): PdfReference {
    this.#resources ??= this.#objects.reserve()
    return this.#resources
  }

  /** Name of the state that sets an opacity: `ca` for fills and images, `CA` for strokes. */
  opacity(key: 'ca' | 'CA', value: number): string {
    const rounded = Math.round(value * 1000) / 1000
    return this.#named(`${key} ${rounded}`, { [key]: rounded })
  }

  blendMode(mode: string): string {
    const name = BLEND_MODES[mode] ?? 'Normal'
    return this.#named(`BM ${name}`, { BM: name })
  }

  softMask(kind: 'luminance' | 'alpha', group: PdfReference): string {
    return this.#named(`SMask ${kind} ${group.id}`, {
      SMask: { Type: 'Mask', S: kind === 'alpha' ? 'Alpha' : 'Luminosity', G: group },
    })
  }

  finish(): void {
    if (this.#resources !== undefined) this.#objects.write(this.#resources, this.#entries)
  }

  #named(key: string, entry: PdfValue): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = `G${++this.#count}`
    this.#names.set(key, name)
    this.#entries[name] = entry
    return name
  }
}
