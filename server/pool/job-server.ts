// The worker's end of the pipe: runs jobs one at a time, caches compiled templates, and uses neither network nor files.
import { once } from 'node:events'
import { Socket } from 'node:net'
import { Worker as Thread } from 'node:worker_threads'
import type { CompiledTemplate, createEngine, Diagnostic, Engine, InputError, RenderResult } from '../../engine/index.ts'
import { type Frame, FrameReader, writeFrame } from './frames.ts'
import { preview } from './preview.ts'
import {
  type ChildFailure,
  EXIT_DAMAGED,
  type FromChild,
  type PartSpan,
  type PreviewOptions,
  type StopReason,
  type ToChild,
} from './protocol.ts'
import { WARM_UP_DATA, WARM_UP_TEMPLATE } from './warm-up.data.ts'

/** File descriptor of the pipe to the server: not a standard stream, so that nothing printed can garble it. */
export const CHANNEL = 3
const MOST_FRAME = 2 ** 31
const MOST_TEMPLATES = 64
/** Least size of a piece of a document. */
const PIECE_BYTES = 64 * 1024
const MOST_WARNINGS = 100
const MOST_MISSING = 50
/** Most characters of a text of a diagnostic, which may quote the document. */
const MOST_TEXT = 4000
/** A rendering reads messages of the server at least so often, between two pages. */
const MS_BETWEEN_READS = 50

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
      await runner.warmUp()
      await send({ kind: 'ready' })
    } else await runner?.take(message, body)
  }
  channel.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) take(frame).catch(exitDamaged)
  })
}

/**
 * Starts a thread that kills the process when its server is gone: a rendering that hangs would never see the pipe close. An orphan has
 * a new parent. The code is a string rather than a file, since TypeScript loaders do not reach into threads.
 */
function startOrphanWatch(): void {
  const code = `const { workerData } = require('node:worker_threads')
    setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 1000)`
  new Thread(code, { eval: true, workerData: process.ppid, env: {}, stdout: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref()
}

function exitDamaged(thrown: unknown): void {
  process.stderr.write(`${describe(thrown)}\n`)
  process.exit(EXIT_DAMAGED)
}

/** Resolves when there is room for more. */
type Send = (message: FromChild, body?: readonly Uint8Array[]) => Promise<void>

interface JobRunnerOptions {
  readonly InputError: typeof InputError
  readonly send: Send
  readonly wholeBytes: number
}

interface ReadyPart {
  readonly template: CompiledTemplate
  readonly data: object
}

/** Thrown in a rendering that the server asked to stop. */
class Stopped extends Error {
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`stopped: ${reason}`)
    this.reason = reason
  }
}

class JobRunner {
  readonly #engine: Engine
  readonly #InputError: typeof InputError
  readonly #send: Send
  readonly #wholeBytes: number
  readonly #sources = new Map<string, string>()
  readonly #templates = new Map<string, CompiledTemplate>()
  #waiting: { job: JobFrame; body: Uint8Array } | undefined
  /** The last request to stop: for the current job, or for one that has ended meanwhile. */
  #stop: Extract<ToChild, { kind: 'stop' }> | undefined
  #readAt = 0

  constructor(engine: Engine, { InputError, send, wholeBytes }: JobRunnerOptions) {
    this.#engine = engine
    this.#InputError = InputError
    this.#send = send
    this.#wholeBytes = wholeBytes
  }

  /** Runs the whole pipeline, so that the first caller does not pay for loading and compiling the engine's code. */
  async warmUp(): Promise<void> {
    const template = this.#engine.compile({ type: 'html', source: WARM_UP_TEMPLATE })
    for (let i = 0; i < 2; i++) await this.#engine.render(template, WARM_UP_DATA)
  }

  async take(message: Exclude<ToChild, { kind: 'init' }>, body: Uint8Array): Promise<void> {
    if (message.kind === 'compile') return this.#compile(message, body)
    if (message.kind === 'stop') {
      this.#stop = message
      return
    }
    if (message.kind === 'job') this.#waiting = { job: message, body }
    else this.#sources.set(message.hash, Buffer.from(body).toString('utf8'))
    const waiting = this.#waiting
    if (waiting === undefined) return
    const needed = new Set(
      waiting.job.parts.map((part) => part.hash).filter((hash) => !this.#templates.has(hash) && !this.#sources.has(hash)),
    )
    if (needed.size > 0) {
      if (message.kind === 'job') await this.#send({ kind: 'need', id: message.id, hashes: [...needed] })
      return
    }
    this.#waiting = undefined
    await this.#run(waiting.job, waiting.body)
  }

  async #compile(message: Extract<ToChild, { kind: 'compile' }>, body: Uint8Array): Promise<void> {
    try {
      const template = this.#engine.compile({ type: message.type, source: Buffer.from(body).toString('utf8') })
      await this.#send({
        kind: 'compiled',
        id: message.id,
        variables: template.variables,
        warnings: bounded(message.withSample ? await this.#renderSample(template) : template.warnings),
      })
    } catch (thrown) {
      await this.#send({ kind: 'failed', id: message.id, failure: this.#failureOf(thrown, 0) })
    }
  }

  /** The warnings of rendering with sample data. Its errors are reported among them: with other data the template may succeed. */
  async #renderSample(template: CompiledTemplate): Promise<readonly Diagnostic[]> {
    try {
      return (await this.#engine.render(template, this.#engine.sampleData(template))).warnings
    } catch (thrown) {
      if (thrown instanceof this.#InputError) return [...template.warnings, ...thrown.diagnostics]
      throw thrown
    }
  }

  async #run(job: JobFrame, body: Uint8Array): Promise<void> {
    if (job.preview !== undefined) return this.#preview(job, job.preview, body)
    const ready: ReadyPart[] = []
    const problem = this.#prepare(job, body, ready)
    // Before the answer, since after it the sources of the next job may arrive.
    this.#sources.clear()
    if (problem !== undefined) return this.#send({ kind: 'failed', id: job.id, failure: problem })
    this.#readAt = performance.now()
    try {
      await this.#write(job, ready)
    } catch (thrown) {
      const part = job.task === 'merge' && thrown instanceof this.#InputError ? await this.#faultyPart(ready) : undefined
      await this.#send({ kind: 'failed', id: job.id, failure: this.#failureOf(thrown, part) })
    }
  }

  async #preview({ id, parts }: JobFrame, options: PreviewOptions, body: Uint8Array): Promise<void> {
    const [part] = parts
    if (part === undefined) throw new Error('a preview without a template')
    // An author at work makes a template with every key: none of them may push those that are used out of the cache.
    const compile = (): CompiledTemplate => this.#templates.get(part.hash) ?? this.#compileSource(part)
    const checkStop = async (): Promise<void> => {
      if (performance.now() - this.#readAt > MS_BETWEEN_READS) await this.#checkStop(id)
    }
    this.#readAt = performance.now()
    try {
      const data = options.hasData ? dataOf(body) : undefined
      const tools = { engine: this.#engine, InputError: this.#InputError, checkStop, bounded }
      const { chunks, pages, warnings, notes } = await preview({ compile, data }, options, tools)
      this.#sources.clear()
      const answer = { kind: 'rendered', id, pages, warningCount: warnings.length, warnings: bounded(warnings), preview: notes } as const
      await this.#send(answer, chunks)
    } catch (thrown) {
      this.#sources.clear()
      await this.#send({ kind: 'failed', id, failure: this.#failureOf(thrown, 0) })
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
  #prepare(job: JobFrame, body: Uint8Array, ready: ReadyPart[]): ChildFailure | undefined {
    try {
      for (const [part, span] of job.parts.entries()) {
        const template = this.#template(span)
        const data = dataOf(body.subarray(span.start, span.end))
        const missing = job.isStrict ? this.#engine.missingVariables(template, data).slice(0, MOST_MISSING).map(shortened) : []
        if (missing.length > 0) return { kind: 'missing', part, variables: missing }
        ready.push({ template, data })
      }
      return undefined
    } catch (thrown) {
      return this.#failureOf(thrown, ready.length)
    }
  }

  /** Sends the document: whole with the answer, or above a certain size in pieces as they are made. */
  async #write({ id, task, mayStream }: JobFrame, parts: readonly ReadyPart[]): Promise<void> {
    let end: Omit<RenderResult, 'pdf'> | undefined
    const onEnd = (known: Omit<RenderResult, 'pdf'>): void => {
      end = known
    }
    const [first] = parts
    const chunks =
      task === 'merge' ? this.#engine.streamMerge(parts, { onEnd }) : this.#engine.stream(first!.template, first!.data, { onEnd })
    let [held, bytes, most]: [Uint8Array[], number, number] = [[], 0, mayStream ? this.#wholeBytes : Number.POSITIVE_INFINITY]
    for await (const chunk of chunks) {
      if (performance.now() - this.#readAt > MS_BETWEEN_READS) await this.#checkStop(id)
      held.push(chunk)
      bytes += chunk.length
      if (bytes <= most) continue
      await this.#send({ kind: 'piece', id }, [Buffer.concat(held, bytes)])
      ;[held, bytes, most] = [[], 0, PIECE_BYTES]
    }
    if (end === undefined) throw new Error('the engine ended a document without calling onEnd')
    const { pages, warnings } = end
    const answer = { kind: 'rendered', id, pages, warningCount: warnings.length, warnings: bounded(warnings) } as const
    await this.#send(answer, [Buffer.concat(held, bytes)])
  }

  /** The part of a failed merge that is at fault: the first that fails alone. Undefined when only all together fail. */
  async #faultyPart(parts: readonly ReadyPart[]): Promise<number | undefined> {
    for (const [i, { template, data }] of parts.entries()) {
      try {
        await this.#engine.render(template, data)
      } catch {
        return i
      }
    }
    return undefined
  }

  /** The compiled template, from an LRU cache. */
  #template(part: PartSpan): CompiledTemplate {
    const known = this.#templates.get(part.hash)
    if (known !== undefined) {
      this.#templates.delete(part.hash)
      this.#templates.set(part.hash, known)
      return known
    }
    const template = this.#compileSource(part)
    this.#templates.set(part.hash, template)
    for (const hash of this.#templates.keys()) {
      if (this.#templates.size <= MOST_TEMPLATES) break
      this.#templates.delete(hash)
    }
    return template
  }

  #compileSource({ type, hash }: PartSpan): CompiledTemplate {
    return this.#engine.compile({ type, source: this.#sources.get(hash) ?? '' })
  }

  /** Classifies an exception. A WebAssembly trap leaves its instance unusable, so the process exits. */
  #failureOf(thrown: unknown, part: number | undefined): ChildFailure {
    if (thrown instanceof Error && thrown.name === 'RuntimeError') exitDamaged(thrown)
    if (thrown instanceof Stopped) return { kind: thrown.reason }
    if (thrown instanceof this.#InputError) return { kind: 'input', part, problems: bounded(thrown.diagnostics) }
    if (thrown instanceof RangeError && /call stack/.test(thrown.message)) {
      return { kind: 'input', part, problems: [{ code: 'limit-depth', severity: 'error', message: 'the document is nested too deeply' }] }
    }
    if (thrown instanceof RangeError && /allocation|Invalid (string|array|typed array) length/i.test(thrown.message))
      return { kind: 'memory' }
    return { kind: 'bug', message: describe(thrown) }
  }
}

/** The first diagnostics, with texts of bounded length: they may quote the whole document. */
function bounded(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.slice(0, MOST_WARNINGS).map((diagnostic) => {
    const { message, hint, at } = diagnostic
    const position = at?.kind === 'pointer' ? { ...at, pointer: shortened(at.pointer) } : at
    return {
      ...diagnostic,
      message: shortened(message),
      ...(hint === undefined ? {} : { hint: shortened(hint) }),
      ...(position === undefined ? {} : { at: position }),
    }
  })
}

function shortened(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}

/** PHP encodes an empty object as `[]`; the server rejects every other array. */
function dataOf(bytes: Uint8Array): object {
  const data: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  if (typeof data !== 'object' || data === null) throw new Error('the data of a job is not an object')
  return Array.isArray(data) ? {} : data
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
