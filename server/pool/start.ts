import { availableParallelism } from 'node:os'
import { type Clock, steadyClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { findConfinement } from './confinement.ts'
import { createPool, type PoolEvent } from './pool.ts'
import type { Renderer } from './renderer.ts'

const MB = 1024 * 1024

/** The script that a rendering process runs: beside this file, in the language this file is in. */
const CHILD_SCRIPT = new URL(import.meta.url.endsWith('.ts') ? './pool/child.ts' : './pool/child.js', import.meta.url)

export interface PoolStart {
  readonly childScript?: URL | undefined
  /** Its arguments. */
  readonly childWords?: readonly string[]
  readonly clock?: Clock
  /** Processes that the jobs of one team may end within ten minutes; absent: as many as where teams share the processes. */
  readonly deathsOfTeam?: number
  /** Called with what is enforced of rendering processes. */
  readonly onConfined?: (measures: readonly string[]) => void
  readonly onEvent?: (event: PoolEvent) => void
}

/** A pool as the settings want it. */
export function startPool(config: Config, start: PoolStart = {}): Renderer {
  const { childScript, childWords = [], clock, deathsOfTeam, onConfined, onEvent } = start
  const script = childScript ?? CHILD_SCRIPT
  const confinement = config.confine === 'off' ? undefined : findConfinement(script)
  onConfined?.(confinement?.measures ?? [])
  return createPool({
    script,
    words: childWords,
    heapMb: config.childHeap,
    child: { pages: config.pages, rows: config.rows, outputBytes: config.outputBytes, wholeBytes: config.wholeBytes },
    children: childrenOf(config),
    spares: config.spares,
    queue: config.queue,
    msDeadline: config.renderSeconds * 1000,
    cpuSeconds: config.cpuSeconds,
    memoryBytes: config.childMemory * MB,
    renders: config.childRenders,
    clock: clock ?? steadyClock(),
    ...(confinement === undefined ? {} : { confinement }),
    ...(deathsOfTeam === undefined ? {} : { deathsOfTeam }),
    ...(onEvent === undefined ? {} : { onEvent }),
  })
}

/** Rendering processes at a time. */
export function childrenOf(config: Config): number {
  return config.children || availableParallelism()
}
