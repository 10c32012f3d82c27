// Bundles the SDK of the Model Context Protocol into the module that names what is used of it: `platen mcp` is its only user, and as a dependency it
// would bring fifty packages into every installation.
import { writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { thirdPartyNotices } from './notices.mjs'
import { READABLE } from './script.mjs'

export async function bundleMcp(folder) {
  const { metafile } = await build({
    entryPoints: [`${folder}/sdk.js`],
    outfile: `${folder}/sdk.js`,
    allowOverwrite: true,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // A dependency of Platen anyway.
    external: ['ajv', 'ajv/*'],
    banner: { js: `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)` },
    ...READABLE,
  })
  writeFileSync(`${folder}/THIRD-PARTY.txt`, thirdPartyNotices(Object.keys(metafile.inputs)))
}
