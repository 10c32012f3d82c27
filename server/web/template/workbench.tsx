// A template opened: the heading with what can be done to it, the panes, and the dialogs over them.

import type { JSX } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import type { Standards } from '../parts/standards.tsx'
import type { FieldProblem } from '../state/api.ts'
import { guardLeaving } from '../state/route.ts'
import { can, isEmbedded } from '../state/session.ts'
import { t } from '../text/text.ts'
import { DataPane } from './data/data-pane.tsx'
import { makeDataParser, type Parsed } from './data/parse-data.ts'
import { type Draft, useDraft } from './draft.ts'
import type { Opened } from './entry.ts'
import { Conflict, preloadDialogs, TemplateSettings, UseIt, Versions } from './lazy-dialogs.ts'
import { TemplateName } from './name.tsx'
import { Notices } from './notices.tsx'
import { Panes } from './panes.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'
import { Publish } from './publish.tsx'
import type { CodeEditor, SourceMark } from './source/code-editor.ts'
import { goToPlace } from './source/marks.ts'
import { SourcePane } from './source/source-pane.tsx'
import { usePreview } from './use-preview.ts'

interface WorkbenchProps {
  readonly teamId: string
  readonly opened: Opened
  reload(): void
}

const NO_WARNINGS: readonly FieldProblem[] = []

type Panel = 'history' | 'use' | 'settings' | 'publish' | undefined

export function Workbench({ teamId, opened, reload }: WorkbenchProps): JSX.Element {
  const { entry } = opened
  const { id, type } = entry
  const [panel, setPanel] = useState<Panel>()
  const editor = useRef<CodeEditor>(undefined)
  const dataEditor = useRef<CodeEditor>(undefined)
  const [marks, setMarks] = useState<readonly SourceMark[]>([])
  const draft = useDraft({ teamId, opened, editor, onMarks: setMarks })
  const { source, data } = draft
  useEffect(() => guardLeaving(() => true), [])
  const parsed = useParsed(data)
  const [standards, setStandards] = useState<Standards>(entry)
  const preview = usePreview({ teamId, entry, source, parsed, standards, onMarks: setMarks })
  useEffect(
    () =>
      preview.model.shown.subscribe((count) => {
        if (count === 1) setTimeout(preloadDialogs)
      }),
    [],
  )
  const mayWrite = can('templates:write')
  useSaveKey(() => mayWrite && void draft.save({ publish: false }))
  const close = (): void => setPanel(undefined)
  return (
    <section class="workbench" aria-labelledby="title">
      <div class="heading">
        <TemplateName name={draft.name} rename={draft.rename} />
        <State draft={draft} />
        <Actions draft={draft} onPanel={setPanel} />
      </div>
      <Notices {...{ opened, draft }} isOffline={preview.model.isOffline.value} />
      <Panes
        source={
          <SourcePane
            {...{ teamId, type, editor, marks, isReadOnly: !mayWrite, text: source, onChange: draft.setSource }}
            onSave={() => void draft.save({ publish: false })}
            onCaret={(places, isMoving) => preview.model.pointAt(places, isMoving)}
            variables={() => preview.variables.current}
          />
        }
        data={
          <DataPane
            {...{
              teamId,
              templateId: id,
              text: data,
              example: (opened.kept.own?.data || opened.example?.text) === opened.example?.text ? opened.example?.name : undefined,
              parsed,
              ...preview.form,
              warnings: preview.model.previewed.value?.warnings ?? NO_WARNINGS,
            }}
            editor={dataEditor}
            onChange={draft.setData}
            onSave={() => void draft.save({ publish: false })}
          />
        }
        preview={
          <PreviewPane model={preview.model} fileName={draft.name} onPlace={(place, where) => goToPlace(editor.current, place, where)} />
        }
      />
      {draft.clash === undefined ? null : (
        <Conflict
          mine={source}
          language={type === 'html' ? 'html' : 'json'}
          theirs={draft.clash.theirs}
          theirVersion={draft.clash.theirVersion}
          onChange={(text) => editor.current?.setText(text)}
          onClose={draft.endClash}
          onTake={(text) => {
            editor.current?.setText(text)
            void draft.save({ publish: false, after: draft.clash?.theirVersion ?? draft.base })
          }}
        />
      )}
      {panel === 'history' ? (
        <Versions
          {...{ teamId, id, type, reload, draft: source, data: parsed.kind === 'ok' ? parsed.data : undefined }}
          onClose={close}
          onTake={(text) => void draft.replace(text)}
        />
      ) : null}
      {panel === 'use' ? (
        <UseIt
          {...{ id, isPublished: draft.saved.published !== null, variables: preview.variables.current }}
          data={parsed.kind === 'ok' ? parsed.data : undefined}
          onClose={close}
        />
      ) : null}
      {panel === 'settings' ? <TemplateSettings {...{ teamId, id, standards }} onSaved={setStandards} onClose={close} /> : null}
      {panel === 'publish' ? (
        <Publish
          publish={async (note) => {
            // What goes wrong is shown in the editor or at the foot of the window.
            await draft.save({ publish: true, note })
            close()
          }}
          onClose={close}
        />
      ) : null}
    </section>
  )
}

/** The data as JSON. */
function useParsed(data: string): Parsed {
  const [, setLate] = useState<Parsed>()
  const parser = useMemo(() => makeDataParser(data, setLate), [])
  useEffect(() => () => parser.stop(), [])
  return parser.take(data)
}

/** Ctrl+S or ⌘S anywhere on the page; the editors have taken theirs before. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
      if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || altKey || shiftKey || defaultPrevented) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function Actions({ draft, onPanel }: { readonly draft: Draft; onPanel(panel: Panel): void }): JSX.Element {
  return (
    <>
      {isEmbedded.value ? null : (
        <button type="button" onClick={() => onPanel('use')}>
          {t('useIt')}
        </button>
      )}
      <button type="button" onClick={() => onPanel('history')}>
        {t('history')}
      </button>
      {can(draft.saved.published === null ? 'templates:write' : 'templates:publish') ? (
        <button type="button" onClick={() => onPanel('settings')}>
          {t('settings')}
        </button>
      ) : null}
      {can('templates:write') ? (
        <Button isOff={draft.isSaving || !draft.isChanged} onClick={() => void draft.save({ publish: false })}>
          {t('saveDraft')}
        </Button>
      ) : null}
      {can('templates:publish') ? (
        <Button class="primary" isOff={draft.isSaving} onClick={() => onPanel('publish')}>
          {t('publish')}
        </Button>
      ) : null}
    </>
  )
}

function State({ draft: { isChanged, saved } }: { readonly draft: Draft }): JSX.Element {
  const text = isChanged ? t('unsaved') : `${t(saved.published === saved.version ? 'published' : 'draft')} ${saved.version}`
  return (
    <span class="tag" role="status">
      {text}
    </span>
  )
}
