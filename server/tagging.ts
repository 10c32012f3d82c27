// Standards that a PDF is to keep and to claim, and whether it has a structure tree: as a request, a template or a team says it.
// Problem: four places may speak of one document, and a merge has many templates.
// Approach: the request decides alone. Else each template says what its source says, or else its field in the store; claims of all are joined, and nobody claims for
// a template that says nothing. Where no template says anything, the default of the team counts.
import { readClaims } from '../engine/index.ts'

/** Absent where nothing is said. */
export interface Tagging {
  /** Standards by their names; an empty list claims nothing. */
  readonly conformance?: readonly string[]
  /** False: without a structure tree. */
  readonly tagged?: boolean
}

/** What counts where neither request nor source says anything. */
export interface DefaultTagging {
  readonly template?: Tagging
  readonly team?: Tagging
}

/** What is absent stays as it is; null takes back what was said. */
export interface TaggingChange {
  readonly conformance?: readonly string[] | null | undefined
  readonly tagged?: boolean | null | undefined
}

/** A template of a document: what its source says, and its field in the store. */
interface SpokenFor {
  readonly source: Tagging
  readonly field: Tagging | undefined
}

/** The options of a rendering. What the sources say themselves is left to the engine, which knows the places. */
export function resolveTagging(request: Tagging = {}, parts: readonly SpokenFor[], team: Tagging = {}): Tagging {
  const conformance = request.conformance ?? claimsByDefault(parts, team)
  const tagged = request.tagged ?? taggedByDefault(parts, team, conformance)
  return { ...(conformance === undefined ? {} : { conformance }), ...(tagged === undefined ? {} : { tagged }) }
}

function claimsByDefault(parts: readonly SpokenFor[], team: Tagging): readonly string[] | undefined {
  const said = parts.map(({ source, field }) => source.conformance ?? field?.conformance)
  if (said.every((names) => names === undefined)) return team.conformance
  const areSources = parts.every(({ source, field }) => source.conformance !== undefined || field?.conformance === undefined)
  return areSources ? undefined : [...new Set(said.flatMap((names) => names ?? []))]
}

/** A default that leaves tags out gives way to claims that need them: what is claimed is said on purpose. */
function taggedByDefault(parts: readonly SpokenFor[], team: Tagging, names: readonly string[] | undefined): boolean | undefined {
  const said = parts.map(({ source, field }) => source.tagged ?? field?.tagged ?? team.tagged)
  if (said.every((isTagged) => isTagged === undefined)) return undefined
  const isTagged = said.some((each) => each !== false)
  if (isTagged || parts.some(({ source }) => source.tagged === false)) return isTagged
  const claimed = names ?? parts.flatMap(({ source }) => source.conformance ?? [])
  return claimed.some((name) => NEEDS_TAGS.test(name)) ? undefined : false
}

const NEEDS_TAGS = /^(ua-|a-\da$)/i

/** What counts once a change of the template's field is saved. */
export function changedDefaults({ template = {}, team }: DefaultTagging, { conformance, tagged }: TaggingChange): DefaultTagging {
  const names = conformance === undefined ? template.conformance : (conformance ?? undefined)
  const isTagged = tagged === undefined ? template.tagged : (tagged ?? undefined)
  const changed = { ...(names === undefined ? {} : { conformance: names }), ...(isTagged === undefined ? {} : { tagged: isTagged }) }
  return { template: changed, ...(team === undefined ? {} : { team }) }
}

/** Names as people write them, `a-3u ua-1`; `none` claims nothing. */
export function conformanceNames(text: string): readonly string[] {
  const names = text.split(/[\s,+]+/).filter((name) => name !== '')
  return names.length === 1 && names[0]?.toLowerCase() === 'none' ? [] : names
}

export function conformanceText(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(' ')
}

/** Throws InputError for names of no standards, and for standards that exclude each other. */
export function checkedConformance(text: string): readonly string[] {
  return readClaims([{ names: conformanceNames(text) }])?.names ?? []
}

/** The fields of JSON answers: nothing where nothing is said. */
export function taggingFields({ conformance, tagged }: Tagging): { readonly conformance?: string; readonly tagged?: boolean } {
  return {
    ...(conformance === undefined ? {} : { conformance: conformanceText(conformance) }),
    ...(tagged === undefined ? {} : { tagged }),
  }
}
