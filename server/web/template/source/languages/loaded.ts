// What the module of a language gives.
import type { CompletionSource } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'

export interface LoadedLanguage {
  /** Parser, highlighting, indents. */
  readonly support: Extension
  /** Absent where the language has nothing of its own to offer. */
  readonly complete?: CompletionSource
}
