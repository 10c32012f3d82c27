// Problem: under load the server must be heard before its rendering processes: it is what refuses.
// Approach: they yield to it, by the two numbers that Linux may go by. Where processes are grouped by session (autogroups, as on most machines
// outside of containers) niceness only counts within a session, and each rendering process has one of its own: there the group is told too.
// Limits: where the system allows neither, nothing is lost but that.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Of 19. Others on the machine still have to leave rendering its share. */
export const NICENESS = 5
/** Linux takes one such change in a tenth of a second from all of us who are not root. */
const RETRY = { ms: 130, most: 30 }

/** For a process that leads a session of its own. */
export function yieldToServer(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    // It ended at once, or may not be changed.
  }
  yieldGroup(pid, RETRY.most)
}

function yieldGroup(pid: number, tries: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS))
  } catch (thrown) {
    const isSoonAgain = thrown instanceof Error && 'code' in thrown && thrown.code === 'EAGAIN'
    if (isSoonAgain && tries > 1) setTimeout(() => yieldGroup(pid, tries - 1), RETRY.ms).unref()
  }
}
