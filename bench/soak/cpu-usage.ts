// Processor time of the processes of a service.
import { spawnSync } from 'node:child_process'
import { usageOf } from '../../server/pool/process-usage.ts'

/** Processor seconds so far. */
export interface CpuUsage {
  readonly server: number
  readonly workers: number
}

/** Of the service whose server has this process id. */
export function cpuUsageOf(pid: number): CpuUsage {
  const seconds = (pid: number): number => usageOf(pid)?.cpuSeconds ?? 0
  return { server: seconds(pid), workers: workerPids(pid).reduce((sum, worker) => sum + seconds(worker), 0) }
}

/** Process ids of the workers of this server. */
export function workerPids(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid), '-f', 'child\\.js'])
  return stdout.toString().trim().split('\n').map(Number).filter(Boolean)
}
