// Problem: a process that was made to stand still does so for good when its server is killed, since nothing in it runs that could see that.
// Approach: a shell waits at a pipe for as long as the server lives, and wakes all rendering processes when it ends. What they do then is
// theirs. It is only started where one is to stand still.
// Limits: where there is no such shell, none may stand still.
import { type ChildProcess, spawn } from 'node:child_process'

const SHELL = '/bin/sh'
/** Where there was no process left for the shell, there may be one later. */
const MS_BETWEEN_TRIES = 5000
/** Of the lines it is sent the last one holds. */
const SCRIPT = 'while read -r line; do pids=$line; done; kill -CONT $pids'

export class Waker {
  readonly #pids = new Set<number>()
  #shell: ChildProcess | undefined
  /** No shell is started before, of `performance.now`. */
  #notBefore = 0

  /** Processes that are there to be woken. */
  add(pid: number): void {
    this.#pids.add(pid)
    this.#tell()
  }

  remove(pid: number): void {
    if (this.#pids.delete(pid)) this.#tell()
  }

  /** Whoever stands still from now on is woken when this process ends, however it does. */
  isWatching(): boolean {
    if (this.#shell === undefined && performance.now() >= this.#notBefore) this.#start()
    return this.#shell !== undefined
  }

  /** Wakes them all, and watches no more. */
  end(): void {
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
    this.#tell()
  }

  #tell(): void {
    this.#shell?.stdin?.write(`${[...this.#pids].join(' ')}\n`)
  }
}

/** Without a process identifier, or undefined, where the system has none for us. */
function spawnShell(): ChildProcess | undefined {
  try {
    // A session of its own, as rendering processes have: signals for the server's group are not for it.
    return spawn(SHELL, ['-c', SCRIPT], { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] }).on('error', () => {})
  } catch {
    return undefined
  }
}
