// One script of the engine for Node: loading its hundreds of modules one by one costs a process more than running them. Beside it lie
// what V8 compiles it to (`code-cache.mjs`), and the loader that puts both together (`load.mjs`).
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { patternNames } from './pattern-names.mjs'
import { PLUGINS } from './plugins.mjs'

/** Loaded when wanted, or brought along with files of their own. */
const EXTERNAL = ['bwip-js', 'bidi-js', 'hyphen', 'fontkit', 'pdf-lib', 'linebreak', 'sharp', 'temml']

/** What the script reads while it runs besides, written so that tools find it that trace a program's files. */
function traced(patterns) {
  // HarfBuzz's own starter names its WebAssembly; what `require` gives of temml is not what `import` does.
  const modules = ['bwip-js/generic', 'fontkit', 'pdf-lib', 'sharp', 'temml/dist/temml.cjs', 'bidi-js', 'harfbuzzjs', ...patterns]
  const fonts = readdirSync(fileURLToPath(new URL('../fonts', import.meta.url))).filter((name) => name.endsWith('.ttf'))
  const lines = [
    `import { readFileSync } from 'node:fs'`,
    'export const modules = () => [',
    ...modules.map((name) => `  import('${name}'),`),
    ']',
    'export const files = () => [',
    ...fonts.map((name) => `  readFileSync(new URL('../../fonts/${name}', import.meta.url)),`),
    ']',
  ]
  return `${lines.join('\n')}\n`
}

/** Of Node's modules those that cost milliseconds to load and that importing the engine needs nothing of: loaded by their first call. */
const LATE = { 'node:crypto': ['createHash'], 'node:zlib': ['brotliDecompressSync', 'deflateRawSync', 'deflateSync', 'inflateSync'] }

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

/** Names are kept and lines are short, for stack traces; this is also what Node prints of an error that nobody catches. */
export const READABLE = { minifySyntax: true, lineLimit: 160, legalComments: 'eof', logLevel: 'warning' }

/** esbuild writes all in ASCII but regular expressions, where an escape means the same. */
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Reads what is in `folder`; `write` puts the script there, loads it and gives what it exports. */
export async function makeScript(folder) {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/index.js`],
    outfile: `${folder}/engine.cjs`,
    write: false,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL.flatMap((name) => [name, `${name}/*`]),
    plugins: [...PLUGINS, builtInsWhenCalled],
    define: { 'import.meta.url': 'moduleUrl' },
    supported: { 'dynamic-import': true },
    ...READABLE,
    // A fifth of the text, which every process reads and keeps, and which V8 counts when it decides on a full collection. Lines then break at fewer places.
    minifyWhitespace: true,
    lineLimit: 100,
  })
  // A script cannot import by itself: it is given a function that does.
  const code = outputFiles[0].text.replaceAll(/\bimport\((?=")/g, 'load(').replaceAll(/[^\0-\x7f]/g, escaped)
  return {
    async write() {
      writeFileSync(`${folder}/engine.cjs`, `(function(exports, require, module, moduleUrl, load) {${code}\n})`)
      writeFileSync(`${folder}/traced.js`, traced(patternNames()))
      copyFileSync(fileURLToPath(new URL('../engine/bundle/load.mjs', import.meta.url)), `${folder}/load.js`)
      const { engine } = await import(pathToFileURL(`${folder}/load.js`))
      writeFileSync(`${folder}/index.js`, `import { engine } from './load.js'\nexport const { ${Object.keys(engine).join(', ')} } = engine\n`)
      return { engine }
    },
  }
}
