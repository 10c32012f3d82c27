// Random documents that are asked to keep PDF/UA-1 and PDF/A.
import { createEngine } from '../../../engine/index.ts'
import { caseEngine } from '../case.ts'
import { faultsOfClaims } from '../claimed.ts'
import { makeRandom } from './random.ts'
import { randomFeatures } from './random-features.ts'
import { randomDocument, randomDocumentOnUnlikePages } from './random-html.ts'

/** Faults of `count` documents made of the seeds from `first` on. */
export async function claimsOfRandomDocuments({ first, count }: { first: number; count: number }): Promise<readonly string[]> {
  const engine = await caseEngine(createEngine)
  const faults: string[] = []
  for (let seed = first; seed < first + count; seed++) {
    const make = seed % 4 === 0 ? randomDocumentOnUnlikePages : randomDocument
    const { source, data } = make(makeRandom(seed))
    const template = engine.compile({ type: 'html', source })
    const found = await faultsOfClaims((options) => engine.render(template, data, options), seed % 2 === 0 ? 'a-2u' : 'a-3u')
    faults.push(...found.map((fault) => `seed ${seed}: ${fault}`))
  }
  return faults
}

/** The same of documents that mix everything that can be tagged or painted, in the bundled fonts. */
export async function claimsOfMixedDocuments({ first, count }: { first: number; count: number }): Promise<readonly string[]> {
  const engine = await createEngine()
  const faults: string[] = []
  for (let seed = first; seed < first + count; seed++) {
    const template = engine.compile({ type: 'html', source: randomFeatures(makeRandom(seed)) })
    const found = await faultsOfClaims((options) => engine.render(template, {}, options), seed % 2 === 0 ? 'a-2u' : 'a-3u')
    faults.push(...found.map((fault) => `seed ${seed}: ${fault}`))
  }
  return faults
}
