// Templates and their versions as responses show them.
import type { Diagnostic } from '../../../engine/index.ts'
import type { TemplateRecord, VersionContent, VersionRecord } from '../../store/store.ts'
import { taggingFields } from '../../tagging.ts'
import { type RouteExchange, sendJson } from '../exchange.ts'
import { sourceProblem } from '../outcome.ts'

export function publicTemplate(template: TemplateRecord): object {
  return {
    id: template.id,
    name: template.name,
    team_name: template.teamName,
    team_id: template.teamId,
    type: template.type,
    created_at: new Date(template.createdAt).toISOString(),
    meta: template.meta,
    variables: template.variables,
    ...taggingFields(template.tagging.template),
  }
}

interface ManagedTemplate {
  readonly template: TemplateRecord
  /** Of the source that was saved; absent when none was. */
  readonly diagnostics?: readonly Diagnostic[]
}

/** What a change of a template answers. */
export function sendManaged(ctx: RouteExchange, managed: ManagedTemplate): void {
  addVersionTag(ctx, managed.template.version)
  sendJson(ctx, managedTemplate(managed))
}

export function managedTemplate({ template, diagnostics }: ManagedTemplate): object {
  const { version, publishedVersion = null } = template
  const notes = diagnostics === undefined ? {} : { diagnostics: diagnostics.map(publicDiagnostic) }
  return { ...publicTemplate(template), version, published_version: publishedVersion, ...notes }
}

/** The entity tag of a template is the number of its newest version. */
export function addVersionTag({ state }: Pick<RouteExchange, 'state'>, version: number): void {
  state.rawHeaders.push('ETag', `"${version}"`)
}

/** A problem of a source, found when it was saved or previewed. */
export function publicDiagnostic(diagnostic: Diagnostic): object {
  return { severity: diagnostic.severity, ...sourceProblem(diagnostic) }
}

export function publicVersion({ version, createdAt, isPublished, note, author }: VersionRecord): object {
  const created = new Date(createdAt).toISOString()
  return { version, created_at: created, published: isPublished, note: note ?? null, author: author ?? null }
}

/** The JSON text of an object and its source, which stays as it was sent. */
export function withSource(fields: object, { source, isObject }: Pick<VersionContent, 'source' | 'isObject'>): string {
  const text = JSON.stringify(fields)
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"source":${isObject ? source : JSON.stringify(source)}}`
}
