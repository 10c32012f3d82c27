// What the token of an assistant must not be able to do. An assistant reads text that others wrote, and may be talked into anything that its token allows.
import { randomUUID } from 'node:crypto'
import { type PlatenClient, PlatenError } from '../client/index.ts'

/** What a token is able to do that one for an assistant must not; empty when it may be used. Throws when the service or the token cannot be used at all. */
export async function excessOf(client: PlatenClient): Promise<readonly string[]> {
  // The service checks scopes before it looks anything up, so calls for a template that cannot exist tell them and change nothing.
  const id = `none-${randomUUID()}`
  const publish = await isAllowed(() => client.call('publishTemplateVersion', { path: { id, version: '1' } }))
  const remove = await isAllowed(() => client.call('deleteTemplate', { path: { id } }))
  return [...(publish ? ['publish templates'] : []), ...(remove ? ['remove templates'] : [])]
}

async function isAllowed(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch (thrown) {
    if (!(thrown instanceof PlatenError)) throw thrown
    if (thrown.code === 'forbidden') return false
    if (thrown.code === 'template_not_found') return true
    throw thrown
  }
}
