// Makes everything that ships. The web application needs nothing of the built engine: both are made at the same time.
import { spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'

await Promise.all([engineAndServer(), run('.build/web.mjs')])
chmodSync('.dist/server/cli.js', 0o755)
await run('server/deploy/built.mjs')

async function engineAndServer() {
  // Types are checked by `npm run check`: here that would be two thirds of the compiler's time, whenever the package is installed.
  await run('node_modules/typescript/bin/tsc', '-p', '.tsconfig.build.json', '--noCheck')
  await run('.build/bundle.mjs')
}

/** Runs a script; ends the build with its exit code if that is not 0. */
function run(script, ...values) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...values], { stdio: 'inherit' })
    child.on('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)))
  })
}
