import type { Clock } from '../clock.ts'
import type { Death } from './worker-process.ts'

interface DeathLimits {
  /** Workers that the jobs of a team may end, */
  readonly most: number
  /** within so many milliseconds. */
  readonly ms: number
  /** How long each further death makes the team refused. */
  readonly msRefused: number
}

interface Account {
  readonly deaths: readonly number[]
  readonly refusedUntil: number
}

/**
 * Counts the workers that the jobs of a team have ended. Quarantine only knows data that has done so before: a team that varies its data could end
 * workers for ever.
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
    for (const other of this.#accounts.keys()) if (this.#recent(other).length === 0) this.#accounts.delete(other)
    const deaths = [...this.#recent(team), now].slice(-this.#limits.most)
    this.#accounts.set(team, { deaths, refusedUntil: deaths.length >= this.#limits.most ? now + this.#limits.msRefused : 0 })
  }

  /** Milliseconds until the team's jobs are accepted again; 0 when they are. */
  msRefused(team: string): number {
    return Math.max(0, (this.#accounts.get(team)?.refusedUntil ?? 0) - this.#clock.now())
  }

  /** Once accepted again, the team's jobs still wait behind those of others. */
  isSpent(team: string): boolean {
    return this.#recent(team).length >= this.#limits.most
  }

  #recent(team: string): readonly number[] {
    const since = this.#clock.now() - this.#limits.ms
    return this.#accounts.get(team)?.deaths.filter((at) => at > since) ?? []
  }
}

/** The job ended the worker: neither a signal from outside nor the server's own doing did. */
export function isByJob(death: Death): boolean {
  return death.kind === 'killed' ? death.reason !== 'closed' && death.reason !== 'recycled' : death.kind !== 'external-signal'
}
