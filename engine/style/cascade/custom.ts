// Custom properties: their cascade, references among them, and @property (CSS Variables 1, CSS Properties and Values 1).

import type { CustomValues } from '../custom-values.ts'
import { fitsSyntax, type RegisteredProperty } from '../rules/registered-property.ts'
import { type SubstitutionBudget, substitute } from '../values/substitute.ts'
import type { ComputeInput, Entry } from './entry.ts'

/** The custom properties of an element; the parent's object when nothing changes. */
export function customProperties(
  input: ComputeInput,
  inherited: CustomValues,
  context: { readonly registered: ReadonlyMap<string, RegisteredProperty>; readonly substitution: SubstitutionBudget },
): CustomValues {
  const { registered } = context
  const declared = new Map<string, Entry>()
  for (const entry of input.entries) {
    const { target } = entry.declaration
    if (target.kind === 'custom') declared.set(target.name, entry)
  }
  const hasOwnInitials = [...registered.values()].some(
    (property) => !property.isInherited || (input.isRoot && property.initial !== undefined),
  )
  if (declared.size === 0 && !hasOwnInitials && input.rootCustom === undefined) return inherited
  const resolver = new Resolver(input, inherited, { ...context, declared })
  return resolver.resolveAll()
}

interface ResolverOptions {
  readonly registered: ReadonlyMap<string, RegisteredProperty>
  readonly substitution: SubstitutionBudget
  readonly declared: ReadonlyMap<string, Entry>
}

class Resolver {
  readonly #input: ComputeInput
  readonly #inherited: CustomValues
  readonly #registered: ReadonlyMap<string, RegisteredProperty>
  readonly #declared: ReadonlyMap<string, Entry>
  readonly #substitution: SubstitutionBudget
  /** Values that differ from the inherited ones. */
  readonly #changes = new Map<string, string | undefined>()
  readonly #done = new Set<string>()
  /** Properties being resolved, outermost first: a reference to one of them makes all properties of the cycle invalid (§2.3). */
  readonly #open: string[] = []
  readonly #cyclic = new Set<string>()
  /** Characters that substitution has produced. */
  #substitutedLength = 0

  constructor(input: ComputeInput, inherited: CustomValues, { registered, substitution, declared }: ResolverOptions) {
    this.#input = input
    this.#inherited = inherited
    this.#registered = registered
    this.#substitution = substitution
    this.#declared = declared
  }

  resolveAll(): CustomValues {
    for (const [name, value] of this.#input.rootCustom ?? []) this.#changes.set(name, value)
    for (const property of this.#registered.values()) {
      const isKept = property.isInherited && this.#inherited.get(property.name) !== undefined
      if (!isKept) this.#changes.set(property.name, property.initial)
    }
    for (const name of this.#declared.keys()) this.#resolve(name)
    return this.#inherited.with(this.#changes)
  }

  #value(name: string): string | undefined {
    return this.#changes.has(name) ? this.#changes.get(name) : this.#inherited.get(name)
  }

  /** Chains longer than MAX_CHAIN are invalid, as cycles are: the recursion has to end before the stack does. */
  #resolve(name: string): string | undefined {
    const entry = this.#declared.get(name)
    if (entry === undefined || this.#done.has(name)) return this.#value(name)
    const open = this.#open.indexOf(name)
    if (open >= 0 || this.#open.length > MAX_CHAIN) {
      for (const cyclic of this.#open.slice(Math.max(0, open))) this.#cyclic.add(cyclic)
      return undefined
    }
    this.#open.push(name)
    const value = this.#valueOf(entry, name)
    this.#open.pop()
    this.#done.add(name)
    this.#changes.set(name, this.#cyclic.has(name) ? undefined : value)
    return this.#value(name)
  }

  #valueOf({ declaration }: Entry, name: string): string | undefined {
    const property = this.#registered.get(name)
    if (declaration.value.kind === 'wide') {
      const isInherited =
        declaration.value.keyword === 'inherit' || (declaration.value.keyword !== 'initial' && property?.isInherited !== false)
      return isInherited ? this.#inherited.get(name) : property?.initial
    }
    const value = substitute(declaration.text, {
      variable: (other) => this.#resolve(other),
      attribute: (other) => this.#input.attribute(other),
      fits: fitsSyntax,
    })
    this.#substitutedLength += value === declaration.text ? 0 : (value?.length ?? 0)
    if (this.#substitutedLength > MAX_SUBSTITUTED) return undefined
    if (value !== undefined && value !== declaration.text) this.#substitution.spend(value)
    if (property === undefined) return value
    if (value !== undefined && fitsSyntax(value, property.syntax)) return value
    return property.isInherited ? (this.#inherited.get(name) ?? property.initial) : property.initial
  }
}

const MAX_CHAIN = 200
/** Characters that the references of one element may produce in total; further ones are invalid. */
const MAX_SUBSTITUTED = 1 << 20
