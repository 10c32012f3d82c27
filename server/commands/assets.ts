import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { Assets } from '../assets/assets.ts'
import { NEVER_CANCELLED } from '../cancel-signal.ts'
import type { PlatenClient } from '../client/index.ts'
import { ApiError } from '../errors.ts'
import type { Team } from '../store/store.ts'
import { BadInput, BadUsage, type CommandContext, describeError, printDiagnostics, readInput, writeOutput } from './command.ts'
import { remoteClient, TEAM_OF_TOKEN } from './remote.ts'
import {
  type LocalFile,
  listRemoteAssets,
  pullRemoteAsset,
  pullRemoteAssets,
  pushRemoteAssets,
  removeRemoteAsset,
} from './remote-assets.ts'
import { chooseTeam, table, withAssets } from './store.ts'

interface TeamOption {
  readonly team?: string
}

const TEAM = ['--team <team>', 'name or id; required when there are several'] as const

export function addAssets(program: Command, context: CommandContext): void {
  const assets = program
    .command('assets')
    .description(
      'manage the assets of a team, in the store, or in the service of PLATEN_URL and PLATEN_TOKEN: fonts, pictures, style sheets, letterheads, shared parts',
    )
  assets
    .command('list')
    .description('list the assets')
    .option(...TEAM)
    .action((options: TeamOption) => {
      const client = serviceOf(options, context)
      return client === undefined ? list(options, context) : listRemoteAssets(client, context)
    })
  assets
    .command('push')
    .description('store files as assets; those of a folder under their paths in it')
    .argument('<paths...>', 'files and folders')
    .option('--name <name>', 'the name of a single file; its own when absent')
    .option(...TEAM)
    .action((paths: readonly string[], options: TeamOption & { name?: string }) => push(paths, options, context))
  assets
    .command('pull')
    .description('write an asset, or all of them into a folder')
    .argument('[name]')
    .option('--out <file>', 'a file to write it to; standard output when absent')
    .option('--dir <folder>', 'a folder to write all assets to')
    .option(...TEAM)
    .action((name: string | undefined, options: TeamOption & { out?: string; dir?: string }) => pull(name, options, context))
  assets
    .command('remove')
    .description('remove an asset')
    .argument('<name>')
    .option('--force', 'also when templates use it')
    .option(...TEAM)
    .action((name: string, options: TeamOption & { force?: boolean }) => remove(name, options, context))
}

/** The service that the environment names; undefined where the store is meant. */
function serviceOf({ team }: TeamOption, context: CommandContext): PlatenClient | undefined {
  const client = remoteClient(context)
  if (client !== undefined && team !== undefined) throw new BadUsage(TEAM_OF_TOKEN)
  return client
}

async function list(options: TeamOption, context: CommandContext): Promise<void> {
  await withTeam(options, context, async (assets, team) => {
    const rows = (await assets.list(team.id)).map(({ name, type, size, usedBy, updatedAt }) => [
      ...[name, type, String(size), new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' '), usedBy.join(' ')],
    ])
    context.out(table([['NAME', 'TYPE', 'BYTES', 'CHANGED', 'USED BY'], ...rows]))
  })
}

async function push(paths: readonly string[], options: TeamOption & { name?: string }, context: CommandContext): Promise<void> {
  const files = (await Promise.all(paths.map(filesOf))).flat()
  if (options.name !== undefined && (files.length !== 1 || files[0]?.path !== paths[0])) throw new BadUsage('--name needs a single file')
  const named = files.map((file) => ({ ...file, name: options.name ?? file.name }))
  const client = serviceOf(options, context)
  if (client !== undefined) return pushRemoteAssets(client, named, context)
  await withTeam(options, context, async (assets, team) => {
    // What shared parts use comes before them; parts that use one another take as many rounds as they nest.
    const isPart = ({ name }: LocalFile): boolean => /\.x?html?$/i.test(name)
    let waiting = [...named.filter((file) => !isPart(file)), ...named.filter(isPart)]
    while (waiting.length > 0) {
      const failed: { readonly file: LocalFile; readonly thrown: unknown }[] = []
      for (const file of waiting) {
        try {
          const bytes = await readInput(file.path, context)
          const { isNew, asset } = await assets.put(team.id, { name: file.name, contentType: '', bytes }, NEVER_CANCELLED)
          context.err(`${isNew ? 'Stored' : 'Updated'} ${asset.name}, ${asset.size} bytes.\n`)
        } catch (thrown) {
          failed.push({ file, thrown })
        }
      }
      if (failed.length === waiting.length) await report(failed[0]!.file, failed[0]!.thrown, context)
      waiting = failed.map(({ file }) => file)
    }
  })
}

/** Throws the error of a file as the command line shows it. */
async function report({ name, path }: LocalFile, thrown: unknown, context: CommandContext): Promise<never> {
  const { AssetRefused } = await import('../assets/check.ts')
  if (thrown instanceof AssetRefused) {
    const { failure } = thrown
    if (failure.kind !== 'input') throw new BadInput(`${name}: ${failure.kind === 'bug' ? failure.message : failure.kind}`)
    await printDiagnostics(failure.problems, { path }, context)
    throw new BadInput('')
  }
  throw thrown instanceof ApiError ? new BadInput(`${name}: ${thrown.message}`) : thrown
}

async function pull(
  name: string | undefined,
  options: TeamOption & { out?: string; dir?: string },
  context: CommandContext,
): Promise<void> {
  const { dir, out } = options
  if ((name === undefined) === (dir === undefined)) throw new BadUsage('name an asset, or say with --dir where all of them go')
  if (dir !== undefined && out !== undefined) throw new BadUsage('--out is for a single asset')
  const client = serviceOf(options, context)
  if (client !== undefined)
    return dir === undefined ? pullRemoteAsset(client, name ?? '', out, context) : pullRemoteAssets(client, dir, context)
  await withTeam(options, context, async (assets, team) => {
    if (dir === undefined) {
      const asset = await assets.find(team.id, name ?? '')
      if (asset === undefined) throw new BadInput(`team "${team.name}" has no asset ${name}`)
      return writeOutput(out, await buffer(await assets.open(team.id, asset)), context)
    }
    const all = await assets.list(team.id)
    for (const asset of all) {
      // Names are relative and without `..`, or they would not have been stored.
      const path = join(dir, ...asset.name.split('/'))
      await mkdir(dirname(path), { recursive: true }).catch((thrown: unknown) => {
        throw new BadInput(`cannot write ${path}: ${describeError(thrown)}`)
      })
      await writeOutput(path, await buffer(await assets.open(team.id, asset)), context)
    }
    context.err(`${all.length} assets are in ${dir}.\n`)
  })
}

async function remove(name: string, options: TeamOption & { force?: boolean }, context: CommandContext): Promise<void> {
  const client = serviceOf(options, context)
  if (client !== undefined) return removeRemoteAsset(client, name, { isForced: options.force === true }, context)
  await withTeam(options, context, async (assets, team) => {
    await assets.remove(team.id, name, { isForced: options.force === true }).catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError)) throw thrown
      if (thrown.code === 'not_found') throw new BadInput(`team "${team.name}" has no asset ${name}`)
      const users = thrown.errors.map(({ message }) => `\n  ${message}`).join('')
      throw new BadInput(`${thrown.message.replace('?force=true', '--force')}${users}`)
    })
    context.err(`Asset ${name} is removed.\n`)
  })
}

/** A file under its own name; the files of a folder, hidden ones aside, under their paths in it. */
async function filesOf(path: string): Promise<readonly LocalFile[]> {
  const found = await stat(path).catch((thrown: unknown) => {
    throw new BadInput(`cannot read ${path}: ${describeError(thrown)}`)
  })
  if (!found.isDirectory()) return [{ name: basename(path), path }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ name: relative(path, file).split(sep).join(posix.sep), path: file }))
    .filter(({ name }) => !name.split('/').some((segment) => segment.startsWith('.')))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function withTeam<T>({ team }: TeamOption, context: CommandContext, work: (assets: Assets, team: Team) => Promise<T>): Promise<T> {
  return withAssets(context, async ({ store, assets }) => work(assets, await chooseTeam(store, team)))
}
