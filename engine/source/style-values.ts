// Placeholders in a style sheet. The sheet is compiled once for all data, so a placeholder is replaced by `var(--platen-N)`, a custom property
// that the bound document sets. The whole word, string or url() around it is replaced: `"No. {{n}}"` and `{{w}}mm` are one value each.
import { error, type Reporter } from '../diagnostic.ts'
import type { SourcePart, SourceStyleValue } from './source.ts'

type Placeholder = Exclude<SourcePart, { kind: 'literal' }>

/** A character of the sheet, or a placeholder or block in it. */
type Atom = string | Placeholder

export class StyleValues {
  readonly #reporter: Reporter
  #count = 0

  constructor(reporter: Reporter) {
    this.#reporter = reporter
  }

  extract(parts: readonly SourcePart[]): { readonly text: string; readonly values: readonly SourceStyleValue[] } {
    const [only] = parts
    if (parts.length === 0) return { text: '', values: [] }
    if (parts.length === 1 && only?.kind === 'literal') return { text: only.text, values: [] }
    const atoms = parts.flatMap((part): Atom[] => (part.kind === 'literal' ? tokens(part.text) : [part]))
    return new Extraction(atoms, this.#reporter, () => `--platen-${this.#count++}`).run()
  }
}

/** Splits CSS text to characters; comment delimiters and escapes stay whole. */
function tokens(text: string): string[] {
  return text.match(/\/\*|\*\/|\\[\s\S]|[\s\S]/g) ?? []
}

class Extraction {
  readonly #atoms: readonly Atom[]
  readonly #reporter: Reporter
  readonly #nextName: () => string
  readonly #output: string[] = []
  readonly #values: SourceStyleValue[] = []
  /** Whether the current position is in the value of a property, by the last of `: ; { }`. */
  #isInValue = false
  /** Open braces: declarations are possible below the top level only. */
  #depth = 0

  constructor(atoms: readonly Atom[], reporter: Reporter, name: () => string) {
    this.#atoms = atoms
    this.#reporter = reporter
    this.#nextName = name
  }

  run(): { readonly text: string; readonly values: readonly SourceStyleValue[] } {
    for (let i = 0; i < this.#atoms.length; ) i = this.#step(i)
    return { text: this.#output.join(''), values: this.#values }
  }

  /** Processes the token at `i`; returns the index after it. */
  #step(i: number): number {
    const atom = this.#atoms[i]!
    if (atom === '/*') return this.#copyTo(i, this.#find(i + 1, (a) => a === '*/') + 1)
    if (atom === '"' || atom === "'") return this.#string(i, atom)
    if (typeof atom === 'string' && !isWordAtom(atom)) {
      this.#track(atom)
      this.#output.push(atom)
      return i + 1
    }
    return this.#word(i)
  }

  #track(atom: string): void {
    if (atom === ':') this.#isInValue = this.#depth > 0
    else if (atom === ';') this.#isInValue = false
    else if (atom === '{' || atom === '}') {
      this.#isInValue = false
      this.#depth += atom === '{' ? 1 : -1
    }
  }

  #string(start: number, quote: string): number {
    const end = this.#find(start + 1, (atom) => atom === quote || atom === '\n')
    const inside = this.#atoms.slice(start + 1, end)
    if (inside.every((atom) => typeof atom === 'string')) return this.#copyTo(start, end + 1)
    this.#replace(
      'string',
      inside.map((atom) => (typeof atom === 'string' ? unescapeAtom(atom) : atom)),
    )
    return end + 1
  }

  /** A run of word characters and placeholders, or `url(…)` around one. */
  #word(start: number): number {
    const end = this.#find(start, (atom) => typeof atom === 'string' && !isWordAtom(atom))
    const word = this.#atoms.slice(start, end)
    if (this.#atoms[end] === '(' && word.join('').toLowerCase() === 'url') return this.#url(start, end + 1)
    if (word.every((atom) => typeof atom === 'string')) return this.#copyTo(start, end)
    this.#replace('value', word)
    return end
  }

  #url(start: number, from: number): number {
    const end = this.#find(from, (atom) => atom === ')')
    const inside = this.#atoms.slice(from, end)
    if (inside.every((atom) => typeof atom === 'string')) return this.#copyTo(start, end + 1)
    const first = inside.findIndex((atom) => !isSpaceAtom(atom))
    const last = inside.findLastIndex((atom) => !isSpaceAtom(atom))
    const isQuoted = inside[first] === '"' || inside[first] === "'"
    this.#replace('url', inside.slice(first + Number(isQuoted), last + 1 - Number(isQuoted && inside[last] === inside[first])))
    return end + 1
  }

  #replace(styleContext: SourceStyleValue['styleContext'], atoms: readonly Atom[]): void {
    const placeholder = atoms.find((atom) => typeof atom !== 'string') as Placeholder // callers pass at least one
    const at = placeholder.kind === 'block' ? placeholder.block.at : placeholder.at
    if (!this.#isInValue) {
      const what = placeholder.kind === 'block' ? 'a block' : 'a placeholder'
      const hint = 'in a style sheet it is allowed in the value of a property only; elsewhere use a class, as in class="{{x}}"'
      this.#reporter.report(error('template-syntax', at, `${what} cannot replace selectors, rules or declarations of a style sheet`, hint))
      return
    }
    const name = this.#nextName()
    this.#values.push({ name, styleContext, parts: joinAtoms(atoms), at })
    this.#output.push(`var(${name})`)
  }

  #find(from: number, test: (atom: Atom) => boolean): number {
    let i = from
    while (i < this.#atoms.length && !test(this.#atoms[i]!)) i++
    return i
  }

  /** Copies up to `end`; placeholders, which are in comments there, are dropped. */
  #copyTo(start: number, end: number): number {
    for (const atom of this.#atoms.slice(start, end)) if (typeof atom === 'string') this.#output.push(atom)
    return end
  }
}

const isWordAtom = (atom: Atom): boolean => typeof atom !== 'string' || !/^([\s:;{}(),"'!]|\/\*|\*\/)$/.test(atom)
const isSpaceAtom = (atom: Atom): boolean => typeof atom === 'string' && /^\s$/.test(atom)

/** Unescapes `\"` and `\\` inside a string; other escapes are left to the CSS parser. */
function unescapeAtom(atom: string): string {
  return atom.length === 2 && /^\\[^0-9a-fA-F\n]/.test(atom) ? atom.slice(1) : atom
}

function joinAtoms(atoms: readonly Atom[]): readonly SourcePart[] {
  const parts: SourcePart[] = []
  for (const atom of atoms) {
    const last = parts.at(-1)
    if (typeof atom !== 'string') parts.push(atom)
    else if (last?.kind === 'literal') parts[parts.length - 1] = { kind: 'literal', text: last.text + atom }
    else parts.push({ kind: 'literal', text: atom })
  }
  return parts
}
