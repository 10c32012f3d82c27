// Holds renderings of the fake engine until the test lets them go on, so that no test depends on how long anything takes.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Renderings whose data has its `gate` wait at it, also in other processes and when they are tried again. */
export interface Gate {
  readonly gate: string
  /** So many may pass, those that are there or the next that come. */
  admit(count: number): void
  /** From now on all pass. */
  open(): void
}

/** A gate that is closed: a folder, in which every file is a permit. */
export function closedGate(): Gate {
  const gate = mkdtempSync(join(tmpdir(), 'platen-gate-'))
  return {
    gate,
    admit: (count) => {
      for (let i = 0; i < count; i++) writeFileSync(join(gate, randomUUID()), '')
    },
    open: () => rmSync(gate, { recursive: true, force: true }),
  }
}

const MS_BETWEEN_LOOKS = 5

/** Resolves when this caller may pass. */
export async function pass(gate: string): Promise<void> {
  while (!mayPass(gate)) await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN_LOOKS))
}

/** A permit is removed by whoever passes with it; only one can. */
function mayPass(gate: string): boolean {
  try {
    const [permit] = readdirSync(gate)
    if (permit === undefined) return false
    unlinkSync(join(gate, permit))
  } catch {
    // The folder is gone; or another took that permit, and there may be more.
    return !existsSync(gate)
  }
  return true
}
