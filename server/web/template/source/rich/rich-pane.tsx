// The editor of a document on the screen: its tool bars, its text, and the dialogs over them.

import { NodeSelection } from '@tiptap/pm/state'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { lazyDialog } from '../../../parts/lazy.tsx'
import { around, ContextBar } from './bars/context-bar.tsx'
import { ToolBar } from './bars/tool-bar.tsx'
import { assetBytes, imageSource, showAsset } from './dialogs/image-source.ts'
import type { Asked } from './rich-dialogs.tsx'
import { LIST_ID, optionId, Suggestions } from './suggestions.tsx'
import { rt } from './text/rich-text.ts'
import { useSuggestions, type Variable } from './use-suggestions.ts'
import { useTeamFonts } from './use-team-fonts.ts'
import { insertImage, insertNode, insertText } from './view/insert.ts'
import type { INSERTIONS } from './view/insertions.ts'
import { createRichEditor, type DocumentMark, type RichEditor } from './view/rich-editor.ts'

const MS_CARET = 150
/** Nobody asks for a dialog sooner, mostly; a connection that is lost later keeps none from opening. */
const MS_TO_DIALOGS = 4000
const RichDialogs = lazyDialog(async () => (await import('./rich-dialogs.tsx')).RichDialogs)

interface RichPaneProps {
  readonly teamId: string
  readonly text: string
  readonly isReadOnly: boolean
  readonly marks: readonly DocumentMark[]
  /** Set here while the document is shown. */
  readonly rich: { current: RichEditor | undefined }
  onChange(text: string): void
  onSave(): void
  /** Called with the places around the caret, as JSON pointers from inside out; `isMoving` when it was moved, and not by typing. */
  onCaret(places: readonly string[], isMoving: boolean): void
  /** The document cannot be shown. */
  onProblem(problem: 'json' | 'deep' | 'other'): void
  variables(): readonly Variable[]
}

export function RichPane({ teamId, text, isReadOnly, marks, rich, variables, ...on }: RichPaneProps): JSX.Element {
  const parent = useRef<HTMLDivElement>(null)
  const latest = useRef(on)
  latest.current = on
  const [, setTurn] = useState(0)
  const [asked, setAsked] = useState<Asked>()
  const families = useTeamFonts(teamId)
  const tools = useRef<HTMLDivElement>(null)
  const ask = (next: Asked): void => setAsked(next)
  const insert = (insertion: (typeof INSERTIONS)[number]): void => {
    const own = rich.current?.editor
    if (own === undefined) return
    if (insertion.asks !== undefined) ask({ kind: 'new', asks: insertion.asks, name: insertion.name })
    else insertNode(own, insertion.name, insertion.level === undefined ? {} : { level: insertion.level })
  }
  const { listed, listener } = useSuggestions({ editor: rich, variables, onInsert: insert })
  const currentListener = useRef(listener)
  currentListener.current = listener
  const properties = (at?: number): void => {
    const own = rich.current?.editor
    const found = own === undefined ? undefined : at === undefined ? around(own).at(-1) : { node: own.state.doc.nodeAt(at), at }
    if (found?.node != null && !isReadOnly) ask({ kind: 'properties', at: found.at })
  }
  useEffect(() => {
    if (parent.current === null) return undefined
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const made = createRichEditor({
      ...{ parent: parent.current, text, isReadOnly, label: rt('editor'), describedBy: 'rich-help' },
      showAsset: (picture, name) => showAsset(picture, teamId, name),
      assetBytes: (name) => assetBytes(teamId, name),
      suggest: { onWanted: (wanted) => currentListener.current.onWanted(wanted), onKey: (key) => currentListener.current.onKey(key) },
      onChange: (next) => latest.current.onChange(next),
      onSave: () => latest.current.onSave(),
      onState(isTyping) {
        clearTimeout(timer)
        timer = setTimeout(() => latest.current.onCaret(rich.current?.paths() ?? [], !isTyping), MS_CARET)
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(() => setTurn((before) => before + 1))
      },
      onFiles: (files, at) => void takeFiles(files, at),
      onKey(key) {
        if (key === 'toolbar') tools.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
        else if (key === 'link') ask({ kind: 'link' })
        else properties()
      },
    })
    if (typeof made === 'string') {
      latest.current.onProblem(made)
      return undefined
    }
    rich.current = made
    setTurn((before) => before + 1)
    const idle = setTimeout(() => RichDialogs.preload(), MS_TO_DIALOGS)
    return () => {
      clearTimeout(idle)
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      made.destroy()
      rich.current = undefined
    }
  }, [])
  useEffect(() => rich.current?.show(marks), [marks])
  // Behind a dialog nothing takes the focus: it goes back once the dialog is gone.
  const wasAsked = useRef(false)
  useEffect(() => {
    if (asked === undefined && wasAsked.current) rich.current?.editor.view.focus()
    wasAsked.current = asked !== undefined
  }, [asked])
  useEffect(() => {
    const dom = rich.current?.editor.view.dom
    for (const [name, value] of [
      ['aria-controls', LIST_ID],
      ['aria-activedescendant', optionId(listed?.chosen ?? 0)],
    ] as const) {
      if (listed === undefined) dom?.removeAttribute(name)
      else dom?.setAttribute(name, value)
    }
  }, [listed])
  const takeFiles = async (files: readonly File[], at: number | undefined): Promise<void> => {
    let place = at
    for (const file of files) {
      const src = await imageSource(teamId, file)
      const own = rich.current?.editor
      if (src === undefined || own === undefined) continue
      if (place !== undefined) own.commands.setTextSelection(Math.min(place, own.state.doc.content.size))
      // The next ones follow the first.
      place = undefined
      insertImage(own, { src })
    }
  }
  const own = rich.current?.editor
  const type = (sign: string) => () => {
    if (own === undefined) return
    own.view.focus()
    own.view.dispatch(insertText(own.state.tr, sign))
  }
  return (
    <div class="rich">
      {own === undefined || isReadOnly ? null : (
        <div ref={tools}>
          <ToolBar
            editor={own}
            families={families}
            onInsert={type('/')}
            onVariable={type('{{')}
            onPage={() => ask({ kind: 'page' })}
            onLink={() => ask({ kind: 'link' })}
          />
        </div>
      )}
      {/* Opens what is clicked twice; keys do the same by Alt+Enter. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        class="rich-page"
        ref={parent}
        onDblClick={() => own?.state.selection instanceof NodeSelection && properties(own.state.selection.from)}
      />
      <p id="rich-help" class="hidden">
        {rt('help')}
      </p>
      {own === undefined || isReadOnly ? null : <ContextBar editor={own} onProperties={properties} />}
      {listed === undefined ? null : <Suggestions {...listed} label={rt(listed.kind === 'variable' ? 'variables' : 'insertions')} />}
      {asked === undefined || own === undefined ? null : (
        <RichDialogs {...{ teamId, editor: own, asked, families, variables: variables() }} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}
