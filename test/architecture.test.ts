// Enforces the rules of the architecture (engine/README.md): who may import whom, and the sizes that keep a file readable.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

interface SourceFile {
  readonly path: string
  readonly text: string
  readonly lines: number
  /** Bare specifiers, and paths from the root for relative ones. */
  readonly imports: readonly string[]
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

function read(folder: string): SourceFile[] {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), {
    recursive: true,
    withFileTypes: true,
  })
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('bench/peers/') && !path.includes('/vendor/'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const imports = [...text.matchAll(IMPORT)].map((match) => {
        const name = match[1] ?? match[2] ?? ''
        return name.startsWith('.') ? relative(root, resolve(root, dirname(path), name)) : name
      })
      return { path, text, lines: text.split('\n').length - 1, imports }
    })
}

const engine = read('engine')
const server = read('server')
const bench = read('bench')
const everything = [...engine, ...server, ...bench, ...read('test'), ...read('fonts')]

const STAGES = ['source', 'template', 'bind', 'style', 'box', 'layout', 'fragment', 'page', 'tag', 'paint', 'merge']
const SERVICES = ['font', 'image']
const CONTRACTS = new Map<string, readonly string[]>([
  ['source', ['engine/source/source.ts']],
  ['template', ['engine/template/template.ts']],
  ['bind', ['engine/bind/bound.ts']],
  [
    'style',
    [
      'engine/style/style.ts',
      'engine/style/basic-shape.ts',
      'engine/style/containment.ts',
      'engine/style/font-face-rule.ts',
      'engine/style/frame.ts',
      'engine/style/list-item.ts',
      'engine/style/length-sums.ts',
      'engine/style/page-selector.ts',
      'engine/style/transform.ts',
      'engine/style/value.ts',
    ],
  ],
  [
    'box',
    [
      'engine/box/box.ts',
      'engine/box/page-context.ts',
      'engine/box/box-kinds.ts',
      'engine/box/turned-box.ts',
      'engine/box/break-values.ts',
    ],
  ],
  ['layout', ['engine/layout/laid.ts']],
  ['fragment', ['engine/fragment/fragment.ts']],
  ['page', ['engine/page/page.ts']],
  ['tag', ['engine/tag/tag.ts', 'engine/tag/types.data.ts']],
  ['paint', ['engine/paint/canvas.ts', 'engine/paint/pdf/object-streams.ts']],
  ['font', ['engine/font/font.ts']],
  ['image', ['engine/image/image.ts']],
])
const SHARED = [
  'diagnostic',
  'conformance',
  'attachments',
  'drawing-length',
  'link-address',
  'geometry',
  'space',
  'decimal',
  'limits',
  'counter-styles',
  'suggest',
  'streamed-rows',
].map((name) => `engine/${name}.ts`)
/** Folders that every stage may import from. */
const SHARED_ROOMS = ['engine/text/', 'engine/collections/']
/** Folders that are parted into rooms. A room is a folder in one of these; a file that lies loose is a room of its own. */
const PARTED = ['engine/source', 'engine/bind', 'engine/box', 'engine/layout', 'engine/style', 'engine/fragment', 'engine/paint', 'server']

const isShared = (path: string): boolean => SHARED.includes(path) || SHARED_ROOMS.some((room) => path.startsWith(room))
/** The pipeline: the only files that may import the stages' functions. */
const DRIVERS = [
  'engine/index.ts',
  'engine/engine.ts',
  'engine/render.ts',
  'engine/options.ts',
  'engine/assets.ts',
  'engine/letterheads.ts',
  'engine/resources.ts',
  'engine/compile.ts',
  'engine/services.ts',
  'engine/inspect.ts',
]

/** Steps of drivers, with the same rights. */
const DRIVER_ROOM = 'engine/render/'
const isDriver = (path: string): boolean => DRIVERS.includes(path) || path.startsWith(DRIVER_ROOM)

const folderOf = (path: string): string => path.split('/')[1] ?? ''

function mayImport(from: string, to: string): boolean {
  if (isDriver(from)) return true
  const own = folderOf(from)
  const other = folderOf(to)
  if (to.startsWith(`engine/${own}/`) || isShared(to)) return true
  if (isShared(from)) return false
  if (!CONTRACTS.get(other)?.includes(to)) return false
  if (SERVICES.includes(own)) return SERVICES.includes(other)
  return SERVICES.includes(other) || STAGES.indexOf(other) < STAGES.indexOf(own)
}

const architecture = suite('architecture')

architecture('stages import contracts of earlier stages only', () => {
  const wrong = engine.flatMap((file) =>
    file.imports.filter((to) => to.startsWith('engine/') && !mayImport(file.path, to)).map((to) => `${file.path} imports ${to}`),
  )
  assert.equal(wrong, [])
})

architecture('each foreign library has one bridge', () => {
  const bridges: Record<string, readonly string[]> = {
    'yoga-layout': ['engine/layout/flex/flex.ts'],
    'yoga-layout/load': ['engine/layout/flex/flex.ts'],
    pdfkit: ['engine/paint/pdf/container.ts'],
    // A room of its own: everything in it reads or makes its objects.
    'pdf-lib': engine.filter(({ path }) => path.startsWith('engine/merge/') && path !== 'engine/merge/merge.ts').map(({ path }) => path),
    parse5: ['engine/source/html.ts'],
    sharp: ['engine/image/unpack.ts'],
    fontkit: ['engine/font/describe.ts'],
  }
  const wrong = [...engine, ...server].flatMap((file) =>
    file.imports.filter((to) => bridges[to] !== undefined && !bridges[to].includes(file.path)).map((to) => `${file.path} imports ${to}`),
  )
  assert.equal(wrong, [])
  const fonts = engine.flatMap((file) =>
    file.imports
      .filter((to) => ['fontkit', 'harfbuzzjs'].includes(to) && !file.path.startsWith('engine/font/'))
      .map((to) => `${file.path} imports ${to}`),
  )
  assert.equal(fonts, [])
})

architecture('the engine reaches neither network, files nor processes', () => {
  const banned = /^(node:)?(http|https|http2|net|dgram|tls|dns|fs|fs\/promises|child_process|worker_threads|cluster)$|^koa|^@koa/
  const wrong = engine.flatMap((file) => file.imports.filter((to) => banned.test(to)).map((to) => `${file.path} imports ${to}`))
  assert.equal(wrong, [])
})

architecture('the engine has no clock, chance, environment or code generation', () => {
  const banned =
    /\bDate\.now\b|new Date\(\)|\bMath\.random\b|\bprocess\.(?!memoryUsage)|\bperformance\.now\b|\.toLocale\w+\(\)|\beval\(|new Function\b/
  const wrong = engine.filter((file) => banned.test(file.text)).map((file) => `${file.path}: ${banned.exec(file.text)?.[0]}`)
  assert.equal(wrong, [])
})

architecture('the server sees the engine through its index only', () => {
  const wrong = server.flatMap((file) =>
    file.imports.filter((to) => to.startsWith('engine/') && to !== 'engine/index.ts').map((to) => `${file.path} imports ${to}`),
  )
  assert.equal(wrong, [])
})

architecture('the render pipeline is a contents page', () => {
  const pipeline = engine.find(({ path }) => path === 'engine/render.ts')
  assert.ok(pipeline !== undefined && pipeline.lines <= 50, 'steps of the pipeline have files of their own in engine/render/')
})

architecture('nothing imports tests or benches', () => {
  const wrong = [...engine, ...server].flatMap((file) =>
    file.imports.filter((to) => /^(test|bench)\//.test(to)).map((to) => `${file.path} imports ${to}`),
  )
  assert.equal(wrong, [])
})

architecture('no import cycles', () => {
  assert.equal(cyclesOf(new Map(everything.map((file) => [file.path, file.imports]))), [])
})

architecture('the rooms of a folder have an order: no room imports one that imports it', () => {
  for (const folder of PARTED) assert.equal(cyclesOf(roomsOf(folder)), [], folder)
})

architecture('no folder holds more than 40 files', () => {
  const counts = new Map<string, number>()
  for (const { path } of [...engine, ...server]) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  assert.equal(
    [...counts].filter(([, count]) => count > 40),
    [],
  )
})

/** Which rooms of a folder import which others of it. */
function roomsOf(folder: string): Map<string, string[]> {
  const roomOf = (path: string): string => (dirname(path) === folder ? path : dirname(path))
  const graph = new Map<string, string[]>()
  for (const { path, imports } of [...engine, ...server]) {
    if (!path.startsWith(`${folder}/`)) continue
    const room = roomOf(path)
    const others = imports.filter((to) => to.startsWith(`${folder}/`) && roomOf(to) !== room).map(roomOf)
    graph.set(room, [...(graph.get(room) ?? []), ...others])
  }
  return graph
}

function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const to of graph.get(path) ?? []) if (graph.has(to)) visit(to, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}

architecture('no default exports, no barrels, no file over 400 lines', () => {
  const defaults = [...engine, ...server].filter((file) => /^export default\b/m.test(file.text)).map((file) => file.path)
  assert.equal(defaults, [])
  const barrels = [...engine, ...server]
    .filter((file) => !file.path.endsWith('/index.ts') && /^export (\*|\{[^}]*\}) from/m.test(file.text))
    .map((file) => file.path)
  assert.equal(barrels, [])
  const long = everything.filter((file) => file.lines > 400 && !file.path.endsWith('.data.ts')).map((file) => `${file.path} ${file.lines}`)
  assert.equal(long, [])
})

architecture.run()
