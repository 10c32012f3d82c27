// What `npm run pack` makes, installed in an empty folder: the engine alone, with nothing else beside it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../engine/index.ts'
import { sampleData, sampleSource } from '../support/samples.ts'
import { buildFolder, ROOT } from '../support/shipped.ts'

const test = suite('packages')

const MB = 2 ** 20
/** What `npm install` of the engine may put on a disk. */
const MOST_BYTES = 40 * MB

const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
/** Where the package is not found. */
const away = mkdtempSync(join(tmpdir(), 'platen-test-'))
test.before(() => {
  buildFolder()
  execFileSync(process.execPath, [join(ROOT, '.build/pack.mjs')], { cwd: ROOT, stdio: 'ignore' })
  const tarballs = readdirSync(join(ROOT, '.tmp/packages')).sort()
  assert.equal(
    tarballs.map((name) => name.replace(/-\d.*/, '')),
    ['platen', 'platen-engine'],
  )
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  // Offline: a dependency would have to be fetched, and there is none.
  const words = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(ROOT, '.tmp/packages', tarballs[1]!)]
  execFileSync('npm', words, { cwd: folder, stdio: 'ignore' })
})
test.after(() => {
  for (const each of [folder, away]) rmSync(each, { recursive: true })
})

const program = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const run = (file: string, cwd = folder): Buffer => execFileSync(process.execPath, [file], { cwd, maxBuffer: 64 * MB })

/** Renders the invoice and writes the PDF to standard output. */
const RENDER = `createEngine().then(async (engine) => {
  const template = engine.compile({ type: 'html', source: ${JSON.stringify(sampleSource('invoice.html'))} })
  process.stdout.write((await engine.render(template, ${JSON.stringify(sampleData('invoice'))})).pdf)
})`

async function invoice(): Promise<Buffer> {
  const engine = await createEngine()
  const template = engine.compile({ type: 'html', source: sampleSource('invoice.html') })
  return Buffer.from((await engine.render(template, sampleData('invoice'))).pdf)
}

test('the engine is one package that has no other, within its size', () => {
  const installed = join(folder, 'node_modules')
  assert.equal(
    readdirSync(installed).filter((name) => !name.startsWith('.')),
    ['platen-engine'],
  )
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).map((name) => join(installed, name))
  const bytes = files.reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0)
  assert.ok(bytes <= MOST_BYTES, `${Math.round(bytes / MB)} MB`)
  assert.equal(
    files.filter((file) => /\.(node|cache)$/.test(file)),
    [],
  )
  const manifest = JSON.parse(readFileSync(join(installed, 'platen-engine/package.json'), 'utf8')) as { dependencies?: object }
  assert.is(manifest.dependencies, undefined)
})

test('import and require render the invoice as the sources do', async () => {
  const expected = await invoice()
  assert.ok(run(program('program.mjs', `import { createEngine } from 'platen-engine'\n${RENDER}`)).equals(expected))
  assert.ok(run(program('program.cjs', `const { createEngine } = require('platen-engine')\n${RENDER}`)).equals(expected))
})

test('what is loaded only when it is wanted is there: bar codes, formulas, descriptions of fonts, merging, hyphens, scripts', () => {
  const text = `import { createEngine, describeFont } from 'platen-engine'
    import { readFileSync } from 'node:fs'
    const engine = await createEngine()
    const source = '<p lang=de style="hyphens: auto; width: 3cm">Donaudampfschifffahrtsgesellschaft</p><p>\\u05e9\\u05dc \\u0633\\u0644\\u0627\\u0645</p>{{barcode code}}<span data-type="inline-math" data-latex="x^2"></span>'
    const template = engine.compile({ type: 'html', source })
    const { pdf, warnings } = await engine.render(template, { code: 'A1' })
    const merged = await engine.merge([{ template, data: { code: 'B2' } }, { pdf }])
    const [face] = await describeFont(readFileSync('node_modules/platen-engine/fonts/Arimo-Regular.ttf'))
    console.log(JSON.stringify([warnings.map(({ code }) => code), merged.pages, face.family]))`
  assert.equal(JSON.parse(run(program('wanted.mjs', text)).toString()), [['no-math-font'], 2, 'Arimo'])
})

test('types hold for programs of both kinds of modules', () => {
  const text = `import { createEngine, type Engine } from 'platen-engine'
    export const pages = async (engine: Engine): Promise<number> => (await engine.render(engine.compile({ type: 'html', source: '' }), {})).pages
    export const made: Promise<Engine> = createEngine()`
  const files = ['types.mts', 'types.cts'].map((name) => program(name, text))
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node']
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...files], { cwd: folder, stdio: 'inherit' })
})

test('a bundle of esbuild runs where the package is not', async () => {
  const entry = program('bundled.mjs', `import { createEngine } from 'platen-engine'\n${RENDER}`)
  await build({ entryPoints: [entry], outfile: join(away, 'main.mjs'), bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' })
  assert.ok(run(join(away, 'main.mjs'), away).equals(await invoice()))
})

test.run()
