import { readFileSync } from 'node:fs'

/** Resident memory and processor time of a process, as Linux reports them in /proc. */
interface Usage {
  readonly residentBytes: number
  readonly cpuSeconds: number
}

/** USER_HZ, which Linux fixes at 100 for all times in /proc. */
const TICKS = 100

/** Undefined on other systems, or when the process is gone. */
export function usageOf(pid: number): Usage | undefined {
  try {
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
    // The second field is the program's name in brackets, which may hold spaces: count from behind it. utime and stime are 14 and 15.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return { residentBytes: Number(resident?.[1] ?? 0) * 1024, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS }
  } catch {
    return undefined
  }
}
