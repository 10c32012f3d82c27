// Programs that tests start, as JavaScript: by tsx each process spends half a second of CPU on transpiling before it begins. Problem: programs find others by
// `import.meta.url`, and bundling moves modules. Approach: one build of all programs with shared chunks, in a folder as the project's is, and each module's
// `import.meta.url` is its place in that folder.
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Where `run.ts` has made them for all of its processes. */
const GIVEN = 'PLATEN_TEST_PROGRAMS'

const PROGRAMS = [
  'server/cli',
  'server/main',
  'server/pool/child',
  'server/commands/batch/child',
  'test/server/support/evil-child',
  'test/server/support/fake-child',
  'test/server/support/fake-cli',
  'test/server/support/fake-main',
  'test/server/support/put-assets-forever',
  'test/server/support/resume-watchdog-main',
  'test/server/support/save-forever',
] as const

export type Program = (typeof PROGRAMS)[number]

/** Makes all programs, for this process and those that it starts. */
async function buildPrograms(): Promise<void> {
  if (process.env[GIVEN] !== undefined) return
  const folder = join(ROOT, '.tmp', `programs-${process.pid}`)
  await build({
    ...{ absWorkingDir: ROOT, entryPoints: PROGRAMS.map((name) => `${name}.ts`), outbase: ROOT, outdir: folder },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external', logLevel: 'warning' },
    plugins: [placesIn(folder)],
  })
  process.env[GIVEN] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

await buildPrograms()

/** The address of a program's module. */
export function programUrl(name: Program): URL {
  return pathToFileURL(join(process.env[GIVEN]!, `${name}.js`))
}

export const programFile = (name: Program): string => fileURLToPath(programUrl(name))

function placesIn(folder: string): Plugin {
  return {
    name: 'places',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const source = readFileSync(path, 'utf8')
        if (!source.includes('import.meta.url')) return undefined
        const place = pathToFileURL(join(folder, relative(ROOT, path)).replace(/\.ts$/, '.js')).href
        const contents = source
          .replaceAll(/(new URL\('[^']*)\.ts(', import\.meta\.url\))/g, '$1.js$2')
          .replaceAll('import.meta.url', JSON.stringify(place))
        return { contents, loader: 'ts' }
      })
    },
  }
}
