// Uploaded files are opened in processes of their own.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { NEVER_CANCELLED } from '../../../server/cancel-signal.ts'
import type { Examined, Failure, Renderer } from '../../../server/pool/renderer.ts'
import { makePng } from '../../support/make-png.ts'
import { gifOf } from '../../support/picture-bombs.ts'
import { programUrl } from '../../support/programs.ts'
import { toyFont } from '../../support/toy-font.ts'
import { childPids } from '../support/children.ts'
import { closeOpen, deaths, killChildren, start } from '../support/pool-bench.ts'
import { until } from '../support/until.ts'

const examine = suite('examination of files')

examine.after.each(closeOpen)

const REAL = programUrl('server/pool/child')
const EVIL = programUrl('test/server/support/evil-child')
const HUGE = { width: 30_000, height: 30_000 }
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/><image href="other.png"/></svg>'

const shown = (outcome: Examined | Failure): string =>
  outcome.kind === 'examined'
    ? outcome.problem === undefined
      ? 'fine'
      : `${outcome.problem.code}: ${outcome.problem.message}`
    : outcome.kind

const open = async (renderer: Renderer, type: string, bytes: Uint8Array): Promise<string> =>
  shown(await renderer.examine({ type, bytes }, NEVER_CANCELLED))

examine('pictures, fonts and PDFs are fine or told apart from broken ones', async () => {
  const { renderer, events } = await start({ script: REAL })
  const engine = await createEngine()
  const { pdf } = await engine.render(engine.compile({ type: 'html', source: '<p>a</p>' }), {})
  const png = makePng({ width: 4, height: 4, bitDepth: 8, colorType: 0, pixel: () => [9] })
  const font = toyFont()
  const before = childPids().length
  assert.is(await open(renderer, 'image/png', png), 'fine')
  assert.is(await open(renderer, 'image/svg+xml', Buffer.from(SVG)), 'fine')
  assert.is(await open(renderer, 'font/ttf', font), 'fine')
  assert.is(await open(renderer, 'application/pdf', pdf), 'fine')
  assert.match(await open(renderer, 'image/png', png.subarray(0, 40)), /^bad-image: /)
  assert.match(await open(renderer, 'font/ttf', font.subarray(0, 200)), /^bad-font: /)
  assert.match(await open(renderer, 'application/pdf', pdf.subarray(0, 200)), /^bad-pdf: /)
  assert.match(await open(renderer, 'image/gif', gifOf(HUGE, HUGE)), /^limit-image: /)
  // Nothing of them is left, and the rendering process was not used.
  await until(() => childPids().length === before)
  assert.equal(deaths(events), [])
})

examine('texts are not opened', async () => {
  const { renderer } = await start({ script: EVIL })
  for (const type of ['text/css', 'text/html', 'application/octet-stream']) assert.is(await open(renderer, type, Buffer.from('x')), 'fine')
})

examine('a file that ends its process, or hangs it, harms nothing else', async () => {
  const { renderer, events } = await start({ script: EVIL, msDeadline: 3000 })
  assert.is(await open(renderer, 'font/exit', Buffer.from('x')), 'bad-font: the file ends the process that opens it')
  assert.is(await open(renderer, 'image/hang', Buffer.from('x')), 'timeout')
  assert.equal(deaths(events), [])
  await until(() => childPids().length === 1)
})

examine('the time that a process takes to start is not the time of its file', async () => {
  const { renderer } = await start({ script: EVIL, args: ['3000'], msDeadline: 2500 })
  assert.is(await open(renderer, 'font/exit', Buffer.from('x')), 'bad-font: the file ends the process that opens it')
})

examine('a process that takes too much memory is killed', async () => {
  const { renderer } = await start({ script: EVIL, memoryBytes: 1 })
  assert.is(await open(renderer, 'image/hang', Buffer.from('x')), 'memory')
})

examine('it ends when its caller goes, when another kills its process, and when the pool closes', async () => {
  const { renderer } = await start({ script: EVIL })
  const controller = new AbortController()
  const first = renderer.examine({ type: 'image/hang', bytes: new Uint8Array(1) }, controller.signal)
  await until(() => childPids().length === 2)
  controller.abort()
  assert.is(shown(await first), 'cancelled')
  const second = open(renderer, 'image/hang', new Uint8Array(1))
  await until(() => childPids().length === 2)
  killChildren((pids) => pids.slice(1))
  assert.is(await second, 'overloaded')
  const others = Array.from({ length: 23 }, () => open(renderer, 'image/hang', new Uint8Array(1)))
  // Two run, twenty wait, one is refused.
  assert.is(await others.at(-1), 'overloaded')
  await renderer.close()
  assert.equal([...new Set(await Promise.all(others.slice(0, 22)))], ['cancelled'])
})

examine.run()
