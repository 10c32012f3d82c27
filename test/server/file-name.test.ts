import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { safeFileName } from '../../server/file-name.ts'

const fileNames = suite('file names')

fileNames('file names are valid on every operating system', () => {
  const cases: readonly [string, string][] = [
    ['Invoice', 'Invoice.pdf'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.pdf'],
    ['..', 'document.pdf'],
    ['.hidden.', 'hidden.pdf'],
    ['LPT1', 'document.pdf'],
    ['a\r\nSet-Cookie: x', 'a Set-Cookie x.pdf'],
    ['abc\u202Efdp.exe', 'abc fdp.exe.pdf'],
    ['100%', '100.pdf'],
    ['x'.repeat(500), `${'x'.repeat(80)}.pdf`],
  ]
  for (const [name, wanted] of cases) assert.is(safeFileName(name), wanted)
})

fileNames.run()
