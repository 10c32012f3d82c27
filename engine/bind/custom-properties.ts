// Placeholders in style sheets, bound as the custom properties that replace them (`--platen-N`).
import type { TemplateProperty } from '../template/template.ts'
import type { Binding } from './binding.ts'
import { compileTextPath } from './data-path.ts'
import { escapeStyleString, escapeStyleUrl, isSafeSource } from './helpers/safety.ts'
import type { DataScope } from './scope.ts'
import { compileText } from './text.ts'

/** A custom property that stands for a placeholder, and its value for the data of a binding. */
export interface PropertyBinding {
  readonly name: string
  /** CSS text that stands for the placeholder. What cannot be used there gives text that leaves the declaration out or harmless: none, `none` for an address, `""` for a string. */
  bind(scope: DataScope, binding: Binding): string
}

export function compileCustomProperties(properties: readonly TemplateProperty[]): readonly PropertyBinding[] {
  return properties.map(({ name, styleContext, value, at }): PropertyBinding => {
    const print = compileText(value, undefined)
    const path = compileTextPath(value, undefined)
    if (styleContext === 'value') return { name, bind: print }
    if (styleContext === 'string') return { name, bind: (scope, binding) => `"${escapeStyleString(print(scope, binding))}"` }
    const bind = (scope: DataScope, binding: Binding): string => {
      const url = print(scope, binding).trim()
      if (url === '') return 'none'
      if (isSafeSource(url)) return `url("${escapeStyleUrl(url)}")`
      binding.enter(path, scope)
      binding.warn('blocked-url', at, `url(${url.slice(0, 60)}) is left out`, 'use a data: image or the name of an asset')
      return 'none'
    }
    return { name, bind }
  })
}
