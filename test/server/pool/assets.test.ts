// How rendering processes get the assets of a team, keep them, and notice that they changed.
import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { NEVER_CANCELLED } from '../../../server/cancel-signal.ts'
import type { Compiled, Failure, Job, JobAssets } from '../../../server/pool/renderer.ts'
import { AssetCache } from '../../../server/pool/worker-assets.ts'
import { fileText } from '../../support/file-text.ts'
import { programUrl } from '../../support/programs.ts'
import { toyFont } from '../../support/toy-font.ts'
import { type Bench, closeOpen, deaths, jobOf, killChildren, start, textOf } from '../support/pool-bench.ts'
import { until } from '../support/until.ts'

const assets = suite('assets of jobs')

assets.after.each(closeOpen)

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A team's assets, with a record of what was asked for. */
class Team {
  readonly log: string[] = []
  revision = 1
  #files: Readonly<Record<string, string>>
  /** Called before bytes are given. */
  onBytes: (hash: string) => Promise<void> = async () => {}

  constructor(files: Readonly<Record<string, string>>) {
    this.#files = files
  }

  put(files: Readonly<Record<string, string>>): void {
    this.#files = { ...this.#files, ...files }
    this.revision++
  }

  get assets(): JobAssets {
    return {
      revision: this.revision,
      manifest: async () => {
        this.log.push('manifest')
        return Object.entries(this.#files).map(([name, text]) => ({ name, hash: hashOf(text), type: 'text/plain' }))
      },
      bytes: async (hash) => {
        await this.onBytes(hash)
        const found = Object.entries(this.#files).find(([, text]) => hashOf(text) === hash)
        this.log.push(found === undefined ? 'gone' : found[0])
        return found && Buffer.from(found[1])
      },
    }
  }

  /** What was asked for since the last call. */
  asked(): readonly string[] {
    return this.log.splice(0)
  }
}

async function render({ renderer }: Bench, team: Team, source: string, data: object = {}, more: Partial<Job> = {}): Promise<string> {
  const job = { ...jobOf('a', source, data), assets: team.assets, ...more }
  const text = textOf(await renderer.render(job, NEVER_CANCELLED))
  return text.replace(/^%PDF.*\n/, '').replace(/\n%%EOF\n$/, '')
}

assets('a template without assets asks for nothing', async () => {
  const bench = await start()
  const team = new Team({ logo: 'L' })
  for (let i = 0; i < 2; i++) assert.is(await render(bench, team, 'Hello {{name}}', { name: 'Ann' }), 'Hello Ann')
  assert.equal(team.asked(), [])
})

assets('are fetched once for a worker, and by name from the manifest', async () => {
  const bench = await start()
  const team = new Team({ logo: 'L', other: 'O' })
  for (let i = 0; i < 3; i++) assert.is(await render(bench, team, '[=logo] [=none]'), 'L (none)')
  assert.equal(team.asked(), ['manifest', 'logo'])
})

assets('a replaced asset is in the next rendering, and only it is fetched', async () => {
  const bench = await start()
  const team = new Team({ logo: 'L', other: 'O', part: 'P [=logo]' })
  const source = '{{> part}} [=logo][=other]'
  assert.is(await render(bench, team, source), 'P L LO')
  assert.equal(team.asked(), ['manifest', 'part', 'logo', 'other'])
  team.put({ logo: 'M' })
  assert.is(await render(bench, team, source), 'P M MO')
  assert.equal(team.asked(), ['manifest', 'logo'])
  team.put({ part: 'Q' })
  assert.is(await render(bench, team, source), 'Q MO')
  assert.equal(team.asked(), ['manifest', 'part'])
  assert.is(await render(bench, team, source), 'Q MO')
  assert.equal(team.asked(), [])
})

assets('two teams with the same names and templates have their own', async () => {
  const bench = await start()
  const [one, two] = [new Team({ logo: '1', part: 'one' }), new Team({ logo: '2', part: 'two' })]
  const source = '{{> part}} [=logo] [data.x]'
  for (let i = 0; i < 2; i++) {
    assert.is(await render(bench, one, source, { x: 'logo' }), 'one 1 1')
    assert.is(await render(bench, two, source, { x: 'logo' }, { teamId: 'b' }), 'two 2 2')
    const { renderer } = bench
    const none = await renderer.render(jobOf('c', source, { x: 'logo' }), NEVER_CANCELLED)
    assert.is(none.kind === 'input' && none.problems[0]?.code, 'unknown-part')
    assert.is(textOf(await renderer.render(jobOf('c', '[=logo]', {}), NEVER_CANCELLED)).includes('(none)'), true)
  }
  assert.equal([one.asked().length, two.asked().length], [3, 3])
})

assets('names that data gives or composes are found', async () => {
  const bench = await start()
  const team = new Team({ a: 'A', 'b.txt': 'B', 'c.txt': 'C', d: 'D' })
  const source = '[data.x][data.y+.txt][data.z+.txt]'
  const data = { x: 'a', y: 'b', z: 'c', list: [{ deep: 'd' }] }
  assert.is(await render(bench, team, source, data), 'ABC')
  const asked = team.asked()
  assert.equal([asked[0], asked.slice(1).sort()], ['manifest', ['a', 'b.txt', 'c.txt', 'd']])
  assert.is(await render(bench, team, source, data), 'ABC')
  assert.equal(team.asked(), [])
})

assets('a document in pieces continues where it was when an asset was missing', async () => {
  const limits = { pages: 100, rows: 1000, outputBytes: 10_000_000, wholeBytes: 100_000 }
  const bench = await start({ limits })
  const team = new Team({ a: 'A', 'b.txt': 'B' })
  const job = { ...jobOf('a', '[data.x][data.y+.txt]', { x: 'a', y: 'b', ahead: 5 }), assets: team.assets, mayStream: true }
  const outcome = await bench.renderer.render(job, NEVER_CANCELLED)
  if (outcome.kind !== 'streaming') throw new Error(outcome.kind)
  const chunks: Uint8Array[] = []
  for await (const piece of outcome.pieces) chunks.push(piece)
  const whole = textOf(await bench.renderer.render({ ...job, mayStream: false }, NEVER_CANCELLED))
  assert.is(Buffer.concat(chunks).toString(), whole)
  assert.match(whole, /AB\n%%EOF/)
})

assets('bytes that are gone count as an asset that does not exist', async () => {
  const bench = await start()
  const team = new Team({ logo: 'L' })
  const job = { ...jobOf('a', '[=logo]', {}), assets: { ...team.assets, bytes: async () => undefined } }
  assert.match(textOf(await bench.renderer.render(job, NEVER_CANCELLED)), '(none)')
  assert.is(await render(bench, team, '[=logo]'), 'L')
})

assets('a store that fails fails the job, and the next one is unharmed', async () => {
  const bench = await start()
  const team = new Team({ logo: 'L' })
  team.onBytes = () => Promise.reject(new Error('the store is gone'))
  let message = ''
  await render(bench, team, '[=logo]').catch((error: Error) => (message = error.message))
  assert.is(message, 'the store is gone')
  team.onBytes = async () => {}
  assert.is(await render(bench, team, '[=logo]'), 'L')
})

assets('a job that is cancelled while it waits for an asset ends, and its worker lives', async () => {
  const bench = await start()
  const team = new Team({ logo: 'L' })
  const controller = new AbortController()
  let isAsked = false
  team.onBytes = () => {
    isAsked = true
    return new Promise(() => {})
  }
  const job = { ...jobOf('a', '[=logo]', {}), assets: team.assets }
  const outcome = bench.renderer.render(job, controller.signal)
  await until(() => isAsked)
  controller.abort()
  assert.is((await outcome).kind, 'cancelled')
  team.onBytes = async () => {}
  assert.is(await render(bench, team, '[=logo]'), 'L')
  assert.equal(deaths(bench.events), [])
})

assets('a worker killed between manifest and bytes is replaced and its job retried', async () => {
  const bench = await start()
  const team = new Team({ logo: 'L' })
  let tries = 0
  team.onBytes = () => {
    if (++tries > 1) return Promise.resolve()
    killChildren()
    return until(() => deaths(bench.events).length === 1)
  }
  assert.is(await render(bench, team, '[=logo]'), 'L')
  assert.is(tries, 2)
  assert.equal(deaths(bench.events), ['external-signal'])
})

assets('compiling names the assets of a template, and knows shared parts', async () => {
  const { renderer } = await start()
  const team = new Team({ part: '{{inner}}' })
  const compile = (source: string, more: object = {}): Promise<Compiled | Failure> =>
    renderer.compile({ teamId: 'a', type: 'html', source, assets: team.assets, ...more }, NEVER_CANCELLED)
  const compiled = await compile('{{a}}{{> part}}[=logo]')
  assert.equal(compiled.kind === 'compiled' && compiled.variables.map(({ name }) => name), ['a', 'inner'])
  assert.equal(compiled.kind === 'compiled' && compiled.assets, ['logo'])
  assert.is((await compile('{{> gone}}')).kind, 'input')
  assert.is((await compile('[=logo]', { withSample: true })).kind, 'compiled')
})

assets('a preview has the assets of its team', async () => {
  const { renderer } = await start()
  const team = new Team({ part: 'P', logo: 'L' })
  const job = { teamId: 'a', type: 'html', source: '{{> part}} [=logo]', data: undefined, pageRange: undefined, withBoxes: true } as const
  const previewed = await renderer.preview({ ...job, assets: team.assets }, NEVER_CANCELLED)
  assert.is(previewed.kind, 'previewed')
  assert.match(previewed.kind === 'previewed' ? Buffer.from(previewed.pdf).toString() : '', 'P L')
})

assets('the engine gets style sheets, fonts, pictures, shared parts and letterheads', async () => {
  const engine = await createEngine()
  const letterhead = await engine.render(engine.compile({ type: 'html', source: '<h1>ACME</h1>' }), {})
  const files = new Map<string, Uint8Array>([
    ['css/brand.css', Buffer.from('@font-face { font-family: Own; src: url(../own.ttf) } p { font-family: Own }')],
    ['own.ttf', toyFont({ family: 'Own' })],
    ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')],
    ['parts/footer.html', Buffer.from('<footer>{{company}}</footer>')],
    ['letter.pdf', letterhead.pdf],
  ])
  const source = `<link rel=stylesheet href="css/brand.css"><style>@page { background: url(letter.pdf) }</style><p>own</p>
    <img src="./logo.svg"><img src="{{picture}}">{{> parts/footer}}`
  const { renderer } = await start({ script: programUrl('server/pool/child') })
  const manifest = [...files].map(([name, bytes]) => ({ name, hash: createHash('sha256').update(bytes).digest('hex'), type: '' }))
  const bytes = async (hash: string): Promise<Uint8Array | undefined> =>
    files.get(manifest.find((entry) => entry.hash === hash)?.name ?? '')
  const job = {
    ...jobOf('a', source, { picture: 'logo.svg', company: 'C' }),
    assets: { revision: 1, manifest: async () => manifest, bytes },
  }
  const outcome = await renderer.render(job, NEVER_CANCELLED)
  assert.equal(outcome.kind === 'rendered' && outcome.warnings, [])
  const pdf = outcome.kind === 'rendered' ? fileText(outcome.pdf) : ''
  for (const part of ['/Subtype /Form', '+Own']) assert.ok(pdf.includes(part), part)
})

assets('the least recently used bytes and manifests are evicted', async () => {
  const asked: string[] = []
  const cache: AssetCache = new AssetCache(
    async (message) => {
      asked.push(message.kind === 'need-manifest' ? 'manifest' : message.hashes.join(' '))
      if (message.kind === 'need-manifest') cache.receive({ kind: 'manifest' }, Buffer.from('{"x":"hx","y":"hy","z":"hz"}'))
      else for (const hash of message.hashes) cache.receive({ kind: 'asset', hash, isGone: false }, Buffer.from(hash.repeat(500)))
    },
    { bytes: 2500, names: 8 },
  )
  let id = 0
  const use = async (state: string, ...names: readonly string[]): Promise<readonly string[]> => {
    const files = cache.open(++id, state)
    await files.complete(() => names.map(files.find))
    assert.ok(names.every((name) => files.find(name)?.length === 1000))
    return asked.splice(0)
  }
  // Two of 1,064 bytes fit, three do not; two manifests of four fit, three do not.
  assert.equal(await use('a', 'x', 'y'), ['manifest', 'hx hy'])
  assert.equal(await use('a', 'x'), [])
  assert.equal(await use('a', 'z'), ['hz'])
  assert.equal(await use('a', 'x'), [])
  assert.equal(await use('a', 'y'), ['hy'])
  assert.equal(await use('a', 'x', 'y', 'z'), ['hz'])
  assert.equal(await use('b', 'z'), ['manifest'])
  assert.equal(await use('c', 'z'), ['manifest'])
  assert.equal(await use('b', 'z'), [])
  assert.equal(await use('a', 'z'), ['manifest'])
})

assets.run()
