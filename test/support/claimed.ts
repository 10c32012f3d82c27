// Documents that are asked to keep PDF/UA-1 and PDF/A: valid by the checker, or refused with a reason that holds.
import type { InputError, RenderOptions } from '../../engine/index.ts'
import { checkPdf } from './checker/check.ts'
import type { Profile } from './checker/rules.ts'

type Render = (options: RenderOptions) => Promise<{ readonly pdf: Uint8Array }>

/** What a template can lack, and the rules that its file breaks then. Of `ua-table` no rule can be checked by machine. */
const LACKING: Readonly<Record<string, RegExp>> = {
  'ua-alt': /^7\.(3|7)-t1$/,
  'ua-heading': /^7\.4\.2-t1$/,
  'ua-table': /^7\.5-t[12]$/,
  'ua-link': /^7\.18\.5-t[12]$/,
  'missing-glyph': /^7\.21\.(7|8)-t\d$/,
}
/** The file does not identify itself as one of PDF/UA, as it claims nothing. */
const UNCLAIMED = '5-t1'

/** Faults of one document: of the file that claims both, or of those that claim less when it is refused. Title and language are given. */
export async function faultsOfClaims(render: Render, archive: 'a-2u' | 'a-3u'): Promise<readonly string[]> {
  const metadata = { title: 'Title', language: 'en' }
  const made = async (conformance: readonly string[]): Promise<Uint8Array | InputError> => {
    try {
      return (await render({ metadata, conformance })).pdf
    } catch (thrown) {
      if (!(thrown instanceof Error) || thrown.name !== 'InputError') throw thrown
      return thrown as InputError // by its name
    }
  }
  const both = await made(['ua-1', archive])
  if (both instanceof Uint8Array) return [...faults(both, 'ua-1'), ...faults(both, archive)]
  const codes = new Set(both.diagnostics.map(({ code }) => code as string))
  const unknown = [...codes].filter((code) => LACKING[code] === undefined)
  if (unknown.length > 0) return both.diagnostics.map(({ code, message }) => `refused: ${message} [${code}]`)
  const kept = await made([archive])
  const archived = kept instanceof Uint8Array ? faults(kept, archive) : codes.has('missing-glyph') ? [] : ['refused for PDF/A as well']
  const bare = await made([])
  if (!(bare instanceof Uint8Array)) return ['refused without a claim']
  const broken = checkPdf(bare, 'ua-1').filter(({ rule }) => rule !== UNCLAIMED)
  const isSaid = (rule: string): boolean => [...codes].some((code) => LACKING[code]?.test(rule))
  const unsaid = broken.filter(({ rule }) => !isSaid(rule)).map(({ rule, message }) => `ua-1 ${rule}: ${message}`)
  const untrue = [...codes].filter((code) => SHOWN.has(code) && !broken.some(({ rule }) => LACKING[code]?.test(rule)))
  return [...archived, ...unsaid, ...untrue.map((code) => `refused for ${code}, which the checker does not find`)]
}

/** Reasons that the checker sees in the file. */
const SHOWN: ReadonlySet<string> = new Set(['ua-alt', 'ua-heading'])

function faults(pdf: Uint8Array, profile: Profile): readonly string[] {
  return checkPdf(pdf, profile).map(({ rule, message }) => `${profile} ${rule}: ${message}`)
}
