/** One trial of the service, whose measurements are judged against the targets of the design. */
export interface Scenario {
  readonly name: string
  /** Duration by default. */
  readonly seconds: number
  readonly run: (options: ScenarioOptions) => Promise<readonly Finding[]>
}

export interface ScenarioOptions {
  readonly seconds: number
  /** Prints a line of progress. */
  readonly say: (line: string) => void
}

/** A figure, its target and whether it is met. */
export interface Finding {
  readonly what: string
  readonly reached: string
  readonly wanted: string
  readonly isMet: boolean
}

export function finding(what: string, reached: number | string, wanted: string, isMet: boolean): Finding {
  return { what, reached: typeof reached === 'number' ? String(Math.round(reached * 1000) / 1000) : reached, wanted, isMet }
}
