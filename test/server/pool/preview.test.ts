// Previews: errors are part of the answer, and everything else goes first.
import { getPriority } from 'node:os'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CancelSignal, NEVER_CANCELLED } from '../../../server/cancel-signal.ts'
import type { RenderPool } from '../../../server/pool/pool.ts'
import { withPreviewPool } from '../../../server/pool/preview-pool.ts'
import type { Failure, Previewed, PreviewJob, Renderer } from '../../../server/pool/renderer.ts'
import { childPids, statesOf } from '../support/children.ts'
import { closedGate } from '../support/gate.ts'
import { type Bench, closeOpen, jobOf, makePool, start, textOf } from '../support/pool-bench.ts'
import { until } from '../support/until.ts'

const previews = suite('previews')
previews.after.each(closeOpen)

const ask = (bench: Bench, source: string, more: Partial<PreviewJob> = {}, signal: CancelSignal = NEVER_CANCELLED) =>
  bench.renderer.preview({ teamId: 'a', type: 'html', source, data: undefined, pageRange: undefined, withBoxes: false, ...more }, signal)
const bytes = (data: object): Buffer => Buffer.from(JSON.stringify(data))
const previewed = (outcome: Previewed | Failure): Previewed => {
  assert.is(outcome.kind, 'previewed', JSON.stringify(outcome))
  return outcome as Previewed
}
const textIn = ({ pdf }: Previewed): string => Buffer.from(pdf).toString()

previews('a preview has the document, its variables, and boxes where they are wanted', async () => {
  const bench = await start()
  const answer = previewed(await ask(bench, 'Hi {{name}}', { data: bytes({ name: 'Ann' }), withBoxes: true }))
  assert.match(textIn(answer), 'Hi Ann')
  assert.equal([answer.pages, answer.variables, answer.diagnostics], [1, [{ name: 'name', type: 'string' }], []])
  assert.equal(answer.boxes, [{ path: 'html', page: 1, x: 0, y: 0, width: 1, height: 1 }])
  assert.is(previewed(await ask(bench, 'Hi')).boxes, undefined)
})

previews('without data it makes some up, and an empty object stays empty', async () => {
  const bench = await start()
  assert.match(textIn(previewed(await ask(bench, 'Hi {{name}}'))), 'Hi some name')
  const empty = previewed(await ask(bench, 'Hi {{name}}', { data: bytes({}) }))
  assert.match(textIn(empty), 'Hi \n')
  assert.is(empty.warningCount, 1)
})

previews('a broken template gives its errors, and a failed rendering the variables as well', async () => {
  const bench = await start()
  const broken = previewed(await ask(bench, 'one\n{{#bad'))
  assert.equal([broken.pdf.length, broken.pages, broken.variables], [0, 0, []])
  assert.equal(broken.diagnostics[0]?.at, { kind: 'text', line: 2, column: 1 })
  const endless = previewed(await ask(bench, '{{name}}', { data: bytes({ pages: 101 }) }))
  assert.equal([endless.pdf.length, endless.diagnostics[0]?.code, endless.variables.length], [0, 'limit-pages', 1])
  const bug = await ask(bench, '{{name}}', { data: bytes({ throw: 'x' }) })
  assert.is(bug.kind, 'bug')
})

previews('a preview waits for every rendering, also of those that came later', async () => {
  const bench = await start()
  const { gate, open } = closedGate()
  const running = bench.render({ gate })
  await until(() => bench.renderer.health().busy === 1)
  const order: string[] = []
  const preview = ask(bench, 'p').then(() => order.push('preview'))
  const background = bench.renderer
    .render({ ...jobOf('c', 'Hi', {}), isBackground: true }, NEVER_CANCELLED)
    .then(() => order.push('background'))
  const renders = ['a', 'b'].map((team) => bench.render({ name: team }, { team }).then(() => order.push('render')))
  open()
  await Promise.all([running, preview, background, ...renders])
  assert.equal(
    [order.slice(0, 2), order.slice(2).sort()],
    [
      ['render', 'render'],
      ['background', 'preview'],
    ],
  )
})

previews(
  'a pool of previews: its processes start with the first one, take no time of others, and stop a preview whose caller has gone',
  async () => {
    let own: Renderer | undefined
    const main = await start()
    const renderer = withPreviewPool(main.renderer, () => (own = makePool({ niceness: 10 })))
    const bench = { ...main, renderer }
    try {
      assert.is(own, undefined)
      // The first one does not wait for the process to start.
      const first = textIn(previewed(await ask(bench, '{{pid}}', { data: bytes({}) })))
      await own!.ready()
      const second = textIn(previewed(await ask(bench, '{{pid}}', { data: bytes({}) })))
      assert.is.not(first, second)
      const pid = Number(second.split('\n')[1])
      assert.is(getPriority(pid), getPriority(process.pid) + 10)
      const controller = new AbortController()
      // Pieces for a quarter of a minute.
      const stopped = ask(bench, '{{name}}', { data: bytes({ ahead: 1000, msAhead: 15 }) }, controller.signal)
      await until(() => own!.health().busy === 1)
      // A preview that runs holds no worker of the others.
      assert.is(main.renderer.health().busy, 0)
      assert.match(textOf(await bench.render({ name: 'Ann' })), 'Hello Ann')
      controller.abort()
      assert.is((await stopped).kind, 'cancelled')
      // The same process goes on.
      assert.is(textIn(previewed(await ask(bench, '{{pid}}', { data: bytes({}) }))), second)
    } finally {
      await renderer.close()
    }
  },
)

previews('a preview is suspended while callers have all processors, goes on after them, and stops when its caller goes', async () => {
  let own: RenderPool | undefined
  const main = makePool({ onRunning: () => own?.rebalance() })
  const renderer = withPreviewPool(main, () => (own = makePool({ processors: 1, othersRunning: () => main.running })))
  const preview = (source: string, data: object, signal: CancelSignal = NEVER_CANCELLED): Promise<Previewed | Failure> =>
    renderer.preview({ teamId: 'a', type: 'html', source, data: bytes(data), pageRange: undefined, withBoxes: false }, signal)
  const isSuspended = (): boolean => statesOf(childPids()).some((state) => state.startsWith('T'))
  try {
    await main.ready()
    await preview('first', {})
    await own!.ready()
    const controller = new AbortController()
    const stopped = preview('{{name}}', { ahead: 1000, msAhead: 15 }, controller.signal)
    await until(() => own!.running === 1)
    assert.is(isSuspended(), false)
    for (let i = 0; i < 2; i++) {
      const { gate, open } = closedGate()
      const rendered = main.render(jobOf('a', 'Hello {{name}}', { gate }), NEVER_CANCELLED)
      await until(isSuspended)
      // The second time its caller goes meanwhile.
      if (i === 1) {
        controller.abort()
        assert.is((await stopped).kind, 'cancelled')
      }
      open()
      assert.is((await rendered).kind, 'rendered')
      await until(() => !isSuspended())
    }
    assert.match(textIn(previewed(await preview('again', {}))), 'again')
  } finally {
    await renderer.close()
  }
})

previews('sources that come with requests push no stored template out of the cache', async () => {
  const bench = await start()
  const asked: string[] = []
  const render = async (source: string, isPassing: boolean): Promise<void> => {
    const readSource = async (): Promise<string> => {
      asked.push(source)
      return source
    }
    const job = { ...jobOf('a', source, {}), isPassing, source: readSource }
    assert.match(textOf(await bench.renderer.render(job, NEVER_CANCELLED)), source)
  }
  await render('Kept', false)
  for (let i = 0; i < 40; i++) previewed(await ask(bench, `p${i}`))
  for (let i = 0; i < 40; i++) await render(`r${i}`, true)
  await render('Kept', false)
  await render('r39', true)
  assert.equal(asked, ['Kept', ...Array.from({ length: 40 }, (_, i) => `r${i}`)])
  await render('r0', true)
  assert.is(asked.at(-1), 'r0')
})

previews.run()
