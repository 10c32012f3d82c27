// Processes that upload, remove and sweep assets are killed: no name refers to bytes that are gone, and what was acknowledged stands.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openAssets } from '../../../server/assets/open.ts'
import { readConfig } from '../../../server/config.ts'
import { openStore } from '../../../server/store/open.ts'
import { programFile } from '../../support/programs.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'

const SCRIPT = programFile('test/server/support/put-assets-forever')
const ROUNDS = 3
let postgres: TestPostgres

const kill = suite('assets of a process that is killed')
kill.before(async () => {
  postgres = await startPostgres()
})
kill.after(() => postgres.close())

/** Where nothing is swept in so long, something is wrong. */
const MS_TO_SWEEP = 30_000
const MS_TO_LOOK = 20

/**
 * Runs until it has printed so many lines, and has swept, then kills it. It prints to a file: what it has written there stands, while a pipe that is full keeps lines in
 * the process, and they end with it.
 */
async function runAndKill(environment: Record<string, string>, lines: number): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'platen-test-')), 'events')
  const output = openSync(file, 'w')
  const child = spawn(process.execPath, [SCRIPT], { env: { PATH: process.env['PATH'], ...environment }, stdio: ['ignore', output, 'pipe'] })
  closeSync(output)
  let error = ''
  child.stderr?.on('data', (chunk) => (error += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const until = Date.now() + MS_TO_SWEEP
  const look = setInterval(() => {
    const events = readFileSync(file, 'utf8')
    if ((events.split('\n').length > lines && events.includes('swept ')) || Date.now() > until) child.kill('SIGKILL')
  }, MS_TO_LOOK)
  const code = await ended
  clearInterval(look)
  if (code !== null) throw new Error(`it ended by itself: ${error}`)
  return readFileSync(file, 'utf8')
}

/** What each name may hold: what was acknowledged last, or what was under way after that. */
function possible(out: string, before: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const states = new Map([...before].map(([name, states]) => [name, new Set(states)]))
  for (const line of out.split('\n').slice(0, -1)) {
    const [event, name = '', content = ''] = line.split(' ')
    if (event === 'done') states.set(name, new Set([content]))
    else if (event === 'try') states.set(name, new Set([...(states.get(name) ?? ['none']), content]))
  }
  return states
}

async function check(environment: Record<string, string>, states: ReadonlyMap<string, ReadonlySet<string>>, out: string): Promise<void> {
  const config = readConfig(environment)
  const { store, shared, clock } = await openStore(config)
  const renderer = { compile: () => Promise.reject(new Error()), examine: () => Promise.reject(new Error()) }
  const assets = await openAssets({ config, store, shared, clock, renderer, onDeriveError: () => {} })
  const [team] = await store.teams()
  const found = new Map<string, string>()
  await assets.reconcile()
  for (const asset of await assets.list(team!.id)) {
    const bytes = await buffer(await assets.open(team!.id, asset))
    assert.is(createHash('sha256').update(bytes).digest('hex'), asset.hash)
    found.set(asset.name, bytes.toString()[0]!)
  }
  for (const [name, contents] of states) {
    const held = found.get(name) ?? 'none'
    const events = out.split('\n').filter((line) => line.includes(name) || line.startsWith('swept'))
    assert.ok(contents.has(held), `${name} holds ${held}, not ${[...contents].join(' or ')}: ${events.slice(-12).join(', ')}`)
  }
  await store.close()
}

for (const name of ['folder', 'PostgreSQL'] as const)
  kill(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
    const environment = { PLATEN_DATA_DIR: folder, ...(name === 'folder' ? {} : { DATABASE_URL: await postgres.database() }) }
    let states: ReadonlyMap<string, ReadonlySet<string>> = new Map()
    let swept = 0
    for (let round = 0; round < ROUNDS; round++) {
      const out = await runAndKill(environment, 150 + round * 67)
      swept += out.match(/^swept/gm)?.length ?? 0
      states = possible(out, states)
      await check(environment, states, out)
    }
    assert.ok(states.size === 8, [...states.keys()].join(' '))
    assert.ok(swept > 0, 'files were swept meanwhile')
    rmSync(folder, { recursive: true })
  })

kill.run()
