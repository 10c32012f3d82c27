// Compiles `style` attributes.

import { parseBody } from '../syntax/syntax.ts'
import { parseComponents } from '../syntax/tokens.ts'
import { compileDeclarations, type Declaration } from './declarations.ts'

export interface InlineStyle {
  readonly normal: readonly Declaration[]
  readonly important: readonly Declaration[]
}

export const NO_INLINE: InlineStyle = Object.freeze({ normal: [], important: [] })

export function compileInline(
  text: string,
  isQuirks: boolean,
  report: (code: 'css-syntax' | 'unsupported-css', message: string, hint?: string) => void,
): InlineStyle {
  const context = {
    isQuirks,
    report: (_: number, code: 'css-syntax' | 'unsupported-css', message: string, hint?: string) => report(code, message, hint),
  }
  const items = parseComponents(text, (_, what) => report('css-syntax', `${what} is never closed`))
  const nodes = parseBody(items, text, (_, message) => report('css-syntax', message))
  return compileDeclarations(
    nodes.flatMap((node) => (node.kind === 'declaration' ? [node] : [])),
    context,
  )
}
