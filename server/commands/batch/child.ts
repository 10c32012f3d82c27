// Script of a batch's rendering processes: as the service's, with the fonts, files, locale and time zone of the command line.
import { readFileSync } from 'node:fs'
import { createEngine, type Engine, type EngineOptions, fontSources, InputError } from '../../../engine/index.ts'
import { serveJobs } from '../../pool/job-server.ts'
import { type EngineFlags, engineOptions } from '../engine-flags.ts'
import { assetsBelow } from '../local.ts'

export interface BatchFlags extends EngineFlags {
  /** Path of the template; its relative URLs resolve against it. */
  readonly template: string
}

// `batch.ts` serialised the flags.
const flags = JSON.parse(process.argv[2] ?? '') as BatchFlags
const { template, font, baseDir } = flags
const assets = assetsBelow(baseDir, template)

async function createLocalEngine(options: EngineOptions = {}): Promise<Engine> {
  const extraFonts = font.flatMap((path) => fontSources(readFileSync(path)))
  const own = engineOptions(flags)
  const engine = await createEngine({ ...options, extraFonts, ...own, limits: { ...options.limits, ...own.limits } })
  return {
    ...engine,
    compile: (source, more) => engine.compile(source, { assets, ...more }),
    render: (compiled, data, more) => engine.render(compiled, data, { assets, ...more }),
    stream: (compiled, data, more) => engine.stream(compiled, data, { assets, ...more }),
  }
}

await serveJobs({ createEngine: createLocalEngine, InputError })
