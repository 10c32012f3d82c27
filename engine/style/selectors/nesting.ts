// `&` in selectors (CSS Nesting 1 §3).
import type { Component } from '../syntax/tokens.ts'

/** Whether `&` stands anywhere in these. */
export function containsNesting(items: readonly Component[]): boolean {
  return items.some((item) => (item.kind === 'delim' ? item.value === '&' : 'items' in item && containsNesting(item.items)))
}
