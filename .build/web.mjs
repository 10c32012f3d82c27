// Makes the web application of its sources: modules with hashed names, compressed beforehand, and the page that loads them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'

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
  entryPoints: { app: `${SOURCE}/main.tsx` },
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
})
for (const { path, contents } of result.outputFiles) writeAll(basename(path), contents)

const entry = Object.entries(result.metafile.outputs).find(([, { entryPoint }]) => entryPoint === `${SOURCE}/main.tsx`)
const [script, { cssBundle }] = entry
const names = { __SCRIPT__: basename(script), __STYLE__: basename(cssBundle) }
const page = readFileSync(`${SOURCE}/index.html`, 'utf8').replaceAll(/__(SCRIPT|STYLE)__/g, (name) => names[name])
writeFileSync(`${FOLDER}/index.html`, page)

function writeAll(name, contents) {
  writeFileSync(`${FOLDER}/${name}`, contents)
  writeFileSync(`${FOLDER}/${name}.gz`, gzipSync(contents, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(`${FOLDER}/${name}.br`, brotliCompressSync(contents, { params }))
}
