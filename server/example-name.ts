// Names of data examples. Each becomes the name of a file (`invoice.examples/NAME.json`), on any system.

export const MOST_CHARACTERS = 100
/** As UTF-8, in which file systems allow 255 with the ending. */
export const MOST_NAME_BYTES = 200
/** Letters of any script with their marks, digits, spaces, `.`, `_` and `-`; it begins with none of ` .-` and ends with no space. */
export const NAME_PATTERN = '^[\\p{L}\\p{Nd}_](?:[\\p{L}\\p{M}\\p{Nd} ._\\-]*[\\p{L}\\p{M}\\p{Nd}._\\-])?$'
const NAME = new RegExp(NAME_PATTERN, 'u')

/** Whether a data example may have this name. `NAME.pages.json` holds the pages of an example in a folder. */
export function isExampleName(name: string): boolean {
  return [...name].length <= MOST_CHARACTERS && Buffer.byteLength(name) <= MOST_NAME_BYTES && NAME.test(name) && !/\.pages$/i.test(name)
}
