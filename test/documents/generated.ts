// What the documents take from the code: tables that stand between `<!-- name -->` and `<!-- /name -->`.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../engine/diagnostic.ts'
import { DEFAULT_LIMITS } from '../../engine/index.ts'
import { EDITOR_SCHEMA } from '../../engine/source/editor/schema.data.ts'
import { supportedProperties } from '../../engine/style/support.ts'
import { ERROR_STATUS, type ErrorCode } from '../../server/errors.ts'
import { settingsTable } from '../../server/index.ts'
import { METRICS } from '../../server/metrics.ts'
import { run } from '../../server/program.ts'
import { DIAGNOSTIC_REMEDIES } from './diagnostic-remedies.data.ts'
import { HTTP_REMEDIES } from './http-remedies.data.ts'
import { anchorOf, root } from './markdown.ts'

export interface GeneratedPart {
  readonly document: string
  readonly name: string
  readonly make: () => string | Promise<string>
}

export const GENERATED: readonly GeneratedPart[] = [
  { document: 'engine/docs/css.md', name: 'css', make: cssTable },
  { document: 'engine/docs/library.md', name: 'limits', make: limitsTable },
  { document: 'engine/docs/errors.md', name: 'diagnostics', make: diagnosticsReference },
  { document: 'engine/docs/editor.md', name: 'editor-nodes', make: () => editorTable('node') },
  { document: 'engine/docs/editor.md', name: 'editor-marks', make: () => editorTable('mark') },
  { document: 'engine/DECISIONS.md', name: 'index', make: () => decisionIndex('engine/DECISIONS.md') },
  { document: 'server/DECISIONS.md', name: 'index', make: () => decisionIndex('server/DECISIONS.md') },
  { document: 'server/docs/settings.md', name: 'settings', make: settingsTable },
  { document: 'server/docs/http.md', name: 'errors', make: httpErrorsTable },
  { document: 'server/docs/deployment.md', name: 'metrics', make: metricsTable },
  { document: 'server/docs/cli.md', name: 'help', make: commandHelp },
]

function cssTable(): string {
  const rows = supportedProperties().map(
    ({ name, values, isInherited }) => `| \`${name}\` | ${inCode(values)} | ${isInherited ? 'yes' : ''} |`,
  )
  return ['| property | values | inherited |', '|---|---|---|', ...rows].join('\n')
}

function limitsTable(): string {
  const rows = Object.entries(DEFAULT_LIMITS).map(([name, value]) => `| \`${name}\` | ${value.toLocaleString('en')} |`)
  return ['| limit | default |', '|---|---:|', ...rows].join('\n')
}

function diagnosticsReference(): string {
  // The keys of DIAGNOSTIC_CODES are its codes; Object.keys says no more than string.
  const codes = Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[]
  return codes
    .map((code) => {
      const { severity, cause, mend } = DIAGNOSTIC_REMEDIES[code]
      const short = `${DIAGNOSTIC_CODES[code].replace(/^./, (first) => first.toUpperCase())}.`
      return [
        `### ${code}`,
        '',
        `${capital(severity)}. ${short}${cause === undefined ? '' : ` ${cause}`}`,
        '',
        `**What to do:** ${mend}`,
      ].join('\n')
    })
    .join('\n\n')
}

/** The entries of a list of decisions, by date. */
function decisionIndex(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  const rows = [...text.matchAll(/^### (.*)\n(\d{4}-\d\d-\d\d) · (in force|(?:partly )?replaced)/gm)].map(
    ([, title = '', date = '', status = '']) => `| ${date} | ${status} | [${title}](#${anchorOf(title)}) |`,
  )
  return ['| date | status | decision |', '|---|---|---|', ...rows.sort((a, b) => (a.slice(0, 12) < b.slice(0, 12) ? -1 : 1))].join('\n')
}

function httpErrorsTable(): string {
  // See above.
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  const rows = codes.map((code) => `| ${ERROR_STATUS[code]} | \`${code}\` | ${HTTP_REMEDIES[code].cause} | ${HTTP_REMEDIES[code].mend} |`)
  return ['| status | code | cause | what to do |', '|---|---|---|---|', ...rows].join('\n')
}

function metricsTable(): string {
  const rows = Object.entries(METRICS).map(([name, help]) => `| \`${name}\` | ${help} |`)
  return ['| metric | meaning |', '|---|---|', ...rows].join('\n')
}

interface Definition {
  readonly properties?: {
    readonly attrs?: {
      readonly properties?: Readonly<Record<string, Attribute>>
      readonly required?: readonly string[]
      readonly $ref?: string
    }
  }
}

interface Attribute {
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
}

function editorTable(kind: 'node' | 'mark'): string {
  // Definitions of nodes and marks have this form; those of lists have other names.
  const definitions = EDITOR_SCHEMA.$defs as Readonly<Record<string, Definition>>
  const rows = Object.entries(definitions)
    .filter(([name]) => name.startsWith(`${kind}.`))
    .map(([name, { properties }]) => {
      const { properties: attrs = {}, required = [], $ref } = properties?.attrs ?? {}
      const cells = Object.entries(attrs).map(
        ([attr, rules]) => `\`${attr}\`${required.includes(attr) ? ' (required)' : ''}: ${describeAttribute(rules)}`,
      )
      const shared = $ref === undefined ? [] : ['those of any block']
      return `| \`${name.slice(kind.length + 1)}\` | ${[...cells, ...shared].join('; ')} |`
    })
  return [`| ${kind} | attributes |`, '|---|---|', ...rows].join('\n')
}

function describeAttribute({ description, enum: values, type }: Attribute): string {
  if (values !== undefined)
    return values
      .filter((value) => value !== null)
      .map((value) => `\`${value}\``)
      .join(', ')
  if (description !== undefined) return description.replaceAll('"', '`')
  return [type]
    .flat()
    .filter((name) => name !== 'null')
    .join(' or ')
}

/** What `platen COMMAND --help` prints, for every command. */
async function commandHelp(): Promise<string> {
  // Commander folds help to the width of a terminal, if there is one.
  process.stdout.columns = 80
  const parts: string[] = []
  for (const command of commandsOf(await helpOf([]))) {
    const own = await helpOf([command])
    const children = commandsOf(own).filter((child) => child !== 'help')
    const texts = children.length === 0 ? [own] : await Promise.all(children.map((child) => helpOf([command, child])))
    parts.push(
      [
        `### platen ${command}`,
        '',
        '```text',
        ...texts
          .map((text) => text.trimEnd())
          .join('\n\n')
          .split('\n'),
        '```',
      ].join('\n'),
    )
  }
  return parts.join('\n\n')
}

async function helpOf(words: readonly string[]): Promise<string> {
  let text = ''
  await run([...words, '--help'], {
    environment: {},
    out: (what) => {
      text += String(what)
    },
    err: () => {},
    input: () => Promise.reject(new Error('help reads nothing')),
    isOutTerminal: false,
    isErrTerminal: false,
    loadEngine: () => Promise.reject(new Error('help renders nothing')),
  })
  return text
}

/** The names in the section "Commands:" of a help text. */
function commandsOf(help: string): readonly string[] {
  const [, section = ''] = help.split('Commands:\n')
  return [...section.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help')
}

function inCode(text: string): string {
  return text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
