// A version of a template, as the service lists it.

export interface Version {
  readonly version: number
  readonly created_at: string
  readonly published: boolean
  readonly note: string | null
  readonly author: string | null
}
