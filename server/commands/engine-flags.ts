// The options of every command that renders: fonts, locale, time zone, readable files, and whether warnings are errors.
import { statSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import type { EngineOptions } from '../../engine/index.ts'
import { BadInput, BadUsage } from './command.ts'

export interface EngineFlags {
  readonly font: readonly string[]
  readonly baseDir?: string | undefined
  readonly locale?: string | undefined
  readonly timeZone?: string | undefined
  readonly strict?: boolean | undefined
  readonly conformance?: readonly string[] | undefined
  /** Commander sets it to true without the flag. */
  readonly tags?: boolean | undefined
}

export function addEngineFlags(command: Command): Command {
  return addRenderFlags(addBaseDir(command))
}

/** For commands that make PDFs. */
export function addTagging(command: Command): Command {
  return addConformance(command).option(
    '--no-tags',
    'no structure tree: a smaller file, which screen readers read without headings, lists and tables',
  )
}

/** For commands that make PDFs, or say whether one could be made. */
export function addConformance(command: Command): Command {
  const names = 'ua-1, a-2b, a-2u, a-2a, a-3b, a-3u, a-3a, a-4 or a-4f'
  return command.option(
    '--conformance <standard>',
    `a standard that the PDF keeps and claims, or there is an error: ${names}; repeatable`,
    collectMore,
  )
}

/** For commands that make one PDF. */
export function addAttach(command: Command): Command {
  return command.option(
    '--attach <file>',
    'a file inside the PDF; order.xml#alternative says what it is to the document: source, data, alternative or supplement; repeatable',
    collectMore,
  )
}

/** Absent, not empty, without a value: an empty list would take back what templates claim. */
export function collectMore(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value]
}

const MIB = 1024 * 1024

/** Files of one's own may bring whole style sheets of frameworks and pictures as data along; the engine's limits are for what strangers send. */
const OWN_FILES = { templateBytes: 32 * MIB, cssBytes: 16 * MIB }

/** What the flags say to an engine, without fonts. */
export function engineOptions({ locale, timeZone, conformance, tags }: Partial<EngineFlags>): EngineOptions {
  return {
    limits: OWN_FILES,
    ...(conformance === undefined ? {} : { conformance }),
    ...(tags === false ? { tagged: false } : {}),
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { timeZone }),
  }
}

/** The same without the folder of readable files. */
export function addRenderFlags(command: Command): Command {
  return command
    .option('--font <file>', 'a font in addition to the bundled ones; repeatable', collect, [])
    .option('--locale <tag>', 'the locale of numbers, dates and money, such as de or en-GB', localeTag)
    .option('--time-zone <zone>', 'the time zone of dates, such as Europe/Berlin', timeZoneName)
    .option('--strict', 'treat every warning as an error')
}

export function addBaseDir(command: Command): Command {
  return command.option('--base-dir <dir>', 'allow relative src, href and url() to read files below this folder')
}

/** Checked before anything is read, since a missing folder would only surface as missing files. */
export function checkBaseDir({ baseDir }: Pick<EngineFlags, 'baseDir'>): void {
  if (baseDir === undefined) return
  const found = statSync(baseDir, { throwIfNoEntry: false })
  if (found === undefined) throw new BadUsage(`there is no folder ${baseDir} (--base-dir)`)
  if (!found.isDirectory()) throw new BadUsage(`${baseDir} is not a folder (--base-dir)`)
}

/** For `--strict`: fails if there are warnings, which have been printed before. */
export function refuseWarnings(count: number, { strict }: Pick<EngineFlags, 'strict'>): void {
  if (strict === true && count > 0) throw new BadInput(`${count} ${count === 1 ? 'warning' : 'warnings'} (--strict)`)
}

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function localeTag(value: string): string {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(value).length > 0) return value
  } catch {
    // A malformed tag: reported below.
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
