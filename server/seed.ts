import { NEVER_CANCELLED } from './cancel-signal.ts'
import type { Renderer } from './pool/renderer.ts'
import { readSamples } from './samples.ts'
import type { Store } from './store/store.ts'
import { hashSecret, makeToken, SCOPES } from './tokens.ts'

interface Seeded {
  readonly token: string
  /** The template of the first curl command; absent when no sample could be stored. */
  readonly example: { readonly id: string; readonly data: unknown; readonly fileName: string } | undefined
}

const EXAMPLE = 'invoice'

/** Fills a new store with a team, the sample templates and a token. */
export async function seedStore(store: Store, renderer: Renderer): Promise<Seeded> {
  const team = await store.addTeam('My team')
  let example: Seeded['example']
  for (const sample of readSamples()) {
    const { name, type, source } = sample
    const compiled = await renderer.compile({ teamId: team.id, type, source }, NEVER_CANCELLED)
    if (compiled.kind !== 'compiled') throw new Error(`the sample "${sample.key}" does not compile: ${JSON.stringify(compiled)}`)
    const meta = { description: `A sample: ${name.toLowerCase()}` }
    const content = { type, source, variables: compiled.variables }
    const saved = await store.saveTemplate(team.id, { kind: 'new', name, meta, content, publish: true })
    if (saved.kind !== 'saved') continue
    await store.examples.save(team.id, saved.template.id, { name, data: JSON.stringify(sample.data, null, 2), most: 1 })
    if (example === undefined || sample.key === EXAMPLE) {
      example = { id: saved.template.id, data: sample.data, fileName: `${sample.key}.pdf` }
    }
  }
  const token = makeToken()
  await store.addToken(team.id, { name: 'First token', hash: hashSecret(token), scopes: SCOPES, expiresAt: undefined })
  return { token, example }
}
