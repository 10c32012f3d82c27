// `platen templates verify` with two builds of the engine: pages kept by one are compared by the other.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildFolder, ROOT } from '../support/shipped.ts'

const test = suite('verify with two builds')

/** Below the root, so that packages are found. */
const older = join(ROOT, '.tmp', 'older')
const home = mkdtempSync(join(tmpdir(), 'platen-test-'))
test.before(() => {
  rmSync(older, { recursive: true, force: true })
  mkdirSync(older, { recursive: true })
  cpSync(buildFolder(), join(older, '.dist'), { recursive: true })
  for (const name of ['package.json', 'fonts']) cpSync(join(ROOT, name), join(older, name), { recursive: true })
  const engine = join(older, '.dist/engine')
  // What V8 compiled is that of the other script.
  for (const name of readdirSync(engine)) if (name.endsWith('.cache')) rmSync(join(engine, name))
  const script = readFileSync(join(engine, 'engine.cjs'), 'latin1')
  // Margins of headings, in the table of the user agent's rules.
  const changed = script.replaceAll(/value:\s?0?\.67,\s?unit:\s?"em"/g, 'value:0.97,unit:"em"')
  assert.not.equal(changed, script)
  writeFileSync(join(engine, 'engine.cjs'), changed, 'latin1')
})
test.after(() => {
  for (const folder of [older, home]) rmSync(folder, { recursive: true, force: true })
})

function verify(root: string, ...words: readonly string[]): { readonly code: number | null; readonly out: string; readonly err: string } {
  const made = spawnSync(process.execPath, [join(root, '.dist/server/cli.js'), 'templates', 'verify', home, ...words])
  return { code: made.status, out: String(made.stdout), err: String(made.stderr) }
}

test('what another engine paints elsewhere is named and drawn, and the rest is as kept', () => {
  writeFileSync(join(home, 'headed.html'), '<h1>Invoice {{number}}</h1><p>Thank you</p>')
  writeFileSync(join(home, 'plain.html'), '<p>Dear {{name}}</p>')
  for (const name of ['headed', 'plain']) mkdirSync(join(home, `${name}.examples`))
  writeFileSync(join(home, 'headed.examples/one.json'), '{ "number": 7 }')
  writeFileSync(join(home, 'plain.examples/one.json'), '{ "name": "Ann" }')
  assert.equal(verify(older, '--keep'), { code: 0, out: '2 examples, 2 pages kept.\n', err: '' })
  assert.equal(verify(older), { code: 0, out: '2 examples, 2 pages: as kept.\n', err: '' })
  const { code, out, err } = verify(ROOT, '--pictures', join(home, 'seen'))
  assert.equal([code, out], [1, '2 examples, 2 pages: 1 different.\n'])
  assert.match(err, 'headed/one: 1 of 1 pages differ (template and data are the same')
  assert.match(err, /page 1: \d+ moved or resized/)
  assert.not.match(err, 'plain/one')
  assert.equal(readdirSync(join(home, 'seen')), ['headed.one.page-1.svg'])
  assert.match(readFileSync(join(home, 'seen/headed.one.page-1.svg'), 'utf8'), '<svg')
})

test.run()
