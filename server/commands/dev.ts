// `platen dev`: the preview pane of the web application for files on disk, updated with every save.
import { type FSWatcher, watch } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Assets, Diagnostic, Engine, RenderOptions, RenderResult, StreamOptions } from '../../engine/index.ts'
import { type AppFiles, appFileType, readAppFiles } from '../app-files.ts'
import { PlaceCollector, type Places } from '../pool/places.ts'
import { BadInput, BadUsage, type CommandContext, diagnosticsOf, formatDiagnostics, readData } from './command.ts'
import { addEngineFlags, addTagging, type EngineFlags } from './engine-flags.ts'
import { assetsBelow, readTemplate, startEngine } from './local.ts'

interface Options extends EngineFlags {
  readonly data?: string
  readonly type?: string
  readonly port: string
}

/** The result of the last save. `pdf` is the last successful one while the template has errors. */
interface Preview {
  version: number
  pdf: Uint8Array | undefined
  message: string
  /** What the page shows, as the service answers previews. */
  answer: object
}

const PAGE = 'dev.html'

/** Debounces file events, since editors save in several steps. */
const MS_DEBOUNCE = 60

export function addDev(program: Command, context: CommandContext): void {
  const command = program
    .command('dev')
    .description('show a template in the browser and update it with every save')
    .argument('<template>', 'an HTML file or an editor document (.json)')
    .option('--data <file>', 'a JSON file with the values; sample data when absent')
    .option('--type <type>', 'html or editor; derived from the file name when absent')
    .option('--port <port>', 'the port of the page', '4000')
  addEngineFlags(addTagging(command)).action((path: string, options: Options) => dev(path, options, context))
}

async function dev(path: string, options: Options, context: CommandContext): Promise<void> {
  if (path === '-' || options.data === '-') throw new BadUsage('dev watches files, so it cannot read standard input')
  const port = Number(options.port)
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new BadUsage(`--port is a number up to 65535, not "${options.port}"`)
  const engine = await startEngine(options, context)
  const preview: Preview = { version: 0, pdf: undefined, message: '', answer: {} }
  const listeners = new Set<ServerResponse>()
  const files = readAppFiles()
  const refresh = async (): Promise<void> => {
    await update(preview, { engine, path, options, context })
    for (const listener of listeners) listener.write(`data: ${preview.version}\n\n`)
  }
  await refresh()
  const server = createServer((req, res) => answer(req, res, { preview, listeners, files }))
  const address = await listen(server, port)
  context.out(`Preview of ${path}: http://localhost:${address.port}\n`)
  const watchers = watchAll(path, options, refresh)
  await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve()))
  for (const watcher of watchers) watcher.close()
  for (const listener of listeners) listener.end()
  server.close()
  server.closeAllConnections()
}

interface Source {
  readonly engine: Engine
  readonly path: string
  readonly options: Options
  readonly context: CommandContext
}

async function update(preview: Preview, { engine, path, options, context }: Source): Promise<void> {
  preview.version++
  let text = ''
  const shown = { path: resolve(path), problem: '', pdf: null, pages: 0, diagnostics: [], warnings: [], variables: [] }
  try {
    const { type, source } = await readTemplate(path, options.type, context)
    text = source
    const assets = assetsBelow(options.baseDir, path)
    const template = engine.compile({ type, source }, { assets })
    const data = options.data === undefined ? engine.sampleData(template) : await readData(options.data, context)
    const started = performance.now()
    const { pdf, pages, warnings, places } = await rendered(engine.stream.bind(engine, template, data), assets)
    const isGood = options.strict !== true || warnings.length === 0
    if (isGood) preview.pdf = pdf
    const summary = `${pages} ${pages === 1 ? 'page' : 'pages'}, ${pdf.length} bytes, ${Math.round(performance.now() - started)} ms`
    preview.message = `${summary}\n${await formatDiagnostics(warnings, { path, source }, context)}`
    const base64 = isGood ? Buffer.from(pdf).toString('base64') : null
    preview.answer = { ...shown, pdf: base64, pages, warnings: warnings.map(shownProblem), variables: template.variables, places }
  } catch (thrown) {
    const problems = diagnosticsOf(thrown)
    if (problems !== undefined) preview.message = await formatDiagnostics(problems, { path, source: text }, context)
    else if (thrown instanceof BadInput) preview.message = thrown.message
    // Our bug: the preview shows it, and the author can continue.
    else preview.message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    preview.answer = { ...shown, diagnostics: problems?.map(shownProblem) ?? [], problem: problems === undefined ? preview.message : '' }
  }
}

interface Rendered extends Omit<RenderResult, 'pdf'> {
  readonly pdf: Uint8Array
  readonly places: Places
}

/** Renders, and notes where the elements of the source stand on all pages. */
async function rendered(stream: (options: RenderOptions & StreamOptions) => AsyncIterable<Uint8Array>, assets: Assets): Promise<Rendered> {
  const collector = new PlaceCollector({ first: 1 })
  const chunks: Uint8Array[] = []
  let end: Omit<RenderResult, 'pdf'> = { pages: 0, warnings: [], warningCount: 0 }
  const onElements: StreamOptions['onElements'] = (page, elements) => collector.add(page, elements)
  for await (const chunk of stream({ assets, onElements, onEnd: (known) => void (end = known) })) chunks.push(chunk)
  return { ...end, pdf: Buffer.concat(chunks), places: collector.places() }
}

/** A diagnostic as the service answers it. */
function shownProblem({ severity, at, path = 'source', code, message, hint }: Diagnostic): object {
  const place = at === undefined ? path : at.kind === 'pointer' ? at.pointer : `${at.file ?? 'source'}:${at.line}:${at.column}`
  return { severity, path: place, code, message, ...(hint === undefined ? {} : { hint }) }
}

interface Served {
  readonly preview: Preview
  readonly listeners: Set<ServerResponse>
  readonly files: AppFiles
}

function answer(req: IncomingMessage, res: ServerResponse, { preview, listeners, files }: Served): void {
  // Only names of the local machine: another site must not read the preview through a name of its own (DNS rebinding).
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(req.headers.host ?? '')) return reply(res, 403, 'text/plain', 'not here')
  const path = (req.url ?? '/').split('?')[0] ?? '/'
  const file = /^\/app\/files\/([\w.-]+)$/.exec(path)?.[1] ?? ''
  const type = appFileType(file)
  const bytes = files.get(path === '/' ? PAGE : file)
  if (path === '/')
    return reply(res, bytes === undefined ? 503 : 200, 'text/html; charset=utf-8', bytes ?? 'The page is not built: npm run build')
  if (type !== undefined && bytes !== undefined) return reply(res, 200, type, bytes)
  if (path === '/preview') return reply(res, 200, 'application/json', JSON.stringify(preview.answer))
  if (path === '/message') return reply(res, 200, 'text/plain; charset=utf-8', preview.message)
  if (path === '/preview.pdf' && preview.pdf !== undefined) return reply(res, 200, 'application/pdf', preview.pdf)
  if (path !== '/events') return reply(res, 404, 'text/plain', 'nothing here')
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  res.write(`data: ${preview.version}\n\n`)
  listeners.add(res)
  res.on('close', () => listeners.delete(res))
}

function reply(res: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; frame-ancestors 'none'"
  res.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy,
  })
  res.end(body)
}

/** Watches folders rather than files, since many editors save by replacing the file. */
function watchAll(path: string, options: Options, refresh: () => Promise<void>): readonly FSWatcher[] {
  let timer: NodeJS.Timeout | undefined
  const onChange = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), MS_DEBOUNCE)
  }
  const folders = new Set([path, ...(options.data === undefined ? [] : [options.data])].map((file) => dirname(resolve(file))))
  const watchers = [...folders].map((folder) => watch(folder, onChange))
  return options.baseDir === undefined ? watchers : [...watchers, watch(options.baseDir, { recursive: true }, onChange)]
}

function listen(server: Server, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new BadInput(error.message)))
    // A TCP server has an address of this kind once it listens.
    server.listen(port, '127.0.0.1', () => resolve(server.address() as AddressInfo))
  })
}
