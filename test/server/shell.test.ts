import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { quote } from '../../server/shell.ts'

const shell = suite('shell')

shell('quoted words survive the shell', () => {
  assert.is(quote('plain-1.pdf'), 'plain-1.pdf')
  assert.is(quote(`it's $HOME`), `'it'\\''s $HOME'`)
})

shell.run()
