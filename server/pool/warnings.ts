// The warnings of a rendering as the service reports them: each code once for each place, what the document lost before remarks on the template.
import type { Diagnostic } from '../../engine/index.ts'

/** Codes that remark on a template, whatever its data: nothing that the document should show is lost. */
const REMARKS: ReadonlySet<string> = new Set([
  'css-syntax',
  'sampled-columns',
  'unknown-element',
  'unsupported-css',
  'unsupported-html',
] satisfies Diagnostic['code'][])

/** Whether the document lacks something, or shows it otherwise than it should; strict handling refuses it then. */
export function isLoss({ code }: { readonly code: string }): boolean {
  return !REMARKS.has(code)
}

/** One warning for each code and place, losses first. */
export function distinctWarnings(warnings: readonly Diagnostic[]): readonly Diagnostic[] {
  const byPlace = new Map<string, Diagnostic>()
  for (const warning of warnings) {
    const { code, part = '', path, at, message } = warning
    const key = `${part} ${code} ${path ?? (at === undefined ? message : JSON.stringify(at))}`
    if (!byPlace.has(key)) byPlace.set(key, warning)
  }
  const all = [...byPlace.values()]
  return [...all.filter(isLoss), ...all.filter((warning) => !isLoss(warning))]
}
