// Claims: the standards that a document says it keeps. What is claimed is written into the file (XMP, output intent), and what the engine finds that breaks it is
// an error: a file that claims more than it keeps is worse than one that claims nothing.
import { type Diagnostic, type DiagnosticCode, error, InputError, type Position } from './diagnostic.ts'
import { suggest } from './suggest.ts'

/** The standards that can be claimed: PDF/UA-1, PDF/A-2 and PDF/A-3 at their levels, and PDF/A-4, alone and with files. */
export const CONFORMANCES = ['ua-1', 'a-2b', 'a-2u', 'a-2a', 'a-3b', 'a-3u', 'a-3a', 'a-4', 'a-4f'] as const

export type Conformance = (typeof CONFORMANCES)[number]

/** What a document claims. */
export interface Claims {
  readonly names: readonly Conformance[]
  readonly isAccessible: boolean
  /** PDF/A; absent: not claimed. */
  readonly archive: { readonly part: 2 | 3 | 4; readonly level: 'B' | 'U' | 'A' | 'F' | '' } | undefined
}

export interface Claimed {
  /** Names as somebody wrote them. */
  readonly names: readonly string[]
  /** Where; absent for options of a call. */
  readonly at?: Position | undefined
}

/** Reads names of standards; undefined for none. Throws InputError for names that are none, and for standards that exclude each other. */
export function readClaims(claimed: readonly Claimed[]): Claims | undefined {
  const names: Conformance[] = []
  const faults: Diagnostic[] = []
  for (const { names: written, at } of claimed) {
    // Says on purpose that nothing is claimed, whatever a caller's default is.
    if (written.length === 1 && written[0]?.toLowerCase() === 'none') continue
    for (const name of written) {
      const known = CONFORMANCES.find((each) => each === name.toLowerCase())
      if (known === undefined) faults.push(unknown(name, at))
      else if (!names.includes(known)) names.push(known)
    }
  }
  const archives = names.filter((name) => name.startsWith('a-'))
  if (archives.length > 1)
    faults.push(
      claimError(
        undefined,
        `${archives.join(' and ')} exclude each other`,
        'claim one part and level of PDF/A: level a includes u, and u includes b',
      ),
    )
  if (names.includes('ua-1') && archives.some((name) => name.startsWith('a-4')))
    faults.push(
      claimError(
        undefined,
        `ua-1 and ${archives.join(' and ')} exclude each other: PDF/UA-1 is of PDF 1.7, PDF/A-4 of PDF 2.0`,
        'claim a-3u or a-3a beside ua-1',
      ),
    )
  if (faults.length > 0) throw new InputError(faults)
  if (names.length === 0) return undefined
  const [, part, level] = /^a-(\d)(.?)$/.exec(archives[0] ?? '') ?? []
  return {
    names,
    isAccessible: names.includes('ua-1'),
    archive:
      part === undefined || level === undefined
        ? undefined
        : { part: PARTS[part] ?? 2, level: level.toUpperCase() as 'B' | 'U' | 'A' | 'F' | '' }, // of CONFORMANCES
  }
}

const PARTS: Readonly<Record<string, 2 | 3 | 4>> = { 2: 2, 3: 3, 4: 4 }

/** Whether the file is one of PDF 2.0, which PDF/A-4 is about. */
export function needsPdf2(claims: Claims | undefined): boolean {
  return claims?.archive?.part === 4
}

/** Whether the claims need a structure tree. */
export function needsTags(claims: Claims | undefined): boolean {
  return claims !== undefined && (claims.isAccessible || claims.archive?.level === 'A')
}

function unknown(name: string, at: Position | undefined): Diagnostic {
  const lower = name.toLowerCase()
  if (/^a-?1/.test(lower))
    return claimError(
      at,
      `${JSON.stringify(name)} cannot be claimed: PDF/A-1 has no transparency and no compressed objects`,
      'claim a-2b, a-2u or a-2a, which archives accept as well',
    )
  if (/^ua-?2/.test(lower))
    return claimError(
      at,
      `${JSON.stringify(name)} cannot be claimed: it needs the structure types of PDF 2.0, which are not written`,
      'claim ua-1',
    )
  if (/^a-?4e/.test(lower))
    return claimError(
      at,
      `${JSON.stringify(name)} cannot be claimed: PDF/A-4e is for drawings in three dimensions`,
      'claim a-4, or a-4f with attachments',
    )
  return claimError(
    at,
    `there is no standard ${JSON.stringify(name.slice(0, 40))}`,
    suggest(name, CONFORMANCES) ?? `known are ${CONFORMANCES.join(', ')}`,
  )
}

/** An error of what is claimed. */
export function claimError(at: Position | undefined, message: string, hint: string): Diagnostic {
  return error('conformance', at, message, hint)
}

/** What the engine found in a document. */
export interface Found {
  readonly warnings: readonly Diagnostic[]
  /** What tagging found. */
  readonly findings: readonly Diagnostic[]
  readonly title: string | undefined
  readonly language: string | undefined
  readonly painted: PaintedFacts
  /** Pages of PDFs among the pictures: a letterhead. */
  readonly hasForeignPages: boolean
}

/** Facts of what was painted. */
interface PaintedFacts {
  readonly usesCmyk: boolean
  readonly deepestState: number
  readonly shortestSide: number
  readonly longestSide: number
}

/** Findings that break a claim, whatever it is: warnings of a render without claims. */
const BREAKING: ReadonlySet<DiagnosticCode> = new Set(['missing-glyph'])

/** Throws InputError with everything that does not hold. */
export function checkClaims(claims: Claims | undefined, found: Found): void {
  if (claims === undefined) return
  const faults = [...found.warnings.filter(({ code }) => BREAKING.has(code))]
  if (found.hasForeignPages)
    faults.push(
      claimError(
        undefined,
        'a page of another PDF is among the pictures, and what it holds is not checked',
        'use the letterhead as SVG or as a picture',
      ),
    )
  if (claims.archive !== undefined) faults.push(...archiveFaults(found.painted, claims.archive.part === 4))
  if (claims.isAccessible) faults.push(...accessibilityFaults(found))
  if (faults.length > 0) throw new InputError(faults.map((fault) => ({ ...fault, severity: 'error' })))
}

/** ISO 19005-2: 6.1.13, 6.2.4.3. */
function archiveFaults({ usesCmyk, deepestState, shortestSide, longestSide }: PaintedFacts, isPdf2: boolean): Diagnostic[] {
  const faults: Diagnostic[] = []
  if (usesCmyk)
    faults.push(
      claimError(
        undefined,
        'PDF/A with colours of sRGB has no CMYK',
        'write colours in RGB instead of device-cmyk(), and convert CMYK pictures',
      ),
    )
  // PDF 2.0 has no such limits.
  if (isPdf2) return faults
  if (deepestState > MOST_STATES)
    faults.push(
      claimError(
        undefined,
        `graphics are nested ${deepestState} deep, and PDF/A allows ${MOST_STATES}`,
        'nest fewer elements with transforms, clips or opacity',
      ),
    )
  if (shortestSide < 3 || longestSide > 14_400)
    faults.push(claimError(undefined, 'PDF/A allows pages of 3 to 14,400 points', 'change the size in @page'))
  return faults
}

const MOST_STATES = 28

function accessibilityFaults({ findings, title, language }: Found): Diagnostic[] {
  const faults = [...findings]
  const has = (code: string): boolean => faults.some((fault) => fault.code === code)
  if ((title ?? '').trim() === '' && !has('ua-title'))
    faults.push(error('ua-title', undefined, 'ua-1 asks for a title', 'write <title>…</title>, or give a title in the metadata'))
  const isLanguage = language !== undefined && /^[a-z]{1,8}(-[a-z\d]{1,8})*$/i.test(language)
  if (!isLanguage && !has('ua-language'))
    faults.push(
      error(
        'ua-language',
        undefined,
        'ua-1 asks for the language of the document',
        'write <html lang="en">, with the language of the document',
      ),
    )
  return faults
}

/** The error of tags that are switched off. */
export function untagged(claims: Claims | undefined): Diagnostic {
  return claimError(
    undefined,
    `${claims?.names.join(', ')} needs tags, and they are switched off`,
    'leave out tagged: false, or <meta name="platen:tagged" content="no">',
  )
}

/** The error of PDF 2.0 with cross references of PDF 1.4. */
export function withoutObjectStreams(claims: Claims | undefined): Diagnostic {
  return claimError(
    undefined,
    `${claims?.names.join(', ')} is of PDF 2.0, and objectStreams: false asks for a file that readers of PDF 1.4 open`,
    'leave out objectStreams: false',
  )
}

/** Goes into the identifiers of files with claims, so that a merge knows those that were checked. It changes when claims are checked for more. */
export const CLAIM_SEAL = 'platen claims 1'

/** Why a finished PDF does not keep a claim. */
export interface ClaimFault {
  readonly reason: string
  readonly hint: string
}

/** Throws InputError when finished PDFs among the parts of a document with claims do not keep them, with every reason. */
export function refuseFinished(
  claims: Claims,
  finished: readonly { readonly name: string; readonly faults: readonly ClaimFault[] }[],
): void {
  const faults = finished.flatMap((part) =>
    part.faults.map(({ reason, hint }) =>
      claimError(undefined, `${claims.names.join(', ')} cannot be claimed with ${part.name}: ${reason}`, hint),
    ),
  )
  if (faults.length > 0) throw new InputError(faults)
}
