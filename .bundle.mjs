// Makes one file of the built engine: loading its hundreds of modules one by one costs a process more than running them.
//
// PDFKit goes in without what we have our own of. Text, line breaking, PNG and encryption of PDFKit are never used
// (`engine/paint/pdf-canvas.ts` takes its container only), yet importing them takes longer than everything else together.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

const folder = '.dist/engine'
/** Loaded when wanted, or brought along with files of their own. */
const EXTERNAL = ['harfbuzzjs', 'bwip-js', 'bidi-js', 'hyphen', 'fontkit', 'pdf-lib', 'linebreak', 'sharp']
/** Of PDFKit's imports; the names that it takes from each. */
const UNUSED = { fontkit: ['create'], linebreak: ['default'], 'png-js': ['default'], '@noble/ciphers/aes': ['cbc', 'ecb'] }

const withoutUnused = {
  name: 'pdfkit without what is not used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(fontkit|linebreak|png-js|@noble\/ciphers\/aes)$/ }, ({ path, importer }) =>
      importer.includes('/pdfkit/') ? { path, namespace: 'unused' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'unused' }, ({ path }) => ({
      contents: UNUSED[path]
        .map((name) => `export ${name === 'default' ? 'default' : `const ${name} =`} () => { throw new Error('${path} is not part of the bundle') }`)
        .join('\n'),
    }))
  },
}

/** Yoga fetches its WebAssembly from a `data:` URL, for which Node loads its HTTP client; it can decode it just as well. */
const withoutFetching = {
  name: 'yoga without fetch',
  setup({ onLoad }) {
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('typeof fetch', 'typeof undefined'),
    }))
  },
}

const { metafile } = await build({
  entryPoints: [`${folder}/index.js`],
  outdir: folder,
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
  plugins: [withoutUnused, withoutFetching],
  chunkNames: 'chunk-[hash]',
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'eof',
  metafile: true,
  logLevel: 'warning',
})
// The modules that went in are not needed any more; their types are.
const made = new Set(Object.keys(metafile.outputs))
for (const name of readdirSync(folder, { recursive: true })) {
  const path = `${folder}/${name}`
  if (path.endsWith('.js') && !made.has(path)) rmSync(path)
}
