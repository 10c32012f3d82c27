// Assets of a running service.
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAssetName } from '../assets/name.ts'
import { type PlatenClient, PlatenError } from '../client/index.ts'
import { BadInput, type CommandContext, describeError, readInput, writeOutput } from './command.ts'
import { describeRefusal, withRemote } from './remote.ts'
import { table } from './store.ts'

export interface LocalFile {
  readonly name: string
  readonly path: string
}

export async function listRemoteAssets(client: PlatenClient, context: CommandContext): Promise<void> {
  const assets = await withRemote(() => client.call('listAssets', {}))
  const rows = assets.map(({ name, type, size, used_by, updated_at }) => [
    ...[name, type, String(size), updated_at.slice(0, 16).replace('T', ' '), used_by.join(' ')],
  ])
  context.out(table([['NAME', 'TYPE', 'BYTES', 'CHANGED', 'USED BY'], ...rows]))
}

/** Shared parts may use one another: what is refused is tried again as long as others are stored. */
export async function pushRemoteAssets(client: PlatenClient, files: readonly LocalFile[], context: CommandContext): Promise<void> {
  const isPart = ({ name }: LocalFile): boolean => /\.x?html?$/i.test(name)
  let waiting = [...files.filter((file) => !isPart(file)), ...files.filter(isPart)]
  while (waiting.length > 0) {
    const refused: { readonly file: LocalFile; readonly problem: PlatenError }[] = []
    for (const file of waiting) {
      const body = await readInput(file.path, context)
      try {
        const { name, size } = await client.call('putAsset', { path: { name: file.name }, body })
        context.err(`Stored ${name}, ${size} bytes.\n`)
      } catch (thrown) {
        if (!(thrown instanceof PlatenError)) throw thrown
        refused.push({ file, problem: thrown })
      }
    }
    if (refused.length === waiting.length)
      throw new BadInput(refused.map(({ file, problem }) => `${file.name}: ${describeRefusal(problem, file.path)}`).join('\n'))
    waiting = refused.map(({ file }) => file)
  }
}

export async function pullRemoteAsset(client: PlatenClient, name: string, out: string | undefined, context: CommandContext): Promise<void> {
  await writeOutput(out, await bytesOf(client, name), context)
}

export async function pullRemoteAssets(client: PlatenClient, dir: string, context: CommandContext): Promise<void> {
  const all = await withRemote(() => client.call('listAssets', {}))
  for (const { name } of all) {
    // Another name would be a path that leads elsewhere.
    if (!isAssetName(name)) throw new BadInput(`the service names an asset "${name}", which is no name of an asset`)
    const path = join(dir, ...name.split('/'))
    await mkdir(dirname(path), { recursive: true }).catch((thrown: unknown) => {
      throw new BadInput(`cannot write ${path}: ${describeError(thrown)}`)
    })
    await writeOutput(path, await bytesOf(client, name), context)
  }
  context.err(`${all.length} assets are in ${dir}.\n`)
}

export async function bytesOf(client: PlatenClient, name: string): Promise<Uint8Array> {
  const bytes = await withRemote(() => client.call('getAsset', { path: { name } }))
  if (!(bytes instanceof Uint8Array)) throw new BadInput(`the service did not answer the bytes of asset ${name}`)
  return bytes
}

export async function removeRemoteAsset(
  client: PlatenClient,
  name: string,
  { isForced }: { readonly isForced: boolean },
  context: CommandContext,
): Promise<void> {
  await withRemote(() => client.call('deleteAsset', { path: { name }, ...(isForced ? { query: { force: true } } : {}) }))
  context.err(`Asset ${name} is removed.\n`)
}
