// An editor document: as the document that it is, or as its JSON. One text stands behind both.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { loadModule } from '../../state/modules.ts'
import { t } from '../../text/text.ts'
import type { CodeEditor, SourceMark } from './code-editor.ts'
import { CodePane, type SourcePaneProps } from './code-pane.tsx'
import { offsetOfPath, placeOfOffset } from './rich/json/text-places.ts'
import type { RichEditor } from './rich/view/rich-editor.ts'

type DocumentPaneProps = Omit<SourcePaneProps, 'type'>

type Rich = typeof import('./rich/rich-module.ts')['richModule']
type Problem = 'json' | 'deep' | 'other'
const PROBLEMS = { json: 'jsonBroken', deep: 'jsonDeep', other: 'jsonOnly' } as const

export function DocumentPane({ editor, text, marks, onChange, ...others }: DocumentPaneProps): JSX.Element {
  const [module, setModule] = useState<Rich>()
  const [isJson, setJson] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const rich = useRef<RichEditor>(undefined)
  const code = useRef<CodeEditor>(undefined)
  const latest = useRef(text)
  latest.current = text
  useEffect(() => {
    let isLeft = false
    void loadModule(() => import('./rich/rich-module.ts')).then(async ({ richModule }) => {
      await richModule.loadRichTexts()
      if (!isLeft) setModule(richModule)
    })
    return () => {
      isLeft = true
    }
  }, [])
  const showJson = (found?: Problem): void => {
    setProblem(found)
    setJson(true)
  }
  useEffect(() => {
    editor.current = facade({ rich, code, isJson, latest, showJson, onChange })
    return () => {
      editor.current = undefined
    }
  }, [isJson, module])
  // A document that the editor could not show has none to give its text to: it begins anew.
  const showDocument = (): void => {
    const found = rich.current?.setText(latest.current)
    setProblem(found)
    if (found === undefined) setJson(false)
  }
  const RichPane = module?.RichPane
  const isShown = RichPane !== undefined && !(isJson && rich.current === undefined)
  const toggle =
    module === undefined ? null : (
      <button
        type="button"
        aria-pressed={isJson}
        aria-label={module.rt('showAsJson')}
        onClick={() => (isJson ? showDocument() : showJson())}
      >
        {module.rt('asJson')}
      </button>
    )
  const note =
    problem === undefined || module === undefined ? null : (
      <p class="muted rich-problem" role="status">
        {module.rt(PROBLEMS[problem])}
      </p>
    )
  return (
    <>
      {isShown ? (
        <div class="rich-holder" hidden={isJson}>
          <div class="pane-head">
            <h2 id={isJson ? undefined : 'source-title'}>{t('source')}</h2>
            {toggle}
          </div>
          <RichPane {...{ ...others, text, onChange, rich, marks: isJson ? [] : marks }} onProblem={showJson} />
        </div>
      ) : null}
      {isJson ? (
        <CodePane
          {...{ ...others, text, onChange, editor: code, marks: marks.map((mark) => inText(mark, text)) }}
          language="json"
          more={toggle}
        />
      ) : null}
      {isJson ? note : null}
    </>
  )
}

/** A mark with a path where that is in the text. */
function inText(mark: SourceMark, text: string): SourceMark {
  const offset = mark.path === undefined ? undefined : offsetOfPath(text, mark.path)
  return offset === undefined ? mark : { ...mark, ...placeOfOffset(text, offset) }
}

interface FacadeInput {
  readonly rich: { readonly current: RichEditor | undefined }
  readonly code: { readonly current: CodeEditor | undefined }
  readonly isJson: boolean
  readonly latest: { readonly current: string }
  showJson(problem?: Problem): void
  onChange(text: string): void
}

/** What the screen asks of the source, asked of the view that is shown. */
function facade({ rich, code, isJson, latest, showJson, onChange }: FacadeInput): CodeEditor {
  return {
    text: () => (isJson ? code.current?.text() : rich.current?.text()) ?? latest.current,
    setText(next) {
      if (isJson) {
        code.current?.setText(next)
        return
      }
      const problem = rich.current?.setText(next)
      if (problem === undefined) return
      onChange(next)
      showJson(problem)
    },
    // Marks come by properties.
    show: () => {},
    goTo: (line, column, where) => (isJson ? code.current?.goTo(line, column, where) : rich.current?.goTo(line, column)),
    goToPath: (pointer) => (isJson ? code.current?.goToPath(pointer) : rich.current?.goToPath(pointer)),
    find: () => code.current?.find(),
    destroy: () => {},
  }
}
