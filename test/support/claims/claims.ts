// A document with all claims, by the checker, when it is given what it lacks.
import { type Engine, InputError } from '../../../engine/index.ts'
import { checkPdf } from '../checker/check.ts'
import { compile, type Document, metadataOf, supply } from './supply.ts'

const ARCHIVES = ['a-2u', 'a-3u'] as const

export async function claimsOf(engine: Engine, document: Document): Promise<{ given: readonly string[]; faults: readonly string[] }> {
  const { data, assets } = document
  const { source, title, language, given, refused } = await supply(engine, document)
  if (refused.length > 0) return { given, faults: refused.map((line) => `refused: ${line}`) }
  const template = compile(engine, source, assets)
  const faults: string[] = []
  for (const archive of ARCHIVES) {
    try {
      const { pdf } = await engine.render(template, data, {
        ...(assets === undefined ? {} : { assets }),
        conformance: ['ua-1', archive],
        metadata: metadataOf(title, language),
      })
      for (const profile of ['ua-1', archive] as const)
        for (const { rule, message } of checkPdf(pdf, profile)) faults.push(`${profile} ${rule}: ${message}`)
    } catch (thrown) {
      if (!(thrown instanceof InputError)) throw thrown
      faults.push(...thrown.diagnostics.map(({ code, message }) => `${archive} refused: ${code}: ${message}`))
    }
  }
  return { given, faults }
}
