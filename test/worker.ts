// A process of `run.ts`: runs the test files that it is sent, one after another, and says after each whether it ended well, and its size in memory.
import { pathToFileURL } from 'node:url'

// uvu runs suites when they are told to, not when they are made.
Object.assign(globalThis, { UVU_DEFER: 1 })
const { exec } = await import('uvu')

async function run(file: string): Promise<number> {
  Object.assign(globalThis, { UVU_QUEUE: [[file.replace(/^.*\/test\//, '')]], UVU_INDEX: 0 })
  process.exitCode = 0
  try {
    await import(pathToFileURL(file).href)
    await exec()
  } catch (problem) {
    console.log(problem)
    return 1
  }
  return Number(process.exitCode)
}

process.on('message', (file: string) => {
  // A test may have put something in the place of `write`.
  const write = process.stdout.write.bind(process.stdout)
  void run(file).then((code) => {
    process.exitCode = 0
    write(`\n\0ended ${code} ${process.memoryUsage.rss()}\n`)
  })
})
process.on('disconnect', () => process.exit())
