// Which roles the groups of somebody give at a sign-in provider.
import type { RoleRule } from '../role-rules.ts'
import { ROLES, type Role } from '../store/accounts.ts'

/** For each team that the rules name the greatest role that the groups give; undefined for none. */
export function rolesOf(groups: readonly string[], rules: readonly RoleRule[]): ReadonlyMap<string, Role | undefined> {
  const roles = new Map<string, Role | undefined>()
  for (const { group, team, role } of rules) {
    const before = roles.get(team)
    const isMeant = group === '*' || groups.includes(group)
    const isMore = before === undefined || ROLES.indexOf(role) > ROLES.indexOf(before)
    roles.set(team, isMeant && isMore ? role : before)
  }
  return roles
}
