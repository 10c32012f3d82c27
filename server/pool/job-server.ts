// The worker's end of the pipe: runs jobs one at a time, caches compiled templates, and uses neither network nor files.
import { once } from 'node:events'
import { Socket } from 'node:net'
import type {
  Attachment,
  CompiledTemplate,
  createEngine,
  Diagnostic,
  Engine,
  InputError,
  RenderOptions,
  RenderResult,
  TemplateSource,
} from '../../engine/index.ts'
import { inexactOf } from '../json-data.ts'
import type { DefaultTagging, Tagging } from '../tagging.ts'
import { bounded, MOST_OF_DOCUMENT, shortened } from './bounded.ts'
import { DocumentWriter, type Send } from './document-writer.ts'
import { examineFile } from './examination.ts'
import { type Frame, FrameReader, writeFrame } from './frames.ts'
import { preview } from './preview.ts'
import { type ChildFailure, MOST_ASSETS, type PartSpan, type PreviewOptions, type ToChild } from './protocol.ts'
import type { PartWish } from './renderer.ts'
import { type KnownTemplate, TemplateCache } from './template-cache.ts'
import { WARM_UP_DATA, WARM_UP_TEMPLATE } from './warm-up.data.ts'
import { distinctWarnings } from './warnings.ts'
import { AssetCache, type JobFiles } from './worker-assets.ts'
import { exitDamaged, startOrphanWatch } from './worker-end.ts'
import { failureOf, Stopped } from './worker-failure.ts'
import { dataOf, jobOptions, partOptions } from './worker-options.ts'
import { claimsAnything, taggingFor } from './worker-tagging.ts'

/** File descriptor of the pipe to the server: not a standard stream, so that nothing printed can garble it. */
export const CHANNEL = 3
const MOST_FRAME = 2 ** 31
const MOST_TEMPLATES = { stored: 64, passing: 8 }
const MOST_MISSING = 50
/** A rendering reads messages of the server at least so often, between two pages, */
const MS_BETWEEN_READS = 50
/** and says how far it is not more often. */
const MS_BETWEEN_REPORTS = 250

type JobFrame = Extract<ToChild, { kind: 'job' }>

/** What is used of the engine's module; tests pass a fake. */
export interface EngineModule {
  readonly createEngine: typeof createEngine
  readonly InputError: typeof InputError
}

export async function serveJobs(engine: EngineModule): Promise<void> {
  const channel = new Socket({ fd: CHANNEL, readable: true, writable: true })
  const send: Send = async (message, body = []) => {
    writeFrame(channel, message, body)
    if (channel.writableNeedDrain) await once(channel, 'drain')
  }
  // The server is gone: no caller waits for the current job.
  channel.on('close', () => process.exit(0)).on('error', () => process.exit(0))
  // The server ends its workers; they ignore signals to the process group.
  process.on('SIGINT', () => {}).on('SIGTERM', () => {})
  process.on('uncaughtException', exitDamaged).on('unhandledRejection', exitDamaged)

  startOrphanWatch()
  const reader = new FrameReader(MOST_FRAME)
  let runner: JobRunner | undefined
  const take = async ({ header, body }: Frame): Promise<void> => {
    // The server is the only writer of this pipe, and trusted.
    const message = header as unknown as ToChild
    if (message.kind === 'init') {
      const { wholeBytes, ...limits } = message.limits
      runner = new JobRunner(await engine.createEngine({ limits }), { InputError: engine.InputError, send, wholeBytes })
      if (!message.isDisposable) await runner.warmUp()
      await send({ kind: 'ready' })
    } else await runner?.take(message, body)
  }
  channel.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) take(frame).catch(exitDamaged)
  })
}

interface JobRunnerOptions {
  readonly InputError: typeof InputError
  readonly send: Send
  readonly wholeBytes: number
}

interface GivenJob {
  readonly job: JobFrame
  readonly body: Uint8Array
}

interface ReadyPart extends PartWish {
  readonly template: CompiledTemplate
  readonly known: KnownTemplate
  readonly data: object
  readonly attachments?: readonly Attachment[]
  /** What the template's field says. */
  readonly tagging: Tagging | undefined
}

/** Without it where the team has no assets: a batch has files of its own. */
function optionOf(files: JobFiles): Pick<RenderOptions, 'assets'> {
  return files.isEmpty ? {} : { assets: files.find }
}

class JobRunner {
  readonly #engine: Engine
  readonly #InputError: typeof InputError
  readonly #send: Send
  readonly #wholeBytes: number
  readonly #sources = new Map<string, string>()
  readonly #templates = new TemplateCache(MOST_TEMPLATES)
  readonly #assets: AssetCache
  #waiting: { job: JobFrame; body: Uint8Array } | undefined
  /** The last request to stop: for the current job, or for one that has ended meanwhile. */
  #stop: Extract<ToChild, { kind: 'stop' }> | undefined
  #readAt = 0
  /** Parts of the current merge that are painted, and how many of them the server was told of, when. */
  #painted = 0
  #reported = 0
  #reportedAt = 0

  constructor(engine: Engine, { InputError, send, wholeBytes }: JobRunnerOptions) {
    this.#engine = engine
    this.#InputError = InputError
    this.#send = send
    this.#wholeBytes = wholeBytes
    this.#assets = new AssetCache((message) => send(message))
  }

  /** Runs the whole pipeline, so that the first caller does not pay for loading and compiling the engine's code. */
  async warmUp(): Promise<void> {
    const template = this.#engine.compile({ type: 'html', source: WARM_UP_TEMPLATE })
    for (let i = 0; i < 2; i++) await this.#engine.render(template, WARM_UP_DATA)
  }

  async take(message: Exclude<ToChild, { kind: 'init' }>, body: Uint8Array): Promise<void> {
    if (message.kind === 'compile') return this.#compile(message, body)
    if (message.kind === 'examine') return this.#examine(message, body)
    if (message.kind === 'manifest' || message.kind === 'asset') return this.#assets.receive(message, body)
    if (message.kind === 'stop') {
      this.#stop = message
      return this.#assets.stop(message.id, new Stopped(message.reason))
    }
    if (message.kind === 'job') this.#waiting = { job: message, body }
    else this.#sources.set(message.hash, Buffer.from(body).toString('utf8'))
    const waiting = this.#waiting
    if (waiting === undefined) return
    const hashes = waiting.job.parts.map(({ hash }) => hash)
    const needed = new Set(hashes.filter((hash) => !this.#templates.has(hash) && !this.#sources.has(hash)))
    if (needed.size > 0) {
      if (message.kind === 'job') await this.#send({ kind: 'need', id: message.id, hashes: [...needed] })
      return
    }
    this.#waiting = undefined
    await this.#run(waiting.job, waiting.body)
  }

  async #compile(message: Extract<ToChild, { kind: 'compile' }>, body: Uint8Array): Promise<void> {
    const { id, type } = message
    const files = this.#assets.open(id, message.assets)
    try {
      const source = Buffer.from(body).toString('utf8')
      const { template } = await files.complete(() => this.#compileSource({ type, source }, files))
      const warnings = message.withSample
        ? await files.complete(() => this.#renderSample(template, files, message.defaults))
        : template.warnings
      const { variables, assets } = template
      await this.#send({ kind: 'compiled', id, variables, assets: assets.slice(0, MOST_ASSETS), warnings: bounded(warnings) })
    } catch (thrown) {
      await this.#send({ kind: 'failed', id, failure: failureOf(thrown, this.#InputError, 0) })
    }
  }

  async #examine({ id, type }: Extract<ToChild, { kind: 'examine' }>, bytes: Uint8Array): Promise<void> {
    try {
      const [problem] = bounded(
        [await examineFile({ type, bytes }, { engine: this.#engine, InputError: this.#InputError })].filter(isGiven),
      )
      await this.#send({ kind: 'examined', id, ...(problem === undefined ? {} : { problem }) })
    } catch (thrown) {
      await this.#send({ kind: 'failed', id, failure: failureOf(thrown, this.#InputError, undefined) })
    }
  }

  /** The warnings of rendering with sample data. Its errors are reported among them: with other data the template may succeed. */
  async #renderSample(template: CompiledTemplate, files: JobFiles, defaults: DefaultTagging = {}): Promise<readonly Diagnostic[]> {
    try {
      const options = { ...optionOf(files), ...taggingFor({}, [{ template, tagging: defaults.template }], defaults.team) }
      return (await this.#engine.render(template, this.#engine.sampleData(template), options)).warnings
    } catch (thrown) {
      if (thrown instanceof this.#InputError) return [...template.warnings, ...thrown.diagnostics]
      throw thrown
    }
  }

  async #run(job: JobFrame, body: Uint8Array): Promise<void> {
    if (job.preview !== undefined) return this.#preview(job, job.preview, body)
    const files = this.#assets.open(job.id, job.assets)
    this.#painted = 0
    this.#reported = 0
    this.#reportedAt = performance.now()
    const ready: ReadyPart[] = []
    const problem = await this.#prepare(job, body, { ready, files })
    // Before the answer, since after it the sources of the next job may arrive.
    this.#sources.clear()
    if (problem !== undefined) return this.#send({ kind: 'failed', id: job.id, failure: problem })
    this.#readAt = performance.now()
    try {
      await this.#write({ job, body }, ready, files)
    } catch (thrown) {
      const part = job.task === 'merge' && thrown instanceof this.#InputError ? await this.#faultyPart(job, ready, files) : undefined
      await this.#send({ kind: 'failed', id: job.id, failure: failureOf(thrown, this.#InputError, part) })
    }
  }

  async #preview({ id, parts, assets, tagging, teamTagging }: JobFrame, options: PreviewOptions, body: Uint8Array): Promise<void> {
    const [part] = parts
    if (part === undefined) throw new Error('a preview without a template')
    const files = this.#assets.open(id, assets)
    const compile = (): CompiledTemplate => this.#template(part, files, true).template
    const checkStop = async (): Promise<void> => {
      if (performance.now() - this.#readAt > MS_BETWEEN_READS) await this.#checkStop(id)
    }
    this.#readAt = performance.now()
    try {
      const data = options.hasData ? dataOf(body) : undefined
      const optionsFor = (template: CompiledTemplate): RenderOptions => ({
        ...optionOf(files),
        ...taggingFor(tagging, [{ template, tagging: part.tagging }], teamTagging),
      })
      const tools = { engine: this.#engine, InputError: this.#InputError, checkStop, bounded, optionsFor }
      const { chunks, pages, warnings, warningCount, notes } = await files.complete(() => preview({ compile, data }, options, tools))
      this.#sources.clear()
      const answer = {
        kind: 'rendered',
        id,
        pages,
        warningCount,
        warnings: bounded(distinctWarnings(warnings), MOST_OF_DOCUMENT),
        preview: notes,
      } as const
      await this.#send(answer, chunks)
    } catch (thrown) {
      this.#sources.clear()
      await this.#send({ kind: 'failed', id, failure: failureOf(thrown, this.#InputError, 0) })
    }
  }

  /** Called between two pages: reads messages of the server, and throws when the job was to stop. */
  async #checkStop(id: number): Promise<void> {
    // One turn of the event loop reads what has arrived.
    await new Promise((resolve) => setImmediate(resolve))
    this.#readAt = performance.now()
    if (this.#stop?.id === id) throw new Stopped(this.#stop.reason)
  }

  /** Compiles and parses all parts into `ready`; returns the failure of the first that is wrong. */
  async #prepare(
    job: JobFrame,
    body: Uint8Array,
    { ready, files }: { readonly ready: ReadyPart[]; readonly files: JobFiles },
  ): Promise<ChildFailure | undefined> {
    try {
      for (const [part, span] of job.parts.entries()) {
        const known = await files.complete(() => this.#template(span, files, job.isPassing === true))
        const data = dataOf(body.subarray(span.start, span.end))
        const missing = job.isStrict ? this.#engine.missingVariables(known.template, data).slice(0, MOST_MISSING).map(shortened) : []
        if (missing.length > 0) return { kind: 'missing', part, variables: missing }
        ready.push({ ...partOptions(job, span, body), template: known.template, known, data, tagging: span.tagging })
      }
      return undefined
    } catch (thrown) {
      return failureOf(thrown, this.#InputError, ready.length)
    }
  }

  /** Sends the document: whole with the answer, or above a certain size in pieces as they are made. */
  async #write(given: GivenJob, parts: readonly ReadyPart[], files: JobFiles): Promise<void> {
    const document = new DocumentWriter(given.job, this.#send, this.#wholeBytes)
    await this.#fetchNamed(parts, files)
    for (let tries = 1; ; tries++) {
      document.begin()
      try {
        const end = await this.#writeOnce(given, parts, { document, files, mayStopEarly: tries === 1 })
        if (!files.isLacking) return await document.finish(end ?? missingEnd())
      } catch (thrown) {
        if (!files.isLacking) throw thrown
      }
      for (const { known } of parts) known.asksByData = true
      if (tries === 1) await this.#fetchNamed(parts, files)
      else await files.fetch()
    }
  }

  /** Fetches what the templates name themselves, and what the data of those names that asked for more before. */
  async #fetchNamed(parts: readonly ReadyPart[], files: JobFiles): Promise<void> {
    if (files.isEmpty) return
    await files.complete(() => {
      for (const { template, known, data } of parts) {
        for (const name of template.assets) files.find(name)
        if (known.asksByData) files.findIn(data)
      }
    })
  }

  async #writeOnce(
    { job, body }: GivenJob,
    parts: readonly ReadyPart[],
    { document, files, mayStopEarly }: { readonly document: DocumentWriter; readonly files: JobFiles; readonly mayStopEarly: boolean },
  ): Promise<Omit<RenderResult, 'pdf'> | undefined> {
    const { id, task, tagging, teamTagging, reportsParts } = job
    let end: Omit<RenderResult, 'pdf'> | undefined
    const inexact = inexactOf(...parts.map(({ data }) => data))
    this.#painted = 0
    const claimed = taggingFor(tagging, parts, teamTagging)
    // Claims are judged after the last page: until then no part has ended well.
    const isReported = reportsParts === true && !claimsAnything(claimed, parts)
    const options = {
      ...{ ...jobOptions(job, body), ...optionOf(files), ...claimed, inexact },
      onPart: (part: number) => void (this.#painted = part + 1),
      onEnd: (known: Omit<RenderResult, 'pdf'>) => void (end = known),
    }
    const [first] = parts
    const chunks = task === 'merge' ? this.#engine.streamMerge(parts, options) : this.#engine.stream(first!.template, first!.data, options)
    for await (const chunk of chunks) {
      if (performance.now() - this.#readAt > MS_BETWEEN_READS) await this.#checkStop(id)
      if (isReported && this.#painted > this.#reported) await this.#report(id)
      // From here on it is another document than it will be: only what it asks for counts.
      if (files.isLacking && mayStopEarly) break
      if (!files.isLacking) await document.write(chunk)
    }
    return end
  }

  async #report(id: number): Promise<void> {
    if (performance.now() - this.#reportedAt < MS_BETWEEN_REPORTS) return
    this.#reportedAt = performance.now()
    this.#reported = this.#painted
    await this.#send({ kind: 'progress', id, parts: this.#reported })
  }

  /**
   * The part of a failed merge that is at fault: the first that fails alone, not counting those that were painted, unless all were, since claims are judged after
   * the last page. Undefined when only all together fail.
   */
  async #faultyPart({ tagging, teamTagging }: JobFrame, parts: readonly ReadyPart[], files: JobFiles): Promise<number | undefined> {
    const options = taggingFor(tagging, parts, teamTagging)
    for (let i = this.#painted < parts.length ? this.#painted : 0; i < parts.length; i++) {
      const { template, data, attachments = [] } = parts[i]!
      try {
        await this.#engine.render(template, data, { ...optionOf(files), ...options, attachments })
      } catch {
        return i
      }
    }
    return undefined
  }

  /** The compiled template, from an LRU cache. */
  #template(part: PartSpan, files: JobFiles, isPassing: boolean): KnownTemplate {
    const known = this.#templates.get(part.hash, files)
    if (known !== undefined) return known
    const compiled = this.#compilePart(part, files)
    if (!files.isLacking) this.#templates.add(part.hash, { source: this.#sourceOf(part.hash), known: compiled, isPassing })
    return compiled
  }

  #sourceOf(hash: string): string {
    return this.#sources.get(hash) ?? this.#templates.source(hash) ?? ''
  }

  #compilePart({ type, hash }: PartSpan, files: JobFiles): KnownTemplate {
    return this.#compileSource({ type, source: this.#sourceOf(hash) }, files)
  }

  /** Also without assets the template depends on them: on those names having none. */
  #compileSource(source: TemplateSource, files: JobFiles): KnownTemplate {
    if (files.isEmpty) {
      const template = this.#engine.compile(source)
      return { template, compiledWith: new Map(template.assets.map((name) => [name, undefined])), asksByData: false }
    }
    const compiledWith = new Map<string, string | undefined>()
    const assets = (name: string): Uint8Array | undefined => {
      compiledWith.set(name, files.hashOf(name))
      return files.find(name)
    }
    return { template: this.#engine.compile(source, { assets, assetNames: files.names }), compiledWith, asksByData: false }
  }
}

const isGiven = (problem: Diagnostic | undefined): problem is Diagnostic => problem !== undefined

function missingEnd(): never {
  throw new Error('the engine ended a document without calling onEnd')
}
