// Conditional requests (RFC 9110, 13.1): the entity tag of a template is the number of its newest version.
import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../errors.ts'
import { invalidFields } from '../fields.ts'

export type Precondition =
  | { readonly kind: 'none' }
  /** The team must not have the template: it is created. */
  | { readonly kind: 'new' }
  /** The newest version must be one of these; undefined: any. */
  | { readonly kind: 'version'; readonly versions: ReadonlySet<number> | undefined }

export function preconditionOf(headers: IncomingHttpHeaders): Precondition {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers
  if (noneMatch !== undefined) {
    if (noneMatch.trim() !== '*') throw unusable('If-None-Match', 'If-None-Match must be *, which creates the template')
    if (match !== undefined) throw unusable('If-Match', 'If-Match and If-None-Match exclude each other')
    return { kind: 'new' }
  }
  if (match === undefined) return { kind: 'none' }
  if (match.trim() === '*') return { kind: 'version', versions: undefined }
  return { kind: 'version', versions: new Set(match.split(',').flatMap(versionOf)) }
}

/** The version of an entity tag. Proxies that compress make tags weak, and some clients leave the quotes out. */
function versionOf(tag: string): readonly number[] {
  const version = /^\s*(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))\s*$/.exec(tag)
  return version === null ? [] : [Number(version[1] ?? version[2])]
}

/** Throws when the newest version is not one that the request expects; otherwise the version that a change must find. */
export function expectedVersion(precondition: Precondition, newest: number): number | undefined {
  if (precondition.kind !== 'version') return undefined
  const { versions } = precondition
  if (versions === undefined) return undefined
  if (!versions.has(newest)) throw newerVersion(newest)
  return newest
}

/** The request was about an earlier version than the newest, which the response names. */
export function newerVersion(newest: number): ApiError {
  return versionConflict(`the newest version is ${newest}`, { ETag: `"${newest}"` })
}

export function versionConflict(message: string, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError('version_conflict', message, { headers })
}

/** The request has a condition that says nothing here. */
export function unusable(path: string, message: string): ApiError {
  return invalidFields([{ path, code: 'invalid_value', message }])
}
