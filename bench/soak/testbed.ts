// The testbed of every scenario: a service, a team with a template that prints a nonce, and requests whose answers are verified by it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { bodyWith, dataWith, faultOf, NONCE_SOURCE, nonce } from '../nonce.ts'
import { cpuUsageOf } from './cpu-usage.ts'
import { closedLoop } from './load.ts'
import type { RequestSpec } from './request-spec.ts'
import { type Environment, makeFolder, platen, type RunningService, removeFolder, startService } from './service.ts'

export interface Team {
  readonly token: string
  readonly templateId: string
}

export interface Testbed {
  readonly folder: string
  readonly environment: Environment
  service: RunningService
  readonly team: Team
  addTeam(name: string): Promise<Team>
  /** Ends the service and removes everything. */
  close(): Promise<void>
}

export async function openTestbed(environment: Environment = {}): Promise<Testbed> {
  const folder = makeFolder()
  const service = await startService(folder, environment)
  const file = join(folder, 'soak.html')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, NONCE_SOURCE)
  const addTeam = async (name: string): Promise<Team> => {
    await platen(folder, ['teams', 'create', name], environment)
    const templateId = await platen(folder, ['templates', 'push', file, '--team', name], environment)
    return { templateId, token: await platen(folder, ['tokens', 'create', '--team', name], environment) }
  }
  const testbed: Testbed = {
    ...{ folder, environment, service, addTeam },
    team: await addTeam('Soak'),
    close: async () => {
      await testbed.service.stop()
      removeFolder(folder)
    },
  }
  return testbed
}

/** A request for a PDF with a nonce of its own. */
export function renderRequest({ token, templateId }: Team, group?: string): RequestSpec & { readonly nonce: string } {
  const text = nonce()
  const check = (bytes: Buffer): string | undefined => faultOf(bytes, text)
  return {
    method: 'POST',
    path: `/api/templates/${templateId}/pdf`,
    token,
    body: { data: dataWith(text) },
    check,
    nonce: text,
    ...(group === undefined ? {} : { group }),
  }
}

/** The same with a body that costs the driver little, where it shares the processors with the service. */
export function quickRenderRequest({ token, templateId }: Team): RequestSpec {
  const text = nonce()
  const check = (bytes: Buffer): string | undefined => faultOf(bytes, text)
  return { method: 'POST', path: `/api/templates/${templateId}/pdf`, token, text: bodyWith(text), check }
}

/** A merge of two. Its title, and so its nonce, is that of the first part. */
export function mergeRequest({ token, templateId }: Team): RequestSpec {
  const text = nonce()
  const templates = [text, nonce()].map((text) => ({ id: templateId, data: dataWith(text) }))
  return { method: 'POST', path: '/api/templates/merge', token, body: { templates }, check: (bytes) => faultOf(bytes, text) }
}

export function readRequest({ token, templateId }: Team): RequestSpec {
  const check = (bytes: Buffer): string | undefined => (bytes.includes(`"id":"${templateId}"`) ? undefined : 'another template')
  return { method: 'GET', path: `/api/templates/${templateId}`, token, check }
}

/** Seven renders to one merge and two reads. */
export function mixedRequest(team: Team): RequestSpec {
  const at = Math.random()
  if (at < 0.7) return renderRequest(team)
  return at < 0.8 ? mergeRequest(team) : readRequest(team)
}

/** Processor time after which V8 has compiled most code of a worker. */
const SECONDS_WARM = 15

/** Renders until each worker has used so much processor time. */
export async function warmUp(testbed: Testbed, callers: number, secondsEach = SECONDS_WARM): Promise<void> {
  const pid = testbed.service.process.pid ?? 0
  const until = cpuUsageOf(pid).workers + secondsEach * availableParallelism()
  while (cpuUsageOf(pid).workers < until) await closedLoop(testbed.service.port, callers, 2, () => quickRenderRequest(testbed.team))
}

/** Good answers a second of a warm service under closed-loop load. */
export async function capacityOf(testbed: Testbed, nextRequest: () => RequestSpec, seconds = 6): Promise<number> {
  await warmUp(testbed, 4)
  return (await closedLoop(testbed.service.port, 4, seconds, nextRequest)).perSecond
}
