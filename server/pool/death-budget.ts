import type { Clock } from '../clock.ts'
import type { Death } from './worker-process.ts'

export interface DeathLimits {
  /** Processes that the jobs of a team may end, */
  readonly most: number
  /** within so many milliseconds. */
  readonly ms: number
  /** How long a team is refused with each death from then on. */
  readonly msRefused: number
}

interface Account {
  readonly deaths: readonly number[]
  readonly refusedUntil: number
}

/**
 * Counts the rendering processes that ended by what a team asked for. Quarantine knows data that does so, and each process ended by other data is blameless:
 * a team that varies its data could end them for ever.
 */
export class DeathBudget {
  readonly #clock: Clock
  readonly #limits: DeathLimits
  readonly #accounts = new Map<string, Account>()

  constructor(clock: Clock, limits: DeathLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  count(team: string): void {
    const now = this.#clock.now()
    for (const known of this.#accounts.keys()) if (this.#recent(known).length === 0) this.#accounts.delete(known)
    const deaths = [...this.#recent(team), now].slice(-this.#limits.most)
    this.#accounts.set(team, { deaths, refusedUntil: deaths.length >= this.#limits.most ? now + this.#limits.msRefused : 0 })
  }

  /** Milliseconds until the team's jobs are taken again; 0 when they are. */
  msRefused(team: string): number {
    return Math.max(0, (this.#accounts.get(team)?.refusedUntil ?? 0) - this.#clock.now())
  }

  /** Its jobs are taken, but wait behind those of others. */
  isSpent(team: string): boolean {
    return this.#recent(team).length >= this.#limits.most
  }

  #recent(team: string): readonly number[] {
    const since = this.#clock.now() - this.#limits.ms
    return this.#accounts.get(team)?.deaths.filter((at) => at > since) ?? []
  }
}

/** The process ended by the job it had: neither by somebody else's signal nor because it was to go. */
export function isByJob(death: Death): boolean {
  return death.kind === 'killed' ? death.reason !== 'closed' && death.reason !== 'recycled' : death.kind !== 'outside'
}
