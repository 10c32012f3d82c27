import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { describeProblem } from '../engine/diagnostic.ts'

const diagnostics = suite('diagnostics')

diagnostics('a diagnostic shows its source line with a caret', () => {
  const problem = {
    code: 'unknown-helper',
    severity: 'error',
    message: 'unknown helper "monney"',
    hint: 'did you mean "money"?',
    at: { kind: 'text', line: 2, column: 4 },
  } as const
  const lines = [
    'a.html:2:4: error: unknown helper "monney" [unknown-helper]',
    '  2 | \t<b>{{monney x}}',
    '    | \t  ^',
    '  hint: did you mean "money"?',
    '',
  ]
  assert.is(describeProblem(problem, 'a.html', 'first\r\n\t<b>{{monney x}}\nlast'), lines.join('\n'))
  const pointer = { code: 'invalid-document', severity: 'error', message: 'no', at: { kind: 'pointer', pointer: '/content/0' } } as const
  assert.is(describeProblem(pointer, 'a.json', '{}'), 'a.json#/content/0: error: no [invalid-document]\n')
  const long = describeProblem({ ...problem, at: { kind: 'text', line: 1, column: 100_000 } }, 'a.html', 'x'.repeat(200_000))
  assert.ok(long.length < 400)
})

diagnostics.run()
