// Law 3: rows live in a window. A statement that would not fit into the heap as boxes is streamed through a small one.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const script = fileURLToPath(new URL('support/stream-statement.ts', import.meta.url))

function stream(rows: number): { bytes: number; pages: number; rss: number } {
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--max-old-space-size=96', script, String(rows)], { encoding: 'utf8' })
  return JSON.parse(output) as { bytes: number; pages: number; rss: number }
}

const memory = suite('memory')

memory('ten times the rows need no ten times the memory', () => {
  const small = stream(2_000)
  const large = stream(20_000)
  assert.ok(large.pages > 9 * small.pages)
  // The data itself and what is kept of each page grow; boxes, lines and glyphs must not.
  assert.ok(large.rss < 2 * small.rss, `${large.rss} against ${small.rss}`)
})

memory.run()
