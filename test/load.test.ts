// The loader of the build: the bundle runs with the code V8 kept of it, without it, and with a damaged one.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('loader of the build')

const FLAGS = ['--disallow-code-generation-from-strings', '--max-old-space-size=300']
const BUNDLE = `(function(exports, require, module, moduleUrl, load) {
  exports.size = require('node:buffer').Buffer.alloc(3).length
  exports.here = moduleUrl
  exports.join = async () => (await load('node:path')).join('a', 'b')
})`
const WRITE = `import('node:fs').then(({ writeFileSync }) => writeFileSync(loaded.cacheFile, loaded.script.createCachedData()))`

let folder = ''
test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-load-'))
  copyFileSync(fileURLToPath(new URL('../engine/bundle/load.mjs', import.meta.url)), join(folder, 'load.mjs'))
  writeFileSync(join(folder, 'engine.cjs'), BUNDLE)
})
test.after.each(() => rmSync(folder, { recursive: true }))

/** Loads the bundle in a process of its own, which prints what it exports and whether V8 took the kept code. */
function run(flags: readonly string[] = [], then = ''): { size: number; here: string; joined: string; isRejected: boolean | undefined } {
  const code = `const loaded = await import(${JSON.stringify(pathToFileURL(join(folder, 'load.mjs')).href)})
    const { size, here, join } = loaded.engine
    console.log(JSON.stringify({ size, here, joined: await join(), isRejected: loaded.script.cachedDataRejected }))
    ${then}`
  return JSON.parse(execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code], { encoding: 'utf8' }))
}

const expected = (): object => ({ size: 3, here: pathToFileURL(join(folder, 'load.mjs')).href, joined: join('a', 'b') })
const caches = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.cache'))

test('runs a bundle of which no code was kept', () => {
  assert.equal(run(), expected())
})

test('takes the code that was kept under the same flags', () => {
  run(FLAGS, WRITE)
  assert.equal(run(FLAGS), { ...expected(), isRejected: false })
  assert.equal(run(), expected(), 'other flags, other code')
  run([], WRITE)
  assert.is(caches().length, 2)
  assert.equal(run(), { ...expected(), isRejected: false })
})

test('compiles a bundle whose kept code is damaged', () => {
  run([], WRITE)
  const [name = ''] = caches()
  truncateSync(join(folder, name), 40)
  assert.equal(run(), { ...expected(), isRejected: true })
  writeFileSync(join(folder, name), 'nothing of V8')
  assert.equal(run(), { ...expected(), isRejected: true })
})

test.run()
