// Makes of the built engine what ships: for Node one script, with the code that V8 makes of it, and for bundlers a few modules.
// Both keep names and short lines: an error that nobody catches shows the line that threw, and functions of ours.
import { execFile } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { bundleMcp } from './mcp.mjs'
import { makePortable } from './portable.mjs'
import { makeScript } from './script.mjs'

const folder = '.dist/engine'

// What an older build left would be found instead of this one.
rmSync(`${folder}/portable`, { recursive: true, force: true })
for (const name of readdirSync(folder)) if (/\.(cjs|cache)$/.test(name)) rmSync(`${folder}/${name}`)

const modules = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'))
const [script, portable] = await Promise.all([makeScript(folder), makePortable(folder), bundleMcp('.dist/server/mcp')])
// The modules that went in are not needed any more; their types are.
for (const name of modules) rmSync(`${folder}/${name}`)
portable.write()
const { engine } = await script.write()
portable.check(Object.keys(engine))

// V8 takes its code back only under the flags it was made with: those of a plain process, and those of the server's.
const { childFlags } = await import(new URL('../.dist/server/pool/worker-process.js', import.meta.url))
const { SETTINGS } = await import(new URL('../.dist/server/settings.data.js', import.meta.url))
const run = promisify(execFile)
const ownFlags = [[], childFlags(Number(SETTINGS.childHeap.default))]
await Promise.all(ownFlags.map((flags) => run(process.execPath, [...flags, '.build/code-cache.mjs'])))
