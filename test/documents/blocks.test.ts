// The blocks of code in the documents run: html, css, json and editor documents through the engine, TypeScript in a process for each document, shell, Python
// and PHP against a service; all but the first run the build. Blocks of one document share a folder, in which a block that names a file is that file.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine, type Diagnostic, describe, type TemplateSource } from '../../engine/index.ts'
import { type Running, startProcess } from '../server/support/running.ts'
import { buildFolder } from '../support/shipped.ts'
import { type Block, blocksOf, type MarkdownDocument, readDocuments, root } from './markdown.ts'

/** Blocks in these languages are run with a service; `console` and `text` are for people, `csharp` and `ruby` are read against OpenAPI. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  sh: ['bash', '-euo', 'pipefail', '-c'],
  python: ['python3', '-c'],
  php: ['php', '-r'],
}
const KNOWN = new Set([
  ...Object.keys(INTERPRETERS),
  'html',
  'css',
  'json',
  'ts',
  'console',
  'text',
  'csharp',
  'go',
  'ruby',
  'yaml',
  'dockerfile',
])
/** What a page says in passing: an asset that the reader has, a value that the reader's data has. */
const EXPECTED_WARNINGS: readonly string[] = ['missing-asset', 'missing-value']
const TSX = pathToFileURL(join(root, 'node_modules/tsx/dist/esm/index.mjs')).href

const blocks = suite('blocks of code in the documents')
const engine = await createEngine()
let running: Running
let scratch = ''
const context: Record<string, string> = {}

blocks.before(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'platen-documents-'))
  const data = join(scratch, 'data')
  running = await startProcess(data, { PLATEN_RATE: '100000' }, join(buildFolder(), 'server/main.js'))
  const said = await running.saying('curl ')
  assert.is(running.child.exitCode, null, running.logs())
  mkdirSync(join(scratch, 'bin'))
  const command = `exec '${process.execPath}' '${join(buildFolder(), 'server/cli.js')}' "$@"`
  writeFileSync(join(scratch, 'bin/npx'), `#!/bin/sh\nshift\n${command}\n`, { mode: 0o755 })
  Object.assign(context, {
    PATH: `${join(scratch, 'bin')}:${process.env['PATH']}`,
    PLATEN_DATA_DIR: data,
    SERVICE: `http://127.0.0.1:${running.port}`,
    HOME: scratch,
    TOKEN: /pdft_\w+/.exec(said)?.[0] ?? '',
    TEMPLATE_ID: /templates\/(\w[\w-]*)\/pdf/.exec(said)?.[1] ?? '',
  })
})

blocks.after(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(scratch, { recursive: true })
})

for (const document of readDocuments()) {
  if (blocksOf(document).length === 0) continue
  blocks(document.path, async () => {
    const folder = folderOf(document)
    await runModules(document, folder)
    for (const block of blocksOf(document)) await check(block, folder, `${document.path}:${block.line}`)
    for (const name of readdirSync(folder).filter((name) => name.endsWith('.pdf')))
      assert.is(readFileSync(join(folder, name)).subarray(0, 5).toString('latin1'), '%PDF-', name)
  })
}

blocks('TypeScript has the types of the library', async () => {
  const folder = join(scratch, 'types')
  mkdirSync(folder)
  // Frameworks are not installed here: their types are any.
  writeFileSync(join(folder, 'frameworks.d.ts'), "declare module 'express'\ndeclare module '@nestjs/common'\n")
  const checks = {
    strict: true,
    noImplicitAny: false,
    experimentalDecorators: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  }
  const names = {
    platen: [join(buildFolder(), 'engine/index.d.ts')],
    'platen/client': [join(buildFolder(), 'server/client/index.d.ts')],
    'platen/server': [join(buildFolder(), 'server/index.d.ts')],
  }
  const compilerOptions = {
    ...checks,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: names,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  for (const document of readDocuments())
    for (const { language, text, line } of blocksOf(document))
      if (language === 'ts') writeFileSync(join(folder, `${document.path.replaceAll('/', '-')}-${line}.mts`), `${text}export {}\n`)
  const { status, output } = await finish(join(root, 'node_modules/.bin/tsc'), ['-p', folder], folder)
  assert.is(status, 0, output)
})

/** A folder with the document's files, and those of README, which other documents go on with. */
function folderOf(document: MarkdownDocument): string {
  const folder = join(scratch, document.path.replaceAll('/', '-'))
  mkdirSync(folder)
  symlinkSync(join(root, 'fonts'), join(folder, 'fonts'))
  const readme = readDocuments().find(({ path }) => path === 'README.md')
  for (const { file, text } of [...(readme === undefined ? [] : blocksOf(readme)), ...blocksOf(document)])
    if (file !== undefined) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
  return folder
}

async function check({ language, file, text }: Block, folder: string, place: string): Promise<void> {
  assert.ok(KNOWN.has(language), `${place}: no known language`)
  if (language === 'html' && !file?.startsWith('broken')) await renders({ type: 'html', source: text }, folder, place)
  else if (language === 'css') {
    const source = `<style>${text}</style><p class="note card map appendix">x</p>`
    await renders({ type: 'html', source }, folder, place)
  } else if (language === 'json') await checkJson({ text, file }, folder, place)
  else if (language === 'go') await runGo(text, folder, place)
  else if (INTERPRETERS[language] !== undefined)
    await interpret(INTERPRETERS[language], file === 'laravel.php' ? LARAVEL + text : text, folder, place)
}

/** A framework for which a stub stands, as for those of TypeScript: its HTTP client. */
const LARAVEL = `require '${join(root, 'test/documents/stubs/laravel.php')}';\n`

async function checkJson({ text, file }: Pick<Block, 'text' | 'file'>, folder: string, place: string): Promise<void> {
  if (file?.endsWith('.jsonl')) for (const line of text.trim().split('\n')) JSON.parse(line)
  else if (JSON.parse(text).type === 'doc') await renders({ type: 'editor', source: text }, folder, place)
}

/** Shared parts and other assets are files of the document. */
async function renders(source: TemplateSource, folder: string, place: string): Promise<void> {
  const assets = (name: string): Uint8Array | undefined => {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path) : undefined
  }
  const template = engine.compile(source, { assets })
  const { warnings } = await engine.render(template, engine.sampleData(template), { assets })
  const unexpected = (problem: Diagnostic): boolean => !EXPECTED_WARNINGS.includes(problem.code)
  assert.equal(warnings.filter(unexpected).map(describe), [], place)
}

async function interpret([program = '', ...flags]: readonly string[], text: string, folder: string, place: string): Promise<void> {
  if (!hasProgram(program)) return
  const code = text.replace('<?php\n', '').replaceAll('http://localhost:3000', context['SERVICE'] ?? '')
  const { status, output } = await finish(program, [...flags, code], folder)
  assert.is(status, 0, `${place}:\n${output}`)
}

/** Where Go is installed: its 200 MB are too much to ask for. */
async function runGo(text: string, folder: string, place: string): Promise<void> {
  if (spawnSync('go', ['version']).error !== undefined) return void process.stderr.write('(without go: not installed)\n')
  writeFileSync(join(folder, 'main.go'), text.replaceAll('http://localhost:3000', context['SERVICE'] ?? ''))
  const { status, output } = await finish('go', ['run', 'main.go'], folder)
  assert.is(status, 0, `${place}:\n${output}`)
}

const missing = new Set<string>()

function hasProgram(program: string): boolean {
  if (spawnSync(program, ['--version']).error === undefined) return true
  if (process.env['PLATEN_REQUIRE_TOOLS'] === '1') throw new Error(`${program} is required and not installed`)
  if (!missing.has(program)) process.stderr.write(`(without ${program}: not installed)\n`)
  missing.add(program)
  return false
}

/** One process imports the TypeScript blocks of a document in order; what a block says it prints, it prints. */
async function runModules(document: MarkdownDocument, folder: string): Promise<void> {
  const modules = blocksOf(document).filter(({ language }) => language === 'ts')
  if (modules.length === 0) return
  const stub = (name: string): string => JSON.stringify(pathToFileURL(join(root, 'test/documents/stubs', name)).href)
  const sources: readonly (readonly [string, string])[] = [
    ["'platen'", JSON.stringify(pathToFileURL(join(buildFolder(), 'engine/index.js')).href)],
    ["'platen/client'", JSON.stringify(pathToFileURL(join(buildFolder(), 'server/client/index.js')).href)],
    ["'platen/server'", JSON.stringify(pathToFileURL(join(buildFolder(), 'server/index.js')).href)],
    ["'express'", stub('express.ts')],
    ["'@nestjs/common'", stub('nestjs-common.ts')],
  ]
  const lines = [`import { callExports } from ${stub('check.ts')}`]
  modules.forEach(({ file, text, line }, index) => {
    const name = file ?? `block-${index}.mts`
    const code = sources.reduce((code, [from, to]) => code.replaceAll(` from ${from}`, ` from ${to}`), text)
    writeFileSync(join(folder, name), code)
    lines.push(`console.log('--- ${line}')`, `await callExports(await import('./${name}'))`)
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "experimentalDecorators": true, "target": "es2022" } }')
  writeFileSync(join(folder, 'run.mts'), lines.join('\n'))
  // A command in the shell goes to the store unless PLATEN_URL names a service.
  const { status, output } = await finish(process.execPath, ['--import', TSX, 'run.mts'], folder, { PLATEN_URL: context['SERVICE'] ?? '' })
  assert.is(status, 0, `${document.path}:\n${output}`)
  if (/from 'express'|@nestjs|export async function (POST|handler)/.test(document.text)) assert.ok(output.includes('a PDF came'), output)
  for (const { text, line } of modules) {
    const [, printed = ''] = new RegExp(`^--- ${line}\n([^-]*)`, 'm').exec(output) ?? []
    for (const [, wanted = ''] of text.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm))
      assert.ok(printed.includes(wanted), `${document.path}:${line} prints ${printed}`)
  }
}

function finish(
  program: string,
  words: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd, env: { ...context, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (status) => resolve({ status, output }))
  })
}

blocks.run()
