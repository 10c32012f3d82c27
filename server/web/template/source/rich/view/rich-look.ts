// How nodes look in a browser, and what pasted HTML becomes.
import type { Look } from '../schema/extensions.ts'
import { markDom, nodeDom, opaqueDom, runningDom, type ShowAsset } from './dom.ts'
import { markRules, nodeRules, opaqueRules } from './parse-rules.ts'

export function richLook(showAsset: ShowAsset): Look {
  return { nodeDom: (name, node) => nodeDom(name, node, showAsset), markDom, opaqueDom, runningDom, nodeRules, opaqueRules, markRules }
}
