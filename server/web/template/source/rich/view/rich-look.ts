// How nodes look in a browser, and what pasted HTML becomes.
import type { Look } from '../schema/extensions.ts'
import { type AssetUrl, markDom, nodeDom, opaqueDom, runningDom } from './dom.ts'
import { markRules, nodeRules, opaqueRules } from './parse-rules.ts'

export function richLook(assetUrl: AssetUrl): Look {
  return { nodeDom: (name, node) => nodeDom(name, node, assetUrl), markDom, opaqueDom, runningDom, nodeRules, opaqueRules, markRules }
}
