import { customAlphabet } from 'nanoid'

/** Ids are safe in a shell, a URL and a file name: lower-case letters and digits, without the ones that look alike. 32^16 = 2^80. */
export const makeId: () => string = customAlphabet('23456789abcdefghijkmnpqrstuvwxyz', 16)
