// Makes the web application of its sources: modules with hashed names, compressed beforehand, and the page that loads them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { rollup } from 'rollup'
import { languagePlugin } from './language.mjs'

const SOURCE = 'server/web'
const FOLDER = '.dist/server/web'
/** Of 11: a third of a second for all files, where the last two take seven and save a twelfth. */
const QUALITY = 9

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const common = { bundle: true, format: 'esm', target: 'es2022', minify: true, write: false, legalComments: 'none', logLevel: 'warning' }
// pdf.js: its worker is a program of its own, whose address the application must know; both pages load the same library.
const { worker, library } = await pdfFiles()
const pdfPlugin = {
  name: 'pdf.js',
  setup({ onResolve }) {
    onResolve({ filter: /^pdfjs-dist$/ }, () => ({ path: library, external: true }))
  },
}
await writePage('main.tsx', 'index.html')
// The page of `platen dev`, where nobody signs in.
await writePage('dev.tsx', 'dev.html', /^.*rel="preload".*\n/m)

/** The addresses of the library and of its worker. */
async function pdfFiles() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: { 'pdf-worker': 'node_modules/pdfjs-dist/build/pdf.worker.min.mjs', pdf: 'node_modules/pdfjs-dist/build/pdf.mjs' },
    outdir: FOLDER,
    entryNames: '[name]-[hash]',
  })
  for (const { path, contents } of outputFiles) writeAll(basename(path), contents)
  const addressOf = (pattern) => `/app/files/${outputFiles.map(({ path }) => basename(path)).find((name) => pattern.test(name))}`
  return { worker: addressOf(/^pdf-worker-/), library: addressOf(/^pdf-(?!worker-)/) }
}

/** A page with the modules and styles of one entry. */
async function writePage(source, name, without = '') {
  const { outputFiles, metafile } = await build({
    ...{ ...common, minify: false, minifySyntax: true },
    entryPoints: { [source === 'main.tsx' ? 'app' : 'dev']: `${SOURCE}/${source}` },
    outdir: FOLDER,
    chunkNames: '[name]-[hash]',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"', PDF_WORKER: JSON.stringify(worker) },
    metafile: true,
    plugins: [languagePlugin, pdfPlugin],
  })
  const files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const [entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === `${SOURCE}/${source}`)
  const chunks = await joined(basename(entry), files)
  for (const { fileName, code } of chunks) writeAll(fileName, code)
  const styles = await minified(files.get(basename(entry).replace(/js$/, 'css')), 'css')
  const style = `${basename(entry, '.js')}-${hashOf(styles)}.css`
  writeAll(style, styles)
  const { fileName: script, imports } = chunks.find(({ isEntry }) => isEntry)
  // Modules that the first one imports are asked for with it, not after it: on a slow line each step of a chain is a wait.
  const preloads = imports.map((path) => `    <link rel="modulepreload" href="/app/files/${path}">\n`).join('')
  const names = { __SCRIPT__: script, __STYLE__: style }
  const page = readFileSync(`${SOURCE}/index.html`, 'utf8').replace(without, '')
  const named = page.replaceAll(/__(SCRIPT|STYLE)__/g, (name) => names[name])
  writeFileSync(`${FOLDER}/${name}`, named.replace('  </head>', `${preloads}  </head>`))
}

/**
 * The modules of a page in as few files as it can be. esbuild makes a file of each set of entries that share a module, which are twenty small ones for the list: as browsers
 * ask for six at a time, they take three round trips. Rollup leaves with the entry what is loaded with it anyway.
 */
async function joined(entry, files) {
  const own = {
    name: 'files',
    resolveId: (id) => (id === library ? { id, external: true } : basename(id)),
    load: (id) => files.get(id) ?? null,
    renderChunk: async (code) => ({ code: await minified(code, 'js'), map: null }),
  }
  const made = await rollup({ input: { [basename(entry, '.js')]: entry }, plugins: [own], treeshake: false, onwarn: failOn })
  const { output } = await made.generate({
    format: 'es',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: ({ name }) => `${name.replace(/-[A-Z0-9]{8}$/, '')}-[hash].js`,
    hashCharacters: 'base36',
  })
  await made.close()
  return output
}

function failOn({ code, message }) {
  // Files that are loaded later import from the entry, which imports them when they are needed.
  if (code !== 'CIRCULAR_DEPENDENCY') throw new Error(message)
}

async function minified(code, loader) {
  return (await transform(code, { loader, minify: true, target: 'es2022', legalComments: 'none', ...(loader === 'js' ? { format: 'esm' } : {}) })).code
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

/** Files of the same name have the same content. */
function writeAll(name, contents) {
  if (existsSync(`${FOLDER}/${name}`)) return
  writeFileSync(`${FOLDER}/${name}`, contents)
  writeFileSync(`${FOLDER}/${name}.gz`, gzipSync(contents, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY }
  writeFileSync(`${FOLDER}/${name}.br`, brotliCompressSync(contents, { params }))
}
