// The draft that somebody is at work on: what was typed, what is saved, and what somebody else has saved in the meantime.
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { showFailure, showMessage } from '../parts/messages.tsx'
import { ApiFailure, callWithTag } from '../state/api.ts'
import { t } from '../text/text.ts'
import { type Opened, pathOf, type Saved, type SavedAnswer } from './entry.ts'
import { keepAside, makeKeeper } from './kept/kept-texts.ts'
import type { CodeEditor, SourceMark } from './source/code-editor.ts'
import { markOf } from './source/marks.ts'
import { callSource, savingBody } from './source/source-text.ts'

/** Both texts of a conflict, and the one that both were made from. */
export interface Clash {
  readonly theirs: string
  readonly theirVersion: number
}

export interface SaveWish {
  readonly publish: boolean
  readonly note?: string | undefined
  /** The version that it follows; otherwise the one that the draft was made from. */
  readonly after?: number
}

export interface Draft {
  readonly name: string
  readonly source: string
  readonly data: string
  readonly saved: Saved
  /** The version that the source was made from: older than the saved one when somebody has saved since. */
  readonly base: number
  readonly isChanged: boolean
  readonly isSaving: boolean
  /** False: the browser has no room for what is not saved. */
  readonly isKept: boolean
  readonly clash: Clash | undefined
  setSource(text: string): void
  setData(text: string): void
  /** False when it was not saved; throws nothing. */
  save(wish: SaveWish): Promise<boolean>
  rename(name: string): Promise<void>
  endClash(): void
  /** Puts another text in the place of the source; the present one is kept beside it. */
  replace(text: string, base?: number): Promise<void>
}

interface DraftInput {
  readonly teamId: string
  readonly opened: Opened
  readonly editor: RefObject<CodeEditor | undefined>
  onMarks(marks: readonly SourceMark[]): void
}

export function useDraft({ teamId, opened, editor, onMarks }: DraftInput): Draft {
  const { entry, saved: first, example, kept, of, tab } = opened
  const [saved, setSaved] = useState(first)
  const [base, setBase] = useState(kept.own?.source === undefined ? first.version : kept.own.version)
  const [source, setSource] = useState(kept.own?.source ?? first.source)
  const [data, setData] = useState(kept.own?.data || (example?.text ?? ''))
  const [name, setName] = useState(entry.name)
  const [isSaving, setSaving] = useState(false)
  const [isKept, setKept] = useState(true)
  const [clash, setClash] = useState<Clash>()
  const keeper = useMemo(() => makeKeeper(of, tab, setKept), [])
  const isChanged = source !== saved.source
  const path = pathOf(teamId, entry.id)
  useEffect(() => {
    const text = { version: base, data, ...(isChanged ? { source } : {}) }
    keeper.keep(isChanged || (data !== '' && data !== example?.text) ? text : undefined)
  }, [source, saved, data, base])
  useEffect(() => () => keeper.close(), [])
  useWarningBeforeUnload(isChanged && !isKept)

  const send = async ({ publish, note, after = base }: SaveWish): Promise<void> => {
    const text = editor.current?.text() ?? source
    const json = savingBody({ publish, ...(note === undefined ? {} : { note }) }, text, opened.isObject)
    const { answer } = await callWithTag<SavedAnswer>(path, { method: 'PUT', json, headers: { 'If-Match': `"${after}"` } })
    setSaved({ source: text, version: answer.version, published: answer.published_version })
    setBase(answer.version)
    setClash(undefined)
    if (answer.diagnostics !== undefined) onMarks(answer.diagnostics.flatMap(markOf))
    showMessage(publish ? t('publishedNow') : t('savedNow'))
  }
  const save = async (wish: SaveWish): Promise<boolean> => {
    setSaving(true)
    try {
      await send(wish)
      return true
    } catch (thrown) {
      if (thrown instanceof ApiFailure && thrown.status === 412) setClash(await clashWith(path))
      else if (thrown instanceof ApiFailure && thrown.code === 'template_error') onMarks(thrown.errors.flatMap(markOf))
      if (!(thrown instanceof ApiFailure && thrown.status === 412)) showFailure(thrown)
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    ...{ name, source, data, saved, base, isChanged, isSaving, isKept, clash, setSource, setData, save },
    rename: async (wanted) => {
      const { answer } = await callWithTag<SavedAnswer>(path, { method: 'PUT', body: { name: wanted, publish: false } })
      setName(answer.name)
    },
    endClash: () => setClash(undefined),
    replace: async (text, from = saved.version) => {
      if (isChanged) await keepAside(of, { source, version: base, data, at: Date.now() }).catch(() => {})
      editor.current?.setText(text)
      setBase(from)
    },
  }
}

/** What somebody else has saved. */
async function clashWith(path: string): Promise<Clash | undefined> {
  try {
    const { source, version } = await callSource(`${path}/source`)
    return { theirs: source, theirVersion: version }
  } catch (thrown) {
    showFailure(thrown)
    return undefined
  }
}

/** The browser asks before the page is left: what would be lost is kept nowhere. */
function useWarningBeforeUnload(isNeeded: boolean): void {
  const latest = useRef(isNeeded)
  latest.current = isNeeded
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (latest.current) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
