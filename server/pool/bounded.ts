// Diagnostics with bounded texts, since they may quote the whole document.
import type { Diagnostic } from '../../engine/index.ts'

const MOST_WARNINGS = 100
/** Of a document: as many as the engine keeps. */
export const MOST_OF_DOCUMENT = 1000
/** Most characters of a text of a diagnostic. */
const MOST_TEXT = 4000

/** The first diagnostics. */
export function bounded(diagnostics: readonly Diagnostic[], most = MOST_WARNINGS): readonly Diagnostic[] {
  return diagnostics.slice(0, most).map((diagnostic) => {
    const { message, hint, at, path } = diagnostic
    const position = at?.kind === 'pointer' ? { ...at, pointer: shortened(at.pointer) } : at
    return {
      ...diagnostic,
      message: shortened(message),
      ...(hint === undefined ? {} : { hint: shortened(hint) }),
      ...(position === undefined ? {} : { at: position }),
      ...(path === undefined ? {} : { path: shortened(path) }),
    }
  })
}

export function shortened(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}
