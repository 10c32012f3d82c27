// The audit log of a team, for its owners: the newest entries, and all of them as a file.
import { Readable } from 'node:stream'
import type Router from '@koa/router'
import type { RecordedEntry } from '../../store/accounts.ts'
import { type ExchangeState, type RouteExchange, sendJson } from '../exchange.ts'
import { invalidFields } from '../fields.ts'
import type { AppRouteDeps } from './app-deps.ts'
import { managedTeam, TEAM } from './routes-team.ts'

const MOST = 200
const MOST_AT_A_TIME = 1000
const COLUMNS = ['at', 'user', 'action', 'subject', 'address'] as const

export function addAuditRoutes(router: Router<ExchangeState>, deps: AppRouteDeps): void {
  const { accounts } = deps.store
  router.get(`${TEAM}/audit`, async (ctx) => {
    const before = Number(ctx.query['before'] ?? Number.MAX_SAFE_INTEGER)
    const entries = await accounts.audit(managedTeam(ctx), { at: Number.isFinite(before) ? before : 0, id: '' }, MOST)
    sendJson(
      ctx,
      entries.map((entry) => ({ ...publicEntry(entry), at: entry.at })),
    )
  })
  router.get(`${TEAM}/audit/export`, (ctx) => {
    const teamId = managedTeam(ctx)
    const format = FORMATS.get(String(ctx.query['format'] ?? 'csv'))
    if (format === undefined) throw invalidFields([{ path: 'format', code: 'invalid_value', message: 'format must be csv or json' }])
    sendFile(ctx, format, all(teamId, deps))
  })
}

/** Page by page, so that a long log is never in memory as a whole. */
async function* all(teamId: string, { store, clock }: AppRouteDeps): AsyncGenerator<readonly RecordedEntry[]> {
  for (let before = { at: clock.now() + 1, id: '' }; ; ) {
    const entries = await store.accounts.audit(teamId, before, MOST_AT_A_TIME)
    if (entries.length > 0) yield entries
    const last = entries.at(-1)
    if (last === undefined || entries.length < MOST_AT_A_TIME) return
    before = last
  }
}

interface Format {
  readonly type: string
  readonly name: string
  write(pages: AsyncIterable<readonly RecordedEntry[]>): AsyncGenerator<string>
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['csv', { type: 'text/csv; charset=utf-8', name: 'audit-log.csv', write: csv }],
  ['json', { type: 'application/json', name: 'audit-log.json', write: json }],
])

function sendFile(ctx: RouteExchange, { type, name, write }: Format, pages: AsyncIterable<readonly RecordedEntry[]>): void {
  ctx.set({ 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` })
  ctx.body = Readable.from(write(pages))
}

async function* csv(pages: AsyncIterable<readonly RecordedEntry[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`
  for await (const entries of pages) yield entries.map((entry) => `${Object.values(publicEntry(entry)).map(cell).join(',')}\r\n`).join('')
}

async function* json(pages: AsyncIterable<readonly RecordedEntry[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const entries of pages) {
    yield separator + entries.map((entry) => JSON.stringify(publicEntry(entry))).join(',\n')
    separator = ',\n'
  }
  yield separator === '[' ? '[]\n' : ']\n'
}

function publicEntry({ at, userName, action, subject, address }: RecordedEntry): Readonly<Record<(typeof COLUMNS)[number], string>> {
  return { at: new Date(at).toISOString(), user: userName, action, subject, address }
}

/** RFC 4180; what a spreadsheet would run as a formula becomes a text. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
