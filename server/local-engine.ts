// The engine in this very process, for the command line: here the author is the user.

export type EngineModule = typeof import('../engine/index.ts')

/** Loaded when a command needs it, since most commands of the store do not. */
export function loadEngine(): Promise<EngineModule> {
  return import('../engine/index.ts')
}
