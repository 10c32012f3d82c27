// A template as the list has it, and what can be done with it there.
import { call, ofTeam } from '../../state/api.ts'
import { storedText } from '../../text/text.ts'

export interface TemplateEntry {
  readonly id: string
  readonly name: string
  readonly type: 'html' | 'editor'
  readonly description: string
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
  readonly published_version: number | null
  readonly picture?: { readonly hash: string; readonly pages: number; readonly warnings: number; readonly is_stale: boolean }
}

export const pathOf = (teamId: string, id: string, more = ''): string => ofTeam(teamId, `/templates/${encodeURIComponent(id)}${more}`)

export function pictureUrl(teamId: string, { id, picture }: TemplateEntry): string | undefined {
  return picture && `/app/api${ofTeam(teamId, `/pictures/${encodeURIComponent(id)}`)}?hash=${picture.hash}`
}

/** A draft with the same source, description and data examples; resolves with its name. */
export async function duplicate(teamId: string, { id, name, type, description }: TemplateEntry): Promise<string> {
  const { source } = await call<{ source: string | object }>(pathOf(teamId, id, '/source'))
  const copy = storedText('copyOf', { name })
  const body = { name: copy, type, description, source, publish: false }
  const made = await call<{ id: string }>(ofTeam(teamId, '/templates'), { method: 'POST', body })
  for (const { name: example } of await call<readonly { name: string }[]>(pathOf(teamId, id, '/examples'))) {
    const at = `/examples/${encodeURIComponent(example)}`
    await call(pathOf(teamId, made.id, at), { method: 'PUT', body: await call<object>(pathOf(teamId, id, at)) })
  }
  return copy
}

export type Order = 'changed' | 'name' | 'created'

export function sorted(templates: readonly TemplateEntry[], order: Order, language: string): readonly TemplateEntry[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const later = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)
  return [...templates].sort((a, b) => {
    if (order === 'name') return compare(a.name, b.name)
    return order === 'created' ? later(a.created_at, b.created_at) : later(a.updated_at, b.updated_at)
  })
}

/** Whether every word is in the name, the id, the description or the type. */
export function matches({ name, id, description, type }: TemplateEntry, wanted: string): boolean {
  const text = `${name} ${id} ${description} ${type}`.toLocaleLowerCase()
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
