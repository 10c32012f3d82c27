// Links, named destinations and the outline.
import type { LinkTarget } from '../canvas.ts'
import { addObject, comparePdfTexts, type PdfDictionary, type PdfObjects, type PdfReference, type PdfValue, pdfText } from './objects.ts'

/** Entries of a leaf of the name tree. */
const LEAF = 64

/** A place on a page, y up from the bottom of the sheet. */
interface Place {
  readonly page: PdfReference
  readonly y: number
}

interface Bookmark {
  readonly level: number
  readonly title: string
  readonly place: Place
  readonly isOpen: boolean
  readonly reference: PdfReference
  readonly children: Bookmark[]
}

export class Navigation {
  readonly #objects: PdfObjects
  readonly #destinations = new Map<string, Place>()
  /** The names of identifiers that an earlier part has too, by part. */
  readonly #renamed = new Map<number, Map<string, string>>()
  /** The part that has an identifier as a name. */
  readonly #owners = new Map<string, number>()
  readonly #top: Bookmark[] = []
  /** The ancestors of the next bookmark: it is a child of the last one with a lower level. */
  readonly #chain: Bookmark[] = []

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  /** Of several places with one id in a part the first counts, as for URL fragments in browsers. */
  destination(id: string, part: number, place: Place): void {
    const owner = this.#owners.get(id)
    if (owner === undefined && !this.#destinations.has(id)) {
      this.#owners.set(id, part)
      this.#destinations.set(id, place)
    } else if (owner !== part) this.#rename(id, part, place)
  }

  #rename(id: string, part: number, place: Place): void {
    const renamed = this.#renamed.get(part) ?? new Map<string, string>()
    this.#renamed.set(part, renamed)
    if (renamed.has(id)) return
    let name = `${id}-${part}`
    while (this.#destinations.has(name)) name += '-'
    renamed.set(id, name)
    this.#destinations.set(name, place)
  }

  /** The name of an identifier that a link in a part has: of a place in the same part, or else in any; undefined for none. */
  nameOf(id: string, part: number): string | undefined {
    if (this.#owners.get(id) === part) return id
    return this.#renamed.get(part)?.get(id) ?? (this.#owners.has(id) ? id : this.#anyNameOf(id))
  }

  /** A name that was given to another identifier hides one that is like it. */
  #anyNameOf(id: string): string | undefined {
    for (const names of this.#renamed.values()) if (names.has(id)) return names.get(id)
    return undefined
  }

  bookmark(level: number, title: string, place: Place, isOpen: boolean): void {
    while ((this.#chain.at(-1)?.level ?? 0) >= level) this.#chain.pop()
    const bookmark: Bookmark = { level, title, place, isOpen, reference: this.#objects.reserve(), children: [] }
    const siblings = this.#chain.at(-1)?.children ?? this.#top
    siblings.push(bookmark)
    this.#chain.push(bookmark)
  }

  /** The name tree of destinations; undefined when there are none. */
  finishDestinations(): PdfReference | undefined {
    if (this.#destinations.size === 0) return undefined
    const names = [...this.#destinations.keys()].sort(comparePdfTexts)
    const leaves: PdfReference[] = []
    for (let from = 0; from < names.length; from += LEAF) leaves.push(this.#leaf(names.slice(from, from + LEAF), names.length > LEAF))
    const only = leaves[0]
    return leaves.length === 1 && only !== undefined ? only : addObject(this.#objects, { Kids: leaves })
  }

  #leaf(names: readonly string[], isKid: boolean): PdfReference {
    const limits = isKid ? { Limits: [pdfText(names[0] ?? ''), pdfText(names.at(-1) ?? '')] } : {}
    const entries: PdfValue[] = []
    for (const name of names) {
      const place = this.#destinations.get(name)
      if (place !== undefined) entries.push(pdfText(name), destinationArray(place))
    }
    return addObject(this.#objects, { ...limits, Names: entries })
  }

  /** The outline's root; undefined when there are no bookmarks. */
  finishOutline(): PdfReference | undefined {
    if (this.#top.length === 0) return undefined
    const root = this.#objects.reserve()
    this.#objects.write(root, { Type: 'Outlines', ...ends(this.#top), Count: visibleBelow(this.#top) })
    this.#writeItems(this.#top, root)
    return root
  }

  #writeItems(items: readonly Bookmark[], parent: PdfReference): void {
    items.forEach((item, i) => {
      const count = visibleBelow(item.children)
      this.#objects.write(item.reference, {
        Title: pdfText(item.title),
        Parent: parent,
        Prev: items[i - 1]?.reference,
        Next: items[i + 1]?.reference,
        Dest: destinationArray(item.place),
        ...(item.children.length === 0 ? {} : { ...ends(item.children), Count: item.isOpen ? count : -count }),
      })
      this.#writeItems(item.children, item.reference)
    })
  }
}

function ends(items: readonly Bookmark[]): PdfDictionary {
  return { First: items[0]?.reference, Last: items.at(-1)?.reference }
}

/** Entries shown below an open entry (PDF 32000 table 153). */
function visibleBelow(items: readonly Bookmark[]): number {
  return items.reduce((sum, item) => sum + 1 + (item.isOpen ? visibleBelow(item.children) : 0), 0)
}

function destinationArray(place: Place): PdfValue {
  return [place.page, 'XYZ', null, round(place.y), null]
}

/** A link annotation over `rect` (left, bottom, right, top; y up); undefined when the scheme of its URL is not allowed. */
export function linkAnnotation(rect: readonly number[], target: LinkTarget, description?: string): PdfDictionary | undefined {
  const base = { Type: 'Annot', Subtype: 'Link', Rect: rect.map(round), Border: [0, 0, 0], F: 4, ...contents(description) }
  if (target.kind === 'id') return { ...base, Dest: pdfText(target.id) }
  const url = linkAddress(target.url)
  return url === undefined ? undefined : { ...base, A: { Type: 'Action', S: 'URI', URI: pdfText(url) } }
}

function contents(description: string | undefined): PdfDictionary {
  return description === undefined ? {} : { Contents: pdfText(description) }
}

/** A URL of an allowed scheme, in ASCII (PDF 32000 §12.6.4.7); undefined for other schemes. */
function linkAddress(url: string): string | undefined {
  // Browsers remove these anywhere in a URL (WHATWG URL §4.4): `java\nscript:` must not pass the check.
  const plain = url.replace(/[\t\n\r]/g, '').trim()
  if (!/^(https?|mailto|tel):/i.test(plain)) return undefined
  return plain.replace(/[^\x21-\x7e]|[<>"\\^`{|}]/gu, (character) => {
    const isLone = character.length === 1 && /[\ud800-\udfff]/.test(character)
    return isLone ? '%EF%BF%BD' : encodeURIComponent(character)
  })
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
