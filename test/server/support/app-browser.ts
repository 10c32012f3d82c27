// A browser of the web application's tests, without pages: it keeps the cookie and sends what browsers send.
import * as assert from 'uvu/assert'
import type { Role } from '../../../server/store/accounts.ts'
import type { Answer, TestService } from './service.ts'

/** Headers by which browsers say that a request comes from a page of the service itself. */
export const OWN = { 'Sec-Fetch-Site': 'same-origin' }
export const PASSWORD = 'correct horse battery'

export interface AppBrowser {
  cookie: string
  /** `path` is below `/app/api`. */
  call(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

export function appBrowser(it: () => TestService): AppBrowser {
  const own: AppBrowser = {
    cookie: '',
    async call(method, path, body, headers = OWN) {
      const cookie = own.cookie === '' ? {} : { Cookie: own.cookie }
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const answer = await it().call({
        ...{ method, path: `/app/api${path}`, token: null },
        headers: { ...cookie, ...type, ...headers },
        ...(body && { body }),
      })
      for (const set of answer.headers['set-cookie'] ?? []) if (/^(__Host-)?platen=/.test(set)) own.cookie = set.slice(0, set.indexOf(';'))
      return answer
    },
  }
  return own
}

/** What stands behind the number sign of a link. */
export const secretOf = (url: string | undefined): string => (url ?? '').slice((url ?? '').indexOf('#') + 1)

/** The first user, owner of Acme. */
export async function owner(it: () => TestService, name = 'ada@example.com'): Promise<AppBrowser> {
  return registered(it, (await it().service.accounts.setupLink(it().acme.id)) ?? '', name)
}

export async function invited(it: () => TestService, role: Role, name: string, teamId = it().acme.id): Promise<AppBrowser> {
  return registered(it, await it().service.accounts.invite(teamId, role, ''), name)
}

async function registered(it: () => TestService, url: string, name: string): Promise<AppBrowser> {
  const own = appBrowser(it)
  const answer = await own.call('POST', '/links/register', { link: secretOf(url), name, password: PASSWORD, display_name: name })
  assert.is(answer.status, 200, answer.text)
  return own
}
