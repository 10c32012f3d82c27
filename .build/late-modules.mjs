// Modules of the engine that most documents need nothing of: they are initialised by the first call of a function of theirs, with all that only they import.
import { pathToFileURL } from 'node:url'

/** Each exports functions only. */
const LATE = /engine\/(source\/editor\/editor|layout\/math\/formula|layout\/grid\/grid|layout\/multicol\/columns|paint\/svg\/svg|fragment\/remaining\/remaining|template\/sample)\.js$/

export const lateModules = {
  name: 'modules when they are called',
  setup({ onLoad }) {
    onLoad({ filter: LATE }, async ({ path, suffix }) => {
      // The module itself, as the code below asks for it.
      if (suffix !== '') return undefined
      const exported = Object.entries(await import(pathToFileURL(path)))
      for (const [name, value] of exported) {
        if (typeof value !== 'function' || /^class/.test(String(value))) throw new Error(`${path} exports ${name}, which is no function`)
      }
      const functions = exported.map(([name]) => `export const ${name} = (...values) => (loaded ??= require('${path}?itself')).${name}(...values)`)
      return { contents: ['let loaded', ...functions].join('\n') }
    })
  },
}
