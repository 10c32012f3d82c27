// The client and `platen mcp` as the package brings them: without the packages that only building needs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { installInto, ROOT } from '../support/shipped.ts'

const test = suite('client and assistants in the package')
const folder = mkdtempSync(join(tmpdir(), 'platen-test-'))
const installed = join(folder, 'node_modules/platen')
test.before(() => installInto(folder))
test.after(() => rmSync(folder, { recursive: true }))

test('platen/client is imported where nothing else is installed', () => {
  const text = `import { createClient, PlatenError } from 'platen/client'
    const client = createClient({ url: 'http://127.0.0.1:9', token: 'x', retries: 0 })
    await client.templates().catch((problem) => console.log(String(problem instanceof PlatenError), problem.code))`
  writeFileSync(join(folder, 'program.mjs'), text)
  assert.is(execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' }), 'true network_error\n')
})

test('types of platen/client hold, with those of a browser alone', () => {
  const text = `import { createClient, type Template } from 'platen/client'
    export const names = async (): Promise<readonly string[]> => {
      const client = createClient({ url: 'https://pdf.example.com', token: 'x' })
      const templates: readonly Template[] = await client.templates()
      // @ts-expect-error: there is no such field
      await client.call('getTemplate', { path: { name: 'x' } })
      return templates.map(({ name }) => name)
    }`
  writeFileSync(join(folder, 'program.ts'), text)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' })
})

test('the SDK of the Model Context Protocol is bundled, with its licences', () => {
  const code = readFileSync(join(installed, '.dist/server/mcp/sdk.js'), 'utf8')
  const imported = [...code.matchAll(/^(?:import|export) (?:[^'";]*? from )?["']([^'"]+)["']/gm)].map(([, name = '']) => name)
  const required = [...code.matchAll(/\brequire\("([^"./][^"]*)"\)/g)].map(([, name = '']) => name)
  const dependencies = Object.keys((JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object }).dependencies)
  // Text of code that Ajv would write into files; nothing here asks it to.
  const written = 'ajv-formats/dist/formats'
  const isThere = (name: string): boolean =>
    name === written || [...builtinModules, ...dependencies].includes(name.replace(/^node:/, '').replace(/\/.*/, ''))
  assert.ok(imported.includes('ajv'))
  assert.equal(
    [...imported, ...required].filter((name) => !isThere(name)),
    [],
  )
  assert.match(readFileSync(join(installed, '.dist/server/mcp/THIRD-PARTY.txt'), 'utf8'), '@modelcontextprotocol/sdk 1.')
})

test.run()
