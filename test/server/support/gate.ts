// Holds renderings of the fake engine until the test lets them continue, so that no test depends on timing.
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A rendering waits while the `gate` of its data is closed, also in another process and when it is retried. */
export interface Gate {
  readonly gate: string
  /** Lets so many renderings pass, waiting ones or the next. */
  admit(count: number): void
  /** Lets all pass from now on. */
  open(): void
}

/** A closed gate: a folder in which each file is a permit. */
export function closedGate(): Gate {
  const gate = mkdtempSync(join(tmpdir(), 'platen-gate-'))
  // Confined processes are other users.
  chmodSync(gate, 0o777)
  return {
    gate,
    admit: (count) => {
      for (let i = 0; i < count; i++) writeFileSync(join(gate, randomUUID()), '')
    },
    open: () => rmSync(gate, { recursive: true, force: true }),
  }
}

const MS_BETWEEN_LOOKS = 5

/** Resolves when the caller may pass. */
export async function pass(gate: string): Promise<void> {
  while (!mayPass(gate)) await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN_LOOKS))
}

/** Takes a permit by removing its file, which only one process can do. */
function mayPass(gate: string): boolean {
  try {
    const [permit] = readdirSync(gate)
    if (permit === undefined) return false
    unlinkSync(join(gate, permit))
  } catch {
    // The folder is gone; or another process took that permit, and there may be more.
    return !existsSync(gate)
  }
  return true
}
