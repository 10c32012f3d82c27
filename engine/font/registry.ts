// The font service of one document: families by name, matching, fallback. What lasts longer than a document (opened faces, shaped
// runs, subsets) lives in the face cache and the shaper, which are shared.
import { ObjectCache } from '../collections/cache.ts'
import { type Reporter, warning } from '../diagnostic.ts'
import { isEmoji } from './emoji.ts'
import { cachedFace, type OpenFace, readName } from './face.ts'
import {
  BUNDLED_FAMILIES,
  type BundledTypeface,
  DEFAULT_TYPEFACE,
  FAMILY_ALIASES,
  GENERIC_FAMILIES,
  MATH_PACK,
  PACK_ALIASES,
} from './families.data.ts'
import type { FaceMatch, FontPack, FontRequest, FontService, FontSource, ShapeCounters } from './font.ts'
import { FontError } from './font-error.ts'
import { coordinatesFor, isDrawn } from './instance.ts'
import { bestMatches, synthesis } from './match.ts'
import { INVISIBLE, MissingGlyphs } from './missing-glyphs.ts'
import { PackList } from './pack-list.ts'
import type { Shaper } from './shape.ts'
import { subsetFace } from './subset.ts'

/** What a font service is made with. */
interface FontOptions {
  readonly reporter: Reporter
  readonly shaper: Shaper
  /** Family names (lower case) and the registered family each stands for; looked up before the built-in table. */
  readonly aliases?: ReadonlyMap<string, string>
  /** Looked at after the sources. */
  readonly packs?: readonly FontPack[]
  /** The limit of the faces from `@font-face` together, unpacked. */
  readonly mostBytes?: number
  /** BCP 47: decides between packs for texts that have no language of one of them. */
  readonly locale?: string
}

/** A font service over these sources, in order of preference among equals. Files are opened when first needed. */
export function createFonts(sources: readonly FontSource[], options: FontOptions): FontService {
  const registry = new Registry(sources, options)
  const counters: ShapeCounters = { harfBuzzCalls: 0, fastRuns: 0, cacheHits: 0 }
  return {
    counters,
    primary: (request) => registry.primary(request),
    forCluster: (request, cluster, language) => registry.forCluster(request, cluster, language),
    reportMissing: (cluster, shown, source) => registry.missing.report(cluster, shown, source),
    isKnownFamily: (family) => registry.isKnownFamily(family),
    addFaces: (faces) => registry.addFaces(faces),
    localSource: (name) => registry.localSource(name),
    beginPart: () => registry.missing.beginPart(),
    shape: (text, style) => options.shaper.shape(text, style, counters),
    outline: (face, glyph) => options.shaper.outline(face, glyph),
    subset: (face, glyphs) => subsetFace(face, glyphs),
  }
}

/** A font file, and its face once it was opened: `undefined` before the first request, `null` where the file cannot be read (which was reported). */
interface SourceEntry extends FontSource {
  face: OpenFace | null | undefined
  /** From `@font-face`. */
  readonly isAuthorFont: boolean
}

interface Family {
  readonly kind: 'files'
  readonly entries: SourceEntry[]
  /** From `@font-face`: its faces hide others of that name, and it is no fallback for other families. */
  readonly isAuthorFont: boolean
}

interface PackFamily {
  readonly kind: 'pack'
  readonly pack: FontPack
}

const SPACE = 0x20
const MAX_REQUESTS = 1_000
const MAX_CLUSTERS = 20_000

class Registry {
  readonly packs: PackList
  readonly missing: MissingGlyphs
  readonly #options: FontOptions
  readonly #families = new Map<string, Family>()
  /** Some font has an axis for optical sizes. */
  #hasDesignSizes = false
  #bytesLeft: number
  readonly #primaries = new Map<string, FaceMatch>()
  readonly #clusters = new Map<string, Map<string, FaceMatch | null>>()
  #byRequest = new WeakMap<FontRequest, Map<string, Map<string, FaceMatch | null>>>()

  constructor(sources: readonly FontSource[], options: FontOptions) {
    this.#options = options
    this.#bytesLeft = options.mostBytes ?? Number.POSITIVE_INFINITY
    this.packs = new PackList(options.packs ?? [], options.locale ?? '')
    this.missing = new MissingGlyphs(options.reporter, (character) => this.packs.hintFor(character))
    for (const source of sources) this.#add(source, false)
  }

  addFaces(sources: readonly FontSource[]): void {
    for (const source of sources) this.#add(source, true)
    this.#clearMatches()
  }

  #add(source: FontSource, isAuthorFont: boolean): void {
    const name = source.family.toLowerCase()
    const known = this.#families.get(name)
    if (known === undefined || (isAuthorFont && !known.isAuthorFont)) this.#families.set(name, { kind: 'files', entries: [], isAuthorFont })
    this.#families.get(name)?.entries.push({ face: undefined, ...source, isAuthorFont })
  }

  isKnownFamily(family: string): boolean {
    return this.#family(family) !== undefined
  }

  localSource(name: string): FontSource | undefined {
    const wanted = name.toLowerCase()
    const installed = [...this.#families.values()].filter((family) => !family.isAuthorFont).flatMap((family) => family.entries)
    const byFace = installed.find((entry) => namesOf(entry, this.#open(entry)).includes(wanted))
    return byFace ?? installed.find((entry) => entry.family.toLowerCase() === wanted && entry.weight === 400 && entry.style === 'normal')
  }

  primary(request: FontRequest): FaceMatch {
    const key = this.#keyOf(request)
    const known = this.#primaries.get(key)
    if (known !== undefined) return known
    const match = this.#findPrimary(request)
    if (this.#primaries.size >= MAX_REQUESTS) this.#primaries.clear()
    this.#primaries.set(key, match)
    return match
  }

  /** The first face that may serve a space (CSS Fonts 4 §5.3: "first available font"). */
  #findPrimary(request: FontRequest): FaceMatch {
    let isPartial = false
    for (const family of this.#familiesOf(request)) {
      if (family.kind === 'files' && family.entries.some(({ unicodeRange }) => unicodeRange !== undefined)) isPartial = true
      const match = family.kind === 'pack' ? this.#primaryOfPack(family.pack, request) : this.#primaryOf(family, request, [SPACE])
      if (match !== undefined) return isPartial ? { ...match, isPartial } : match
    }
    for (const family of this.#families.values()) {
      const match = this.#primaryOf(family, request, [])
      if (match !== undefined) return match
    }
    throw new Error('the font service has no font that can be opened')
  }

  #primaryOf(family: Family, request: FontRequest, codePoints: readonly number[]): FaceMatch | undefined {
    const entries = codePoints.length === 0 ? family.entries : bestMatches(family.entries, request).toReversed()
    for (const entry of entries) {
      if (!codePoints.every((c) => serves(entry, c))) continue
      const match = this.#match(entry, request)
      if (match !== undefined) return match
    }
    return undefined
  }

  /** A pack of emoji is no primary font, even where it is the first family named. */
  #primaryOfPack(pack: FontPack, request: FontRequest): FaceMatch | undefined {
    return pack.kind === 'emoji' ? undefined : this.#matchPack(pack, request, [[SPACE]])
  }

  forCluster(request: FontRequest, cluster: string, language: string): FaceMatch | undefined {
    const clusters = this.#clustersOf(request, language)
    let match = clusters.get(cluster)
    if (match === undefined) {
      match = this.#findForCluster(request, cluster, language) ?? null
      if (clusters.size >= MAX_CLUSTERS) clusters.clear()
      clusters.set(cluster, match)
    }
    return match ?? undefined
  }

  /** The matches found for a request and a language. Hot, called once a cluster: a request object is turned into its key only once. */
  #clustersOf(request: FontRequest, language: string): Map<string, FaceMatch | null> {
    let byLanguage = this.#byRequest.get(request)
    if (byLanguage === undefined) this.#byRequest.set(request, (byLanguage = new Map()))
    let clusters = byLanguage.get(language)
    if (clusters !== undefined) return clusters
    const key = `${this.packs.keyOf(language)}${this.#keyOf(request)}`
    clusters = this.#clusters.get(key)
    if (clusters === undefined) {
      clusters = new Map()
      if (this.#clusters.size >= MAX_REQUESTS) this.#clusters.clear()
      this.#clusters.set(key, clusters)
    }
    byLanguage.set(language, clusters)
    return clusters
  }

  #findForCluster(request: FontRequest, cluster: string, language: string): FaceMatch | undefined {
    const forms = [...new Set([cluster, cluster.normalize('NFC'), cluster.normalize('NFD')])].map(visibleCodePoints)
    const listed = this.#familiesOf(request)
    if (isEmoji(cluster)) {
      const emojiFamilies = [...listed, ...this.packs.emoji.map(packFamily)]
      for (const family of emojiFamilies) {
        const match = this.#matchIn(family, request, forms, 'color')
        if (match !== undefined) return match
      }
    }
    const textFamilies = listed.filter((family) => family.kind === 'files' || family.pack.kind === 'text')
    const installed = [...this.#families.values()].filter((family) => !family.isAuthorFont && !listed.includes(family))
    const packs = [...this.packs.inOrder(language), ...this.packs.emoji].map(packFamily)
    const families = [...textFamilies, ...installed, ...packs]
    for (const glyphs of ['own', 'any'] as const) {
      for (const family of families) {
        const match = this.#matchIn(family, request, forms, glyphs, listed.includes(family))
        if (match !== undefined) return match
      }
    }
    return undefined
  }

  /** The face of a family that has all code points of one of the forms of a cluster; `own`: and leaves them to no other. */
  #matchIn(
    family: Family | PackFamily,
    request: FontRequest,
    forms: readonly (readonly number[])[],
    glyphs: 'own' | 'any' | 'color',
    isNamed = true,
  ): FaceMatch | undefined {
    if (family.kind === 'pack') return this.#matchPack(family.pack, request, forms)
    const mayServe = isNamed ? serves : servesOthers
    for (const entry of bestMatches(family.entries, request).toReversed()) {
      if (!forms.some((form) => form.every((c) => mayServe(entry, c) && !(glyphs === 'own' && leaves(entry, c))))) continue
      const match = this.#match(entry, request)
      if (match === undefined || (glyphs === 'color' && !match.face.hasColor)) continue
      if (forms.some((form) => form.every((c) => match.face.hasGlyph(c)))) return match
    }
    return undefined
  }

  #matchPack(pack: FontPack, request: FontRequest, forms: readonly (readonly number[])[]): FaceMatch | undefined {
    const mayServe = forms.some((form) => form.every((c) => pack.ranges.some(([from, to]) => c >= from && c <= to)))
    if (!mayServe) return undefined
    try {
      const face = this.#options.shaper.packFace(pack, request)
      if (face === undefined || !forms.some((form) => form.every((c) => face.hasGlyph(c)))) return undefined
      return { face, ...synthesis(pack.open()[0] ?? NORMAL, request) }
    } catch (problem) {
      if (!(problem instanceof FontError)) throw problem
      this.#options.reporter.report(warning('bad-font', undefined, `font "${pack.family}" cannot be read: ${problem.message}`))
      return undefined
    }
  }

  #match(entry: SourceEntry, request: FontRequest): FaceMatch | undefined {
    const face = this.#open(entry)
    if (face === null) return undefined
    const metrics = entry.metrics === undefined ? undefined : { metrics: entry.metrics }
    if (face.axes.length === 0 && !isDrawn(face)) return { face, ...synthesis(entry, request), ...metrics }
    try {
      const synthetic = synthesis(entry, request)
      const hasSlantAxis = face.axes.some(({ tag }) => tag === 'slnt' || tag === 'ital')
      const usesWeightAxis = entry.isAnyWeight === true && face.axes.some(({ tag }) => tag === 'wght')
      const instance = this.#options.shaper.instance(face, coordinatesFor(face.axes, entry, request))
      return {
        face: instance,
        syntheticBold: synthetic.syntheticBold && !usesWeightAxis,
        syntheticOblique: synthetic.syntheticOblique && !hasSlantAxis,
        ...metrics,
      }
    } catch (problem) {
      if (!(problem instanceof FontError)) throw problem
      this.#reportUnreadable(entry, problem)
      return undefined
    }
  }

  #open(entry: SourceEntry): OpenFace | null {
    if (entry.face !== undefined) return entry.face
    try {
      entry.face = entry.isAuthorFont ? this.#openAuthorFont(entry) : cachedFace(entry)
      if (!this.#hasDesignSizes && entry.face.axes.some(({ tag }) => tag === 'opsz')) this.#distinguishSizes()
    } catch (problem) {
      if (!(problem instanceof FontError)) throw problem
      this.#reportUnreadable(entry, problem)
    }
    return entry.face ?? null
  }

  /** The limit is checked while the file is unpacked, and again by what it came to. */
  #openAuthorFont(entry: SourceEntry): OpenFace {
    const left = this.#bytesLeft
    const face = cachedFace(entry, left)
    this.#bytesLeft -= face.sfnt.bytes.length
    if (this.#bytesLeft >= 0) return face
    this.#bytesLeft = left
    throw new FontError(`the fonts of the document take more than ${this.#options.mostBytes} bytes`)
  }

  /** From here on the key of a request contains its font size; matches made without it are dropped. */
  #distinguishSizes(): void {
    this.#hasDesignSizes = true
    this.#clearMatches()
  }

  #clearMatches(): void {
    this.#primaries.clear()
    this.#clusters.clear()
    this.#byRequest = new WeakMap()
  }

  #keyOf(request: FontRequest): string {
    return this.#hasDesignSizes ? `${request.opticalSize ?? ''} ${keyOf(request)}` : keyOf(request)
  }

  #reportUnreadable(entry: SourceEntry, { message }: FontError): void {
    const what = `font "${entry.family}" ${entry.weight}${entry.style === 'normal' ? '' : ` ${entry.style}`}`
    this.#options.reporter.report(warning('bad-font', undefined, `${what} cannot be read: ${message}`))
    entry.face = null
  }

  /** The families of a request that exist, each once; the default comes last. */
  #familiesOf(request: FontRequest): readonly (Family | PackFamily)[] {
    const families = new Set<Family | PackFamily>()
    for (const name of request.families) {
      const family = this.#family(name)
      if (family !== undefined) families.add(family)
    }
    const last = this.#families.get(BUNDLED_FAMILIES[DEFAULT_TYPEFACE].toLowerCase())
    if (last !== undefined) families.add(last)
    return [...families]
  }

  #family(name: string): Family | PackFamily | undefined {
    const wanted = name.toLowerCase().trim()
    const known = this.#families.get(wanted)
    if (known !== undefined) return known
    const alias = this.#options.aliases?.get(wanted)
    if (alias !== undefined) return this.#families.get(alias.toLowerCase()) ?? this.#packFamily(alias)
    const math = wanted === 'math' ? this.#packFamily(MATH_PACK) : undefined
    if (math !== undefined) return math
    const typeface: BundledTypeface | undefined = GENERIC_FAMILIES.get(wanted) ?? FAMILY_ALIASES.get(wanted)
    const bundled = typeface === undefined ? undefined : this.#families.get(BUNDLED_FAMILIES[typeface].toLowerCase())
    return bundled ?? this.#packFamily(PACK_ALIASES.get(wanted) ?? wanted)
  }

  #packFamily(name: string): PackFamily | undefined {
    const pack = this.packs.installed(name)
    return pack === undefined ? undefined : packFamily(pack)
  }
}

const NORMAL = { weight: 400, style: 'normal' } as const

const packFamilies = new ObjectCache<FontPack, PackFamily>('identity')

/** The same object for the same pack. */
function packFamily(pack: FontPack): PackFamily {
  let family = packFamilies.get(pack)
  if (family === undefined) packFamilies.set(pack, (family = { kind: 'pack', pack }))
  return family
}

function keyOf(request: FontRequest): string {
  return `${request.weight} ${request.style} ${request.stretch} ${request.variations?.join() ?? ''} ${request.families.join('\n')}`
}

const isIn = (ranges: FontSource['unicodeRange'], codePoint: number): boolean =>
  ranges === undefined || ranges.some(([from, to]) => codePoint >= from && codePoint <= to)

function serves({ unicodeRange }: SourceEntry, codePoint: number): boolean {
  return isIn(unicodeRange, codePoint)
}

/** Of a family that the document does not name. */
function servesOthers(entry: SourceEntry, codePoint: number): boolean {
  return serves(entry, codePoint) && isIn(entry.fallbackRange, codePoint)
}

/** Whether the entry has the code point for want of another alone. */
function leaves({ leaves: ranges }: SourceEntry, codePoint: number): boolean {
  return ranges?.some(([from, to]) => codePoint >= from && codePoint <= to) ?? false
}

function visibleCodePoints(cluster: string): number[] {
  const visible = [...cluster].filter((c) => !INVISIBLE().test(c))
  return (visible.length === 0 ? [] : visible).map((c) => c.codePointAt(0) ?? 0)
}

function namesOf(entry: SourceEntry, face: OpenFace | null): readonly string[] {
  if (face === null) return []
  const full = readName(face.sfnt.tables.get('name'), 4)
  return [full, face.postscriptName, `${entry.family} ${face.style}`].map((name) => name?.toLowerCase() ?? '')
}
