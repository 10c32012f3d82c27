// The life of a service process: configuration, start, first-start gifts, signals, end.
import { ConfigError, readConfig, redacted, unknownSettings } from './config.ts'
import { createLog } from './log.ts'
import { seedStore } from './seed.ts'
import { type Service, startService } from './service.ts'
import { quote } from './shell.ts'

/** Runs the service until it is told to end. Gives the exit code; `say` is for people, `childScript` for tests. */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
  childScript?: URL,
): Promise<number> {
  let service: Service
  try {
    const config = readConfig(environment)
    const log = createLog(config.logLevel)
    log.info({ config: redacted(config) }, 'starting')
    for (const name of unknownSettings(environment)) log.warn({ name }, 'there is no setting of this name')
    service = await startService({ config, log, ...(childScript === undefined ? {} : { childScript }) })
  } catch (thrown) {
    const why = thrown instanceof ConfigError ? thrown.message : describe(thrown)
    for (const line of why.split('\n')) say(`platen cannot start: ${line}`)
    return 1
  }
  const ended = endOnSignal(service)
  say(`Platen listens on ${service.publicUrl}`)
  try {
    await greet(service, say)
  } catch (thrown) {
    say(`platen cannot start: ${describe(thrown)}`)
    await service.close()
    return 1
  }
  await ended
  return 0
}

async function greet(service: Service, say: (line: string) => void): Promise<void> {
  if (!service.isNew) {
    say('Make a token with: npx platen tokens create --name NAME')
    return
  }
  await service.renderer.ready()
  // Of several servers that start on one empty database, one fills it.
  if (!(await service.store.claimFirstStart())) return say('Another server fills the new store.')
  const { token, example } = await seedStore(service.store, service.renderer)
  say('This is a new store. A team, a token and sample templates were made. The token is shown this once:')
  say(`  ${token}`)
  if (example === undefined) return
  say('Paste this into a shell:')
  const parts = ['-X POST', `${service.publicUrl}/api/templates/${example.id}/pdf`, `-H ${quote(`Authorization: Bearer ${token}`)}`]
  say(
    `curl ${parts.join(' ')} -H 'Content-Type: application/json' -d ${quote(JSON.stringify({ data: example.data }))} -o ${quote(example.fileName)}`,
  )
}

/** The first signal drains, the second does not wait. */
function endOnSignal(service: Service): Promise<void> {
  return new Promise((resolve, reject) => {
    let count = 0
    const onSignal = (): void => {
      if (count++ > 0) process.exit(1)
      service.close().then(resolve, reject)
    }
    process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  })
}

function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const cause = thrown.cause instanceof Error ? `: ${thrown.cause.message}` : ''
  return thrown.message + cause
}
