// Limits of the command line: of files of one's own.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEngine } from '../../../engine/index.ts'
import { engineOptions } from '../../../server/commands/engine-flags.ts'

const ownFiles = suite('own files')

ownFiles('a template with the style sheets of a whole framework', async () => {
  const source = `<style>${'.a{color:red}'.repeat(250_000)}</style><p class="a">large</p>`
  const { compile } = await createEngine(engineOptions({}))
  assert.equal(compile({ type: 'html', source }).warnings, [])
})

ownFiles.run()
