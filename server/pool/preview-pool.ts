// Problem: editors ask for a preview after each pause of typing, and callers who wait for documents must not notice.
// Approach: previews have processes of their own, of low priority, which stay warm: none of them holds a worker of the others. While callers' jobs leave fewer
// than two processors they are suspended, but for the least share that every long job gets. They are started with the first preview and end after a time without any.
// Limits: until the first of them is ready, previews run as background jobs on the workers of all.
import type { Renderer } from './renderer.ts'

/** Without a preview for so long, nobody has an editor open. */
const MS_IDLE = 10 * 60_000

/** A renderer whose previews go to a pool of their own, which `start` makes. */
export function withPreviewPool(renderer: Renderer, start: () => Renderer): Renderer {
  let pool: Renderer | undefined
  let idle: NodeJS.Timeout | undefined
  /** Of the present pool. Later it restarts its workers itself: a preview that ends them must not go to the others. */
  let wasReady = false
  const end = async (): Promise<void> => {
    clearTimeout(idle)
    const ended = pool
    pool = undefined
    wasReady = false
    await ended?.close()
  }
  const choose = (): Renderer => {
    pool ??= start()
    clearTimeout(idle)
    idle = setTimeout(() => void end(), MS_IDLE).unref()
    wasReady ||= pool.health().ready > 0
    return wasReady ? pool : renderer
  }
  return {
    preview: (job, signal) => choose().preview(job, signal),
    close: async () => void (await Promise.all([renderer.close(), end()])),
    render: (job, signal) => renderer.render(job, signal),
    compile: (job, signal) => renderer.compile(job, signal),
    examine: (job, signal) => renderer.examine(job, signal),
    isOverloaded: () => renderer.isOverloaded(),
    isRefusing: (teamId) => renderer.isRefusing(teamId),
    refuse: () => renderer.refuse(),
    refusal: (teamId, part) => renderer.refusal(teamId, part),
    health: () => renderer.health(),
    ready: () => renderer.ready(),
  }
}
