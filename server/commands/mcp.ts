import { type Command, InvalidArgumentError } from 'commander'
import { BadInput, BadUsage, type CommandContext } from './command.ts'
import { collect } from './engine-flags.ts'
import { clientOf, remoteClient, withRemote } from './remote.ts'

interface Options {
  readonly http?: boolean
  readonly port: number
  readonly host: string
  readonly name: readonly string[]
}

export function addMcp(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description(
      'let an assistant list, read, check and preview templates and save drafts, by the Model Context Protocol; PLATEN_URL names the service',
    )
    .option('--http', 'serve HTTP at /mcp, where every client sends its own token; standard input and output and PLATEN_TOKEN when absent')
    .option('--port <port>', 'the port of --http', port, 3010)
    .option('--host <host>', 'the address that --http listens at', '127.0.0.1')
    .option('--name <name>', 'a host name under which clients reach --http; repeatable', collect, [])
    .action((options: Options) => mcp(options, context))
}

function port(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65_535) throw new InvalidArgumentError('Write a number up to 65535.')
  return value
}

async function mcp(options: Options, context: CommandContext): Promise<void> {
  if (options.http === true) await overHttp(options, context)
  else await overStdio(context)
}

async function overStdio(context: CommandContext): Promise<void> {
  const client = remoteClient(context)
  if (client === undefined)
    throw new BadUsage('set PLATEN_URL to the address of the service, and PLATEN_TOKEN to a token for the assistant')
  const { excessOf } = await import('../mcp/access.ts')
  const excess = await withRemote(() => excessOf(client))
  if (excess.length > 0) throw new BadInput(`this token may ${excess.join(' and ')}, which an assistant must not: ${ADVICE}`)
  const { serveStdio } = await import('../mcp/stdio.ts')
  await serveStdio(client)
}

const ADVICE = 'make one by platen tokens create --scope templates:write'

async function overHttp({ port, host, name }: Options, context: CommandContext): Promise<void> {
  const url = context.environment['PLATEN_URL']
  if (!url) throw new BadUsage('set PLATEN_URL to the address of the service')
  clientOf(url, 'checked here, used below')
  const { serveHttp } = await import('../mcp/http.ts')
  const names = name.map((one) => one.toLowerCase())
  const { server, port: open } = await serveHttp({ port, host, names, clientOf: (token) => clientOf(url, token) }).catch((thrown) => {
    throw new BadInput(`cannot listen at ${host}:${port}: ${thrown instanceof Error ? thrown.message : thrown}`)
  })
  context.err(`Model Context Protocol at http://${host}:${open}/mcp, for ${url}\n`)
  await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve()))
  server.close()
  server.closeAllConnections()
}
