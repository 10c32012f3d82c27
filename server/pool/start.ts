import { availableParallelism } from 'node:os'
import { type Clock, steadyClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { findConfinement } from './confinement.ts'
import { createPool, type PoolEvent, type PoolOptions, type RenderPool } from './pool.ts'
import { withPreviewPool } from './preview-pool.ts'
import type { Renderer } from './renderer.ts'

const MB = 1024 * 1024

/** Previews get a third of the time of a rendering of equal demand: slower where others render, and never starved. */
const PREVIEW_NICENESS = 5

/** The script that a worker runs: beside this file, as TypeScript when this file is. */
const CHILD_SCRIPT = new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './child.js', import.meta.url)

interface PoolStart {
  readonly childScript?: URL | undefined
  /** Arguments of the script. */
  readonly childArgs?: readonly string[]
  readonly clock?: Clock
  /** Workers that the jobs of one team may end within ten minutes; the default of the service when absent. */
  readonly deathsOfTeam?: number
  /** Called with the measures that confine the workers. */
  readonly onConfined?: (measures: readonly string[]) => void
  readonly onEvent?: (event: PoolEvent) => void
}

/** Starts the pool that the settings describe. */
export function startPool(config: Config, start: PoolStart = {}): Renderer {
  const { childScript, childArgs = [], clock, deathsOfTeam, onConfined, onEvent } = start
  const script = childScript ?? CHILD_SCRIPT
  const confinement = config.confine === 'off' ? undefined : findConfinement(script)
  onConfined?.(confinement?.measures ?? [])
  const options: PoolOptions = {
    script,
    args: childArgs,
    heapMb: config.childHeap,
    limits: { pages: config.pages, rows: config.rows, outputBytes: config.outputBytes, wholeBytes: config.wholeBytes },
    workers: workerCountOf(config),
    spares: config.spares,
    queue: config.queue,
    msDeadline: config.renderSeconds * 1000,
    cpuSeconds: config.cpuSeconds,
    memoryBytes: config.childMemory * MB,
    mostJobs: config.childRenders,
    clock: clock ?? steadyClock(),
    ...(confinement === undefined ? {} : { confinement }),
    ...(deathsOfTeam === undefined ? {} : { deathsOfTeam }),
    ...(onEvent === undefined ? {} : { onEvent }),
  }
  const { previewChildren } = config
  if (previewChildren === 0) return createPool(options)
  let previews: RenderPool | undefined
  const renderer = createPool({ ...options, onRunning: () => previews?.rebalance() })
  const beside = { processors: Math.max(options.workers, availableParallelism()), othersRunning: () => renderer.running }
  return withPreviewPool(renderer, () => {
    previews = createPool({
      ...options,
      ...beside,
      workers: previewChildren,
      spares: Math.min(1, config.spares),
      niceness: PREVIEW_NICENESS,
    })
    return previews
  })
}

/** Workers that render at the same time. */
export function workerCountOf(config: Config): number {
  return config.children || availableParallelism()
}
