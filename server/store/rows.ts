// Converts rows of the database to records of the store.
import { conformanceNames, conformanceText, type Tagging, type TaggingChange } from '../tagging.ts'
import { SCOPES, type TokenScope } from '../tokens.ts'
import type { Row } from './sql.ts'
import type { OutputRecord, Team, TemplateRecord, TemplateType, TokenRecord, UsedAsset, VersionRecord } from './store.ts'

export function teamOf(row: Row): Team {
  return { id: String(row['id']), name: String(row['name']), createdAt: Number(row['created_at']) }
}

export function tokenOf(row: Row): TokenRecord {
  const named = String(row['scopes']).split(' ')
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    name: String(row['name']),
    scopes: SCOPES.filter((scope: TokenScope) => named.includes(scope)),
    createdAt: Number(row['created_at']),
    expiresAt: optionalNumber(row['expires_at']),
    lastUsedAt: optionalNumber(row['last_used_at']),
    revokedAt: optionalNumber(row['revoked_at']),
  }
}

export function templateOf(row: Row): TemplateRecord {
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    teamName: String(row['team_name']),
    name: String(row['name']),
    type: typeOf(row),
    // Both columns are written by the store alone.
    meta: JSON.parse(String(row['meta'])) as TemplateRecord['meta'],
    variables: JSON.parse(String(row['variables'])) as TemplateRecord['variables'],
    hash: String(row['hash']),
    version: Number(row['version']),
    publishedVersion: optionalNumber(row['published_version']),
    assetsRevision: Number(row['assets_revision']),
    tagging: { template: taggingOf(row), team: taggingOf({ conformance: row['team_conformance'], tagged: row['team_tagged'] }) },
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  }
}

/** Of the columns `conformance` and `tagged`. */
export function taggingOf(row: Row): Tagging {
  const [conformance, tagged] = [optionalText(row['conformance']), optionalNumber(row['tagged'])]
  return {
    ...(conformance === undefined ? {} : { conformance: conformanceNames(conformance) }),
    ...(tagged === undefined ? {} : { tagged: tagged === 1 }),
  }
}

/** The values of both columns after a change of a row. */
export function changedTagging(before: Row, { conformance, tagged }: TaggingChange): readonly [string | null, number | null] {
  const names = conformance === undefined ? (optionalText(before['conformance']) ?? null) : conformance && conformanceText(conformance)
  const isTagged = tagged === undefined ? (optionalNumber(before['tagged']) ?? null) : tagged === null ? null : Number(tagged)
  return [names, isTagged]
}

export function versionOf(row: Row): VersionRecord {
  return {
    version: Number(row['version']),
    type: typeOf(row),
    hash: String(row['hash']),
    createdAt: Number(row['created_at']),
    isPublished: row['published_version'] === row['version'],
    author: optionalText(row['author']),
    note: optionalText(row['note']),
  }
}

export function usedAssetOf(row: Row): UsedAsset {
  return { name: String(row['name']), hash: optionalText(row['hash']), isDirect: row['is_direct'] === 1 }
}

export function outputOf(row: Row): OutputRecord {
  return {
    id: String(row['id']),
    teamId: String(row['team_id']),
    fileName: String(row['file_name']),
    sha256: String(row['sha256']),
    length: Number(row['length']),
    state: row['state'] === 'ready' ? 'ready' : 'pending',
    createdAt: Number(row['created_at']),
    expiresAt: Number(row['expires_at']),
  }
}

/** The value of a text column, which PostgreSQL keeps as bytes. */
export function textOf(value: unknown): string {
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('utf8')
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value)
}

function typeOf(row: Row): TemplateType {
  return row['type'] === 'editor' ? 'editor' : 'html'
}

/** Absent where the column is NULL. */
export function optionalText(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}

/** Absent where the column is NULL. */
export function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}
