// Tagged rows are streamed in bounded memory, and cost the same in long documents as in short ones.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const MOST = 256 * 2 ** 20
const script = fileURLToPath(new URL('../support/stream-statement.ts', import.meta.url))
const rows = suite('tagged rows')

rows('100,000 are streamed in 256 MB', () => {
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--max-old-space-size=96', script, '100000'], { encoding: 'utf8' })
  const { rss, bytes, pages } = JSON.parse(output) as { bytes: number; pages: number; rss: number }
  assert.ok(pages > 2_000)
  assert.ok(bytes < 250 * 100_000, `${bytes} bytes`)
  assert.ok(rss <= MOST, `${rss} bytes of memory`)
})

rows.run()
