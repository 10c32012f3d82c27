// An element of the structure tree.
import { PdfArray, PdfDictionary, PdfStream } from '../cos/objects.ts'
import type { Place } from './report.ts'

export interface Element {
  readonly dictionary: PdfDictionary
  readonly type: string
  /** Null when the role map leads to no standard type. */
  readonly standardType: string | null
  readonly parent: Element | null
  readonly kids: Element[]
  readonly place: Place
}

/** Standard types of the kids, those without structure looked through. */
export function kidTypes(element: Element): string[] {
  return element.kids.flatMap((kid) => (kid.standardType === 'NonStruct' ? kidTypes(kid) : [kid.standardType ?? '']))
}

/** Attribute dictionaries of an element, by class too. */
export function attributesOf({ dictionary }: Element, owner: string): PdfDictionary[] {
  const value = dictionary.get('A')
  const list = value instanceof PdfArray ? value.all() : [value]
  return list.flatMap((item) => {
    const own = item instanceof PdfStream ? item.dictionary : item
    return own instanceof PdfDictionary && own.name('O') === owner ? [own] : []
  })
}
