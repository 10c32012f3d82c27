// What users run is the build, not these sources: it passes the same cases and gives the same bytes, and its errors can be read.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, type Engine } from '../../engine/index.ts'
import { type Case, caseEngine, compileCase, parseCase, renderCase } from '../support/case.ts'
import { SAMPLES, sampleData, sampleSource } from '../support/samples.ts'
import { buildFolder, installInto, ROOT, type Shipped, shippedEngine } from '../support/shipped.ts'

const test = suite('what ships')

const FOLDER = fileURLToPath(new URL('../cases/', import.meta.url))
const CASES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.case'))
  .sort()
  .map((name) => parseCase(readFileSync(join(FOLDER, name), 'utf8'), relative(FOLDER, name)))

/** The build for Node, and the modules that bundlers take. */
let script: Shipped
let portable: Shipped
let folder: string
test.before(async () => {
  script = await shippedEngine()
  portable = (await import(join(buildFolder(), 'engine/portable/index.js'))) as Shipped
  folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
})
test.after(() => rmSync(folder, { recursive: true }))

test('golden cases give on the build what they give on the sources', async () => {
  for (const shipped of [script, portable]) {
    const engine = caseEngine(shipped.createEngine)
    for (const parsed of CASES) {
      const { warnings, pages } = parsed
      assert.equal(await renderCase(parsed, engine), { warnings, pages }, parsed.name)
    }
  }
})

test('golden cases and samples have the same bytes from the sources and from the build', async () => {
  const engines = await Promise.all([createEngine, script.createEngine, portable.createEngine].map((create) => caseEngine(create)))
  // One document of all cases would be one long difference.
  for (const parsed of CASES.filter(({ pages }, i) => pages !== 'error' && i % 4 === 0)) {
    const [source, ...builds] = await Promise.all(engines.map((engine) => bytesOf(parsed, engine)))
    for (const build of builds) assert.ok(source?.equals(build), parsed.name)
  }
  const plain = await Promise.all([createEngine(), script.createEngine(), portable.createEngine()])
  for (const sample of SAMPLES) {
    const [source, ...builds] = await Promise.all(plain.map((engine) => sampleBytes(sample, engine)))
    for (const build of builds) assert.ok(source?.equals(build), sample.name)
  }
})

async function bytesOf(parsed: Case, engine: Engine): Promise<Buffer> {
  const { pdf } = await engine.render(compileCase(parsed, engine), parsed.data === '' ? {} : JSON.parse(parsed.data))
  return Buffer.from(pdf)
}

async function sampleBytes({ name, type, file }: (typeof SAMPLES)[number], engine: Engine): Promise<Buffer> {
  return Buffer.from((await engine.render(engine.compile({ type, source: sampleSource(file) }), sampleData(name))).pdf)
}

test('the command line of the build prints the bytes of the library', async () => {
  const engine = await createEngine()
  for (const sample of SAMPLES) {
    const at = (name: string): string => join(ROOT, 'server/samples', name)
    const words = ['render', at(sample.file), '--data', at(`${sample.name}.data.json`), '--out', '-']
    const pdf = execFileSync(process.execPath, [join(buildFolder(), 'server/cli.js'), ...words], { maxBuffer: 2 ** 26 })
    assert.ok(pdf.equals(await sampleBytes(sample, engine)), sample.name)
  }
})

test('processes of the build, one after another and in other places, give the same bytes', async () => {
  const program = `import { createHash } from 'node:crypto'
    import { readFileSync } from 'node:fs'
    import { createEngine } from ${JSON.stringify(join(buildFolder(), 'engine/index.js'))}
    const engine = await createEngine()
    const read = (name) => readFileSync(${JSON.stringify(join(ROOT, 'server/samples/'))} + name, 'utf8')
    for (const [name, type, file] of ${JSON.stringify(SAMPLES.map(({ name, type, file }) => [name, type, file]))}) {
      const { pdf } = await engine.render(engine.compile({ type, source: read(file) }), JSON.parse(read(name + '.data.json')))
      console.log(name, createHash('sha256').update(pdf).digest('hex'))
    }`
  const hashes = (env: Record<string, string>): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } })
  const here = hashes({ TZ: 'UTC', LANG: 'C' })
  assert.is(here.trim().split('\n').length, SAMPLES.length)
  assert.is(hashes({ TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' }), here)
})

const REGULAR_EXPRESSION = /(?<=[=(,:] *)\/(?:\\.|\[(?:\\.|[^\]\\])+\]|[^/\\[])+\/[a-z]*(?=[;,).])/g

test('a first invoice starts no WebAssembly, a flex container that wraps starts one program', () => {
  const program = (template: string): string => `
    let programs = 0
    const { Module } = WebAssembly
    WebAssembly.Module = function (bytes) { programs++; return new Module(bytes) }
    WebAssembly.instantiate = () => { throw new Error('a program that is waited for') }
    const { readFileSync } = await import('node:fs')
    const { createEngine } = await import(${JSON.stringify(join(buildFolder(), 'engine/index.js'))})
    const engine = await createEngine()
    const at = ${JSON.stringify(join(ROOT, 'server/samples/'))}
    await engine.render(engine.compile({ type: 'html', source: ${template} }), JSON.parse(readFileSync(at + 'invoice.data.json', 'utf8')))
    process.stdout.write(String(programs))`
  const started = (template: string): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program(template)], { encoding: 'utf8' }).trim()
  assert.is(started("readFileSync(at + 'invoice.html', 'utf8')"), '0')
  assert.is(started(`'<!DOCTYPE html><p style="display: flex; flex-wrap: wrap"><i>a</i><i>b</i></p>'`), '1')
})

test('lines of code are short, so that an error can be read in a terminal', () => {
  // What browsers load has no terminal to be read in.
  const isForNode = (name: string): boolean => /\.[cm]?js$/.test(name) && !name.startsWith(join('server', 'web'))
  const names = readdirSync(buildFolder(), { recursive: true, encoding: 'utf8' }).filter(isForNode)
  assert.ok(names.includes(join('engine', 'engine.cjs')))
  for (const name of names) {
    // A regular expression cannot be broken into lines.
    const lines = readFileSync(join(buildFolder(), name), 'latin1')
      .split('\n')
      .map((line) => line.replace(REGULAR_EXPRESSION, '/…/'))
    const longest = lines.reduce((most, line) => Math.max(most, line.length), 0)
    // Texts of escapes, of which each is one character of data, are longer than lines of code.
    assert.ok(longest <= 1000, `${name} has a line of ${longest} characters`)
    const code = lines.filter((line) => line.length > 250 && !line.includes('\\u'))
    assert.ok(code.length < 60, `${name} has ${code.length} long lines`)
  }
})

/** Runs a program beside a copy of the build in another place, where nobody catches what it throws. */
function uncaught(code: string): string {
  const place = join(folder, 'copy')
  if (!readdirSync(folder).includes('copy')) {
    mkdirSync(place)
    cpSync(buildFolder(), join(place, '.dist'), { recursive: true })
    copyFileSync(join(ROOT, 'package.json'), join(place, 'package.json'))
    for (const name of ['fonts', 'node_modules']) symlinkSync(join(ROOT, name), join(place, name))
  }
  writeFileSync(
    join(place, 'program.mjs'),
    `import { createEngine } from './.dist/engine/index.js'\nconst engine = await createEngine()\n${code}`,
  )
  return spawnSync(process.execPath, ['program.mjs'], { cwd: place, encoding: 'utf8' }).stderr
}

test('an InputError that nobody catches shows its diagnostics as `platen check` does', () => {
  const printed = uncaught(`engine.compile({ type: 'html', source: '<p>\\n  {{uper total}}</p>{{#each x}}' })`)
  assert.match(
    printed,
    '2:5: error: unknown helper "uper" [unknown-helper]\n  2 |   {{uper total}}</p>{{#each x}}\n    |     ^\n  hint: did you mean "upper"?\n',
  )
  assert.match(printed, '2:21: error: block {{#each}} is never closed [block-unbalanced]\n')
  assert.match(printed, /\n {4}at compile \(platen\/engine\.cjs:\d+:\d+\)\n/)
  assert.ok(printed.length < 1500, printed)
})

test('stack traces name functions of ours and no path of the machine that built them', () => {
  // Neither is a template: our own code fails, as it would by a fault of ours.
  for (const code of ['await engine.render(undefined, {})', `engine.compile({ type: 'html', source: 1 })`]) {
    const printed = uncaught(code)
    assert.match(printed, /^platen\/engine\.cjs:\d+\n.{1,250}\n *\^/)
    assert.match(printed, /TypeError: /)
    assert.match(printed, /\n {4}at \w+ .*\(platen\/engine\.cjs:\d+:\d+\)/)
    assert.not.match(printed, ROOT)
    for (const line of printed.split('\n')) assert.ok(line.length < 250, line)
  }
})

test('types of the package stand by themselves', () => {
  const place = join(folder, 'types')
  mkdirSync(place)
  installInto(place)
  // Its dependencies and theirs, and nothing of what is installed here for development.
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  for (const [path, { dev, optional, peer }] of Object.entries(lock.packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev || optional || peer) continue
    mkdirSync(dirname(join(place, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(place, path))
  }
  const program = `import { createEngine, type Engine, InputError, type RenderResult } from 'platen'
    import { createApp, openStore, readConfig, type Service, startService, type Store } from 'platen/server'
    const engine: Engine = await createEngine()
    const { pdf }: RenderResult = await engine.render(engine.compile({ type: 'html', source: '' }), {})
    export const bytes: Uint8Array = pdf
    export const listen = (port: number): unknown => createApp(undefined as never).listen(port)
    export type { Service, Store }
    export { InputError, openStore, readConfig, startService }`
  writeFileSync(join(place, 'program.mts'), program)
  const options = { strict: true, module: 'nodenext', target: 'es2023', noEmit: true, skipLibCheck: false, preserveSymlinks: true }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['program.mts'] }))
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', place], { encoding: 'utf8' })
  assert.is(stdout, '', stdout)
  assert.is(status, 0)
})

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean; readonly peer?: boolean }>>
}

test.run()
