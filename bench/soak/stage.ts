// What every scenario starts from: a service, a team with a template that prints a nonce, and requests whose answers prove themselves.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { bodyWith, dataWith, faultOf, NONCE_SOURCE, nonce } from '../nonce.ts'
import { cpuUsageOf } from './cpu-usage.ts'
import { closedLoop } from './load.ts'
import { type Environment, makeFolder, platen, type RunningService, removeFolder, startService } from './service.ts'
import type { Shot } from './shot.ts'

export interface Team {
  readonly token: string
  readonly templateId: string
}

export interface Stage {
  readonly folder: string
  readonly environment: Environment
  service: RunningService
  readonly team: Team
  addTeam(name: string): Promise<Team>
  /** Ends the service and removes everything. */
  close(): Promise<void>
}

export async function openStage(environment: Environment = {}): Promise<Stage> {
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
  const stage: Stage = {
    ...{ folder, environment, service, addTeam },
    team: await addTeam('Soak'),
    close: async () => {
      await stage.service.stop()
      removeFolder(folder)
    },
  }
  return stage
}

/** Its `nonce` is in its PDF and in no other. */
export function renderShot({ token, templateId }: Team, group?: string): Shot & { readonly nonce: string } {
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

/** The same at next to no cost, where the driver shares the processors with the service. */
export function quickShot({ token, templateId }: Team): Shot {
  const text = nonce()
  const check = (bytes: Buffer): string | undefined => faultOf(bytes, text)
  return { method: 'POST', path: `/api/templates/${templateId}/pdf`, token, text: bodyWith(text), check }
}

/** A merge takes its title from its first part. */
export function mergeShot({ token, templateId }: Team): Shot {
  const text = nonce()
  const templates = [text, nonce()].map((text) => ({ id: templateId, data: dataWith(text) }))
  return { method: 'POST', path: '/api/templates/merge', token, body: { templates }, check: (bytes) => faultOf(bytes, text) }
}

export function readShot({ token, templateId }: Team): Shot {
  const check = (bytes: Buffer): string | undefined => (bytes.includes(`"id":"${templateId}"`) ? undefined : 'another template')
  return { method: 'GET', path: `/api/templates/${templateId}`, token, check }
}

/** Seven renders to one merge and two reads. */
export function mixedShot(team: Team): Shot {
  const at = Math.random()
  if (at < 0.7) return renderShot(team)
  return at < 0.8 ? mergeShot(team) : readShot(team)
}

/** Processor time after which V8 has compiled what it will: what a process costs for most of its life. */
const SECONDS_WARM = 15

/** Callers until the rendering processes have had so much processor time each. */
export async function warmUp(stage: Stage, callers: number, secondsEach = SECONDS_WARM): Promise<void> {
  const pid = stage.service.process.pid ?? 0
  const until = cpuUsageOf(pid).children + secondsEach * availableParallelism()
  while (cpuUsageOf(pid).children < until) await closedLoop(stage.service.port, callers, 2, () => quickShot(stage.team))
}

/** Good answers a second of a warm service when there is always one more caller than rendering processes. */
export async function capacityOf(stage: Stage, shot: () => Shot, seconds = 6): Promise<number> {
  await warmUp(stage, 4)
  return (await closedLoop(stage.service.port, 4, seconds, shot)).perSecond
}
