// Makes one file of the built engine: loading its hundreds of modules one by one costs a process more than running them. Beside it
// lie what V8 compiles it to (`.code-cache.mjs`), and the loader that puts both together (`.load.mjs`).
//
// PDFKit goes in without what we have our own of. Text, line breaking, PNG and encryption of PDFKit are never used
// (`engine/paint/pdf-canvas.ts` takes its container only), yet importing them takes longer than everything else together.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

const { outputFiles } = await build({
  entryPoints: [`${folder}/index.js`],
  outfile: `${folder}/engine.cjs`,
  write: false,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
  plugins: [withoutUnused, withoutFetching],
  define: { 'import.meta.url': 'moduleUrl' },
  supported: { 'dynamic-import': true },
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'eof',
  logLevel: 'warning',
})
// The modules that went in are not needed any more; their types are. What an older build left would be found instead of this one.
for (const name of readdirSync(folder, { recursive: true })) {
  if (/\.(js|cjs|cache)$/.test(name)) rmSync(`${folder}/${name}`)
}

// A script cannot import by itself: it is given a function that does.
const code = outputFiles[0].text.replaceAll(/\bimport\((?=")/g, 'load(')
writeFileSync(`${folder}/engine.cjs`, `(function(exports, require, module, moduleUrl, load) {${code}\n})`)
copyFileSync('.load.mjs', `${folder}/load.js`)
const { engine } = await import(new URL(`${folder}/load.js`, import.meta.url))
writeFileSync(`${folder}/index.js`, `import { engine } from './load.js'\nexport const { ${Object.keys(engine).join(', ')} } = engine\n`)

// V8 takes its code back only under the flags it was made with: those of a plain process, and those of the server's.
const { childFlags } = await import(new URL('.dist/server/pool/process.js', import.meta.url))
const { SETTINGS } = await import(new URL('.dist/server/settings.data.js', import.meta.url))
for (const flags of [[], childFlags(Number(SETTINGS.childHeap.initial))]) execFileSync(process.execPath, [...flags, '.code-cache.mjs'])
