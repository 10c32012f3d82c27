// Settings of a test service with either store, and a client of its API.
import * as assert from 'uvu/assert'
import type { TokenScope } from '../../../server/tokens.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'
import type { Answer, Call, TestService } from './service.ts'

let postgres: TestPostgres | undefined

/** The settings of each store, empty. */
export const STORES: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  embedded: async () => ({}),
  PostgreSQL: async () => {
    postgres ??= await startPostgres()
    return { DATABASE_URL: await postgres.database() }
  },
}

/** To be called by the last test of a file. */
export async function closeStores(): Promise<void> {
  const closing = postgres
  // Of the next file of this process the first test starts another.
  postgres = undefined
  await closing?.close()
}

export interface ApiClient {
  /** `path` is below `/api`. */
  call(method: string, path: string, body?: unknown, more?: Partial<Call>): Promise<Answer>
  tokenWith(...scopes: TokenScope[]): Promise<string>
}

/** A client of the first team of the service. */
export function apiClient(service: () => TestService): ApiClient {
  return {
    call: (method, path, body, more = {}) =>
      service().call({ method, path: `/api${path}`, ...(body === undefined ? {} : { body: JSON.stringify(body) }), ...more }),
    tokenWith: async (...scopes) => (await service().addToken(service().acme.id, scopes)).token,
  }
}

/** Fails unless the answer is this error, in the form of all errors. */
export function isError(answer: Answer, status: number, code: string, path?: string): void {
  assert.equal([answer.status, answer.json.code], [status, code], answer.text)
  assert.equal(Object.keys(answer.json), ['status', 'code', 'message', 'errors', 'request_id'])
  if (path !== undefined) assert.is(answer.json.errors[0]?.path, path)
}
