// `npm run pack`: the two packages that are published from this tree, as tarballs in `.tmp/packages`. `platen` is everything, as `npm pack` makes it;
// `platen-engine` is the engine for embedding, which this file puts together: everything it needs is bundled, so nothing else is installed with it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { packageReadme, thirdPartyNotices } from './notices.mjs'
import { PLUGINS } from './plugins.mjs'
import { embedded, makePortable } from './portable.mjs'
import { READABLE } from './script.mjs'

const TARBALLS = '.tmp/packages'
/** Compiled sources, which the build of the service bundles and throws away. */
const MODULES = '.tmp/platen-engine-modules'
const STAGE = '.tmp/platen-engine'

/** Loaded when a document needs them: a package each, in a file of its own. */
const LAZY = ['bwip-js/generic', 'fontkit', 'pdf-lib', 'temml']
/** Of these a module that `require` gives has everything; as ES modules they have a default export alone. */
const WHOLE = new Set(['temml'])

const own = JSON.parse(readFileSync('package.json', 'utf8'))
const bundledFiles = new Set()

async function stageEngine() {
  for (const folder of [MODULES, STAGE]) rmSync(folder, { recursive: true, force: true })
  execFileSync('npx', ['tsc', '-p', '.tsconfig.build.json', '--outDir', MODULES], { stdio: 'inherit' })
  mkdirSync(STAGE, { recursive: true })
  const names = await bundleForNode()
  await bundleForBundlers(names)
  copyTypes()
  cpSync('fonts', join(STAGE, 'fonts'), { recursive: true, filter: (path) => !/\.ts$/.test(path) })
  cpSync('LICENSE', join(STAGE, 'LICENSE'))
  writeFileSync(join(STAGE, 'README.md'), packageReadme())
  writeFileSync(join(STAGE, 'THIRD-PARTY.txt'), thirdPartyNotices(bundledFiles))
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

/** One instance for `import` and `require`: the ES module names what the script exports. Gives those names. */
async function bundleForNode() {
  const lazy = new Map()
  const { metafile } = await build({
    entryPoints: [`${MODULES}/engine/index.js`],
    outfile: `${STAGE}/engine.cjs`,
    ...FOR_NODE,
    format: 'cjs',
    plugins: [lazyPackages(lazy), embedded, ...PLUGINS],
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: `const moduleUrl = require('node:url').pathToFileURL(__filename).href` },
    supported: { 'dynamic-import': true },
  })
  noteFiles(metafile)
  for (const [file, name] of lazy) {
    const format = file.endsWith('.cjs') ? 'cjs' : 'esm'
    const banner = format === 'esm' ? { js: `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)` } : {}
    const contents = WHOLE.has(name) ? `module.exports = require('${name}')` : `export * from '${name}'`
    const stdin = { contents, resolveDir: resolve('.') }
    const made = await build({ stdin, outfile: join(STAGE, file), ...FOR_NODE, format, banner, plugins: PLUGINS.slice(0, 2) })
    noteFiles(made.metafile)
  }
  const { createRequire } = await import('node:module')
  const names = Object.keys(createRequire(import.meta.url)(resolve(STAGE, 'engine.cjs')))
  writeFileSync(join(STAGE, 'index.js'), `import engine from './engine.cjs'\nexport const { ${names.join(', ')} } = engine\n`)
  return names
}

const FOR_NODE = { bundle: true, metafile: true, platform: 'node', target: 'node20', external: ['sharp'], ...READABLE }

/** `import()` and `require()` of these packages become files beside the script; `found` gets their names. */
function lazyPackages(found) {
  return {
    name: 'lazy packages',
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^(${LAZY.join('|')})$`) }, ({ path, kind, importer }) => {
        if (importer.includes('/node_modules/')) return undefined
        const file = `lazy/${path.replace(/\/.*/, '')}${kind === 'dynamic-import' ? '.mjs' : '.cjs'}`
        found.set(file, path)
        return { path: `./${file}`, external: true }
      })
    },
  }
}

/** Modules for bundlers, which cannot follow files that are read at run time. */
async function bundleForBundlers(names) {
  const portable = await makePortable(`${MODULES}/engine`, { external: ['sharp'] })
  portable.write(join(STAGE, 'bundler'))
  portable.check(names)
  noteFiles(portable.metafile)
}

function noteFiles({ inputs }) {
  for (const path of Object.keys(inputs)) bundledFiles.add(path)
}

/** Declarations that `index.d.ts` reaches, once for each kind of module: what a declaration stands for goes by the nearest package.json. */
function copyTypes() {
  const reached = new Set()
  const reach = (file) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
      reach(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')))
  }
  reach(join(MODULES, 'engine/index.d.ts'))
  for (const [folder, type] of [
    ['types', 'module'],
    ['types-cjs', 'commonjs'],
  ]) {
    for (const file of reached) {
      const to = join(STAGE, folder, relative(MODULES, file))
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, readFileSync(file, 'utf8').replaceAll(/(from |import\()'(\.[^']+)\.ts'/g, "$1'$2.js'"))
    }
    writeFileSync(join(STAGE, folder, 'package.json'), `{ "type": "${type}" }\n`)
  }
}

function manifest() {
  const { version, license, engines, author, repository, homepage, keywords, peerDependencies, peerDependenciesMeta } = own
  return {
    name: 'platen-engine',
    version,
    description: 'PDFs from HTML or editor templates and data, without a browser: the engine of Platen for embedding',
    type: 'module',
    ...{ license, author, repository, homepage, keywords, engines },
    exports: {
      '.': {
        module: { types: './types/engine/index.d.ts', default: './bundler/index.js' },
        import: { types: './types/engine/index.d.ts', default: './index.js' },
        require: { types: './types-cjs/engine/index.d.ts', default: './engine.cjs' },
      },
      './package.json': './package.json',
    },
    main: './engine.cjs',
    types: './types-cjs/engine/index.d.ts',
    files: ['**/*'],
    sideEffects: false,
    peerDependencies: { ...peerDependencies, sharp: own.optionalDependencies?.sharp ?? own.devDependencies.sharp },
    peerDependenciesMeta: { ...peerDependenciesMeta, sharp: { optional: true } },
  }
}

rmSync(TARBALLS, { recursive: true, force: true })
mkdirSync(TARBALLS, { recursive: true })
await stageEngine()
for (const folder of ['.', STAGE]) execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', resolve(TARBALLS)], { cwd: folder })
