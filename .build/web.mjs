// Makes the web application of its sources: modules with hashed names, compressed beforehand, and the page that loads them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { languagePlugin } from './language.mjs'

const SOURCE = 'server/web'
const FOLDER = '.dist/server/web'

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const common = { bundle: true, format: 'esm', target: 'es2022', minify: true, write: false, legalComments: 'none', logLevel: 'warning' }
// The worker draws PDFs: a program of its own, whose address the application must know.
const worker = await build({
  ...common,
  entryPoints: { 'pdf-worker': 'node_modules/pdfjs-dist/build/pdf.worker.min.mjs' },
  outdir: FOLDER,
  entryNames: '[name]-[hash]',
})
for (const { path, contents } of worker.outputFiles) writeAll(basename(path), contents)

const result = await build({
  ...common,
  entryPoints: { app: `${SOURCE}/main.tsx`, dev: `${SOURCE}/dev.tsx` },
  outdir: FOLDER,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  splitting: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.woff2': 'file', '.svg': 'file' },
  define: { 'process.env.NODE_ENV': '"production"', PDF_WORKER: JSON.stringify(`/app/files/${basename(worker.outputFiles[0].path)}`) },
  metafile: true,
  plugins: [languagePlugin],
})
for (const { path, contents } of result.outputFiles) writeAll(basename(path), contents)

writePage('main.tsx', 'index.html')
// The page of `platen dev`, where nobody signs in.
writePage('dev.tsx', 'dev.html', /^.*rel="preload".*\n/m)

function writePage(source, name, without = '') {
  const entry = Object.entries(result.metafile.outputs).find(([, { entryPoint }]) => entryPoint === `${SOURCE}/${source}`)
  const [script, { cssBundle }] = entry
  const names = { __SCRIPT__: basename(script), __STYLE__: basename(cssBundle) }
  // Modules that the first one imports are asked for with it, not after it: on a slow line each step of a chain is a wait.
  const preloads = [...importsOf(script)].map((path) => `    <link rel="modulepreload" href="/app/files/${basename(path)}">\n`).join('')
  const page = readFileSync(`${SOURCE}/index.html`, 'utf8').replace(without, '')
  const named = page.replaceAll(/__(SCRIPT|STYLE)__/g, (name) => names[name])
  writeFileSync(`${FOLDER}/${name}`, named.replace('  </head>', `${preloads}  </head>`))
}

/** The modules that one imports statically, and those that they import. */
function importsOf(path, found = new Set()) {
  for (const { path: imported, kind } of result.metafile.outputs[path].imports) {
    if (kind !== 'import-statement' || found.has(imported)) continue
    found.add(imported)
    importsOf(imported, found)
  }
  return found
}

function writeAll(name, contents) {
  writeFileSync(`${FOLDER}/${name}`, contents)
  writeFileSync(`${FOLDER}/${name}.gz`, gzipSync(contents, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${FOLDER}/${name}.br`, brotliCompressSync(contents, { params }))
}
