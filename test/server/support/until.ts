/** Far longer than anything takes on a machine with many times its share of work: what is not so by then will not be. */
const MS_NEVER = 120_000
const MS_BETWEEN = 10

/** Resolves when it is so; fails when it never is. For what comes in its own time: a test never says how long that is. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + MS_NEVER; !(await isSo()); ) {
    if (performance.now() > end) throw new Error(`not so after ${MS_NEVER / 1000} s: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, MS_BETWEEN))
  }
}
