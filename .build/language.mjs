// What the code editor of the web application knows of the template language, read from the engine's own tables: CSS properties with their values, and helpers with
// their signatures and their line in `engine/docs/templates.md`. esbuild puts them into a file of their own.
import { readFileSync } from 'node:fs'
import { build } from 'esbuild'

const TABLES = `
export { supportedProperties } from './engine/style/support.ts'
export { expandDeclaration } from './engine/style/rules/declarations.ts'
export { parseComponents } from './engine/style/syntax/tokens.ts'
export { UA_SHEET } from './engine/style/ua.data.ts'
export { NAMED_COLORS } from './engine/style/values/colors.data.ts'
export { BLOCKS, HELPERS, LOCALS } from './engine/template/helpers.data.ts'
`

let known

/** Puts the tables in the place of the empty ones that stand in the source. */
export const languagePlugin = {
  name: 'language',
  setup({ onLoad }) {
    onLoad({ filter: /web\/template\/source\/language\.data\.ts$/ }, async () => {
      const data = JSON.stringify(await (known ??= languageData()))
      return { contents: `export const language = JSON.parse(${JSON.stringify(data)})`, loader: 'js' }
    })
  },
}

export async function languageData() {
  const { outputFiles } = await build({
    stdin: { contents: TABLES, resolveDir: '.', loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', logLevel: 'warning' },
  })
  const tables = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
  const colors = Object.keys(tables.NAMED_COLORS)
  return { properties: propertiesOf(tables, colors), colors, ...helpersOf(tables) }
}

/** The keywords of a property are those that its own parser accepts, of all that the tables and the user-agent style sheet name. */
function propertiesOf({ supportedProperties, expandDeclaration, parseComponents, UA_SHEET }, colors) {
  const properties = supportedProperties()
  const named = [...properties.flatMap(({ values, kind }) => (kind === 'shorthand' ? [] : [values])), UA_SHEET].join(' ').replace(/<[^>]*>/g, ' ').replace(/\[(inline-)\](\w+)/g, '$2 $1$2')
  const others = new Set([...colors, 'inherit', 'initial', 'unset', 'revert'])
  const words = [...new Set(named.match(/(?<![\w.#-])[a-z][a-z-]*(?![\w(-])/g))].filter((word) => !others.has(word)).sort()
  const parsed = words.map((word) => [word, parseComponents(word)])
  const isColored = (name) => !isOpen(name) && expandDeclaration(name, parseComponents('rebeccapurple'), false) !== undefined
  // Names of fonts, areas and counters are any word: a property that accepts this one has no list of keywords but its notation.
  const isOpen = (name) => expandDeclaration(name, parseComponents('zzz-any'), false) !== undefined
  return properties.map(({ name, kind, isInherited, initial, values }) => {
    const notation = new Set(values.match(/[a-z][a-z-]+/g))
    const accepted = parsed.filter(([word, items]) => expandDeclaration(name, items, false) !== undefined).map(([word]) => word)
    const keywords = isOpen(name) ? accepted.filter((word) => notation.has(word)) : accepted
    const notes = { ...(isInherited ? { isInherited } : {}), ...(isColored(name) ? { isColored: true } : {}) }
    return { name, keywords, syntax: values, ...(kind === 'longhand' ? { initial } : {}), ...notes }
  })
}

function helpersOf({ HELPERS, BLOCKS, LOCALS }) {
  const docs = docsOf(readFileSync('engine/docs/templates.md', 'utf8'))
  const helpers = Object.entries(HELPERS).map(([name, { arity, parameters, named = [], returns }]) => ({
    ...{ name, signature: signatureOf(name, { arity, parameters, named }), returns, named },
    ...(docs.get(name) ?? {}),
  }))
  return { helpers, blocks: BLOCKS, locals: LOCALS }
}

/** `currency number [option] locale=… decimals=…` */
function signatureOf(name, { arity: [least, most], parameters, named }) {
  const positional = Array.from({ length: Math.min(most, Math.max(least, parameters.length)) }, (_, i) => {
    const role = parameters[Math.min(i, parameters.length - 1)]
    return i < least ? role : `[${role}]`
  })
  return [name, ...positional, ...(most > positional.length ? ['…'] : []), ...named.map((option) => `${option}=…`)].join(' ')
}

/** By the name of a helper: an example of its use, and what it prints. */
function docsOf(markdown) {
  const docs = new Map()
  for (const [, uses, text] of markdown.matchAll(/^\| ((?:`\{\{[^|]*\}\}`\s*)+) \| (.*) \|$/gm)) {
    for (const [, use] of uses.matchAll(/`(\{\{[^`]*\}\})`/g)) {
      const name = /^\{\{(\w+) /.exec(use)?.[1]
      if (name !== undefined && !docs.has(name)) docs.set(name, { example: use, about: text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '') })
    }
  }
  return docs
}
