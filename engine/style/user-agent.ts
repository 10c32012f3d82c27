// The rules of the user-agent style sheets, which are the same for all templates. In the build they are a table (`.build/user-agent.mjs`), as parsing them takes
// a tenth of a fresh process's first document.
import { GenerationCache } from '../collections/cache.ts'
import { addSheet, makeRuleSet, type SelectorRule, type SheetContext } from './rules/rules.ts'
import { QUIRKS_SHEET, UA_SHEET } from './ua.data.ts'

const RULES = new GenerationCache<boolean, readonly SelectorRule[]>(2)

/** User-agent rules in order; in quirks mode with those that apply there alone. Parsed at first use. */
export function userAgentRules(isQuirks: boolean): readonly SelectorRule[] {
  let rules = RULES.get(isQuirks)
  if (rules === undefined) {
    rules = parseUserAgentRules(isQuirks)
    RULES.set(isQuirks, rules)
  }
  return rules
}

/** The same without a cache, for the build. */
export function parseUserAgentRules(isQuirks: boolean): readonly SelectorRule[] {
  const set = makeRuleSet()
  const context: SheetContext = { origin: 'user-agent', isQuirks, report: () => undefined, positionOf: () => undefined }
  addSheet(set, UA_SHEET, '', context)
  if (isQuirks) addSheet(set, QUIRKS_SHEET, '', context)
  return set.rules
}
