// The contract of the store for data examples: named data of a template, to preview and to check it with.

/** A data example without its data. */
export interface ExampleRecord {
  readonly name: string
  /** Bytes of the data. */
  readonly size: number
  /** SHA-256 of the data, in hexadecimal. */
  readonly hash: string
  readonly updatedAt: number
}

export type SavedExample =
  | { readonly kind: 'saved'; readonly example: ExampleRecord; readonly isNew: boolean }
  /** The team has no such template. */
  | { readonly kind: 'missing' }
  /** The template has as many as it may. */
  | { readonly kind: 'too-many' }

export type RemovedExample = 'removed' | 'missing' | 'missing-template'

export interface ExampleStore {
  /** In order of their names; undefined when the team has no such template. */
  list(teamId: string, templateId: string): Promise<readonly ExampleRecord[] | undefined>
  /** The data as they were saved, a JSON text. */
  read(teamId: string, templateId: string, name: string): Promise<string | undefined>
  /** Saves data under a name, replacing those that it had; `most` is how many the template may have. */
  save(teamId: string, templateId: string, example: { name: string; data: string; most: number }): Promise<SavedExample>
  remove(teamId: string, templateId: string, name: string): Promise<RemovedExample>
}
