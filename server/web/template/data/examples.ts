// The named data examples of a template, as the service keeps them: their text is theirs, byte for byte.
import { call, callText, ofTeam } from '../../state/api.ts'

export interface Example {
  readonly name: string
  readonly size: number
  readonly updated_at: string
}

export interface Examples {
  list(signal?: AbortSignal): Promise<readonly Example[]>
  read(name: string): Promise<string>
  /** Throws `ApiFailure` when the service refuses the name or the data. */
  save(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
  /** Under another name; refused when that one is taken. */
  rename(from: string, to: string): Promise<void>
}

export function examplesOf(teamId: string, templateId: string): Examples {
  const path = (name: string): string => `${base}/${encodeURIComponent(name)}`
  const base = ofTeam(teamId, `/templates/${encodeURIComponent(templateId)}/examples`)
  const examples: Examples = {
    list: (signal) => call(base, signal === undefined ? {} : { signal }),
    read: (name) => callText(path(name)),
    save: async (name, text) => {
      await call(path(name), { method: 'PUT', body: new Blob([text.trim() === '' ? '{}' : text], { type: 'application/json' }) })
    },
    remove: (name) => call(path(name), { method: 'DELETE' }),
    rename: async (from, to) => {
      await examples.save(to, await examples.read(from))
      await examples.remove(from)
    },
  }
  return examples
}
