// What the service says of a template, and what is opened of it.
import { type FieldProblem, ofTeam } from '../state/api.ts'
import type { KeptTexts } from './kept/kept-texts.ts'
import type { Variable } from './source/completion.ts'

export interface TemplateEntry {
  readonly id: string
  readonly name: string
  readonly type: 'html' | 'editor'
  readonly variables: readonly Variable[]
  /** What counts where the source says nothing; absent where the team decides. */
  readonly conformance?: string
  readonly tagged?: boolean
}

export interface SavedAnswer {
  readonly name: string
  readonly version: number
  readonly published_version: number | null
  readonly diagnostics?: readonly FieldProblem[]
}

/** The newest version, as the service has it. */
export interface Saved {
  readonly source: string
  readonly version: number
  readonly published: number | null
}

export interface NamedExample {
  readonly name: string
  readonly text: string
}

export interface Opened {
  readonly entry: TemplateEntry
  readonly saved: Saved
  /** The service has the source as an object, and is sent one again. */
  readonly isObject: boolean
  /** The data that it is tried with at first, unless others are kept; absent where the template has no examples. */
  readonly example: NamedExample | undefined
  readonly kept: KeptTexts
  /** Under which texts are kept in the browser: user, team and template. */
  readonly of: string
  readonly tab: string
  /** Of opening: another one begins with a new screen. */
  readonly turn: number
}

export const pathOf = (teamId: string, id: string, more = ''): string => ofTeam(teamId, `/templates/${encodeURIComponent(id)}${more}`)
