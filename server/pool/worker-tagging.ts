// What the templates of a job claim, of what request, sources, fields in the store and team say.
import type { CompiledTemplate } from '../../engine/index.ts'
import { resolveTagging, type Tagging } from '../tagging.ts'

interface TaggedPart {
  readonly template: CompiledTemplate
  /** What the template's field says. */
  readonly tagging: Tagging | undefined
}

/** Options of a rendering. */
export function taggingFor(request: Tagging | undefined, parts: readonly TaggedPart[], team: Tagging | undefined): Tagging {
  const said = parts.map(({ template: { conformance, tagged }, tagging }) => ({
    source: { ...(conformance === undefined ? {} : { conformance: conformance.names }), ...(tagged === undefined ? {} : { tagged }) },
    field: tagging,
  }))
  return resolveTagging(request, said, team)
}

/** Whether the document keeps a standard, or else is not made. */
export function claimsAnything({ conformance }: Tagging, parts: readonly TaggedPart[]): boolean {
  return (conformance ?? parts.flatMap(({ template }) => template.conformance?.names ?? [])).some((name) => name.toLowerCase() !== 'none')
}
