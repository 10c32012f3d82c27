// One rendering process, seen from the server: its start, one job at a time, and how it ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Confinement, Lease } from './confinement.ts'
import { type Frame, FrameReader, writeFrame } from './frames.ts'
import { fromChild } from './from-child.ts'
import { type ChildOptions, EXIT_DAMAGED, type FromChild, type StopReason, type ToChild } from './protocol.ts'

export interface ProcessOptions {
  /** The program to run. A `.ts` file runs through tsx. */
  readonly script: URL
  /** Arguments of the program. */
  readonly words?: readonly string[]
  readonly heapMb: number
  /** Absent: it has the rights of this process. */
  readonly confinement?: Confinement
  readonly child: ChildOptions
}

/** Why we ended a process ourselves. */
export type KillReason = 'deadline' | 'cpu' | 'memory' | 'cancelled' | 'recycled' | 'startup' | 'closed' | 'garbled'

/**
 * `crash`: by its own doing. `outside`: somebody else's signal, which says nothing about the job in hand. `unstarted`: the system had no process,
 * pipe or folder for it.
 */
export type Death =
  | { readonly kind: 'killed'; readonly reason: KillReason }
  | { readonly kind: 'crash' | 'heap' | 'outside' | 'unstarted'; readonly text: string }

/** A process of the operating system with its pipe and the folder it runs in. */
interface Spawned {
  readonly process: ChildProcess
  readonly channel: Duplex
  readonly folder: string
  readonly lease: Lease | undefined
}

export interface ProcessEvents {
  readonly onReady: () => void
  readonly onDeath: (death: Death) => void
}

export type Reply =
  | { readonly message: Exclude<FromChild, { kind: 'ready' | 'need' | 'piece' }>; readonly body: Uint8Array }
  | { readonly death: Death }

/** What to send for a job; `source` gives the text behind a hash that the process does not hold. */
export interface Assignment {
  readonly message: Extract<ToChild, { kind: 'job' | 'compile' }>
  readonly body: readonly Uint8Array[]
  readonly source: (hash: string) => Promise<string>
  /** Takes bytes of the document that come before the answer; false makes the process wait until it is told to go on. */
  readonly onPiece: (bytes: Uint8Array) => boolean
}

/** All there is of one. */
const ENVIRONMENT = { TZ: 'UTC', LANG: 'C' }
const STDERR_KEPT = 4096
const MS_TO_STOP = 2000
/** Added for a process that gives way: it gets a third of what another of equal demand does, so that it is late, but never starves. */
const NICENESS = 5
const MOST_NICENESS = 19
/** What a reply holds beside the PDF. */
const FRAME_ROOM = 1024 * 1024

export class RenderProcess {
  readonly #process: ChildProcess
  readonly #channel: Duplex
  readonly #folder: string
  #stderr = ''
  #killed: KillReason | undefined
  readonly #mostBytes: number
  readonly #mostWhole: number
  /** Of the pieces of the job in hand. */
  #received = 0
  #assignment: Assignment | undefined
  /** Of the job in hand. */
  #finish: (reply: Reply) => void = () => {}
  #fail: (error: unknown) => void = () => {}
  /** Jobs taken so far, and how long they took. */
  renders = 0
  msWorked = 0
  isReady = false
  /** Takes no more jobs: it has ended or is about to. */
  isDead = false
  /** Others go first where there are too few processors. */
  isGivingWay = false
  #isStanding = false
  /** Why it was told to give up the job in hand. */
  #stop: StopReason | undefined
  /** Hashes of the sources it was sent for the job in hand. */
  #sent = new Set<string>()

  /** The process, or why the system could not start one: that depends on the machine's state, so it is an outcome and no error. */
  static start(options: ProcessOptions, events: ProcessEvents): RenderProcess | Extract<Death, { text: string }> {
    try {
      return new RenderProcess(spawnProcess(options), options, events)
    } catch (thrown) {
      return { kind: 'unstarted', text: thrown instanceof Error ? thrown.message : String(thrown) }
    }
  }

  private constructor(spawned: Spawned, options: ProcessOptions, events: ProcessEvents) {
    this.#mostBytes = options.child.outputBytes + FRAME_ROOM
    this.#mostWhole = options.child.wholeBytes + FRAME_ROOM
    this.#folder = spawned.folder
    this.#process = spawned.process
    this.#channel = spawned.channel
    this.#process.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString('utf8')).slice(-STDERR_KEPT)
    })
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
    // Its end is only seen once everything it said was read.
    this.#process.on('exit', () => this.#channel.resume())
    this.#process.on('close', (code, signal) => end(this.#deathOf(code, signal)))
    this.#listen(events.onReady)
    writeFrame(this.#channel, { kind: 'init', options: options.child } satisfies ToChild)
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  get isBusy(): boolean {
    return this.#assignment !== undefined
  }

  /** Resolves with the answer or with the death of the process; rejects only when a needed source cannot be had. */
  run(assignment: Assignment): Promise<Reply> {
    if (this.#assignment !== undefined || this.isDead) throw new Error('a job was given to a process that cannot take it')
    this.renders++
    this.#received = 0
    this.#stop = undefined
    this.#sent.clear()
    return new Promise((resolve, reject) => {
      this.#assignment = assignment
      this.#finish = resolve
      this.#fail = reject
      writeFrame(this.#channel, assignment.message, assignment.body)
    })
  }

  /** Lets it go on after it was made to wait. */
  resume(): void {
    this.#channel.resume()
  }

  /** Makes it stand still, or go on. */
  stand(isStanding: boolean): void {
    if (this.isDead || this.#isStanding === isStanding) return
    this.#isStanding = isStanding
    this.#process.kill(isStanding ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Lets others go first from now on; that cannot be taken back without privileges (setpriority(2)). */
  giveWay(): void {
    const { pid } = this
    if (pid === undefined || this.isDead || this.isGivingWay) return
    this.isGivingWay = true
    attempt(() => setPriority(pid, Math.min(MOST_NICENESS, getPriority(pid) + NICENESS)))
    // Where Linux groups processes by session, as it does outside of containers, only what the group is told counts between those (sched(7)).
    attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS)))
  }

  /** Asks it to give up the job in hand. It hears of that between two pages, and keeps what V8 has compiled, which it would not if it were killed. */
  breakOff(reason: StopReason): void {
    if (this.#assignment === undefined || this.isDead || this.#stop !== undefined) return
    this.#stop = reason
    this.stand(false)
    this.resume()
    writeFrame(this.#channel, { kind: 'stop', id: this.#assignment.message.id, reason } satisfies ToChild)
  }

  kill(reason: KillReason): void {
    if (this.#killed === undefined && this.isDead) return
    this.#killed ??= reason
    // From here on it takes no job, though it is a moment until its end is seen.
    this.isDead = true
    this.#process.kill('SIGKILL')
  }

  /** Lets the process end by itself, which an idle one does at once when its pipe closes. */
  stop(): void {
    if (this.isDead) return
    this.#killed = 'recycled'
    this.isDead = true
    this.#channel.end()
    setTimeout(() => this.kill('recycled'), MS_TO_STOP).unref()
  }

  #listen(onReady: () => void): void {
    const reader = new FrameReader(this.#mostBytes)
    this.#channel.on('error', () => {})
    this.#channel.on('data', (chunk: Buffer) => {
      try {
        for (const frame of reader.push(chunk)) this.#take(frame, onReady)
      } catch {
        // Nothing more is believed of it, nor waited for.
        this.kill('garbled')
        this.#channel.destroy()
      }
    })
  }

  #take(frame: Frame, onReady: () => void): void {
    const { isReady } = this
    const asked = { isReady, job: this.#assignment?.message, sent: this.#sent, stop: this.#stop, mostWhole: this.#mostWhole }
    const message = fromChild(frame, asked)
    const { body } = frame
    if (message.kind === 'ready') {
      this.isReady = true
      onReady()
      return
    }
    const assignment = this.#assignment
    if (assignment === undefined) throw new Error('a frame of a job was taken without a job')
    if (message.kind === 'need') {
      for (const hash of message.hashes) this.#sent.add(hash)
      this.#sendSources(message.hashes, assignment.source).catch((error: unknown) => {
        if (this.#assignment !== assignment) return
        this.#assignment = undefined
        // It still waits for the source; a fresh one is cheaper than a way to call it off.
        this.kill('cancelled')
        this.#fail(error)
      })
      return
    }
    if (message.kind === 'piece') {
      this.#received += body.length
      if (this.#received > this.#mostBytes) throw new Error('a document is larger than any can be')
      if (!assignment.onPiece(body)) this.#channel.pause()
      return
    }
    this.#assignment = undefined
    this.#channel.resume()
    this.#finish({ message, body })
  }

  async #sendSources(hashes: readonly string[], source: (hash: string) => Promise<string>): Promise<void> {
    for (const hash of hashes) {
      writeFrame(this.#channel, { kind: 'template', hash } satisfies ToChild, [Buffer.from(await source(hash))])
    }
  }

  #deathOf(code: number | null, signal: NodeJS.Signals | null): Death {
    if (this.#killed !== undefined) return { kind: 'killed', reason: this.#killed }
    const text = `${signal ?? `exit code ${code}`}: ${this.#stderr}`
    if (/heap (limit|out of memory)|allocation failed/i.test(this.#stderr) && code !== EXIT_DAMAGED) return { kind: 'heap', text }
    return { kind: signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP' ? 'outside' : 'crash', text }
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
      // Its own process group: Ctrl-C in a terminal must not end the children of a server that is draining.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    })
    // stdio[3] is the 'pipe' of the line above, which Node makes a duplex socket. Where no descriptors are left for pipes, Node gives a process
    // without any, contrary to its types, and tells of the error later.
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

/** It is empty, since the process writes nothing; one that stays behind does no harm. */
function removeFolder(folder: string): void {
  attempt(() => rmSync(folder, { recursive: true, force: true }))
}

/** For what not every system can, and nothing depends on. */
function attempt(call: () => void): void {
  try {
    call()
  } catch {}
}

function argumentsFor({ script, heapMb, words = [] }: ProcessOptions): string[] {
  const loader = script.pathname.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  return [...childFlags(heapMb), ...loader, fileURLToPath(script), ...words]
}

/**
 * Node's flags for a rendering process. The build keeps compiled code for those of the settings as they are by default. One thread: there
 * are as many processes as processors, so V8's helpers for collecting and compiling would only take turns with the other renderings. Nor is
 * everything to be collected whenever a fifth has been added to a heap of twenty megabytes, which is what V8 does by itself.
 */
export function childFlags(heapMb: number): readonly string[] {
  return ['--disallow-code-generation-from-strings', '--single-threaded', '--heap-growing-percent=100', `--max-old-space-size=${heapMb}`]
}
