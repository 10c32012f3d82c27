// The engine as it ships. Sources would distort measurements, since the TypeScript loader wraps every function to keep its name.
import type { Engine, EngineOptions } from '../engine/index.ts'

interface Build {
  createEngine(options?: EngineOptions): Promise<Engine>
}

// The build has the types of its sources.
export const { createEngine } = (await import(new URL('../.dist/engine/index.js', import.meta.url).href)) as Build
