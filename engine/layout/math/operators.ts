// Operators of a formula: which element is one in effect, in which form, and what the dictionary and its attributes say (MathML Core §3.2.4).
import type { MathElement, MathNode } from '../../box/box.ts'
import { lengthOf, type MathFont, switchOf } from './environment.ts'
import { DEFAULT_OPERATOR, OPERATORS, type OperatorForm, type OperatorTraits, TWO_CHARACTERS, VERTICAL_ARROWS } from './operators.data.ts'

/** What is known of a formula's operators before anything is laid out. */
export class OperatorIndex {
  readonly #cores = new Map<MathElement, MathElement | null>()
  readonly #forms = new Map<MathElement, OperatorForm>()
  readonly #traits = new Map<MathElement, OperatorTraits>()

  constructor(root: MathElement) {
    this.#read(root)
  }

  /** The `mo` that an embellished operator is about, itself for one alone; undefined for everything else. */
  coreOf(element: MathElement): MathElement | undefined {
    let core = this.#cores.get(element)
    if (core === undefined) this.#cores.set(element, (core = this.#findCore(element) ?? null))
    return core ?? undefined
  }

  traitsOf(operator: MathElement): OperatorTraits {
    let traits = this.#traits.get(operator)
    if (traits === undefined) {
      const given = operator.attributes.get('form')?.trim().toLowerCase()
      const form = given === 'prefix' || given === 'infix' || given === 'postfix' ? given : (this.#forms.get(operator) ?? 'infix')
      this.#traits.set(operator, (traits = traitsIn(operator, form)))
    }
    return traits
  }

  #read(element: MathElement): void {
    const children = elementsOf(element)
    const shown = children.filter((child) => !this.isSpaceLike(child))
    children.forEach((child, i) => {
      const core = this.coreOf(child)
      // The row that is furthest out decides.
      if (core !== undefined && !this.#forms.has(core)) this.#forms.set(core, formIn(element, child, { index: i, shown }))
      this.#read(child)
    })
  }

  #findCore(element: MathElement): MathElement | undefined {
    const { tag } = element
    if (tag === 'mo') return element
    if (SCRIPTED.has(tag) || tag === 'mfrac' || tag === 'semantics') {
      const [base] = elementsOf(element)
      return base === undefined ? undefined : this.coreOf(base)
    }
    if (!GROUPS.has(tag)) return undefined
    const [only, ...more] = elementsOf(element).filter((child) => !this.isSpaceLike(child))
    return only === undefined || more.length > 0 ? undefined : this.coreOf(only)
  }

  /** Spaces and texts between which an operator stands alone (MathML Core §3.2.4.2). */
  isSpaceLike(element: MathElement): boolean {
    if (element.tag === 'mtext' || element.tag === 'mspace') return true
    return GROUPS.has(element.tag) && element.tag !== 'math' && elementsOf(element).every((child) => this.isSpaceLike(child))
  }
}

export const SCRIPTED: ReadonlySet<string> = new Set(['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts'])
const GROUPS: ReadonlySet<string> = new Set(['math', 'mrow', 'mstyle', 'mphantom', 'mpadded', 'merror'])

export function elementsOf({ children }: MathElement): readonly MathElement[] {
  return children.filter((child) => child.kind === 'element')
}

/** The characters of a token, white space collapsed (MathML Core §2.1.7). */
export function textOf({ children }: { readonly children: readonly MathNode[] }): string {
  const text = children.map((child) => (child.kind === 'text' ? child.text : child.kind === 'element' ? textOf(child) : '')).join('')
  return text.replace(/[ \t\n\r\f]+/g, ' ').replace(/^ | $/g, '')
}

interface Place {
  readonly index: number
  readonly shown: readonly MathElement[]
}

function formIn(parent: MathElement, child: MathElement, { index, shown }: Place): OperatorForm {
  if (SCRIPTED.has(parent.tag)) return index === 0 ? 'infix' : 'postfix'
  if (shown.length < 2) return 'infix'
  return shown[0] === child ? 'prefix' : shown.at(-1) === child ? 'postfix' : 'infix'
}

function traitsIn(operator: MathElement, form: OperatorForm): OperatorTraits {
  const known = lookUp(textOf(operator), form)
  return {
    ...known,
    isStretchy: switchOf(operator, 'stretchy') ?? known.isStretchy,
    isSymmetric: switchOf(operator, 'symmetric') ?? known.isSymmetric,
    isLarge: switchOf(operator, 'largeop') ?? known.isLarge,
    hasMovableLimits: switchOf(operator, 'movablelimits') ?? known.hasMovableLimits,
  }
}

const ORDER: readonly OperatorForm[] = ['infix', 'postfix', 'prefix']

/** Operators that are not in the dictionary in their form are what they are in another one. */
function lookUp(text: string, form: OperatorForm): OperatorTraits {
  const base = withoutVariation(text)
  const characters = [...base]
  const [first] = characters
  if (first === undefined || characters.length > 2) return DEFAULT_OPERATOR
  if (characters.length === 2) return form === 'infix' ? (TWO_CHARACTERS.get(base) ?? DEFAULT_OPERATOR) : lookUpPair(base, form)
  const codePoint = first.codePointAt(0)!
  // A bar between others is a relation, not a fence.
  if (form === 'infix' && (codePoint === 0x7c || codePoint === 0x223c)) return DEFAULT_OPERATOR
  for (const tried of [form, ...ORDER.filter((other) => other !== form)]) {
    const found = OPERATORS.find((category) => category.form === tried && isIn(category.ranges, codePoint))
    if (found !== undefined) return found.traits
  }
  return DEFAULT_OPERATOR
}

function lookUpPair(text: string, form: OperatorForm): OperatorTraits {
  if (form === 'postfix' && (text === '!!' || text === '++' || text === '--')) return NO_SPACE
  return form === 'prefix' && text === '||' ? NO_SPACE : (TWO_CHARACTERS.get(text) ?? DEFAULT_OPERATOR)
}

const NO_SPACE: OperatorTraits = { ...DEFAULT_OPERATOR, lspace: 0, rspace: 0 }

/** A stroke through an operator, or a variation of it, leaves what it does. */
function withoutVariation(text: string): string {
  return text.replace(/[\u0338\u20d2\ufe00-\ufe0f]+$/, '')
}

function isIn(list: readonly (readonly [from: number, to: number])[], codePoint: number): boolean {
  return list.some(([from, to]) => codePoint >= from && codePoint <= to)
}

/** Which way an operator grows. */
export function axisOf(operator: MathElement, traits: OperatorTraits): 'vertical' | 'horizontal' {
  const codePoint = textOf(operator).codePointAt(0) ?? 0
  return traits.isSymmetric || isIn(VERTICAL_ARROWS, codePoint) || UPRIGHT.test(textOf(operator)) ? 'vertical' : 'horizontal'
}

/** Fences and slashes that an attribute alone makes stretch. */
const UPRIGHT = /^[()[\]{}|/\\\u2016\u2044\u221a\u2223\u2225\u2308-\u230b\u2329\u232a\u27e6-\u27ef\u2980]/

/** Space before and behind an operator, in points. */
export function spacesOf(operator: MathElement, traits: OperatorTraits, font: MathFont): { readonly left: number; readonly right: number } {
  return {
    left: lengthOf(operator, 'lspace', font) ?? (traits.lspace / 18) * font.em,
    right: lengthOf(operator, 'rspace', font) ?? (traits.rspace / 18) * font.em,
  }
}
