import type { RequestRecord } from '../../../server/store/requests.ts'

/** A row of the log of requests: a rendering with two warnings. */
export function requestRow(teamId: string, id: string, at: number): RequestRecord {
  return {
    ...{ id, teamId, at, route: 'POST /api/templates/:id/pdf', status: 200, code: undefined, template: 't', ms: 1.5 },
    ...{
      pages: 2,
      bytes: 2 ** 40,
      warnings: [
        { code: 'missing-value', path: 'a.b' },
        { code: 'other', path: undefined },
      ],
    },
  }
}
