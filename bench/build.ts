// The engine as it is shipped. The sources would not do: their loader wraps every function for its name's sake.
import type { Engine, EngineOptions } from '../engine/index.ts'

interface Build {
  createEngine(options?: EngineOptions): Promise<Engine>
}

// The build has the types of its sources.
export const { createEngine } = (await import(new URL('../.dist/engine/index.js', import.meta.url).href)) as Build
