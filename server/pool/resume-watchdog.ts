// Problem: a suspended worker stays so for good when its server is killed, since nothing in it runs that could notice.
// Approach: a shell reads from a pipe for as long as the server lives, and sends SIGCONT to all workers when the pipe closes. The workers then
// notice by themselves that their server is gone. The shell is started when the first worker is to be suspended.
// Limits: where the shell cannot be started, no worker may be suspended.
import { type ChildProcess, spawn } from 'node:child_process'

const SHELL = '/bin/sh'
/** Before the next attempt, where the system had no process left for the shell. */
const MS_BETWEEN_TRIES = 5000
/** Each line lists all workers; the last one counts. */
const SCRIPT = 'while read -r line; do pids=$line; done; kill -CONT $pids'

export class ResumeWatchdog {
  readonly #pids = new Set<number>()
  #shell: ChildProcess | undefined
  /** The earliest time of the next attempt to start the shell, of `performance.now`. */
  #notBefore = 0

  /** Adds a process to be resumed. */
  add(pid: number): void {
    this.#pids.add(pid)
    this.#sendPids()
  }

  remove(pid: number): void {
    if (this.#pids.delete(pid)) this.#sendPids()
  }

  /** Starts the shell if need be. True when it runs: a process suspended from then on is resumed when this one ends, however it does. */
  arm(): boolean {
    if (this.#shell === undefined && performance.now() >= this.#notBefore) this.#start()
    return this.#shell !== undefined
  }

  /** Resumes all processes, and ends the shell for good. */
  close(): void {
    this.#notBefore = Number.POSITIVE_INFINITY
    this.#shell?.stdin?.end()
    this.#shell = undefined
  }

  #start(): void {
    const shell = spawnShell()
    if (shell?.pid === undefined) {
      this.#notBefore = performance.now() + MS_BETWEEN_TRIES
      return
    }
    shell.on('exit', () => {
      if (this.#shell === shell) this.#shell = undefined
    })
    shell.unref()
    shell.stdin?.on('error', () => {})
    this.#shell = shell
    this.#sendPids()
  }

  #sendPids(): void {
    this.#shell?.stdin?.write(`${[...this.#pids].join(' ')}\n`)
  }
}

/** Without a process identifier, or undefined, when the system cannot start one. */
function spawnShell(): ChildProcess | undefined {
  try {
    // A session of its own, as workers have: signals to the server's process group must not reach it.
    return spawn(SHELL, ['-c', SCRIPT], { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).on('error', () => {})
  } catch {
    return undefined
  }
}
