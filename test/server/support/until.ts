/** Far longer than anything takes on an overloaded machine. */
const MS_TIMEOUT = 120_000
const MS_BETWEEN = 10

/** Polls until the condition holds, and fails when it never does. For tests of events that take their own time. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + MS_TIMEOUT; !(await condition()); ) {
    if (performance.now() > end) throw new Error(`still false after ${MS_TIMEOUT / 1000} s: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN))
  }
}
