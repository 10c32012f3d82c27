// Problem: a worker parses untrusted input, and code that an attacker might run in it would have the server's rights.
// Approach: the commands of util-linux start it in a network namespace without an interface, as a user of its own, without capabilities and without a
// way to gain any, and replace themselves by it (exec). What this machine allows is probed once, by running a harmless command with each prefix; some
// milliseconds each.
// Limits: Linux, where `setpriv` is installed (BusyBox's has fewer options). World-readable files can be read. A user of its own requires root.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A user id, reserved for as long as its process lives. */
export interface Lease {
  /** Put before the command of the process. */
  readonly prefix: readonly string[]
  release(): void
}

export interface Confinement {
  /** What is enforced, as shown in the log. */
  readonly measures: readonly string[]
  lease(): Lease
}

/** Unused user ids: systemd takes those of dynamic users from the same range. */
const FIRST_USER = 61_184
const NO_PRIVILEGES = ['--no-new-privs', '--inh-caps=-all']
const NO_CAPABILITIES = [...NO_PRIVILEGES, '--ambient-caps=-all', '--bounding-set=-all']
const OWN_USER = ['--clear-groups', ...NO_CAPABILITIES]

interface Level {
  readonly measures: readonly string[]
  readonly prefix: (user: number) => readonly string[]
}

const NO_NETWORK = 'a network namespace of its own'
const NO_RIGHTS = 'no capabilities'
const USER = 'a user of its own'
const NO_NEW = 'no new privileges'

const asUser = (user: number): readonly string[] => ['setpriv', `--reuid=${user}`, `--regid=${user}`, ...OWN_USER]

/** Strictest first. */
const LEVELS: readonly Level[] = [
  { measures: [NO_NETWORK, USER, NO_RIGHTS, NO_NEW], prefix: (user) => ['unshare', '--net', ...asUser(user)] },
  // Root in a container, who may not create namespaces; a user without privileges perhaps may.
  { measures: [NO_NETWORK, USER, NO_RIGHTS, NO_NEW], prefix: (user) => [...asUser(user), 'unshare', '--user', '--net'] },
  { measures: [USER, NO_RIGHTS, NO_NEW], prefix: asUser },
  // A process in a user namespace loses its capabilities there on exec, as it is not root in it.
  { measures: [NO_NETWORK, NO_RIGHTS, NO_NEW], prefix: () => ['unshare', '--user', '--net', 'setpriv', ...NO_PRIVILEGES] },
  { measures: [NO_NETWORK, NO_RIGHTS, NO_NEW], prefix: () => ['unshare', '--net', 'setpriv', ...NO_CAPABILITIES] },
  { measures: [NO_RIGHTS, NO_NEW], prefix: () => ['setpriv', ...NO_CAPABILITIES] },
  { measures: [NO_NEW], prefix: () => ['setpriv', ...NO_PRIVILEGES] },
]
const UNCONFINED: Level = { measures: [], prefix: () => [] }

/** The strictest level that this machine allows for a process that runs this script. */
export function findConfinement(script: URL): Confinement {
  // The TypeScript loader writes files for each user, and runs a program in the working directory.
  const levels = script.pathname.endsWith('.ts') ? LEVELS.filter(({ measures }) => !measures.includes(USER)) : LEVELS
  const level = process.platform === 'linux' ? (levels.find((level) => works(level, script)) ?? UNCONFINED) : UNCONFINED
  const leased = new Set<number>()
  return {
    measures: level.measures,
    lease() {
      let user = FIRST_USER
      while (leased.has(user)) user++
      leased.add(user)
      return { prefix: level.prefix(user), release: () => leased.delete(user) }
    },
  }
}

/** Whether a command can run with this prefix, and read Node and the script. */
function works({ prefix }: Level, script: URL): boolean {
  const [command = '', ...args] = prefix(FIRST_USER)
  const test = ['test', '-x', process.execPath, '-a', '-r', fileURLToPath(script)]
  return spawnSync(command, [...args, ...test], { cwd: '/', env: {}, stdio: 'ignore', timeout: MS_TO_TRY }).status === 0
}

const MS_TO_TRY = 2000
