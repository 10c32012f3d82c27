// The documents as the tests see them: their headings, links, and blocks of code.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface MarkdownDocument {
  /** From the root: `engine/docs/css.md`. */
  readonly path: string
  readonly text: string
}

export interface Block {
  /** What stands behind the fence: `sh`, `ts`, `html`. */
  readonly language: string
  /** The name of the file that the block is, if it says one. */
  readonly file: string | undefined
  readonly text: string
  /** From 1. */
  readonly line: number
}

const FOLDERS = ['engine', 'server', 'bench']

export function readDocuments(): readonly MarkdownDocument[] {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const paths = ['README.md', ...below.filter((path) => path.endsWith('.md') && !path.includes('node_modules')).sort()]
  return paths.map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }))
}

export function blocksOf({ text }: MarkdownDocument): readonly Block[] {
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = '', file, code = ''] = match
    return { language, file, text: code, line: text.slice(0, match.index).split('\n').length }
  })
}

/** The text without blocks of code and code spans, in which brackets and hashes mean something else. */
export function proseOf({ text }: MarkdownDocument): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, 'code')
}

/** Anchors as GitHub makes them of headings, and those set by hand. */
export function anchorsOf({ text }: MarkdownDocument): ReadonlySet<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#{1,6} (.*)$/gm)) {
    const anchor = anchorOf(heading)
    let name = anchor
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`
    anchors.add(name)
  }
  for (const [, name = ''] of text.matchAll(/<a id="([^"]+)">/g)) anchors.add(name)
  return anchors
}

export function anchorOf(heading: string): string {
  const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
}

/** Where links and pictures lead, but for addresses of the web. */
export function linksOf(document: MarkdownDocument): readonly string[] {
  const targets = [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^(https?|mailto):/.test(target))
}
