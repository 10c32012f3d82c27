// What the settings of a sign-in provider must look like: its address, and which roles groups give, as `group=team:role`, separated by commas.

/** From least to most. */
export const ROLE_NAMES = ['viewer', 'editor', 'publisher', 'owner'] as const

export interface RoleRule {
  /** `*` for everybody. */
  readonly group: string
  /** Name or id. */
  readonly team: string
  readonly role: (typeof ROLE_NAMES)[number]
}

/** The rules, or the part of the setting that is none. */
export function parseRoleRules(text: string): readonly RoleRule[] | { readonly wrong: string } {
  const rules: RoleRule[] = []
  for (const part of text.split(',').map((part) => part.trim())) {
    if (part === '') continue
    const [, group = '', team = '', name] = /^([^=]+)=(.+):([a-z]+)$/.exec(part) ?? []
    const role = ROLE_NAMES.find((candidate) => candidate === name)
    if (role === undefined) return { wrong: part }
    rules.push({ group: group.trim(), team: team.trim(), role })
  }
  return rules
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether an issuer may be used: over TLS, or on this machine. */
export function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.has(url.hostname))) && url.hash === ''
}
