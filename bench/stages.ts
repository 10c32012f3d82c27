// CPU time by stage of the engine. Stages pull rows from one another, so timers around them would overlap; a sampling profile attributes each
// sample to the innermost frame in one of the engine's folders.
import { Session } from 'node:inspector/promises'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly url: string; readonly functionName: string }
  readonly children?: readonly number[] | undefined
}

const FOLDER = /\/engine\/(\w+)[/.]/

/** Share of CPU samples per engine folder while `work` runs, largest first; the shares add up to 1. */
export async function stageShares(work: () => Promise<void>): Promise<readonly (readonly [stage: string, share: number])[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const owners = ownersOf(profile.nodes)
  const counts = new Map<string, number>()
  for (const sample of profile.samples ?? []) {
    const owner = owners.get(sample)
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...counts].map(([stage, count]) => [stage, count / total] as const).sort((a, b) => b[1] - a[1])
}

/** The stage of each profile node: that of its file's folder, else its caller's; idle time has none. */
function ownersOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const owners = new Map<number, string>()
  const stack: (readonly [node: ProfileNode, owner: string])[] = nodes[0] === undefined ? [] : [[nodes[0], 'other']]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, inherited] = next
    const { url, functionName } = node.callFrame
    if (functionName === '(idle)' || functionName === '(program)') continue
    const owner = functionName === '(garbage collector)' ? 'garbage collection' : (FOLDER.exec(url)?.[1] ?? inherited)
    owners.set(node.id, owner)
    for (const id of node.children ?? []) {
      const child = byId.get(id)
      if (child !== undefined) stack.push([child, owner])
    }
  }
  return owners
}
