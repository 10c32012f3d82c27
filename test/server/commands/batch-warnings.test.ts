// Warnings of a batch: each once, with the number of documents that have it, however often each has it.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeProblem } from '../../../engine/diagnostic.ts'
import type { Diagnostic } from '../../../engine/index.ts'
import { BatchWarnings } from '../../../server/commands/batch/warnings.ts'
import type { CommandContext } from '../../../server/commands/command.ts'

const warnings = suite('batch warnings')

// `text` asks for nothing else of the engine.
const context = { loadEngine: async () => ({ describeProblem }) } as unknown as CommandContext
const at = { kind: 'text', line: 1, column: 3 } as const
const missing = (path: string, count?: number): Diagnostic => ({
  ...{ code: 'missing-glyph', severity: 'warning', message: 'no font has a glyph', at, path },
  ...(count === undefined ? {} : { count }),
})

warnings('a document is counted once for a warning that it has of many values', async () => {
  const list = new BatchWarnings()
  list.add(1, [missing('rows[0].name'), missing('rows[1].name')], 2)
  list.add(2, [missing('rows[4].name'), missing('rows[5].name')], 2)
  list.add(3, [], 0)
  assert.is(list.documents, 2)
  const text = await list.text({ path: 'row.html', source: undefined }, context)
  assert.is(text, 'row.html:1:3: warning: no font has a glyph, at rows[0].name [missing-glyph]\n  in 2 documents, first in row 1\n')
})

warnings('values that one warning stands for are not among those that are not listed', async () => {
  const list = new BatchWarnings()
  list.add(1, [missing('rows[0].name'), missing('rows[1].name', 50)], 51)
  list.add(2, [missing('a')], 8)
  const text = await list.text({ path: 'row.html', source: undefined }, context)
  assert.ok(text.endsWith('in 2 documents, first in row 1\nand 7 more warnings\n'), text)
})

warnings.run()
