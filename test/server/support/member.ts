// A member of a team of a test service, signed in to the web application as browsers are.
import type { OutgoingHttpHeaders } from 'node:http'
import * as assert from 'uvu/assert'
import type { Role } from '../../../server/store/accounts.ts'
import type { Answer, TestService } from './service.ts'

export interface Member {
  /** `path` is below the address of the team. */
  call(method: string, path: string, body?: object | Uint8Array, headers?: OutgoingHttpHeaders): Promise<Answer>
}

let names = 0

export async function memberOf(it: TestService, role: Role, teamId = it.acme.id): Promise<Member> {
  const link = (await it.service.accounts.invite(teamId, role, '')).split('#')[1]
  const own = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const body = { link, name: `${role} ${++names}`, password: 'correct horse battery' }
  const answer = await it.call({ method: 'POST', path: '/app/api/links/register', token: null, headers: own, body })
  assert.is(answer.status, 200, answer.text)
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return {
    call: (method, path, body, headers = {}) =>
      it.call({
        ...{ method, path: `/app/api/t/${teamId}${path}`, token: null },
        headers: { ...own, Cookie: cookie, ...headers },
        ...(body && { body }),
      }),
  }
}
