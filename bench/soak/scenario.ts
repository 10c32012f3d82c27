/** One trial of the service. It says what it measured and judges it against the figures of the design. */
export interface Scenario {
  readonly name: string
  /** Seconds when nothing else is said. */
  readonly seconds: number
  readonly run: (options: ScenarioOptions) => Promise<readonly Finding[]>
}

export interface ScenarioOptions {
  readonly seconds: number
  /** One line on how it goes. */
  readonly say: (line: string) => void
}

/** A figure, what it should be and whether it is. */
export interface Finding {
  readonly what: string
  readonly reached: string
  readonly wanted: string
  readonly isMet: boolean
}

export function finding(what: string, reached: number | string, wanted: string, isMet: boolean): Finding {
  return { what, reached: typeof reached === 'number' ? String(Math.round(reached * 1000) / 1000) : reached, wanted, isMet }
}
