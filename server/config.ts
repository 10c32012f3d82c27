// The only reader of the environment.
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import { SETTINGS, type Setting } from './settings.data.ts'

type Settings = typeof SETTINGS
type ValueOf<S extends Setting> = S['kind'] extends 'integer' ? number : S extends { initial: string } ? string : string | undefined

/** All settings with their values; `publicUrl` is absent when the address is only known once the server listens. */
export type Config = { readonly [K in keyof Settings]: ValueOf<Settings[K]> }

/** Where generated files lie. */
export type OutputsKind = 'folder' | 'postgres' | 's3'

/** A setting that cannot be used. The message names every wrong one. */
export class ConfigError extends Error {}

const ROWS: readonly [string, Setting][] = Object.entries(SETTINGS)

const validate = new Ajv({ coerceTypes: true, allErrors: true }).compile({
  type: 'object',
  properties: Object.fromEntries(ROWS.map(([key, row]) => [key, schemaOf(row)])),
})

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const raw: Record<string, unknown> = {}
  for (const [key, row] of ROWS) {
    // An empty variable is one that was not set: compose files and shells leave such behind.
    const value = environment[row.name]?.trim() || row.initial
    if (value !== undefined) raw[key] = value
  }
  if (!validate(raw)) {
    const problems = (validate.errors ?? []).map((error) => `${nameOf(error.instancePath)} ${error.message}`)
    throw new ConfigError(problems.join('; '))
  }
  if (typeof raw['publicUrl'] === 'string') raw['publicUrl'] = baseAddress(raw['publicUrl'], 'PUBLIC_URL')
  if (typeof raw['s3Endpoint'] === 'string') raw['s3Endpoint'] = baseAddress(raw['s3Endpoint'], 'PLATEN_S3_ENDPOINT')
  raw['dataDir'] = resolve(String(raw['dataDir']))
  // Validated against a schema made of the same rows that the type is made of.
  const config = raw as Config
  checkTogether(config)
  return config
}

/** Where generated files lie when nothing is said: where the store is. */
export function outputsOf({ outputs, databaseUrl }: Config): OutputsKind {
  // The schema lets no other text through.
  return (outputs as OutputsKind | undefined) ?? (databaseUrl === undefined ? 'folder' : 'postgres')
}

/** What only makes sense together. */
function checkTogether(config: Config): void {
  const { databaseUrl } = config
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError('DATABASE_URL must begin with postgres://')
  const kind = outputsOf(config)
  if (kind === 'postgres' && databaseUrl === undefined) throw new ConfigError('PLATEN_OUTPUTS=postgres needs DATABASE_URL')
  if (kind !== 's3') return
  const missing = (['s3Endpoint', 's3Bucket', 's3Key', 's3Secret'] as const).filter((key) => config[key] === undefined)
  if (missing.length > 0) throw new ConfigError(`PLATEN_OUTPUTS=s3 needs ${missing.map((key) => SETTINGS[key].name).join(', ')}`)
}

/** The settings as the start-up log shows them. */
export function redacted(config: Config): Record<string, unknown> {
  return Object.fromEntries(ROWS.map(([key, row]) => [row.name, shown(row, config[key as keyof Config])]))
}

/** Whether a secret is set may be known, and of an address everything but who we are there. */
function shown({ isSecret }: Setting, value: string | number | undefined): unknown {
  if (isSecret !== true || value === undefined) return value
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined
  return url === undefined ? '***' : `${url.protocol}//***@${url.host}${url.pathname}`
}

/** The settings as a Markdown table, for the README. */
export function settingsTable(): string {
  const lines = ROWS.map(([, row]) => `| \`${row.name}\` | ${row.initial === undefined ? '' : `\`${row.initial}\``} | ${row.text} |`)
  return ['| variable | default | meaning |', '|---|---|---|', ...lines].join('\n')
}

function schemaOf(row: Setting): object {
  if (row.kind === 'integer') return { type: 'integer', minimum: row.least, maximum: row.most }
  return row.values === undefined ? { type: 'string' } : { type: 'string', enum: row.values }
}

function nameOf(pointer: string): string {
  const row = ROWS.find(([key]) => `/${key}` === pointer)
  return row === undefined ? pointer : row[1].name
}

function baseAddress(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new ConfigError(`${name} must be an http or https address without query`)
  }
  return url.href.replace(/\/+$/, '')
}
