// The options of every command that renders: how documents look, what they may read, and what a warning is worth.
import { statSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { BadInput, BadUsage } from './command.ts'

export interface EngineFlags {
  readonly font: readonly string[]
  readonly baseDir?: string | undefined
  readonly locale?: string | undefined
  readonly timeZone?: string | undefined
  readonly strict?: boolean | undefined
}

export function addEngineFlags(command: Command): Command {
  return addBaseDir(command)
    .option('--font <file>', 'a font to use beside the bundled ones; may repeat', collect, [])
    .option('--locale <tag>', 'the language of numbers, dates and money, such as de or en-GB', localeTag)
    .option('--time-zone <zone>', 'the time zone that dates are shown in, such as Europe/Berlin', timeZoneName)
    .option('--strict', 'make every warning an error')
}

export function addBaseDir(command: Command): Command {
  return command.option('--base-dir <dir>', 'let relative src, href and url() read files below this folder')
}

/** Before anything is read: a folder that is not there would only show as missing files. */
export function checkBaseDir({ baseDir }: Pick<EngineFlags, 'baseDir'>): void {
  if (baseDir === undefined) return
  const found = statSync(baseDir, { throwIfNoEntry: false })
  if (found === undefined) throw new BadUsage(`there is no folder ${baseDir} (--base-dir)`)
  if (!found.isDirectory()) throw new BadUsage(`${baseDir} is not a folder (--base-dir)`)
}

/** For `--strict`: nothing comes of a document with warnings, which have been printed. */
export function refuseWarnings(count: number, { strict }: Pick<EngineFlags, 'strict'>): void {
  if (strict === true && count > 0) throw new BadInput(`${count} ${count === 1 ? 'warning' : 'warnings'} (--strict)`)
}

/** For options that may repeat. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function localeTag(value: string): string {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(value).length > 0) return value
  } catch {
    // Not a tag at all: said below.
  }
  throw new InvalidArgumentError('Write a language tag such as "de" or "en-GB".')
}

function timeZoneName(value: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value
  } catch {
    throw new InvalidArgumentError('Write a name such as "Europe/Berlin" or "UTC".')
  }
}
