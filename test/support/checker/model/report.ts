// Objects of the model go to the rules of a profile; what does not hold becomes a finding.
import { type Profile, type Rule, rulesOf } from '../rules.ts'

export interface Place {
  /** Number of the indirect object; absent where there is none. */
  readonly object?: number | undefined
  /** From 1. */
  readonly page?: number | undefined
}

export interface Finding extends Place {
  readonly rule: string
  readonly message: string
  /** The kind of object, and what rules saw of it. */
  readonly of: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** What rules ask of the document at any place. */
export interface DocumentFacts {
  gOutputCS: string | null
  gContainsCatalogLang: boolean
  usesH: boolean
  usesHn: boolean
}

export type Facts = Readonly<Record<string, unknown>>

const MOST_OF_A_RULE = 20

export class Report {
  readonly profile: Profile
  readonly document: DocumentFacts = { gOutputCS: null, gContainsCatalogLang: false, usesH: false, usesHn: false }
  readonly findings: Finding[] = []
  readonly #rules: ReadonlyMap<string, readonly Rule[]>
  readonly #counts = new Map<string, number>()

  constructor(profile: Profile) {
    this.profile = profile
    this.#rules = rulesOf(profile)
  }

  /** Whether any rule of the profile is about this kind of object. */
  asks(kind: string): boolean {
    return this.#rules.has(kind)
  }

  /** Holds the rules of each kind against an object. */
  emit(kinds: string | readonly string[], facts: Facts, place: Place = {}): void {
    for (const kind of typeof kinds === 'string' ? [kinds] : kinds) {
      for (const rule of this.#rules.get(kind) ?? []) {
        if (!rule.holds(facts, this.document)) this.#find(rule, { kind, facts, place })
      }
    }
  }

  #find(rule: Rule, { kind, facts, place }: { kind: string; facts: Facts; place: Place }): void {
    const count = (this.#counts.get(rule.id) ?? 0) + 1
    this.#counts.set(rule.id, count)
    if (count <= MOST_OF_A_RULE) this.findings.push({ rule: rule.id, message: rule.says, of: kind, facts, ...place })
  }
}
