// The engine as modules that bundlers take (`exports` in package.json gives them under the condition `module`, which esbuild, Rollup,
// webpack, Vite and Next.js set and Node does not).
//
// A bundle is run where no `node_modules` is, so whatever the engine reads from files while it runs is carried along, packed: the WebAssembly
// of HarfBuzz, the families for Latin, Greek and Cyrillic, the patterns for hyphenation. The other fonts stay files (they would double it):
// a `fonts` folder beside the bundle is found. `sharp` is a native module, so nobody can bundle it, and it is looked for while running.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { build } from 'esbuild'
import { patternNames } from './pattern-names.mjs'
import { PLUGINS, replaceOnce } from './plugins.mjs'
import { READABLE } from './script.mjs'

const require = createRequire(import.meta.url)
const ours = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Packages that bundlers follow by themselves; pdf-lib goes in, since Rollup would need a plugin for its JSON. */
const EXTERNAL = ['bwip-js', 'fontkit', 'linebreak']

const CARRIED_FONTS = /^(Arimo|Tinos|Cousine)-\w+\.ttf$/

/** What modules named `packed:…` hold: files by their names. */
const PACKED = {
  fonts: () =>
    readdirSync(ours('../fonts'))
      .filter((name) => CARRIED_FONTS.test(name))
      .map((name) => [name, readFileSync(ours(`../fonts/${name}`))]),
  harfbuzz: () => [['harfbuzz.wasm', readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz.wasm'))]],
  patterns: () => patternNames().map((name) => [name, Buffer.from(JSON.stringify(require(name)))]),
}

/** Of 11: half a second for all, where the last two take twelve and save a twelfth. */
const QUALITY = 9

const packedFiles = {
  name: 'packed files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^packed:/ }, ({ path }) => ({ path: path.slice('packed:'.length), namespace: 'packed' }))
    onLoad({ filter: /.*/, namespace: 'packed' }, ({ path }) => {
      const files = PACKED[path]().map(([name, bytes]) => {
        const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
        return `${JSON.stringify(name)}: () => unpack('${packed.toString('base64')}')`
      })
      const lines = [
        `import { brotliDecompressSync } from 'node:zlib'`,
        `const unpack = (text) => brotliDecompressSync(Buffer.from(text, 'base64'))`,
        `export const FILES = { ${files.join(',\n')} }`,
      ]
      return { contents: lines.join('\n'), resolveDir: ours('.') }
    })
  },
}

/** Modules of ours that read files, and what stands in their place. */
const CARRYING = new Map([
  ['fonts/files.js', '../engine/bundle/portable-fonts.mjs'],
  ['engine/bundle/harfbuzz-file.mjs', '../engine/bundle/portable-harfbuzz.mjs'],
])
const isFonts = (file) => file === 'fonts/files.js'

/** Replaces modules of ours that read files, those that read fonts only where wanted. */
function withoutFiles(setup, isWanted) {
  setup.onResolve({ filter: /(^|\/)(files\.js|harfbuzz-file\.mjs)$/ }, ({ path, resolveDir }) => {
    const name = [...CARRYING.keys()].find((wanted) => join(resolveDir, path).replaceAll('\\', '/').endsWith(wanted))
    return name === undefined || !isWanted(name) ? undefined : { path: ours(CARRYING.get(name)) }
  })
}

const withoutFontFiles = {
  name: 'without files of fonts',
  setup: (setup) => withoutFiles(setup, isFonts),
}

const withoutPackages = {
  name: 'without files of packages',
  setup(setup) {
    const { onLoad } = setup
    withoutFiles(setup, (file) => !isFonts(file))
    onLoad({ filter: /engine\/layout\/line-break\/hyphenate\.js$/ }, ({ path }) => ({
      contents: `import { FILES } from 'packed:patterns'\n${replaceOnce(
        readFileSync(path, 'utf8'),
        'const require = createRequire(import.meta.url)',
        'const require = (name) => JSON.parse(FILES[name]())',
      )}`,
      resolveDir: ours('../engine/layout/line-break'),
    }))
    onLoad({ filter: /engine\/text\/bidi-classes\.js$/ }, ({ path }) => ({
      contents: `import bidiJs from 'bidi-js'\n${replaceOnce(readFileSync(path, 'utf8'), `createRequire(import.meta.url)('bidi-js')`, 'bidiJs')}`,
      resolveDir: ours('../engine/text'),
    }))
    // A package that is required is bundled as a function, which runs when it is called.
    onLoad({ filter: /engine\/source\/latex\.js$/ }, ({ path }) => ({
      contents: replaceOnce(readFileSync(path, 'utf8'), `createRequire(import.meta.url)('temml')`, `require('temml')`),
      resolveDir: ours('../engine/source'),
    }))
    // A name that is not in the text is left alone by all bundlers; the comments are for those that would warn.
    onLoad({ filter: /engine\/image\/unpack\.js$/ }, ({ path }) => ({
      contents: replaceOnce(readFileSync(path, 'utf8'), `import('sharp')`, `((name) => import(/* webpackIgnore: true */ /* @vite-ignore */ name))('sharp')`),
    }))
  },
}

/** For programs whose packages are not installed: what the engine reads from them goes in. */
export const embedded = { name: 'embedded', setup: (setup) => [packedFiles, withoutPackages].map((plugin) => plugin.setup(setup)) }

/** Bundles that are scripts have no `import.meta`; some bundlers put the path of the machine that builds there. */
const WHERE = `import { pathToFileURL as toModuleUrl } from 'node:url'
const moduleUrl = /^file:/.test(import.meta.url ?? '')
  ? import.meta.url
  : toModuleUrl(typeof __filename === 'string' ? __filename : (process.argv[1] ?? process.cwd())).href
`

/** Reads what is in `folder`; `write` puts the modules into its subfolder `portable`. */
export async function makePortable(folder, { external = EXTERNAL } = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [`${folder}/index.js`],
    outdir: `${folder}/portable`,
    write: false,
    bundle: true,
    splitting: true,
    metafile: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: external.flatMap((name) => [name, `${name}/*`]),
    plugins: [withoutFontFiles, embedded, ...PLUGINS],
    define: { 'import.meta.url': 'moduleUrl' },
    ...READABLE,
  })
  return {
    metafile,
    write(into = `${folder}/portable`) {
      mkdirSync(into)
      for (const { path, text } of outputFiles) writeFileSync(join(into, basename(path)), /\bmoduleUrl\b/.test(text) ? WHERE + text : text)
    },
    /** Both forms export the same. */
    check(names) {
      const entry = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint?.endsWith('engine/index.js'))
      const [missing] = names.filter((name) => !entry.exports.includes(name))
      if (missing !== undefined || entry.exports.length !== names.length) throw new Error(`portable/ exports ${entry.exports}, the script ${names}`)
    },
  }
}
