import { safeName } from '../file-name.ts'
import type { JobKey } from '../store/jobs.ts'

const DIGITS = 6

/** Unique within a job, and sorted as its rows: `Invoice 000001.pdf`. */
export function fileNameOf(template: string, n: number): string {
  return `${safeName(template)} ${numberOf(n)}.pdf`
}

/** The id of the object in the bucket; its name is this with a prefix and an ending. */
export function objectIdOf({ id, teamId }: JobKey, n: number): string {
  return `jobs/${teamId}/${id}/${numberOf(n)}`
}

/** People count from 1. */
function numberOf(n: number): string {
  return String(n + 1).padStart(DIGITS, '0')
}
