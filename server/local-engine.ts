// The engine in the CLI's own process: a template on the command line is trusted, as its author is the user.

export type EngineModule = typeof import('../engine/index.ts')

/** Loads the engine on demand, since most commands that work on the store do not need it. */
export function loadEngine(): Promise<EngineModule> {
  return import('../engine/index.ts')
}
