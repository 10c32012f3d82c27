// `node --import tsx bench/scripts.ts [--against FOLDER] [TAG …]`: CPU milliseconds for a thousand words in several scripts, and peak memory, each
// script in a separate process, with new words for every document. `--against` names another checkout whose build renders the same documents
// alternately.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Engine, EngineOptions } from '../engine/index.ts'
import { LANGUAGES } from '../test/support/languages.data.ts'
import { ownMilliseconds, WARM_UP_MS } from './measure.ts'
import { makeRandom, pick } from './random.ts'

const TAGS = ['en', 'ar', 'he', 'hi', 'th', 'ja']
const WORDS = 1000
const PER_PARAGRAPH = 50
const RUNS = 40

interface Figures {
  /** By build, sorted. */
  readonly times: readonly (readonly number[])[]
  readonly peakRss: number
}

/** Generates documents of a language: its words in random order, without spaces where the language has none. */
function makeDocuments(tag: string): { readonly source: string; data(index: number): unknown } {
  const language = LANGUAGES.find((known) => known.tag === tag)
  if (language === undefined) throw new Error(`no text in ${tag}`)
  const segmenter = new Intl.Segmenter(tag, { granularity: 'word' })
  const words = [...segmenter.segment(language.sentences.join(' '))].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
  const space = tag === 'th' || tag === 'ja' ? '' : ' '
  const source = `<!doctype html><html lang="${tag}" dir="${language.direction ?? 'ltr'}"><style>@page { size: A4; margin: 20mm } body { font: 11pt/1.5 Arimo }</style>{{#each paragraphs}}<p>{{this}}</p>{{/each}}`
  return {
    source,
    data(index) {
      const random = makeRandom(index)
      const paragraph = (): string => Array.from({ length: PER_PARAGRAPH }, () => pick(random, words)).join(space)
      return { paragraphs: Array.from({ length: WORDS / PER_PARAGRAPH }, paragraph) }
    },
  }
}

async function measureBuilds(tag: string, folders: readonly string[]): Promise<Figures> {
  const { source, data } = makeDocuments(tag)
  const renders = await Promise.all(folders.map(async (folder) => rendererOf(await engineIn(folder), source)))
  let index = 0
  const times: number[][] = folders.map(() => [])
  const round = async (isMeasured: boolean): Promise<void> => {
    const document = data(index++)
    for (const [i, render] of renders.entries()) {
      const before = ownMilliseconds()
      await render(document)
      if (isMeasured) times[i]?.push(ownMilliseconds() - before)
    }
  }
  const start = ownMilliseconds()
  while (ownMilliseconds() - start < WARM_UP_MS * folders.length) await round(false)
  for (let run = 0; run < RUNS; run++) await round(true)
  return { times: times.map((list) => list.sort((a, b) => a - b)), peakRss: process.resourceUsage().maxRSS / 1024 }
}

async function engineIn(folder: string): Promise<Engine> {
  const url = pathToFileURL(join(folder, '.dist', 'engine', 'index.js')).href
  // The build has the types of its sources.
  const { createEngine } = (await import(url)) as { createEngine(options?: EngineOptions): Promise<Engine> }
  return createEngine()
}

function rendererOf(engine: Engine, source: string): (data: unknown) => Promise<void> {
  const template = engine.compile({ type: 'html', source })
  return async (data) => {
    const { warnings } = await engine.render(template, data)
    if (warnings.length > 0) throw new Error(warnings[0]?.message)
  }
}

function measureApart(tag: string, folders: readonly string[]): Figures {
  const script = fileURLToPath(import.meta.url)
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', script, '--inner', tag, ...folders], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${tag}: ${stderr}`)
  return JSON.parse(stdout) as Figures // printed below
}

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' }, inner: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.inner === true) {
  const [tag = '', ...folders] = positionals
  console.log(JSON.stringify(await measureBuilds(tag, folders)))
} else {
  const folders = [fileURLToPath(new URL('..', import.meta.url)), ...(values.against === undefined ? [] : [resolve(values.against)])]
  const cell = (list: readonly number[]): string => `${list[list.length >> 1]?.toFixed(1)} / ${list[0]?.toFixed(1)}`
  console.log(
    `| CPU ms for ${WORDS} words, median / fastest | ${folders.map((_, i) => (i === 0 ? 'this build' : 'the other')).join(' | ')} | peak RSS MiB |`,
  )
  console.log(`|---|${folders.map(() => '---:').join('|')}|---:|`)
  for (const tag of positionals.length > 0 ? positionals : TAGS) {
    const { times, peakRss } = measureApart(tag, folders)
    console.log(`| ${LANGUAGES.find((known) => known.tag === tag)?.name} | ${times.map(cell).join(' | ')} | ${peakRss.toFixed(0)} |`)
  }
}
