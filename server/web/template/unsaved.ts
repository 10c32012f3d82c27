// What was typed and not saved, kept in the browser: it survives a reload, a lost connection and a session that ends.

interface Unsaved {
  readonly source: string
  /** The version that it was made from. */
  readonly version: number
}

const keyOf = (teamId: string, id: string): string => `platen.unsaved.${teamId}.${id}`

export function keepUnsaved(teamId: string, id: string, unsaved: Unsaved | undefined): void {
  try {
    if (unsaved === undefined) localStorage.removeItem(keyOf(teamId, id))
    else localStorage.setItem(keyOf(teamId, id), JSON.stringify(unsaved))
  } catch {
    // The browser's room is full: the text stays in the editor.
  }
}

export function unsavedOf(teamId: string, id: string): Unsaved | undefined {
  const text = localStorage.getItem(keyOf(teamId, id))
  // Written above.
  return text === null ? undefined : (JSON.parse(text) as Unsaved)
}

const dataKey = (teamId: string, id: string): string => `platen.data.${teamId}.${id}`

/** The data that a template is previewed with. */
export function keepData(teamId: string, id: string, text: string): void {
  localStorage.setItem(dataKey(teamId, id), text)
}

export function keptData(teamId: string, id: string): string | undefined {
  return localStorage.getItem(dataKey(teamId, id)) ?? undefined
}
