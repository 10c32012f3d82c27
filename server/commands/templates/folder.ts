// A folder as the home of a team's templates: `invoice.html` or `letter.json` are templates, `invoice.examples/*.json` their named data, `assets/` what they
// use, and `platen.json` says what the names of files cannot.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../../engine/index.ts'
import type { TemplateType } from '../../store/store.ts'
import { checkedConformance, conformanceText } from '../../tagging.ts'
import { BadInput, type CommandContext, readText } from '../command.ts'

/** The entry of a template in `platen.json`; each field has a default. */
export interface ManifestEntry {
  /** Its id in the service; the name of the file when absent. */
  readonly id?: string
  /** What people call it; the name of the file when absent. */
  readonly name?: string
  readonly description?: string
  /** Standards that its PDFs keep and claim where the source says nothing, as `a-3u ua-1`, or `none`; the team's default when absent. */
  readonly conformance?: string
  /** Whether its PDFs are tagged where the source says nothing; the team's default when absent. */
  readonly tagged?: boolean
}

export interface FolderTemplate extends DescribedTemplate {
  /** The name of its file without the ending, such as `invoice`. */
  readonly key: string
  readonly path: string
  readonly type: TemplateType
  readonly source: string
}

/** What folder and service both say of a template. */
export interface DescribedTemplate {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly conformance: string | undefined
  readonly tagged: boolean | undefined
}

/** A data example of a template: `invoice.examples/reminder.json`. */
export interface Example {
  readonly name: string
  readonly path: string
  /** Where the pages of its document are kept. */
  readonly pagesPath: string
}

export interface TemplateFolder {
  readonly templates: readonly FolderTemplate[]
  /** Data examples by the ids of templates. */
  readonly examples: ReadonlyMap<string, readonly Example[]>
  /** Paths of files by the names of assets. */
  readonly assets: ReadonlyMap<string, string>
}

export const MANIFEST = 'platen.json'
export const ASSETS = 'assets'
const PAGES = '.pages.json'
/** Files of these endings are no templates. */
const NO_TEMPLATE = /^\.|^platen\.json$|\.data\.json$/

/** Of an entry in `platen.json`, with their types. */
const FIELDS: Readonly<Record<string, string>> = {
  id: 'string',
  name: 'string',
  description: 'string',
  conformance: 'string',
  tagged: 'boolean',
}

export function isTemplateId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text)
}

export async function readFolder(folder: string, context: CommandContext): Promise<TemplateFolder> {
  const files = namesIn(folder).filter((name) => /\.(html|json)$/.test(name) && !NO_TEMPLATE.test(name))
  const manifest = await readManifest(folder, context)
  const templates: FolderTemplate[] = []
  for (const file of files) {
    const key = file.replace(/\.(html|json)$/, '')
    if (templates.some((other) => other.key === key)) throw new BadInput(`${join(folder, key)} is there as .html and as .json`)
    const { id = key, name = key, description = '', conformance: claimed, tagged } = manifest.get(key) ?? {}
    const conformance = claimed === undefined ? undefined : conformanceText(claimedIn(join(folder, MANIFEST), claimed))
    if (!isTemplateId(id))
      throw new BadInput(`"${id}" cannot be the id of a template (1 to 64 of A–Z, a–z, 0–9, _ and -): name another in ${MANIFEST}`)
    const path = join(folder, file)
    templates.push({
      ...{ key, id, name, description, conformance, tagged, path },
      type: file.endsWith('.json') ? 'editor' : 'html',
      source: await readText(path, context),
    })
  }
  for (const key of manifest.keys())
    if (!templates.some((template) => template.key === key))
      throw new BadInput(`${join(folder, MANIFEST)} describes "${key}", of which there is no file`)
  const twice = templates.find(({ id }, i) => templates.some((other, j) => j < i && other.id === id))
  if (twice !== undefined) throw new BadInput(`two templates of ${folder} have the id ${twice.id}`)
  return {
    templates,
    examples: new Map(templates.map((template) => [template.id, examplesOf(folder, template)])),
    assets: new Map(assetNames(join(folder, ASSETS)).map((name) => [name, join(folder, ASSETS, name)])),
  }
}

/** The examples of a template, by name. */
export function examplesOf(folder: string, { key }: Pick<FolderTemplate, 'key'>): readonly Example[] {
  const own = join(folder, `${key}.examples`)
  if (!existsSync(own)) return []
  const files = namesIn(own).filter((name) => name.endsWith('.json') && !name.endsWith(PAGES) && !name.startsWith('.'))
  return files.map((file) => {
    const name = file.replace(/\.json$/, '')
    // Some file systems take letters with accents apart, which the service puts together.
    return { name: name.normalize('NFC'), path: join(own, file), pagesPath: join(own, `${name}${PAGES}`) }
  })
}

/** The path of an example, whether it is there or not. */
export function examplePath(folder: string, key: string, name: string): string {
  return join(folder, `${key}.examples`, `${name}.json`)
}

/** The names as the service writes them. */
function claimedIn(path: string, text: string): readonly string[] {
  try {
    return checkedConformance(text)
  } catch (thrown) {
    if (!(thrown instanceof InputError)) throw thrown
    throw new BadInput(thrown.diagnostics.map(({ message, hint = '' }) => `${path}: ${message}; ${hint}`).join('\n'))
  }
}

async function readManifest(folder: string, context: CommandContext): Promise<ReadonlyMap<string, ManifestEntry>> {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) return new Map()
  const wrong = (what: string): BadInput => new BadInput(`${path}: ${what}`)
  const text = await readText(path, context)
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch (thrown) {
    throw wrong(`not valid JSON: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
  if (!isRecord(manifest) || !isRecord(manifest['templates'])) throw wrong('must hold an object with "templates"')
  const entries = Object.entries(manifest['templates'])
  for (const [key, entry] of entries) {
    if (!isRecord(entry)) throw wrong(`"${key}" must be an object`)
    for (const [field, value] of Object.entries(entry)) {
      const type = FIELDS[field]
      if (type === undefined) throw wrong(`"${key}" has the unknown field "${field}" (${Object.keys(FIELDS).join(', ')} are known)`)
      if (typeof value !== type) throw wrong(`"${field}" of "${key}" must be a ${type}`)
    }
  }
  // Each field was checked.
  return new Map(entries as [string, ManifestEntry][])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new BadInput(`there is no folder ${folder}`)
  if (!statSync(folder).isDirectory()) throw new BadInput(`${folder} is not a folder`)
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

/** Names of all files below a folder, parted by slashes; hidden ones are left out. */
function assetNames(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((name) => name.split('/').every((part) => !part.startsWith('.')))
    .sort()
}
