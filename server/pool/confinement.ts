// Problem: a rendering process reads what strangers sent, and code that one of them might run in it would have the server's rights.
// Approach: the commands of util-linux put it into a network namespace of its own, which has no interface, give it a user of its own, take its capabilities
// and the ways to get any, and become it (exec). What this machine allows is found out once, by running a harmless command in the same way; some
// milliseconds each.
// Limits: Linux, where `setpriv` is installed (BusyBox has one that can less). Files that all users may read can be read. A user of its own takes root.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A user's number, as long as its process lives. */
export interface Lease {
  /** What the command of the process begins with. */
  readonly prefix: readonly string[]
  release(): void
}

export interface Confinement {
  /** What is enforced, in words for a log. */
  readonly measures: readonly string[]
  lease(): Lease
}

/** Users that nobody has: systemd takes those it makes up for services from the same range. */
const FIRST_USER = 61_184
const NO_PRIVILEGES = ['--no-new-privs', '--inh-caps=-all']
const NO_CAPABILITIES = [...NO_PRIVILEGES, '--ambient-caps=-all', '--bounding-set=-all']
const OWN_USER = ['--clear-groups', ...NO_CAPABILITIES]

interface Way {
  readonly measures: readonly string[]
  readonly prefix: (user: number) => readonly string[]
}

const NO_NETWORK = 'a network namespace of its own'
const NO_RIGHTS = 'no capabilities'
const USER = 'a user of its own'
const NO_NEW = 'no new privileges'

const asUser = (user: number): readonly string[] => ['setpriv', `--reuid=${user}`, `--regid=${user}`, ...OWN_USER]

/** From the one that enforces most. */
const WAYS: readonly Way[] = [
  { measures: [NO_NETWORK, USER, NO_RIGHTS, NO_NEW], prefix: (user) => ['unshare', '--net', ...asUser(user)] },
  // Root of a container, who may not make namespaces but perhaps anybody may.
  { measures: [NO_NETWORK, USER, NO_RIGHTS, NO_NEW], prefix: (user) => [...asUser(user), 'unshare', '--user', '--net'] },
  { measures: [USER, NO_RIGHTS, NO_NEW], prefix: asUser },
  // What runs in a namespace of users loses what it may there when it becomes another program, as it is not its root.
  { measures: [NO_NETWORK, NO_RIGHTS, NO_NEW], prefix: () => ['unshare', '--user', '--net', 'setpriv', ...NO_PRIVILEGES] },
  { measures: [NO_NETWORK, NO_RIGHTS, NO_NEW], prefix: () => ['unshare', '--net', 'setpriv', ...NO_CAPABILITIES] },
  { measures: [NO_RIGHTS, NO_NEW], prefix: () => ['setpriv', ...NO_CAPABILITIES] },
  { measures: [NO_NEW], prefix: () => ['setpriv', ...NO_PRIVILEGES] },
]
const NOTHING: Way = { measures: [], prefix: () => [] }

/** As much as this machine allows for a process that runs this script. */
export function findConfinement(script: URL): Confinement {
  // What compiles TypeScript keeps files for each user, and runs a program in the folder of the process.
  const ways = script.pathname.endsWith('.ts') ? WAYS.filter(({ measures }) => !measures.includes(USER)) : WAYS
  const way = process.platform === 'linux' ? (ways.find((way) => works(way, script)) ?? NOTHING) : NOTHING
  const taken = new Set<number>()
  return {
    measures: way.measures,
    lease() {
      let user = FIRST_USER
      while (taken.has(user)) user++
      taken.add(user)
      return { prefix: way.prefix(user), release: () => taken.delete(user) }
    },
  }
}

/** Whether the command may be run that way, and could read what the process is made of. */
function works({ prefix }: Way, script: URL): boolean {
  const [command = '', ...more] = prefix(FIRST_USER)
  const test = ['test', '-x', process.execPath, '-a', '-r', fileURLToPath(script)]
  return spawnSync(command, [...more, ...test], { cwd: '/', env: {}, stdio: 'ignore', timeout: MS_TO_TRY }).status === 0
}

const MS_TO_TRY = 2000
