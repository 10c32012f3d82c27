// The tools of `platen mcp`: an assistant lists, reads, checks and previews templates, and saves drafts. None publishes or removes.
import { type PlatenClient, PlatenError } from '../client/index.ts'
import { pageImages } from './page-images.ts'
import type { CallToolResult, Tool } from './sdk.ts'

interface Described {
  readonly tool: Tool
  /** The arguments have been validated against the schema of the tool. */
  readonly run: (client: PlatenClient, given: Given, signal: AbortSignal) => Promise<CallToolResult>
}

/** The arguments of all tools; each takes some of them. */
interface Given {
  readonly id?: string
  readonly name?: string
  readonly type?: 'html' | 'editor'
  readonly source?: string
  readonly description?: string
  readonly note?: string
  readonly version?: number
  readonly data?: Readonly<Record<string, unknown>>
  readonly pages?: string
  readonly conformance?: string
}

/** Characters of base64 that an assistant is given: more would fill what it can hold. */
const MOST_BLOB = 1_000_000

const ID = { type: 'string', minLength: 1, maxLength: 64, description: 'id of a template, from list_templates' }
const TYPE = {
  type: 'string',
  enum: ['html', 'editor'],
  description: '"html": HTML and CSS with placeholders; "editor": TipTap/ProseMirror document JSON',
}
const SOURCE = { type: 'string', minLength: 1, description: 'the whole source of the template' }
const CONFORMANCE = {
  type: 'string',
  maxLength: 100,
  description: 'standards that the PDF is to keep and claim, such as "ua-1" or "a-3u ua-1"',
}
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, openWorldHint: false }

const object = (properties: Readonly<Record<string, object>>, required: readonly string[] = []): Tool['inputSchema'] => ({
  type: 'object',
  properties: { ...properties },
  required: [...required],
  additionalProperties: false,
})

export const TOOLS: readonly Described[] = [
  {
    tool: {
      name: 'list_templates',
      description: 'Lists the templates of the team: id, name, type, description, variables, and the standards that its PDFs claim.',
      inputSchema: object({}),
      annotations: { title: 'List templates', ...READ_ONLY },
    },
    run: async (client, _, signal) => {
      const templates = await client.templates({ signal })
      return texts(
        json(
          templates.map(({ id, name, type, meta, conformance, tagged, variables }) => ({
            ...{ id, name, type, description: meta.description ?? '', ...defined({ conformance, tagged }), variables },
          })),
        ),
      )
    },
  },
  {
    tool: {
      name: 'read_template',
      description: 'Reads the newest source of a template, with its version, which save_draft needs to change it.',
      inputSchema: object({ id: ID }, ['id']),
      annotations: { title: 'Read a template', ...READ_ONLY },
    },
    run: async (client, { id = '' }, signal) => {
      const { source, ...about } = await client.call('getTemplateSource', { path: { id } }, { signal })
      return texts(json(about), typeof source === 'string' ? source : json(source))
    },
  },
  {
    tool: {
      name: 'check_template',
      description: 'Compiles a source and renders it with sample data: errors and warnings with line, column and hint. Nothing is stored.',
      inputSchema: object(
        { type: TYPE, source: SOURCE, id: { ...ID, description: 'with the assets of this template' }, conformance: CONFORMANCE },
        ['type', 'source'],
      ),
      annotations: { title: 'Check a source', ...READ_ONLY },
    },
    run: async (client, { type = 'html', source = '', id, conformance }, signal) => {
      const { diagnostics, warnings, variables, pages } = await client.call(
        'previewTemplate',
        { headers: claiming(conformance), body: { type, source, ...(id === undefined ? {} : { id }), boxes: false } },
        { signal },
      )
      return texts(json({ isValid: pages > 0, pages, diagnostics, warnings, variables }))
    },
  },
  {
    tool: {
      name: 'preview_template',
      description:
        'Renders a stored template, or a source, with data (made up when absent). Answers warnings, the PDF as a resource and, where the machine can make them, pictures of the first pages. Nothing is stored.',
      inputSchema: object({
        id: ID,
        type: TYPE,
        source: SOURCE,
        data: { type: 'object', description: 'values of the variables' },
        pages: { type: 'string', pattern: '^\\d+(-\\d*)?$', description: 'such as "1" or "1-3"; all when absent' },
        conformance: CONFORMANCE,
      }),
      annotations: { title: 'Preview a template', ...READ_ONLY },
    },
    run: preview,
  },
  {
    tool: {
      name: 'save_draft',
      description:
        'Saves a source as a draft. With id and version (from read_template) it changes a template, and fails if someone else changed it meanwhile; without id it makes a new one. A draft is not used for rendering until a person publishes it.',
      inputSchema: object(
        {
          id: ID,
          version: { type: 'integer', minimum: 1, description: 'the version that was read; needed with id' },
          name: { type: 'string', minLength: 1, maxLength: 200, description: 'needed without id' },
          type: { ...TYPE, description: `${TYPE.description}; needed without id` },
          source: SOURCE,
          description: { type: 'string', maxLength: 2000 },
          conformance: { ...CONFORMANCE, description: `${CONFORMANCE.description}; of a new template, a person changes it later` },
          note: { type: 'string', maxLength: 500, description: 'what was changed and why, for the list of versions' },
        },
        ['source'],
      ),
      annotations: { title: 'Save a draft', readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    run: saveDraft,
  },
]

async function preview(
  client: PlatenClient,
  { id, type, source, data, pages: range, conformance }: Given,
  signal: AbortSignal,
): Promise<CallToolResult> {
  if (id === undefined && (type === undefined || source === undefined)) throw new Misuse('give id, or type and source')
  const body = { ...defined({ id, type, source, data, page_range: range }), boxes: false }
  const { pdf, pages, diagnostics, warnings, variables } = await client.call(
    'previewTemplate',
    { headers: claiming(conformance), body },
    { signal },
  )
  const about = texts(json({ pages, diagnostics, warnings, variables }))
  if (pdf === null) return { ...about, isError: true }
  if (pdf.length > MOST_BLOB)
    return { ...about, content: [...about.content, { type: 'text', text: 'The PDF is too large to be shown: ask for fewer pages.' }] }
  const resource = { uri: `platen://preview/${id ?? 'source'}.pdf`, mimeType: 'application/pdf', blob: pdf }
  const pictures = await pageImages(Buffer.from(pdf, 'base64'), signal)
  const images = pictures.map((png) => ({ type: 'image' as const, mimeType: 'image/png', data: png.toString('base64') }))
  return { content: [...about.content, ...images, { type: 'resource', resource }] }
}

/** A preference replaces what the template, its source and the team say. */
function claiming(conformance: string | undefined): { readonly Prefer?: string } {
  return conformance === undefined ? {} : { Prefer: `conformance=${JSON.stringify(conformance)}` }
}

async function saveDraft(client: PlatenClient, given: Given, signal: AbortSignal): Promise<CallToolResult> {
  const { id, version, name, type, source = '', description, note, conformance } = given
  if (id === undefined && (name === undefined || type === undefined)) throw new Misuse('a new template needs name and type')
  if (id !== undefined && version === undefined)
    throw new Misuse('give the version that read_template answered, so that nobody else is overwritten')
  if (id !== undefined && conformance !== undefined)
    throw new Misuse('claims of a template that is there change its documents at once: a person does that, or write them into the source')
  const rest = { source, ...defined({ description, note }), publish: false }
  const saved =
    id === undefined
      ? await client.call('createTemplate', { body: { name: name!, type: type!, ...defined({ conformance }), ...rest } }, { signal })
      : await client.call(
          'saveTemplate',
          { path: { id }, headers: { 'If-Match': `"${version}"` }, body: { ...defined({ name, type }), ...rest } },
          { signal },
        )
  const { version: saved_version, published_version, diagnostics, variables } = saved
  return texts(
    json({ id: saved.id, version: saved_version, published_version, diagnostics, variables }),
    'Saved as a draft. A person publishes it.',
  )
}

/** Runs a tool; failures are told to the assistant, which can mend them, and are no failures of the protocol. */
export async function runTool({ run }: Described, client: PlatenClient, given: Given, signal: AbortSignal): Promise<CallToolResult> {
  try {
    return await run(client, given, signal)
  } catch (thrown) {
    if (thrown instanceof Misuse) return { ...texts(thrown.message), isError: true }
    if (!(thrown instanceof PlatenError)) throw thrown
    const { code, message, errors, requestId } = thrown
    return { ...texts(json({ code, message, errors, request_id: requestId })), isError: true }
  }
}

/** Arguments that the schema of a tool cannot refuse. */
class Misuse extends Error {}

function texts(...all: readonly string[]): CallToolResult {
  return { content: all.map((text) => ({ type: 'text', text })) }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 1)
}

/** Without the fields that are undefined. */
function defined<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  // Entries of an object are its own; what is left of them has the types that are said.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }
}
