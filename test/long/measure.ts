// Measures in a process of its own, whose heap holds nothing else: in the test process, collections of what other tests left go by what a document allocates.
// Gets the name of a kind of document, answers what is wrong with its growth.
import { createEngine, InputError } from '../../engine/index.ts'
import { GROWING } from '../support/growing.data.ts'
import { faultOf } from './cpu.ts'
import { DOCUMENTS } from './documents.data.ts'

const engine = await createEngine()

/** A PDF or a coded error. */
async function make(given: { readonly type?: 'html' | 'editor'; readonly source: string; readonly data?: unknown }): Promise<void> {
  try {
    await engine.render(engine.compile({ type: given.type ?? 'html', source: given.source }), given.data ?? {})
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
  }
}

/** Characters: those kinds that are made sooner than can be compared at the larger size end there. */
const POWER = 12

async function measure(name: string): Promise<string | undefined> {
  const document = DOCUMENTS[name]
  if (document !== undefined) {
    const [power, source] = document
    return faultOf((at) => make({ source: `<!DOCTYPE html>${source(2 ** at)}` }), power)
  }
  const grow = GROWING[name]
  if (grow === undefined) return `no documents of the kind ${name}`
  return faultOf((at) => make(grow(2 ** at)), POWER)
}

process.on('message', (name: string) => {
  measure(name).then(
    (fault) => process.send?.({ fault }),
    (thrown: unknown) => process.send?.({ fault: String(thrown) }),
  )
})
