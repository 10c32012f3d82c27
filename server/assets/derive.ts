// Problem: variables and assets of a template depend on the shared parts and style sheets that it uses, and these are replaced without the template.
// Approach: after such an upload every template that uses it is compiled again in a rendering process, one at a time, and what follows from it replaced.
// An upload waits for that, but not for ever; uploads of one asset that come meanwhile share one run.
// Limits: when the server dies on the way, the rest keep what they had until the asset or the template is saved again. Rendering never depends on it.
import { NEVER_CANCELLED } from '../cancel-signal.ts'
import type { Compiled, CompileJob, Failure, JobAssets, Renderer } from '../pool/renderer.ts'
import type { Store, TemplateRecord } from '../store/store.ts'

interface DeriverOptions {
  readonly store: Store
  readonly renderer: Pick<Renderer, 'compile'>
  readonly assetsOf: (template: TemplateRecord) => { readonly assets?: JobAssets }
  /** Tells that what follows from an asset could not be derived for all templates. */
  readonly onError: (error: unknown) => void
  /** How long an upload waits. */
  readonly msPatience?: number
}

const MS_PATIENCE = 5000
/** While the renderer refuses jobs, compiling is tried again. */
const MOST_TRIES = 5

export class Deriver {
  readonly #options: DeriverOptions
  /** Runs that have not begun, by team and asset. */
  readonly #waiting = new Map<string, Promise<void>>()
  #last: Promise<void> = Promise.resolve()

  constructor(options: DeriverOptions) {
    this.#options = options
  }

  /** Resolves when the templates that use the asset are up to date, or when that takes too long, and goes on. */
  async derive(teamId: string, name: string): Promise<void> {
    const { msPatience = MS_PATIENCE } = this.#options
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, msPatience)
    })
    await Promise.race([this.#enqueue(teamId, name), tooLong])
    clearTimeout(timer)
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#waiting.size > 0) await this.#last
    await this.#last
  }

  #enqueue(teamId: string, name: string): Promise<void> {
    const key = `${teamId} ${name}`
    const known = this.#waiting.get(key)
    if (known !== undefined) return known
    const run = async (): Promise<void> => {
      this.#waiting.delete(key)
      await this.#run(teamId, name)
    }
    const work = this.#last.then(run).catch(this.#options.onError)
    this.#last = work
    this.#waiting.set(key, work)
    return work
  }

  async #run(teamId: string, name: string): Promise<void> {
    const users = await this.#options.store.assetUsers(teamId)
    // `{{> footer}}` means `footer` before `footer.html`, which a template may have used so far.
    const ids = new Set([...(users.get(name) ?? []), ...(users.get(`${name}.html`) ?? [])])
    for (const id of ids) await this.deriveTemplate(teamId, id, MOST_TRIES)
  }

  /** Derives what follows from the published and the newest version of one template. */
  async deriveTemplate(teamId: string, id: string, mostTries = 1): Promise<void> {
    const { store, assetsOf } = this.#options
    const done = new Set<string>()
    for (const which of ['published', 'draft'] as const) {
      const template = await store.template(teamId, id, which)
      if (template === undefined || done.has(template.hash)) continue
      done.add(template.hash)
      const { hash, type } = template
      const source = await store.templateSource(teamId, id, hash)
      if (source === undefined) continue
      const compiled = await this.#compile({ teamId, type, source, ...assetsOf(template) }, mostTries)
      // A template that does not compile with this part says so when it is rendered.
      if (compiled.kind === 'compiled')
        await store.replaceDerived(teamId, id, { hash, variables: compiled.variables, assets: compiled.assets })
    }
  }

  async #compile(job: CompileJob, mostTries: number): Promise<Compiled | Failure> {
    for (let tries = 1; ; tries++) {
      const compiled = await this.#options.renderer.compile(job, NEVER_CANCELLED)
      if (compiled.kind !== 'overloaded' || tries === mostTries) return compiled
      await new Promise((resolve) => setTimeout(resolve, compiled.secondsToWait * 1000).unref())
    }
  }
}
