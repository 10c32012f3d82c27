// Signatures of the built-in helpers, for the compiler and for sample data. `bind/` implements them.

export interface HelperSignature {
  /** `markup`: elements instead of text. */
  readonly returns: 'text' | 'number' | 'truth' | 'markup'
  /** Fewest and most positional arguments. */
  readonly arity: readonly [least: number, most: number]
  /** Roles of the positional arguments; the last one is that of all further arguments. */
  readonly parameters: readonly Role[]
  readonly named?: readonly string[]
}

/** The kind of value that an argument expects. `list-field`: the name of a field of the list before it. `mixed`: any. */
export type Role = 'text' | 'number' | 'date' | 'list' | 'list-field' | 'image' | 'code' | 'compared' | 'truth' | 'option' | 'mixed'

export const HELPERS: Readonly<Record<string, HelperSignature>> = {
  add: { returns: 'number', arity: [2, 99], parameters: ['number'] },
  and: { returns: 'truth', arity: [1, 99], parameters: ['truth'] },
  barcode: {
    returns: 'markup',
    arity: [1, 1],
    parameters: ['code'],
    named: ['type', 'height', 'width', 'text', 'color', 'alt'],
  },
  carry: { returns: 'number', arity: [1, 2], parameters: ['list', 'list-field'] },
  concat: { returns: 'text', arity: [1, 99], parameters: ['text'] },
  count: { returns: 'number', arity: [1, 1], parameters: ['list'] },
  currency: {
    returns: 'text',
    arity: [1, 2],
    parameters: ['number', 'option'],
    named: ['locale', 'decimals', 'display'],
  },
  date: {
    returns: 'text',
    arity: [1, 2],
    parameters: ['date', 'option'],
    named: ['locale', 'timeZone', 'time'],
  },
  default: { returns: 'text', arity: [2, 99], parameters: ['text'] },
  divide: { returns: 'number', arity: [2, 2], parameters: ['number'] },
  eq: { returns: 'truth', arity: [2, 2], parameters: ['compared'] },
  gt: { returns: 'truth', arity: [2, 2], parameters: ['number'] },
  gte: { returns: 'truth', arity: [2, 2], parameters: ['number'] },
  image: { returns: 'markup', arity: [1, 1], parameters: ['image'], named: ['width', 'height', 'alt', 'class'] },
  join: { returns: 'text', arity: [1, 3], parameters: ['list', 'option', 'list-field'] },
  lookup: { returns: 'text', arity: [2, 2], parameters: ['mixed', 'mixed'] },
  lower: { returns: 'text', arity: [1, 1], parameters: ['text'], named: ['locale'] },
  lt: { returns: 'truth', arity: [2, 2], parameters: ['number'] },
  lte: { returns: 'truth', arity: [2, 2], parameters: ['number'] },
  math: { returns: 'markup', arity: [1, 1], parameters: ['text'], named: ['display'] },
  multiply: { returns: 'number', arity: [2, 99], parameters: ['number'] },
  ne: { returns: 'truth', arity: [2, 2], parameters: ['compared'] },
  not: { returns: 'truth', arity: [1, 1], parameters: ['truth'] },
  number: {
    returns: 'text',
    arity: [1, 2],
    parameters: ['number', 'option'],
    named: ['locale', 'decimals', 'grouping'],
  },
  or: { returns: 'truth', arity: [1, 99], parameters: ['truth'] },
  pagesum: { returns: 'number', arity: [1, 2], parameters: ['list', 'list-field'] },
  percent: { returns: 'text', arity: [1, 2], parameters: ['number', 'option'], named: ['locale', 'decimals'] },
  qrcode: { returns: 'markup', arity: [1, 1], parameters: ['code'], named: ['size', 'level', 'color', 'alt', 'border'] },
  round: { returns: 'number', arity: [1, 2], parameters: ['number', 'option'] },
  subtract: { returns: 'number', arity: [2, 2], parameters: ['number'] },
  sum: { returns: 'number', arity: [1, 2], parameters: ['list', 'list-field'] },
  upper: { returns: 'text', arity: [1, 1], parameters: ['text'], named: ['locale'] },
}

/** Names that open blocks. */
export const BLOCKS: readonly string[] = ['each', 'if', 'unless', 'with']

/** `@index` … of a repeat. */
export const LOCALS: readonly string[] = ['index', 'key', 'first', 'last']
