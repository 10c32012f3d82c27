// Placeholders in style sheets, bound as the custom properties that replace them (`--platen-N`).
import type { TemplateProperty } from '../template/template.ts'
import { compileTextPath } from './data-path.ts'
import { escapeStyleString, escapeStyleUrl, isSafeSource } from './helpers/safety.ts'
import type { Run } from './run.ts'
import type { Scope } from './scope.ts'
import { compileText } from './text.ts'

export interface Property {
  readonly name: string
  /** CSS text that stands for the placeholder. What cannot be used there gives text that leaves the declaration out or harmless: none, `none` for an address, `""` for a string. */
  bind(scope: Scope, run: Run): string
}

export function compileProperties(properties: readonly TemplateProperty[]): readonly Property[] {
  return properties.map(({ name, context, value, at }): Property => {
    const print = compileText(value, undefined)
    const path = compileTextPath(value, undefined)
    if (context === 'value') return { name, bind: print }
    if (context === 'string') return { name, bind: (scope, run) => `"${escapeStyleString(print(scope, run))}"` }
    const bind = (scope: Scope, run: Run): string => {
      const url = print(scope, run).trim()
      if (url === '') return 'none'
      if (isSafeSource(url)) return `url("${escapeStyleUrl(url)}")`
      run.enter(path, scope)
      run.warn('blocked-url', at, `url(${url.slice(0, 60)}) is left out`, 'use a data: image or the name of an asset')
      return 'none'
    }
    return { name, bind }
  })
}
