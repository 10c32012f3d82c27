// The built-in helpers as the compiler sees them: what they make, and what their arguments say about the data. `bind/` does the work.

export interface HelperFacts {
  /** `markup` makes elements instead of text. */
  readonly makes: 'text' | 'number' | 'truth' | 'markup'
  /** Fewest and most positional arguments. */
  readonly arity: readonly [least: number, most: number]
  /** What the positional arguments are taken for; the last one counts for all further ones. */
  readonly takes: readonly Role[]
  readonly named?: readonly string[]
}

/** `list-field` is the name of a field of the list before it. `mixed` says nothing. */
export type Role = 'text' | 'number' | 'date' | 'list' | 'list-field' | 'image' | 'code' | 'compared' | 'truth' | 'option' | 'mixed'

export const HELPERS: Readonly<Record<string, HelperFacts>> = {
  add: { makes: 'number', arity: [2, 99], takes: ['number'] },
  and: { makes: 'truth', arity: [1, 99], takes: ['truth'] },
  barcode: {
    makes: 'markup',
    arity: [1, 1],
    takes: ['code'],
    named: ['type', 'height', 'width', 'text', 'color', 'alt'],
  },
  carry: { makes: 'number', arity: [1, 2], takes: ['list', 'list-field'] },
  concat: { makes: 'text', arity: [1, 99], takes: ['text'] },
  count: { makes: 'number', arity: [1, 1], takes: ['list'] },
  currency: {
    makes: 'text',
    arity: [1, 2],
    takes: ['number', 'option'],
    named: ['locale', 'decimals', 'display'],
  },
  date: {
    makes: 'text',
    arity: [1, 2],
    takes: ['date', 'option'],
    named: ['locale', 'timeZone', 'time'],
  },
  default: { makes: 'text', arity: [2, 99], takes: ['text'] },
  divide: { makes: 'number', arity: [2, 2], takes: ['number'] },
  eq: { makes: 'truth', arity: [2, 2], takes: ['compared'] },
  gt: { makes: 'truth', arity: [2, 2], takes: ['number'] },
  gte: { makes: 'truth', arity: [2, 2], takes: ['number'] },
  image: { makes: 'markup', arity: [1, 1], takes: ['image'], named: ['width', 'height', 'alt', 'class'] },
  join: { makes: 'text', arity: [1, 3], takes: ['list', 'option', 'list-field'] },
  lookup: { makes: 'text', arity: [2, 2], takes: ['mixed', 'mixed'] },
  lower: { makes: 'text', arity: [1, 1], takes: ['text'], named: ['locale'] },
  lt: { makes: 'truth', arity: [2, 2], takes: ['number'] },
  lte: { makes: 'truth', arity: [2, 2], takes: ['number'] },
  multiply: { makes: 'number', arity: [2, 99], takes: ['number'] },
  ne: { makes: 'truth', arity: [2, 2], takes: ['compared'] },
  not: { makes: 'truth', arity: [1, 1], takes: ['truth'] },
  number: {
    makes: 'text',
    arity: [1, 2],
    takes: ['number', 'option'],
    named: ['locale', 'decimals', 'grouping'],
  },
  or: { makes: 'truth', arity: [1, 99], takes: ['truth'] },
  pagesum: { makes: 'number', arity: [1, 2], takes: ['list', 'list-field'] },
  percent: { makes: 'text', arity: [1, 2], takes: ['number', 'option'], named: ['locale', 'decimals'] },
  qrcode: { makes: 'markup', arity: [1, 1], takes: ['code'], named: ['size', 'level', 'color', 'alt', 'border'] },
  round: { makes: 'number', arity: [1, 2], takes: ['number', 'option'] },
  subtract: { makes: 'number', arity: [2, 2], takes: ['number'] },
  sum: { makes: 'number', arity: [1, 2], takes: ['list', 'list-field'] },
  upper: { makes: 'text', arity: [1, 1], takes: ['text'], named: ['locale'] },
}

/** Names that open blocks. */
export const BLOCKS = ['each', 'if', 'unless', 'with'] as const

export const LOCALS = ['index', 'key', 'first', 'last'] as const
