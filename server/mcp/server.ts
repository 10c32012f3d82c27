// A server of the Model Context Protocol over a client of the HTTP interface.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import type { PlatenClient } from '../client/index.ts'
import { packageRoot, packageVersion } from '../package-root.ts'
import { CallToolRequestSchema, ListResourcesRequestSchema, ListToolsRequestSchema, ReadResourceRequestSchema, Server } from './sdk.ts'
import { runTool, TOOLS } from './tools.ts'

const pathOf = (name: string): string => join(packageRoot, 'engine/docs', `${name}.md`)

/** What an assistant reads to write templates, where the documents are installed. */
const DOCUMENTS = [
  { name: 'templates', title: 'The template language', description: 'placeholders, repeats, conditions, helpers, pages' },
  { name: 'css', title: 'Supported CSS', description: 'every property with its values' },
  { name: 'editor', title: 'Editor documents', description: 'nodes, marks and attributes of editor templates' },
  { name: 'errors', title: 'Diagnostics', description: 'every code with its cause and what to do' },
]
  .filter(({ name }) => existsSync(pathOf(name)))
  .map((document) => ({ ...document, uri: `platen://docs/${document.name}`, mimeType: 'text/markdown' }))

const INSTRUCTIONS =
  'Platen renders PDFs from templates and data. Read platen://docs/templates before writing a template. Check a source until it has no errors, preview it, then save it as a draft with a note; a person publishes it.'

const ajv = new Ajv({ allErrors: true, strict: false })
const validators = new Map<string, ValidateFunction>(TOOLS.map(({ tool }) => [tool.name, ajv.compile(tool.inputSchema)]))

export function makeMcpServer(client: PlatenClient): Server {
  const server = new Server(
    { name: 'platen', version: packageVersion() },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(({ tool }) => tool) }))
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }, { signal }) => {
    const found = TOOLS.find(({ tool }) => tool.name === name)
    const problem = found === undefined ? `there is no tool ${name}` : problemOf(name, given)
    if (found === undefined || problem !== undefined) return { content: [{ type: 'text', text: problem ?? '' }], isError: true }
    return runTool(found, client, given, signal)
  })
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: DOCUMENTS }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    const document = DOCUMENTS.find((one) => one.uri === uri)
    if (document === undefined) throw new Error(`there is no resource ${uri}`)
    const text = readFileSync(pathOf(document.name), 'utf8')
    return { contents: [{ uri, mimeType: document.mimeType, text }] }
  })
  return server
}

function problemOf(name: string, given: unknown): string | undefined {
  const validate = validators.get(name)!
  return validate(given) ? undefined : `invalid arguments: ${ajv.errorsText(validate.errors, { dataVar: 'arguments' })}`
}
