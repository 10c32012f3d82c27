// The user-agent style sheets go into the bundle as rules: code that makes them, as parsing takes a fresh process longer than all else about styles.
import { pathToFileURL } from 'node:url'

/** Objects that are one for the whole engine, by the modules that export them. */
const SHARED = { './values/color.js': ['TRANSPARENT'], './values/font.js': ['NO_LINES', 'NO_TRANSFORM'] }

export const userAgentTable = {
  name: 'user-agent rules as a table',
  setup({ onLoad }) {
    onLoad({ filter: /engine\/style\/user-agent\.js$/ }, async ({ path }) => {
      const url = (name) => new URL(name, pathToFileURL(path))
      const { parseUserAgentRules } = await import(url('./user-agent.js'))
      const { slotOf } = await import(url('./longhands.js'))
      const known = new Map()
      for (const [file, names] of Object.entries(SHARED)) {
        const module = await import(url(file))
        for (const name of names) known.set(module[name], name)
      }
      const nameOf = (object) => known.get(object) ?? (slotOf(object.name) === object ? `slotOf(${JSON.stringify(object.name)})` : undefined)
      const table = (isQuirks) => codeOf(parseUserAgentRules(isQuirks), parseUserAgentRules(isQuirks), nameOf)
      const lines = [
        `import { slotOf } from './longhands.js'`,
        ...Object.entries(SHARED).map(([file, names]) => `import { ${names.join(', ')} } from '${file}'`),
        'let plain, quirks',
        'export const userAgentRules = (isQuirks) => (isQuirks ? (quirks ??= quirksRules()) : (plain ??= plainRules()))',
        `function plainRules() {\n${table(false)}\n}`,
        `function quirksRules() {\n${table(true)}\n}`,
      ]
      return { contents: lines.join('\n') }
    })
  },
}

/** Statements that return an object like `value`, with what it holds twice made once. `again` is the same made anew: what is one object in both has a name. */
function codeOf(value, again, nameOf) {
  const counts = new Map()
  count(value, again)
  const lines = []
  const names = new Map()
  const result = codeFor(value)
  return [...lines, `return ${result}`].join('\n')

  function count(object, other) {
    if (typeof object === 'function') throw new Error('the user-agent rules hold a function')
    if (typeof object !== 'object' || object === null) return
    counts.set(object, (counts.get(object) ?? 0) + 1)
    if (counts.get(object) > 1) return
    const name = nameOf(object)
    if ((object === other) !== (name !== undefined)) throw new Error(`an object of the user-agent rules has no name: ${JSON.stringify(object)}`)
    if (name === undefined) for (const key of Object.keys(object)) count(object[key], other[key])
  }

  function codeFor(object) {
    if (typeof object !== 'object' || object === null) return object === undefined ? 'undefined' : JSON.stringify(object)
    if (counts.get(object) === 1) return literal(object)
    let name = names.get(object)
    if (name === undefined) {
      const code = literal(object)
      name = `v${names.size}`
      names.set(object, name)
      lines.push(`const ${name} = ${code}`)
    }
    return name
  }

  function literal(object) {
    const name = nameOf(object)
    if (name !== undefined) return name
    if (Array.isArray(object)) return `[${object.map(codeFor).join(', ')}]`
    if (object instanceof Map && object.size === 0) return 'new Map()'
    if (Object.getPrototypeOf(object) !== Object.prototype) throw new Error('the user-agent rules hold an object of a class')
    return `{ ${Object.entries(object).map(([key, field]) => `${JSON.stringify(key)}: ${codeFor(field)}`).join(', ')} }`
  }
}
