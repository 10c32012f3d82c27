// Problem: a process that was made to stand still does so for good when its server is killed, since nothing in it runs that could see that.
// Approach: a shell waits at a pipe for as long as the server lives, and wakes all rendering processes when it ends. What they do then is
// theirs. It is only started where one is to stand still.
// Limits: where there is no such shell, none may stand still.
import { type ChildProcess, spawn } from 'node:child_process'

const SHELL = '/bin/sh'
/** Of the lines it is sent the last one holds. */
const SCRIPT = 'while read -r line; do pids=$line; done; kill -CONT $pids'

export class Waker {
  readonly #pids = new Set<number>()
  #shell: ChildProcess | undefined
  #isUnable = false

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
    if (this.#shell === undefined && !this.#isUnable) this.#start()
    return this.#shell !== undefined
  }

  /** Wakes them all, and watches no more. */
  end(): void {
    this.#isUnable = true
    this.#shell?.stdin?.end()
    this.#shell = undefined
  }

  #start(): void {
    // A session of its own, as rendering processes have: signals for the server's group are not for it.
    const shell = spawn(SHELL, ['-c', SCRIPT], { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    shell.on('error', () => {
      this.#isUnable = true
    })
    if (shell.pid === undefined) return
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
