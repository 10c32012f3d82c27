// What members of a team may do: the scopes that a token would need for the same, and what only the web application has.
import type { Role } from '../store/accounts.ts'
import type { TokenScope } from '../tokens.ts'

const VIEWER: readonly TokenScope[] = ['read', 'render', 'templates:read', 'requests:read']
const EDITOR: readonly TokenScope[] = [...VIEWER, 'templates:write', 'assets:write', 'render:any', 'jobs']
const PUBLISHER: readonly TokenScope[] = [...EDITOR, 'templates:publish']

const SCOPES_OF: Readonly<Record<Role, readonly TokenScope[]>> = {
  viewer: VIEWER,
  editor: EDITOR,
  publisher: PUBLISHER,
  owner: PUBLISHER,
}

export function scopesOf(role: Role): readonly TokenScope[] {
  return SCOPES_OF[role]
}

/** Members, tokens, webhooks and the audit log of a team. */
export function mayManage(role: Role): boolean {
  return role === 'owner'
}
