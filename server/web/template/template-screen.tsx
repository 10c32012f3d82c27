// One template: its source, the data it is tried with, and what it looks like.

import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { tell, tellFailure } from '../parts/messages.tsx'
import { ApiFailure, call, callWithTag, type FieldProblem, ofTeam } from '../state/api.ts'
import { guardLeaving } from '../state/route.ts'
import { can, team } from '../state/session.ts'
import { t } from '../text/text.ts'
import { type CodeEditor, createCodeEditor, type Mark } from './code-editor.ts'
import { completeFields, type Variable } from './completion.ts'
import { Conflict } from './conflict.tsx'
import { livePreview, type Previewed } from './live-preview.ts'
import { PreviewPane } from './preview-pane.tsx'
import { keepData, keepUnsaved, keptData, unsavedOf } from './unsaved.ts'
import { UseIt } from './use-it.tsx'
import { Versions } from './versions.tsx'

interface Entry {
  readonly id: string
  readonly name: string
  readonly type: 'html' | 'editor'
  readonly variables: readonly Variable[]
}

interface SourceAnswer {
  readonly type: 'html' | 'editor'
  readonly source: string | object
  readonly version: number
  readonly published_version: number | null
}

interface Opened {
  readonly entry: Entry
  readonly source: string
  readonly version: number
  readonly publishedVersion: number | null
}

export function TemplateScreen({ id }: { readonly id: string }): JSX.Element {
  const teamId = team.value?.id ?? ''
  const loaded = useLoaded((signal) => open(teamId, id, signal), [teamId, id])
  return (
    <Shown of={loaded}>
      {(opened) => <Workbench key={`${id} ${opened.version}`} teamId={teamId} opened={opened} reload={loaded.reload} />}
    </Shown>
  )
}

const pathOf = (teamId: string, id: string, more = ''): string => ofTeam(teamId, `/templates/${encodeURIComponent(id)}${more}`)

async function open(teamId: string, id: string, signal: AbortSignal): Promise<Opened> {
  const [entry, answer] = await Promise.all([
    call<Entry>(pathOf(teamId, id), { signal }),
    call<SourceAnswer>(pathOf(teamId, id, '/source'), { signal }),
  ])
  const source = typeof answer.source === 'string' ? answer.source : JSON.stringify(answer.source, null, 2)
  return { entry, source, version: answer.version, publishedVersion: answer.published_version }
}

interface WorkbenchProps {
  readonly teamId: string
  readonly opened: Opened
  reload(): void
}

interface SavedAnswer {
  readonly version: number
  readonly published_version: number | null
  readonly diagnostics: readonly FieldProblem[]
}

type Panel = 'history' | 'use' | undefined

function Workbench({ teamId, opened, reload }: WorkbenchProps): JSX.Element {
  const { entry } = opened
  const { id, type } = entry
  const unsaved = useMemo(() => unsavedOf(teamId, id), [])
  const [saved, setSaved] = useState({ source: opened.source, version: opened.version, published: opened.publishedVersion })
  const [source, setSource] = useState(unsaved?.source ?? opened.source)
  const [data, setData] = useState(keptData(teamId, id) ?? '')
  const [previewed, setPreviewed] = useState<Previewed>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [theirs, setTheirs] = useState<SourceAnswer>()
  const [panel, setPanel] = useState<Panel>()
  const editor = useRef<CodeEditor>(undefined)
  const variables = useRef(entry.variables)
  const isChanged = source !== saved.source

  useEffect(() => keepUnsaved(teamId, id, isChanged ? { source, version: saved.version } : undefined), [source, saved])
  useEffect(() => keepData(teamId, id, data), [data])
  useEffect(() => guardLeaving(() => true), [])

  const pages = useRef<(pdf: Uint8Array, signal: AbortSignal) => Promise<void>>(async () => {})
  const preview = useMemo(
    () =>
      livePreview(teamId, {
        onBusy: setBusy,
        onFailure: (failure) => setProblem(failure.message),
        async onPreview(answer, signal) {
          setProblem('')
          setPreviewed(answer)
          if (answer.variables.length > 0) variables.current = answer.variables
          editor.current?.show(answer.diagnostics.flatMap(markOf))
          if (answer.pdf !== null) await pages.current(bytesOf(answer.pdf), signal)
        },
      }),
    [teamId, id],
  )
  useEffect(() => () => preview.stop(), [])
  const parsed = useMemo(() => parseData(data), [data])
  useEffect(() => {
    if (parsed.kind === 'ok') preview.want({ id, type, source, data: parsed.data })
  }, [source, data])

  const save = async (publish: boolean, expected = saved.version): Promise<void> => {
    setSaving(true)
    const text = editor.current?.text() ?? source
    try {
      const body = { source: text, publish }
      const { answer } = await callWithTag<SavedAnswer>(pathOf(teamId, id), {
        method: 'PUT',
        body,
        headers: { 'If-Match': `"${expected}"` },
      })
      setSaved({ source: text, version: answer.version, published: answer.published_version })
      setTheirs(undefined)
      tell(publish ? t('publishedNow') : t('savedNow'))
    } catch (thrown) {
      if (thrown instanceof ApiFailure && thrown.status === 412) setTheirs(await call<SourceAnswer>(pathOf(teamId, id, '/source')))
      else if (thrown instanceof ApiFailure && thrown.code === 'template_error') editor.current?.show(thrown.errors.flatMap(markOf))
      else tellFailure(thrown)
    } finally {
      setSaving(false)
    }
  }
  const mayWrite = can('templates:write')
  return (
    <section class="workbench" aria-labelledby="title">
      <div class="heading">
        <h1 id="title">{entry.name}</h1>
        <State isChanged={isChanged} version={saved.version} published={saved.published} />
        <button type="button" onClick={() => setPanel('use')}>
          {t('useIt')}
        </button>
        <button type="button" onClick={() => setPanel('history')}>
          {t('history')}
        </button>
        {mayWrite ? (
          <button type="button" disabled={isSaving || !isChanged} onClick={() => void save(false)}>
            {t('saveDraft')}
          </button>
        ) : null}
        {can('templates:publish') ? (
          <button type="button" class="primary" disabled={isSaving} onClick={() => void save(true)}>
            {t('publish')}
          </button>
        ) : null}
      </div>
      <div class="panes">
        <div class="pane">
          <h2 id="source-title">{t('source')}</h2>
          <EditorPane
            {...{ type, editor, isReadOnly: !mayWrite, text: source, onChange: setSource }}
            onSave={() => void save(false)}
            variables={() => variables.current}
          />
          <h2>{t('data')}</h2>
          <DataPane text={data} problem={parsed.kind === 'bad' ? parsed.message : ''} onChange={setData} />
        </div>
        <div class="pane">
          <PreviewPane
            {...{ previewed, problem, isBusy, fileName: entry.name }}
            pages={pages}
            onPlace={(line, column) => editor.current?.goTo(line, column)}
          />
        </div>
      </div>
      {theirs === undefined ? null : (
        <Conflict
          mine={source}
          theirs={typeof theirs.source === 'string' ? theirs.source : JSON.stringify(theirs.source, null, 2)}
          onClose={() => setTheirs(undefined)}
          onTake={(text) => {
            editor.current?.setText(text)
            void save(false, theirs.version)
          }}
        />
      )}
      {panel === 'history' ? (
        <Versions {...{ teamId, id, reload }} onClose={() => setPanel(undefined)} onTake={(text) => editor.current?.setText(text)} />
      ) : null}
      {panel === 'use' ? (
        <UseIt
          id={id}
          data={parsed.kind === 'ok' ? parsed.data : undefined}
          variables={variables.current}
          onClose={() => setPanel(undefined)}
        />
      ) : null}
    </section>
  )
}

function State({
  isChanged,
  version,
  published,
}: {
  readonly isChanged: boolean
  readonly version: number
  readonly published: number | null
}): JSX.Element {
  if (isChanged) return <span class="tag">{t('unsaved')}</span>
  return (
    <span class="tag">
      {published === version ? t('published') : t('draft')} {version}
    </span>
  )
}

interface EditorPaneProps {
  readonly type: 'html' | 'editor'
  readonly editor: { current: CodeEditor | undefined }
  readonly isReadOnly: boolean
  readonly text: string
  onChange(text: string): void
  onSave(): void
  variables(): readonly Variable[]
}

function EditorPane({ type, editor, isReadOnly, text, onChange, onSave, variables }: EditorPaneProps): JSX.Element {
  const parent = useRef<HTMLDivElement>(null)
  const latest = useRef({ onChange, onSave })
  latest.current = { onChange, onSave }
  useEffect(() => {
    if (parent.current === null) return undefined
    const made = createCodeEditor({
      ...{ parent: parent.current, text, isReadOnly, label: t('source'), complete: completeFields(variables) },
      language: type === 'html' ? 'html' : 'json',
      onChange: (next) => latest.current.onChange(next),
      onSave: () => latest.current.onSave(),
    })
    editor.current = made
    return () => made.destroy()
  }, [])
  return <div class="code" ref={parent} />
}

function DataPane({
  text,
  problem,
  onChange,
}: {
  readonly text: string
  readonly problem: string
  onChange(text: string): void
}): JSX.Element {
  return (
    <p class="field">
      <textarea
        class="code"
        rows={8}
        spellcheck={false}
        aria-label={t('data')}
        aria-describedby="about-data"
        aria-invalid={problem === '' ? undefined : true}
        placeholder={t('dataHint')}
        value={text}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <span id="about-data" class="problem">
        {problem}
      </span>
    </p>
  )
}

type Parsed = { readonly kind: 'ok'; readonly data: unknown } | { readonly kind: 'bad'; readonly message: string }

/** Without data the service makes some up. */
function parseData(text: string): Parsed {
  if (text.trim() === '') return { kind: 'ok', data: undefined }
  try {
    return { kind: 'ok', data: JSON.parse(text) }
  } catch (thrown) {
    return { kind: 'bad', message: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

/** Of problems that have a place in the source: `source:12:5`. */
function markOf({ path, message, hint, code }: FieldProblem): Mark[] {
  const place = /^source:(\d+):(\d+)$/.exec(path ?? '')
  if (place === null) return []
  const severity = /error|unclosed|unknown-helper/.test(code) ? 'error' : 'warning'
  return [{ line: Number(place[1]), column: Number(place[2]), severity, message: hint === undefined ? message : `${message}\n${hint}` }]
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
