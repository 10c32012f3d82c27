// A worker, seen from the server: a rendering process that takes one job at a time. How it is started, asked, suspended and ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Confinement, Lease } from './confinement.ts'
import { type Frame, FrameReader, writeFrame } from './frames.ts'
import { fromChild } from './from-child.ts'
import { type ChildLimits, EXIT_DAMAGED, type FromChild, type StopReason, type ToChild } from './protocol.ts'
import type { JobAssets } from './renderer.ts'

export interface ProcessOptions {
  /** The program to run. A `.ts` file runs through tsx. */
  readonly script: URL
  /** Arguments of the program. */
  readonly args?: readonly string[]
  readonly heapMb: number
  /** Absent: the worker has the rights of this process. */
  readonly confinement?: Confinement
  readonly limits: ChildLimits
  /** It takes one job and is killed. */
  readonly isDisposable?: boolean
  /** Added to its niceness from the start; absent: 0. */
  readonly niceness?: number
}

/** Why the server killed a worker. */
type KillReason = 'deadline' | 'cpu' | 'memory' | 'cancelled' | 'recycled' | 'startup' | 'closed' | 'protocol-error'

/**
 * How a worker ended. `crash`: by its own fault. `external-signal`: by a signal that the server did not send, which says nothing about its job. `start-failed`: the
 * system had no process, pipe or folder for it.
 */
export type Death =
  | { readonly kind: 'killed'; readonly reason: KillReason }
  | { readonly kind: 'crash' | 'heap' | 'external-signal' | 'start-failed'; readonly text: string }

/** The process of the operating system, with its pipe and its working directory. */
interface Spawned {
  readonly process: ChildProcess
  readonly channel: Duplex
  readonly folder: string
  readonly lease: Lease | undefined
}

interface ProcessEvents {
  readonly onReady: () => void
  readonly onDeath: (death: Death) => void
}

export type Reply =
  | {
      readonly message: Exclude<FromChild, { kind: 'ready' | 'need' | 'need-manifest' | 'need-assets' | 'progress' | 'piece' }>
      readonly body: Uint8Array
    }
  | { readonly death: Death }

type Needs = Extract<FromChild, { kind: 'need' | 'need-manifest' | 'need-assets' }>

/** What to send for a job; `source` returns the text behind a hash that the worker does not hold. */
export interface Assignment {
  readonly message: Extract<ToChild, { kind: 'job' | 'compile' | 'examine' }>
  readonly body: readonly Uint8Array[]
  readonly source: (hash: string) => Promise<string>
  /** Of the team; absent when it has none. */
  readonly assets?: JobAssets
  /** Takes the number of parts that are painted. */
  readonly onProgress?: (parts: number) => void
  /** Takes bytes of the document that come before the answer; false pauses the worker until `resumeReading`. */
  readonly onPiece: (bytes: Uint8Array) => boolean
}

/** The whole environment of a worker. */
const ENVIRONMENT = { TZ: 'UTC', LANG: 'C' }
const STDERR_KEPT = 4096
/** Assets that are read for a worker at the same time. */
const READS_AT_ONCE = 4
const MS_TO_RETIRE = 2000
/** Added to lower the priority: the worker gets a third of the time of another of equal demand, so that it is slow, but never starves. */
const NICENESS = 5
const MOST_NICENESS = 19
/** Room for what a reply holds beside the PDF. */
const FRAME_ROOM = 1024 * 1024

export class WorkerProcess {
  readonly #process: ChildProcess
  readonly #channel: Duplex
  readonly #folder: string
  #stderr = ''
  #killed: KillReason | undefined
  readonly #mostBytes: number
  readonly #mostWhole: number
  /** Bytes of the pieces of the current job. */
  #received = 0
  /** Parts of the job that are painted. */
  #parts = 0
  #assignment: Assignment | undefined
  /** Of the current job. */
  #finish: (reply: Reply) => void = () => {}
  #fail: (error: unknown) => void = () => {}
  /** Jobs so far, and the time they took. */
  jobsTaken = 0
  msWorked = 0
  isReady = false
  /** It takes no more jobs: it has exited or is about to. */
  isDead = false
  /** Its priority was lowered. */
  hasLowPriority = false
  #isSuspended = false
  /** Why it was asked to stop the current job. */
  #stop: StopReason | undefined
  /** What it was sent for the current job: hashes of sources, the manifest of assets, hashes of assets. */
  #sent = new Set<string>()
  #hasManifest = false
  #sentAssets = new Set<string>()

  /** The worker, or why the system could not start one: that depends on the machine's state, so it is an outcome and no error. */
  static start(options: ProcessOptions, events: ProcessEvents): WorkerProcess | Extract<Death, { text: string }> {
    try {
      return new WorkerProcess(spawnProcess(options), options, events)
    } catch (thrown) {
      return { kind: 'start-failed', text: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }

  private constructor(spawned: Spawned, options: ProcessOptions, events: ProcessEvents) {
    this.#mostBytes = options.limits.outputBytes + FRAME_ROOM
    this.#mostWhole = options.limits.wholeBytes + FRAME_ROOM
    this.#folder = spawned.folder
    this.#process = spawned.process
    this.#channel = spawned.channel
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_KEPT)
    })
    if (options.niceness !== undefined) this.lowerPriority(options.niceness)
    let isOver = false
    const end = (death: Death): void => {
      if (isOver) return
      isOver = true
      this.isDead = true
      this.#channel.destroy()
      spawned.lease?.release()
      removeFolder(this.#folder)
      if (this.#assignment !== undefined) this.#finish({ death })
      this.#assignment = undefined
      events.onDeath(death)
    }
    this.#process.on('error', (error) => end({ kind: 'crash', text: error.message }))
    // 'close' comes once everything it wrote was read, so reading must not stay paused.
    this.#process.on('exit', () => this.#channel.resume())
    this.#process.on('close', (code, signal) => end(this.#deathOf(code, signal)))
    this.#listen(events.onReady)
    writeFrame(this.#channel, { kind: 'init', limits: options.limits, isDisposable: options.isDisposable === true } satisfies ToChild)
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get isBusy(): boolean {
    return this.#assignment !== undefined
  }

  /** Resolves with the answer or with the death of the worker; rejects only when a source it needs cannot be loaded. */
  run(assignment: Assignment): Promise<Reply> {
    if (this.#assignment !== undefined || this.isDead) throw new Error('a job was given to a worker that is busy or dead')
    this.jobsTaken++
    this.#received = 0
    this.#parts = 0
    this.#stop = undefined
    this.#sent.clear()
    this.#hasManifest = false
    this.#sentAssets.clear()
    return new Promise((resolve, reject) => {
      this.#assignment = assignment
      this.#finish = resolve
      this.#fail = reject
      writeFrame(this.#channel, assignment.message, assignment.body)
    })
  }

  /** Continues after `onPiece` returned false. */
  resumeReading(): void {
    this.#channel.resume()
  }

  setSuspended(isSuspended: boolean): void {
    if (this.isDead || this.#isSuspended === isSuspended) return
    this.#isSuspended = isSuspended
    this.#process.kill(isSuspended ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Cannot be undone without privileges (setpriority(2)). */
  lowerPriority(niceness = NICENESS): void {
    const { pid } = this
    if (pid === undefined || this.isDead || this.hasLowPriority) return
    this.hasLowPriority = true
    attempt(() => setPriority(pid, Math.min(MOST_NICENESS, getPriority(pid) + niceness)))
    // Where Linux groups processes by session (autogroups, usual outside of containers), only the niceness of the group counts between sessions (sched(7)).
    attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(niceness)))
  }

  /** Asks the worker to stop the current job. It reads that between two pages, and keeps the code that V8 has compiled, which a killed one loses. */
  stopJob(reason: StopReason): void {
    if (this.#assignment === undefined || this.isDead || this.#stop !== undefined) return
    this.#stop = reason
    this.setSuspended(false)
    this.resumeReading()
    writeFrame(this.#channel, { kind: 'stop', id: this.#assignment.message.id, reason } satisfies ToChild)
  }

  kill(reason: KillReason): void {
    if (this.#killed === undefined && this.isDead) return
    this.#killed ??= reason
    // No job is given to it from here on; its exit is seen a moment later.
    this.isDead = true
    this.#process.kill('SIGKILL')
  }

  /** Closes the pipe, upon which an idle worker exits at once. */
  retire(): void {
    if (this.isDead) return
    this.#killed = 'recycled'
    this.isDead = true
    this.#channel.end()
    setTimeout(() => this.kill('recycled'), MS_TO_RETIRE).unref()
  }

  #listen(onReady: () => void): void {
    const reader = new FrameReader(this.#mostBytes)
    this.#channel.on('error', () => {})
    this.#channel.on('data', (chunk: Buffer) => {
      try {
        for (const frame of reader.push(chunk)) this.#take(frame, onReady)
      } catch {
        // It broke the protocol: nothing more it writes is read.
        this.kill('protocol-error')
        this.#channel.destroy()
      }
    })
  }

  #take(frame: Frame, onReady: () => void): void {
    const { isReady } = this
    const sent = { sent: this.#sent, hasManifest: this.#hasManifest, sentAssets: this.#sentAssets }
    const message = fromChild(frame, {
      isReady,
      job: this.#assignment?.message,
      ...sent,
      stop: this.#stop,
      parts: this.#parts,
      mostWhole: this.#mostWhole,
    })
    const { body } = frame
    if (message.kind === 'ready') {
      this.isReady = true
      onReady()
      return
    }
    const assignment = this.#assignment
    if (assignment === undefined) throw new Error('a message of a job was accepted without a job')
    if (message.kind === 'need' || message.kind === 'need-manifest' || message.kind === 'need-assets') {
      this.#sendNeeded(message, assignment).catch((error: unknown) => {
        if (this.#assignment !== assignment) return
        this.#assignment = undefined
        // It still waits for what it needs; starting another worker is simpler than a message that cancels the wait.
        this.kill('cancelled')
        this.#fail(error)
      })
      return
    }
    if (message.kind === 'progress') {
      this.#parts = message.parts
      assignment.onProgress?.(message.parts)
      return
    }
    if (message.kind === 'piece') {
      this.#received += body.length
      if (this.#received > this.#mostBytes) throw new Error('a document exceeds the size limit')
      if (!assignment.onPiece(body)) this.#channel.pause()
      return
    }
    this.#assignment = undefined
    this.#channel.resume()
    this.#finish({ message, body })
  }

  async #sendNeeded(message: Needs, assignment: Assignment): Promise<void> {
    const { source, assets } = assignment
    // Nothing more is sent once the job has ended meanwhile.
    const send = (answer: ToChild, body: readonly Uint8Array[] = []): void => {
      if (this.#assignment === assignment) writeFrame(this.#channel, answer, body)
    }
    if (message.kind === 'need') {
      for (const hash of message.hashes) this.#sent.add(hash)
      for (const hash of message.hashes) send({ kind: 'template', hash }, [Buffer.from(await source(hash))])
      return
    }
    if (assets === undefined) throw new Error('a worker asked for assets of a job without any')
    if (message.kind === 'need-manifest') {
      this.#hasManifest = true
      const hashes = Object.fromEntries((await assets.manifest()).map(({ name, hash }) => [name, hash]))
      return send({ kind: 'manifest' }, [Buffer.from(JSON.stringify(hashes))])
    }
    for (const hash of message.hashes) this.#sentAssets.add(hash)
    const queue = [...message.hashes]
    const sendOthers = async (): Promise<void> => {
      for (let hash = queue.shift(); hash !== undefined; hash = queue.shift()) {
        const bytes = await assets.bytes(hash)
        send({ kind: 'asset', hash, isGone: bytes === undefined }, bytes === undefined ? [] : [bytes])
      }
    }
    await Promise.all(Array.from({ length: READS_AT_ONCE }, sendOthers))
  }

  #deathOf(code: number | null, signal: NodeJS.Signals | null): Death {
    if (this.#killed !== undefined) return { kind: 'killed', reason: this.#killed }
    const text = `${signal ?? `exit code ${code}`}: ${this.#stderr}`
    if (/heap (limit|out of memory)|allocation failed/i.test(this.#stderr) && code !== EXIT_DAMAGED) return { kind: 'heap', text }
    return {
      kind: signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP' ? 'external-signal' : 'crash',
      text,
    }
  }
}

function spawnProcess(options: ProcessOptions): Spawned {
  const folder = mkdtempSync(join(tmpdir(), 'platen-'))
  const lease = options.confinement?.lease()
  try {
    const [command = '', ...args] = [...(lease?.prefix ?? []), process.execPath, ...argumentsFor(options)]
    const child = spawn(command, args, {
      cwd: folder,
      env: ENVIRONMENT,
      // A process group of its own: Ctrl-C in a terminal must not end the workers of a server that is draining.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    // stdio[3] is the 'pipe' of the line above, which Node makes a duplex socket. Where no descriptors are left for pipes, Node gives a process
    // without any, contrary to its types, and reports the error later.
    const channel = (child.stdio as typeof child.stdio | undefined)?.[3] as Duplex | undefined
    if (channel !== undefined) return { process: child, channel, folder, lease }
    child.on('error', () => {})
    throw new Error('no file descriptors are left for its pipes')
  } catch (thrown) {
    lease?.release()
    removeFolder(folder)
    throw thrown
  }
}

/** The folder is empty, since a worker writes no files; one that stays behind does no harm. */
function removeFolder(folder: string): void {
  attempt(() => rmSync(folder, { recursive: true, force: true }))
}

/** Ignores failures: for what not every system supports, and nothing depends on. */
function attempt(call: () => void): void {
  try {
    call()
  } catch {}
}

function argumentsFor({ script, heapMb, args = [] }: ProcessOptions): string[] {
  const loader = script.pathname.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  return [...childFlags(heapMb), ...loader, fileURLToPath(script), ...args]
}

/**
 * Node's flags for a worker. The build makes V8's code cache for these flags with the default settings. One thread: there are as many workers
 * as processors, so V8's helper threads for garbage collection and compilation would only compete with other renderings. The heap may double before a full
 * collection; V8's default collects it all whenever a fifth has been added to a heap of twenty megabytes.
 */
export function childFlags(heapMb: number): readonly string[] {
  return ['--disallow-code-generation-from-strings', '--single-threaded', '--heap-growing-percent=100', `--max-old-space-size=${heapMb}`]
}
