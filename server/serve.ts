// The lifecycle of a service process: configuration, start, seeding of a new store, signals, shutdown.
import { ConfigError, readConfig, redacted, unknownSettings } from './config.ts'
import { createLog } from './log.ts'
import { seedStore } from './seed.ts'
import { type Service, startService } from './service.ts'
import { quote } from './shell.ts'

/** Runs the service until a signal ends it; resolves to the exit code. `print` receives messages to the operator; tests pass `childScript`. */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  childScript?: URL,
): Promise<number> {
  let service: Service
  try {
    const config = readConfig(environment)
    const log = createLog(config.logLevel)
    log.info({ config: redacted(config) }, 'starting')
    for (const name of unknownSettings(environment)) log.warn({ name }, 'unknown setting')
    service = await startService({ config, log, ...(childScript === undefined ? {} : { childScript }) })
  } catch (thrown) {
    const why = thrown instanceof ConfigError ? thrown.message : describe(thrown)
    for (const line of why.split('\n')) print(`platen cannot start: ${line}`)
    return 1
  }
  const closed = closeOnSignal(service)
  print(`Platen listens on ${service.publicUrl}`)
  try {
    await greet(service, print)
  } catch (thrown) {
    print(`platen cannot start: ${describe(thrown)}`)
    await service.close()
    return 1
  }
  await closed
  return 0
}

/** Prints what to do next: after the first start, the new token and a curl command that renders an invoice. */
async function greet(service: Service, print: (line: string) => void): Promise<void> {
  if (!service.isNew) {
    await offerSetup(service, print)
    print('Make a token with: npx platen tokens create --name NAME')
    return
  }
  await service.renderer.ready()
  // When several servers start on one empty database, one of them seeds it.
  if (!(await service.store.claimFirstStart())) return print('Another server seeds the new store.')
  const { token, example } = await seedStore(service.store, service.renderer)
  print('This is a new store. A team, a token and sample templates were created. The token is shown only this once:')
  print(`  ${token}`)
  await offerSetup(service, print)
  if (example === undefined) return
  print('Paste this into a shell:')
  const parts = ['-X POST', `${service.publicUrl}/api/templates/${example.id}/pdf`, `-H ${quote(`Authorization: Bearer ${token}`)}`]
  print(
    `curl ${parts.join(' ')} -H 'Content-Type: application/json' -d ${quote(JSON.stringify({ data: example.data }))} -o ${quote(example.fileName)}`,
  )
}

/** While nobody has an account, prints the link at which the first user makes one. */
async function offerSetup({ store, accounts }: Service, print: (line: string) => void): Promise<void> {
  const [team] = await store.teams()
  const link = team && (await accounts.setupLink(team.id))
  if (link === undefined) return
  print('Open this in a browser to make the first account of the web application (once, within 30 minutes):')
  print(`  ${link}`)
}

/** The first SIGTERM or SIGINT shuts down gracefully, the second exits at once. */
function closeOnSignal(service: Service): Promise<void> {
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
