// Reads and validates the settings. No other file reads the environment.
import { resolve } from 'node:path'
import { Ajv } from 'ajv'
import { parseTrustedProxies, type TrustedProxies } from './client-address.ts'
import { isIssuer, parseRoleRules, ROLE_NAMES } from './role-rules.ts'
import { SETTINGS, type Setting } from './settings.data.ts'

type Settings = typeof SETTINGS
type ValueOf<S extends Setting> = S['kind'] extends 'integer' ? number : S extends { default: string } ? string : string | undefined

/** The value of every setting; without PUBLIC_URL, `publicUrl` is known only once the server listens. */
export type Config = { readonly [K in keyof Settings]: ValueOf<Settings[K]> }

/** Where generated files are stored. */
export type OutputsKind = 'folder' | 'postgres' | 's3'

/** Invalid settings. The message has one line per problem. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

const ROWS: readonly [string, Setting][] = Object.entries(SETTINGS)

const validate = new Ajv({ coerceTypes: true, allErrors: true }).compile({
  type: 'object',
  properties: Object.fromEntries(ROWS.map(([key, row]) => [key, schemaOf(row)])),
})

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(environment: Environment): Config {
  const raw: Record<string, unknown> = {}
  for (const [key, row] of ROWS) {
    // An empty variable counts as absent: Compose files and shell scripts often set variables to nothing.
    const value = environment[row.name]?.trim() || row.default
    if (value !== undefined) raw[key] = value
  }
  const given = { ...raw }
  validate(raw)
  const wrong = new Set((validate.errors ?? []).map((error) => error.instancePath.slice(1)))
  const problems = ROWS.filter(([key]) => wrong.has(key)).map(([key, row]) => `${row.name} must be ${expected(row)}, not "${given[key]}"`)
  for (const key of ['publicUrl', 's3Endpoint'] as const) {
    if (typeof raw[key] !== 'string') continue
    const address = baseAddress(raw[key])
    if (address === undefined)
      problems.push(`${SETTINGS[key].name} must be an http or https URL without user name, password, query or fragment`)
    raw[key] = address
  }
  raw['dataDir'] = resolve(String(raw['dataDir']))
  // The validated schema and the type derive from the same rows; with problems, the object is not returned.
  const config = raw as Config
  problems.push(...inconsistencies(config))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Variables with our prefix that are no settings: most likely misspelt. */
export function unknownSettings(environment: Environment): readonly string[] {
  const known = new Set(ROWS.map(([, row]) => row.name))
  return Object.keys(environment).filter((name) => name.startsWith('PLATEN_') && !known.has(name))
}

/** Where generated files are stored; without PLATEN_OUTPUTS, where the store is. */
export function outputsOf({ outputs, databaseUrl }: Config): OutputsKind {
  // The schema admits no other value.
  return (outputs as OutputsKind | undefined) ?? (databaseUrl === undefined ? 'folder' : 'postgres')
}

/** The origins that may call from a browser, as browsers write them. */
export function corsOriginsOf({ corsOrigins = '' }: Pick<Config, 'corsOrigins'>): ReadonlySet<string> {
  return new Set(listed(corsOrigins).flatMap((text) => originOf(text) ?? []))
}

/** The origins whose pages may hold a frame. */
export function embedOriginsOf({ embedOrigins = '' }: Pick<Config, 'embedOrigins'>): ReadonlySet<string> {
  return new Set(listed(embedOrigins).flatMap((text) => originOf(text) ?? []))
}

/** The proxies whose report of a client's address counts. */
export function trustedProxiesOf({ trustedProxies = '' }: Pick<Config, 'trustedProxies'>): TrustedProxies {
  // A list that is wrong does not pass `inconsistencies`.
  return parseTrustedProxies(trustedProxies) ?? (() => false)
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function originOf(text: string): string | undefined {
  const address = baseAddress(text)
  const origin = address && new URL(address).origin
  return origin === address ? origin : undefined
}

/** Problems of settings that depend on one another, or hold several values. */
function inconsistencies(config: Config): readonly string[] {
  const problems: string[] = []
  for (const key of ['corsOrigins', 'embedOrigins'] as const)
    for (const origin of listed(config[key] ?? '')) {
      if (originOf(origin) !== undefined) continue
      problems.push(`${SETTINGS[key].name} must list origins such as https://app.example.com, separated by commas, not "${origin}"`)
    }
  if (parseTrustedProxies(config.trustedProxies ?? '') === undefined)
    problems.push(
      `PLATEN_TRUSTED_PROXIES must list addresses and networks such as 10.0.0.0/8, separated by commas, not "${config.trustedProxies}"`,
    )
  problems.push(...problemsOfProvider(config))
  const { databaseUrl } = config
  if (databaseUrl !== undefined && !isDatabaseAddress(databaseUrl))
    problems.push('DATABASE_URL must begin with postgres:// and name a host, such as postgres://user:password@host/database')
  const { databaseOwnerUrl } = config
  if (databaseOwnerUrl !== undefined && !isDatabaseAddress(databaseOwnerUrl))
    problems.push('PLATEN_DATABASE_OWNER_URL must have the form of DATABASE_URL')
  if (databaseOwnerUrl !== undefined && databaseUrl === undefined) problems.push('PLATEN_DATABASE_OWNER_URL needs DATABASE_URL')
  const kind = outputsOf(config)
  if (kind === 'postgres' && databaseUrl === undefined) problems.push('PLATEN_OUTPUTS=postgres needs DATABASE_URL')
  const missing = (['s3Endpoint', 's3Bucket', 's3Key', 's3Secret'] as const).filter((key) => config[key] === undefined)
  if (kind === 's3' && missing.length > 0) problems.push(`PLATEN_OUTPUTS=s3 needs ${missing.map((key) => SETTINGS[key].name).join(', ')}`)
  return problems
}

function problemsOfProvider({ oidcIssuer, oidcClientId, oidcRoles = '' }: Config): readonly string[] {
  const problems: string[] = []
  if (oidcIssuer !== undefined && !isIssuer(oidcIssuer)) problems.push(`PLATEN_OIDC_ISSUER must be an https URL, not "${oidcIssuer}"`)
  if ((oidcIssuer === undefined) !== (oidcClientId === undefined))
    problems.push('PLATEN_OIDC_ISSUER and PLATEN_OIDC_CLIENT_ID need each other')
  const rules = parseRoleRules(oidcRoles)
  if ('wrong' in rules)
    problems.push(
      `PLATEN_OIDC_ROLES must list group=team:role with a role of ${ROLE_NAMES.join(', ')}, separated by commas, not "${rules.wrong}"`,
    )
  return problems
}

/** Requires a host, or a socket as `?host=`: without either, the driver would silently connect to localhost as the current user. */
function isDatabaseAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false
  const url = new URL(text)
  return url.hostname !== '' || url.searchParams.has('host')
}

/** The settings as the startup log shows them, without secrets. */
export function redacted(config: Config): Record<string, unknown> {
  return Object.fromEntries(ROWS.map(([key, row]) => [row.name, shown(row, config[key as keyof Config])]))
}

/** Of a secret only whether it is set; of a secret URL everything but user name, password and query. */
function shown({ isSecret }: Setting, value: string | number | undefined): unknown {
  if (isSecret !== true || value === undefined) return value
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined
  return url === undefined ? '***' : `${url.protocol}//***@${url.host}${url.pathname}`
}

/** The settings as a Markdown table, for server/docs/settings.md. */
export function settingsTable(): string {
  const lines = ROWS.map(([, row]) => `| \`${row.name}\` | ${row.default === undefined ? '' : `\`${row.default}\``} | ${row.description} |`)
  return ['| variable | default | meaning |', '|---|---|---|', ...lines].join('\n')
}

function schemaOf(row: Setting): object {
  if (row.kind === 'integer') return { type: 'integer', minimum: row.min, maximum: row.max }
  return row.values === undefined ? { type: 'string' } : { type: 'string', enum: row.values }
}

function expected({ kind, min, max, values }: Setting): string {
  if (kind === 'integer') return `a whole number from ${min} to ${max}`
  const quoted = (values ?? []).map((value) => `"${value}"`)
  return quoted.join(' or ')
}

function baseAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') return undefined
  return url.href.replace(/\/+$/, '')
}
