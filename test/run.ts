// Runs every *.test.ts through uvu and ends with the plain closing line `N passed, N failed`.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pattern = process.argv[2] ?? '\\.test\\.ts$'
const child = spawn(process.execPath, ['--import', 'tsx', 'node_modules/uvu/bin.js', 'test', pattern], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})

let output = ''
child.stdout.setEncoding('utf8')
child.stdout.on('data', (chunk: string) => {
  output += chunk
  process.stdout.write(chunk)
})
child.on('close', (code) => {
  const count = (name: string): number => Number(new RegExp(`^\\s*${name}:\\s+(\\d+)`, 'm').exec(output)?.[1] ?? 0)
  const total = count('Total')
  const passed = count('Passed')
  const failed = Math.max(total - passed, code === 0 && total > 0 ? 0 : 1)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
})
