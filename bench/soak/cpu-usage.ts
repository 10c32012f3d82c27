// What the processes of a service have used.
import { spawnSync } from 'node:child_process'
import { usageOf } from '../../server/pool/process-usage.ts'

/** Processor seconds. */
export interface CpuUsage {
  readonly server: number
  readonly children: number
}

/** Of the service with this process. */
export function cpuUsageOf(pid: number): CpuUsage {
  const seconds = (pid: number): number => usageOf(pid)?.cpuSeconds ?? 0
  return { server: seconds(pid), children: childrenOf(pid).reduce((sum, child) => sum + seconds(child), 0) }
}

/** Rendering processes that this one started. */
export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid), '-f', 'child\\.js'])
  return stdout.toString().trim().split('\n').map(Number).filter(Boolean)
}
