// Law 3: rows live in a window. A statement that would not fit into the heap as boxes is streamed through a small one.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../engine/index.ts'

const script = fileURLToPath(new URL('support/stream-statement.ts', import.meta.url))

function stream(rows: number, ...more: readonly string[]): { bytes: number; pages: number; rss: number } {
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--max-old-space-size=96', script, String(rows), ...more], {
    encoding: 'utf8',
  })
  return JSON.parse(output) as { bytes: number; pages: number; rss: number }
}

const invoices = fileURLToPath(new URL('support/merge-invoices.ts', import.meta.url))

const memory = suite('memory')

memory('a render leaves nothing for the next tick, which a loop of renders does not reach', async () => {
  const engine = await createEngine()
  const template = engine.compile({ type: 'html', source: '<p>a' })
  const { nextTick } = process
  const left: string[] = []
  process.nextTick = (callback: (...given: never[]) => void, ...given: never[]): void => {
    left.push(callback.name)
    nextTick(callback, ...given)
  }
  try {
    for (let i = 0; i < 3; i++) await engine.render(template, {})
  } finally {
    process.nextTick = nextTick
  }
  assert.equal(left, [])
})

memory('ten times the rows need no ten times the memory', () => {
  const small = stream(2_000)
  const large = stream(20_000)
  assert.ok(large.pages > 9 * small.pages)
  // The data itself and what is kept of each page grow; boxes, lines and glyphs must not.
  assert.ok(large.rss < 2 * small.rss, `${large.rss} against ${small.rss}`)
  // Of the structure tree only what is open is kept, and a number for each sequence of marked content.
  const untagged = stream(20_000, 'untagged')
  assert.ok(large.bytes > 1.2 * untagged.bytes)
  assert.ok(large.rss < 1.4 * untagged.rss, `tagged ${large.rss} against ${untagged.rss}`)
})

memory('a merge lets go of its parts as they are finished', () => {
  const merge = (count: number, ...flags: readonly string[]): { pages: number; megabytes: number } => {
    const output = execFileSync(process.execPath, ['--import', 'tsx', '--expose-gc', ...flags, invoices, String(count)], {
      ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    })
    return JSON.parse(output) as { pages: number; megabytes: number } // as the script prints it
  }
  // What the program itself needs. Boxes, lines and faces of 400 invoices would need half as much again.
  const base = Math.ceil(merge(20).megabytes)
  assert.ok(merge(400, `--max-old-space-size=${base + 10}`).pages >= 400)
})

memory.run()
