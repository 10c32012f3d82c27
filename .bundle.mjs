// Makes one file of the built engine: loading its hundreds of modules one by one costs a process more than running them. Beside it
// lie what V8 compiles it to (`.code-cache.mjs`), and the loader that puts both together (`.load.mjs`).
//
// PDFKit goes in without what we have our own of. Text, line breaking, PNG and encryption of PDFKit are never used
// (`engine/paint/pdf-canvas.ts` takes its container only), yet importing them takes longer than everything else together.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = '.dist/engine'
/** Loaded when wanted, or brought along with files of their own. */
const EXTERNAL = ['bwip-js', 'bidi-js', 'hyphen', 'fontkit', 'pdf-lib', 'linebreak', 'sharp']
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

/** PDFKit hashes the time of day for the identifier of each document; ours is made of its bytes (`engine/paint/pdf-canvas.ts`). */
const withoutIdentifiers = {
  name: 'pdfkit without identifiers',
  setup({ onLoad }) {
    onLoad({ filter: /pdfkit\/js\/pdfkit\.node\.mjs$/ }, ({ path }) => ({
      contents: replaceOnce(readFileSync(path, 'utf8'), 'PDFSecurity.generateFileID(this.info)', 'new Uint8Array(16)'),
    }))
  },
}

/** Yoga fetches its WebAssembly from a `data:` URL, for which Node loads its HTTP client; Node can decode it just as well, and quicker than Yoga. */
const withoutFetching = {
  name: 'yoga without fetch',
  setup({ onLoad }) {
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => ({
      contents: replaceOnce(
        readFileSync(path, 'utf8').replaceAll('typeof fetch', 'typeof undefined'),
        /var b=\w+\(a\.slice\(37\)\),c=new Uint8Array\(b\.length\);for\(a=0;a<b\.length;\+\+a\)c\[a\]=b\.charCodeAt\(a\);var d=c/,
        'var d=new Uint8Array(Buffer.from(a.slice(37),"base64"))',
      ),
    }))
  },
}

/** Of Node's modules those that cost milliseconds to load and that importing the engine needs nothing of: loaded by their first call. */
const LATE = { 'node:crypto': ['createHash'], 'node:zlib': ['brotliDecompressSync', 'deflateSync', 'inflateSync'] }

const builtInsWhenCalled = {
  name: 'built-in modules when they are called',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:crypto|(node:)?zlib)$/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path: path.replace(/^(?=zlib)/, 'node:'), namespace: 'late' },
    )
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => {
      // `require` looks a module up for longer than a small stream takes to deflate.
      const functions = LATE[path].map((name) => `export const ${name} = (...values) => (loaded ??= require('${path}')).${name}(...values)`)
      return { contents: ['let loaded', ...functions, `export default { ${LATE[path].join(', ')} }`].join('\n') }
    })
  },
}

/** The tables of HTML's named characters go in as they are after unpacking, which takes longer than all of parse5. */
const unpackedEntities = {
  name: 'unpacked entities',
  setup({ onLoad }) {
    onLoad({ filter: /entities\/dist\/decode\.js$/ }, async ({ path }) => {
      const { initDecodeData } = await import(join(dirname(path), 'internal/decode-data-format.js'))
      const { htmlDecodeData } = await import(join(dirname(path), 'generated/decode-data-html.js'))
      const fields = Object.entries(initDecodeData(htmlDecodeData)).map(([name, value]) => `${name}: ${literal(value)}`)
      return { contents: replaceOnce(readFileSync(path, 'utf8'), 'initDecodeData(htmlDecodeData)', `({ ${fields.join(', ')} })`) }
    })
  },
}

/** HarfBuzz is started by `.harfbuzz.mjs` when `engine/font/load.ts` needs it: documents of Latin text mostly do not. */
const harfBuzzWhenNeeded = {
  name: 'harfbuzz when needed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/harfbuzz\.js$/ }, ({ importer }) =>
      importer.includes('/harfbuzzjs/') ? { path: fileURLToPath(new URL('.harfbuzz.mjs', import.meta.url)) } : undefined,
    )
    onLoad({ filter: /harfbuzzjs\/dist\/index\.mjs$/ }, ({ path }) => ({
      contents: replaceOnce(
        readFileSync(path, 'utf8'),
        'init(await createHarfBuzz())',
        'export const start = () => { if (Module === undefined) init(createHarfBuzz()) }',
      ),
    }))
  },
}

/** Another version of a package may say it otherwise: the build fails then. */
function replaceOnce(text, from, to) {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${from} stands ${parts.length - 1} times in what is bundled`)
  return parts.join(to)
}

/** Typed arrays as base64, everything else as JSON. */
function literal(value) {
  if (!ArrayBuffer.isView(value)) return JSON.stringify(value)
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  return `new ${value.constructor.name}(Uint8Array.from(Buffer.from('${text}', 'base64')).buffer)`
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
  plugins: [withoutUnused, withoutIdentifiers, withoutFetching, builtInsWhenCalled, unpackedEntities, harfBuzzWhenNeeded],
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
