// What `platen templates` does, wherever the templates are.
import type { TaggingOptions } from '../tagging-options.ts'

export interface TeamOption {
  readonly team?: string
}

export interface PushOptions extends TeamOption, TaggingOptions {
  readonly id?: string
  readonly name?: string
  readonly description?: string
  readonly type?: string
  readonly note?: string
  readonly draft?: boolean
}

export interface PullOptions extends TeamOption {
  readonly out?: string
  readonly version?: string | undefined
}

/** Of `push --dir` and `pull --dir`. */
export interface SyncOptions {
  readonly dir?: string
  readonly prune?: boolean
  readonly check?: boolean
  readonly force?: boolean
  readonly yes?: boolean
  readonly note?: string
  readonly draft?: boolean
}

export interface TemplateCommands {
  list(): Promise<void>
  push(path: string, options: PushOptions): Promise<void>
  pull(id: string, options: PullOptions): Promise<void>
  versions(id: string): Promise<void>
  publish(id: string, version: string): Promise<void>
  restore(id: string, version: string): Promise<void>
  remove(id: string): Promise<void>
  undelete(id: string): Promise<void>
}
