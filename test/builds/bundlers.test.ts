// Programs that import Platen and are bundled: each is run where neither the package nor its dependencies are, and makes the same bytes.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import * as commonjs from '@rollup/plugin-commonjs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import { nodeFileTrace } from '@vercel/nft'
import { build } from 'esbuild'
import { type Plugin, rollup } from 'rollup'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { installInto, ROOT } from '../support/shipped.ts'

const bundlers = suite('bundlers')

/** Its types are written as a CommonJS module's, where the default export would be one level deeper. */
const bundleCommonJs = commonjs.default as unknown as () => Plugin

/** Wants everything that is read from files: fonts, hyphenation, shaping by HarfBuzz, bar codes, letters of two directions, other PDFs. */
const PROGRAM = `import { createHash } from 'node:crypto'
import { createEngine, describeFont, InputError } from 'platen'
export async function main() {
  const engine = await createEngine()
  const styles = '<style>p { hyphens: auto; width: 3cm; font-variant-ligatures: discretionary-ligatures }</style>'
  const texts = '<p lang=de>Donaudampfschifffahrtsgesellschaft {{name}}</p><p>abc \\u05e9\\u05dc\\u05d5\\u05dd 12</p>{{barcode name}}'
  const template = engine.compile({ type: 'html', source: styles + texts })
  const { pdf, warnings } = await engine.render(template, { name: 'Ann' })
  const merged = await engine.merge([{ template, data: { name: 'B' } }, { pdf }])
  const arabic = await engine.render(engine.compile({ type: 'html', source: '\\u0633\\u0644\\u0627\\u0645' }), {})
  const formula = await engine.render(engine.compile({ type: 'html', source: '<span data-type="inline-math" data-latex="x^2"></span>' }), {})
  let isInputError = false
  try { await describeFont(new Uint8Array(99)) } catch (error) { isInputError = error instanceof InputError }
  const hash = (bytes) => createHash('sha256').update(bytes).digest('hex')
  console.log(JSON.stringify({ pdf: hash(pdf), merged: hash(merged.pdf), warnings: warnings.map(({ code }) => code), isInputError, formula: formula.warnings.map(({ code }) => code), arabic: arabic.warnings.map(({ code, hint }) => code + ' ' + hint) }))
}
main()
`

interface Result {
  readonly pdf: string
  readonly merged: string
  readonly warnings: readonly unknown[]
  readonly isInputError: boolean
  readonly arabic: readonly string[]
  readonly formula: readonly string[]
}

/** Below the root, so that dependencies are found where they are installed; the package itself is its packed form. */
const workshop = join(ROOT, '.tmp', 'bundlers')
const program = join(workshop, 'program.mjs')
const away = mkdtempSync(join(tmpdir(), 'platen-test-'))
let expected: Result
bundlers.before(() => {
  rmSync(workshop, { recursive: true, force: true })
  mkdirSync(workshop, { recursive: true })
  installInto(workshop)
  writeFileSync(program, PROGRAM)
  // Or it would be part of the package `platen`, and import itself.
  writeFileSync(join(workshop, 'package.json'), '{ "name": "program", "type": "module" }')
  expected = run(program)
  assert.equal([expected.warnings, expected.isInputError, expected.arabic, expected.formula], [[], true, [], []])
})
bundlers.after(() => {
  rmSync(away, { recursive: true })
  rmSync(workshop, { recursive: true })
})

function run(file: string): Result {
  return JSON.parse(execFileSync(process.execPath, [file], { cwd: dirname(file), encoding: 'utf8' })) as Result
}

/** The same but for fonts of other scripts and of formulas, of which it is said how to get them. */
function assertRuns(file: string): void {
  const { arabic, formula, ...same } = run(file)
  const { arabic: _, formula: __, ...wanted } = expected
  assert.equal(same, wanted)
  assert.equal(formula, ['no-math-font'])
  assert.ok(arabic.length > 0)
  for (const warning of arabic) assert.match(warning, /^missing-glyph Noto Sans Arabic has it: put a copy of .*fonts beside/)
}

for (const format of ['esm', 'cjs'] as const) {
  bundlers(`esbuild: ${format}`, async () => {
    for (const minify of format === 'esm' ? [true] : [false]) {
      const outfile = join(away, `esbuild-${minify}`, format === 'esm' ? 'main.mjs' : 'main.cjs')
      const { warnings } = await build({
        entryPoints: [program],
        outfile,
        bundle: true,
        platform: 'node',
        format,
        minify,
        logLevel: 'silent',
      })
      // A script has no `import.meta`, and Platen does without.
      assert.equal(
        warnings.filter(({ id }) => id !== 'empty-import-meta'),
        [],
      )
      assertRuns(outfile)
    }
  })
}

bundlers('Rollup', async () => {
  const told: string[] = []
  const bundle = await rollup({
    input: program,
    plugins: [nodeResolve({ preferBuiltins: true }), bundleCommonJs()],
    // Packages of others import one another in circles.
    onwarn: ({ code, message }) => code !== 'CIRCULAR_DEPENDENCY' && told.push(`${code} ${message}`),
  })
  await bundle.write({ dir: join(away, 'rollup'), format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' })
  await bundle.close()
  assert.equal(told, [])
  assertRuns(join(away, 'rollup', 'program.mjs'))
})

bundlers('fonts that lie beside a bundle are found', async () => {
  const outfile = join(away, 'with-fonts', 'dist', 'main.mjs')
  await build({ entryPoints: [program], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' })
  mkdirSync(join(away, 'with-fonts', 'fonts'))
  for (const name of ['Arimo-Regular.ttf', 'NotoSansArabic-Regular.ttf'])
    copyFileSync(join(ROOT, 'fonts', name), join(away, 'with-fonts', 'fonts', name))
  assert.equal(run(outfile).arabic, [])
})

bundlers('a bundle that takes the script for Node says what to do', async () => {
  const outfile = join(away, 'wrong', 'main.mjs')
  await build({ entryPoints: [program], outfile, bundle: true, platform: 'node', format: 'esm', conditions: ['other'], logLevel: 'silent' })
  try {
    execFileSync(process.execPath, [outfile], { encoding: 'utf8', stdio: 'pipe' })
    assert.unreachable()
  } catch (thrown) {
    assert.match(String((thrown as { stderr?: string }).stderr), 'Error: platen was bundled without the condition "module"')
  }
})

bundlers('tools that trace files (@vercel/nft, which Next.js uses) find all that a program reads', async () => {
  const { fileList } = await nodeFileTrace([program], { base: ROOT })
  const traced = join(away, 'traced')
  for (const file of fileList) {
    const to = join(traced, file)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(join(ROOT, file), to)
  }
  // Packs are found where they are installed, not imported.
  assert.equal(run(join(traced, relative(ROOT, program))), { ...expected, formula: ['no-math-font'] })
})

bundlers.run()
