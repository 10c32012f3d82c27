// A service on a free port with two teams, and a client without defaults of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Clock } from '../../../server/clock.ts'
import { readConfig } from '../../../server/config.ts'
import { createLog } from '../../../server/log.ts'
import { type Service, startService } from '../../../server/service.ts'
import type { TokenScope } from '../../../server/tokens.ts'
import { hashSecret, makeToken, SCOPES } from '../../../server/tokens.ts'
import { programUrl } from '../../support/programs.ts'
import { saveTemplate } from './save-template.ts'

/** Of passwords: what protects them takes a quarter of a second each. */
const CHEAP = { N: 16, r: 1, p: 1 }

export const FAKE_CHILD = programUrl('test/server/support/fake-child')

export interface TestClock extends Clock {
  advance(ms: number): void
}

export function testClock(): TestClock {
  let now = Date.UTC(2026, 0, 1)
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
  }
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
  // Tests read answers of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly json: any
}

export interface Call {
  readonly method?: string
  readonly path: string
  /** Null sends no Authorization header. */
  readonly token?: string | null
  readonly headers?: OutgoingHttpHeaders
  /** An object is sent as JSON, without Content-Type. */
  readonly body?: string | Uint8Array | object
}

export interface TestTeam {
  readonly id: string
  readonly token: string
}

export interface TestService {
  readonly service: Service
  readonly folder: string
  readonly clock: TestClock
  readonly acme: TestTeam
  readonly other: TestTeam
  /** Acme's template `Hello {{name}}`. */
  readonly templateId: string
  /** A template of the other team. */
  readonly foreignId: string
  call(call: Call): Promise<Answer>
  addToken(teamId: string, scopes?: readonly TokenScope[], expiresAt?: number): Promise<{ id: string; token: string }>
  close(): Promise<void>
}

export async function startTestService(environment: Record<string, string> = {}, childScript = FAKE_CHILD): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
  const clock = testClock()
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    PLATEN_DATA_DIR: folder,
    PLATEN_CHILDREN: '1',
    PLATEN_PREVIEW_CHILDREN: '0',
    PLATEN_RATE: '100000',
    PLATEN_DRAIN_SECONDS: '0',
    ...environment,
  })
  const service = await startService({ config, log: createLog('silent'), clock, childScript, passwordCost: CHEAP })
  const { store } = service
  const addToken: TestService['addToken'] = async (teamId, scopes = SCOPES, expiresAt = undefined) => {
    const token = makeToken()
    const { id } = await store.addToken(teamId, { name: 'test', hash: hashSecret(token), scopes, expiresAt })
    return { id, token }
  }
  const addTeam = async (name: string): Promise<TestTeam> => {
    const { id } = await store.addTeam(name)
    return { id, token: (await addToken(id)).token }
  }
  const acme = await addTeam('Acme')
  const other = await addTeam('Other')
  const draft = { type: 'html', meta: { description: 'greets' }, variables: [{ name: 'name', type: 'string' }] } as const
  const template = await saveTemplate(store, acme.id, { ...draft, name: 'Greeting', source: 'Hello {{name}}' })
  const foreign = await saveTemplate(store, other.id, { ...draft, name: 'Foreign', source: 'Foreign {{name}}' })
  await service.renderer.ready()
  return {
    ...{ service, folder, clock, acme, other, addToken },
    templateId: template!.id,
    foreignId: foreign!.id,
    call: (wanted) => send(service.port, { token: acme.token, ...wanted }),
    close: async () => {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function send(port: number, { method = 'GET', path, token, headers = {}, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const bytes =
      body === undefined
        ? undefined
        : typeof body === 'string' || body instanceof Uint8Array
          ? Buffer.from(body)
          : Buffer.from(JSON.stringify(body))
    const outgoing = request({
      ...{ host: '127.0.0.1', port, method, path, agent: false },
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(bytes === undefined ? {} : { 'Content-Length': bytes.length }),
        ...headers,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => answerOf(response).then(resolve, reject))
    outgoing.end(bytes)
  })
}

/** Rejects when the answer breaks off. */
async function answerOf(response: IncomingMessage): Promise<Answer> {
  const bytes = await buffer(response)
  const text = bytes.toString('utf8')
  const isPlain = response.headers['content-encoding'] === undefined
  const isJson = isPlain && /json/.test(response.headers['content-type'] ?? '') && text !== ''
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: isJson ? JSON.parse(text) : undefined }
}
