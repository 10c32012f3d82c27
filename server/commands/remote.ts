// Commands that go to a running service instead of the store: where PLATEN_URL and PLATEN_TOKEN are set.
import { type ClientOptions, createClient, type PlatenClient, PlatenError } from '../client/index.ts'
import { BadInput, BadUsage, type CommandContext } from './command.ts'

/** Why `--team` is refused. */
export const TEAM_OF_TOKEN = '--team is for the store: the token of PLATEN_TOKEN belongs to one team'

/** The client of the service that the environment names; undefined when it names none. One variable without the other is a mistake, not a wish for the store. */
export function remoteClient({ environment, err }: Pick<CommandContext, 'environment' | 'err'>): PlatenClient | undefined {
  const url = environment['PLATEN_URL'] || undefined
  const token = environment['PLATEN_TOKEN'] || undefined
  if (url === undefined && token === undefined) return undefined
  if (token === undefined) throw new BadUsage('PLATEN_URL names a service, so PLATEN_TOKEN must hold an API token of it')
  if (url === undefined) throw new BadUsage('PLATEN_TOKEN is set, so PLATEN_URL must be the address of its service')
  return clientOf(url, token, (ms, { message }) => {
    if (ms >= MS_SAID) err(`waiting ${Math.ceil(ms / 1000)} s: ${message}\n`)
  })
}

/** Shorter waits pass unnoticed. */
const MS_SAID = 2000

export function clientOf(url: string, token: string, onRetry: ClientOptions['onRetry'] = () => {}): PlatenClient {
  try {
    return createClient({ url, token, onRetry })
  } catch {
    throw new BadUsage(`PLATEN_URL is an address such as https://pdf.example.com, not "${url}"`)
  }
}

/** Runs calls of the service; its refusals become bad input, in terms of the file that was sent, if one was. */
export async function withRemote<T>(work: () => Promise<T>, file?: string): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof PlatenError)) throw thrown
    throw new BadInput(describeRefusal(thrown, file))
  }
}

/** The problems of a refused call, one a line. */
export function describeRefusal({ message, code, errors, requestId }: PlatenError, file?: string): string {
  const request = requestId === undefined ? '' : ` (request ${requestId})`
  if (file === undefined || errors.length === 0) return `${message} [${code}]${request}`
  const lines = errors.map((error) => {
    const hint = 'hint' in error && typeof error.hint === 'string' ? `\n  hint: ${error.hint}` : ''
    return `${placed(file, error.path)}: error: ${error.message} [${error.code}]${hint}`
  })
  return `${code}${request}\n${lines.join('\n')}`
}

/** A place such as `source:12:5` in terms of the file that was sent. */
export function placed(file: string, place: string): string {
  if (place === '') return file
  return place.startsWith('/') ? `${file} ${place}` : place.replace(/^source(?=:|$)/, file)
}
