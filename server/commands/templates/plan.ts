// What differs between a folder and a service, and how that is shown.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { PlatenClient } from '../../client/index.ts'
import { isExampleName } from '../../example-name.ts'
import { BadInput } from '../command.ts'
import { type DescribedTemplate, type Example, type FolderTemplate, isTemplateId, type TemplateFolder } from './folder.ts'
import { textOf } from './remote.ts'

/** A template as the service has it: the newest version, and whether rendering uses it. */
export interface RemoteTemplate extends DescribedTemplate {
  readonly type: 'html' | 'editor'
  readonly source: string
  readonly version: number
  readonly isPublished: boolean
}

export interface RemoteState {
  readonly templates: readonly RemoteTemplate[]
  /** Hashes of data examples by template and name. */
  readonly examples: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Hashes by name. */
  readonly assets: ReadonlyMap<string, string>
}

/** One thing that differs. `here` is the folder, `there` the service; one of them is absent where it lacks the thing. */
export type Difference =
  | { readonly kind: 'template'; readonly here: FolderTemplate | undefined; readonly there: RemoteTemplate | undefined }
  /** `there` is the hash of the data. */
  | {
      readonly kind: 'example'
      readonly id: string
      readonly name: string
      readonly here: Example | undefined
      readonly there: string | undefined
    }
  | { readonly kind: 'asset'; readonly name: string; readonly here: string | undefined; readonly there: string | undefined }

export async function readRemote(client: PlatenClient): Promise<RemoteState> {
  const templates: RemoteTemplate[] = []
  const examples = new Map<string, ReadonlyMap<string, string>>()
  for (const { id, name, meta, conformance, tagged } of await client.templates()) {
    // It may become the name of a file: another would be a path that leads elsewhere.
    if (!isTemplateId(id)) throw new BadInput(`the service names a template "${id}", which is no id of a template`)
    const { type, source, version, published_version } = await client.call('getTemplateSource', { path: { id } })
    const description = typeof meta.description === 'string' ? meta.description : ''
    const about = { id, name, description, conformance, tagged }
    templates.push({ ...about, type, source: textOf(source), version, isPublished: published_version === version })
    const listed = await client.examples(id)
    const odd = listed.find(({ name }) => !isExampleName(name))
    if (odd !== undefined) throw new BadInput(`the service names an example "${odd.name}", which is no name of an example`)
    examples.set(id, new Map(listed.map(({ name, hash }) => [name, hash])))
  }
  const assets = await client.call('listAssets', {})
  return { templates, examples, assets: new Map(assets.map(({ name, hash }) => [name, hash])) }
}

type Side = 'folder' | 'service'

/** What differs; `from` is the side that the other is made like. */
export function differences(folder: TemplateFolder, remote: RemoteState, from: Side, isDraft = false): readonly Difference[] {
  const templates = folder.templates.map(
    (here) => ({ kind: 'template', here, there: remote.templates.find(({ id }) => id === here.id) }) as const,
  )
  const extra = remote.templates.filter(({ id }) => !folder.templates.some((here) => here.id === id))
  const assets = [...new Set([...folder.assets.keys(), ...remote.assets.keys()])].sort()
  return [
    ...assets
      .map((name) => ({ kind: 'asset', name, here: hashOfFile(folder.assets.get(name)), there: remote.assets.get(name) }) as const)
      .filter(({ here, there }) => here !== there),
    ...templates.filter(
      ({ here, there }) => there === undefined || !isEqual(here, there) || !(isDraft || from === 'service' || there.isPublished),
    ),
    ...extra.map((there) => ({ kind: 'template', here: undefined, there }) as const),
    ...differentExamples(folder, remote, from),
  ]
}

/** Of the templates that the side has which the other is made like; others stay or go with their templates. */
function differentExamples(folder: TemplateFolder, remote: RemoteState, from: Side): readonly Difference[] {
  return (from === 'folder' ? folder : remote).templates.flatMap(({ id }) => {
    const mine = folder.examples.get(id) ?? []
    const theirs = remote.examples.get(id) ?? new Map<string, string>()
    const names = [...new Set([...mine.map(({ name }) => name), ...theirs.keys()])].sort()
    return names
      .map((name) => ({ kind: 'example', id, name, here: mine.find((one) => one.name === name), there: theirs.get(name) }) as const)
      .filter(({ here, there }) => here === undefined || hashOfData(here.path) !== there)
  })
}

/** Of the text of a file as the service keeps it: without what surrounds the object, for which an empty list may stand. */
function hashOfData(path: string): string {
  const text = readFileSync(path, 'utf8').trim()
  return createHash('sha256')
    .update(/^\[[ \t\r\n]*\]$/.test(text) ? '{}' : text)
    .digest('hex')
}

function hashOfFile(path: string | undefined): string | undefined {
  return path === undefined ? undefined : createHash('sha256').update(readFileSync(path)).digest('hex')
}

const FIELDS = ['name', 'description', 'conformance', 'tagged'] as const

function isEqual(here: FolderTemplate, there: RemoteTemplate): boolean {
  return FIELDS.every((field) => here[field] === there[field]) && isSameSource(here, there)
}

/** Documents of an editor are compared as what they say, not as how they are written. */
export function isSameSource(here: Pick<FolderTemplate, 'type' | 'source'>, there: Pick<RemoteTemplate, 'type' | 'source'>): boolean {
  if (here.type !== there.type) return false
  return here.source === there.source || (here.type === 'editor' && canonical(here.source) === canonical(there.source))
}

function canonical(source: string): string {
  try {
    return JSON.stringify(JSON.parse(source))
  } catch {
    return source
  }
}

/** Lines of each side that are shown of a changed source. */
const MOST_LINES = 12

/** `+` what will be, `-` what is now; `from` is the side that the other is made like. */
export function describeDifferences(found: readonly Difference[], from: Side): string {
  const text = found.flatMap((one) => (one.kind === 'template' ? describeTemplate(one, from) : describeNamed(one, from))).join('')
  // What others wrote must not drive the terminal.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
}

function describeNamed(one: Exclude<Difference, { kind: 'template' }>, from: Side): string {
  const [wanted, present] = from === 'folder' ? [one.here, one.there] : [one.there, one.here]
  return `${signOf(wanted, present)} ${nameOf(one)}\n`
}

export function nameOf(one: Difference): string {
  if (one.kind === 'asset') return `asset ${one.name}`
  return one.kind === 'example' ? `example ${one.id}/${one.name}` : `template ${one.here?.id ?? one.there?.id}`
}

function signOf(wanted: unknown, present: unknown): string {
  if (wanted === undefined) return '-'
  return present === undefined ? '+' : '~'
}

function describeTemplate({ here, there }: Extract<Difference, { kind: 'template' }>, from: Side): readonly string[] {
  const [wanted, present] = from === 'folder' ? [here, there] : [there, here]
  const id = here?.id ?? there?.id ?? ''
  const head = `${signOf(wanted, present)} template ${id} "${wanted?.name ?? present?.name ?? ''}"`
  if (here === undefined || there === undefined || wanted === undefined || present === undefined) return [`${head}\n`]
  const fields = ([...FIELDS, 'type'] as const).filter((field) => here[field] !== there[field])
  const notes = fields.map(
    (field) => `    ${field}: ${JSON.stringify(present[field] ?? null)} → ${JSON.stringify(wanted[field] ?? null)}\n`,
  )
  if (isSameSource(here, there)) return [`${head} (version ${there.version}${there.isPublished ? '' : ', not published'})\n`, ...notes]
  return [`${head} (version ${there.version})\n`, ...notes, ...describeLines(present.source, wanted.source)]
}

/** The lines between what both sources begin and end with. */
function describeLines(before: string, after: string): readonly string[] {
  const [old, young] = [before.split('\n'), after.split('\n')]
  const least = Math.min(old.length, young.length)
  let start = 0
  while (start < least && old[start] === young[start]) start++
  let end = 0
  while (end < least - start && old.at(-1 - end) === young.at(-1 - end)) end++
  const shown = (sign: string, lines: readonly string[]): readonly string[] => [
    ...lines.slice(0, MOST_LINES).map((line) => `    ${sign} ${line}\n`),
    ...(lines.length > MOST_LINES ? [`    ${sign} … and ${lines.length - MOST_LINES} more lines\n`] : []),
  ]
  return [
    `    line ${start + 1}:\n`,
    ...shown('-', old.slice(start, old.length - end)),
    ...shown('+', young.slice(start, young.length - end)),
  ]
}
