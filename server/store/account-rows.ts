// Converts rows of the database to records of accounts.
import {
  type Identity,
  type Link,
  type LinkGrant,
  type Member,
  type Membership,
  type RecordedEntry,
  ROLES,
  type Role,
  type Session,
  type User,
} from './accounts.ts'
import { optionalText } from './rows.ts'
import type { Row } from './sql.ts'

export function userOf(row: Row): User {
  return {
    id: String(row['id']),
    name: String(row['name']),
    displayName: String(row['display_name']),
    passwordHash: optionalText(row['password_hash']),
    totpSecret: optionalText(row['totp_secret']),
    totpStep: Number(row['totp_step']),
    createdAt: Number(row['created_at']),
  }
}

export function identityOf(row: Row): Identity {
  return { issuer: String(row['issuer']), subject: String(row['subject']) }
}

export function membershipOf(row: Row): Membership {
  return { teamId: String(row['team_id']), teamName: String(row['team_name']), role: roleOf(row) }
}

export function memberOf(row: Row): Member {
  const user = {
    id: String(row['id']),
    name: String(row['name']),
    displayName: String(row['display_name']),
    createdAt: Number(row['created_at']),
  }
  return { user, role: roleOf(row), hasSecondFactor: optionalText(row['totp_secret']) !== undefined }
}

export function sessionOf(row: Row): Session {
  return {
    hash: String(row['hash']),
    userId: String(row['user_id']),
    createdAt: Number(row['created_at']),
    seenAt: Number(row['seen_at']),
    agent: String(row['agent']),
    address: String(row['address']),
    // A method that this version does not know is of a provider, whose sessions live shorter.
    method: row['method'] === 'password' ? 'password' : 'oidc',
  }
}

export function linkOf(row: Row): Link {
  return {
    id: String(row['id']),
    grant: grantOf(row),
    note: String(row['note']),
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
  }
}

function grantOf(row: Row): LinkGrant {
  if (row['kind'] === 'reset') return { kind: 'reset', userId: String(row['user_id']) }
  return { kind: row['kind'] === 'setup' ? 'setup' : 'invite', teamId: String(row['team_id']), role: roleOf(row) }
}

export function auditOf(row: Row): RecordedEntry {
  return {
    id: String(row['id']),
    at: Number(row['at']),
    teamId: optionalText(row['team_id']),
    userId: optionalText(row['user_id']),
    userName: String(row['user_name']),
    action: String(row['action']),
    subject: String(row['subject']),
    address: String(row['address']),
  }
}

/** A role that this version does not know allows least. */
function roleOf(row: Row): Role {
  return ROLES.find((role) => role === row['role']) ?? 'viewer'
}
