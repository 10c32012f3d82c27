import type { Store, TemplateContent, TemplateRecord } from '../../../server/store/store.ts'

/** A template to publish: the next version of the one with this id, or a new one without. */
export interface TestTemplate extends TemplateContent {
  readonly id?: string | undefined
  readonly name: string
  readonly meta: Readonly<Record<string, unknown>>
}

/** Saves and publishes a template; undefined when the team has none of this id. */
export async function saveTemplate(store: Store, teamId: string, template: TestTemplate): Promise<TemplateRecord | undefined> {
  const { id, name, meta, ...content } = template
  const saved = await store.saveTemplate(
    teamId,
    id === undefined ? { kind: 'new', name, meta, content, publish: true } : { kind: 'change', id, name, meta, content, publish: true },
  )
  return saved.kind === 'saved' ? saved.template : undefined
}
