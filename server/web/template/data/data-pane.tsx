// The data that a template is tried with: a JSON editor, the examples kept with the template, and data made up for the cases in which layouts break.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import type { FieldProblem } from '../../state/api.ts'
import { loadModule } from '../../state/modules.ts'
import { t } from '../../text/text.ts'
import type { CodeEditor } from '../source/code-editor.ts'
import type { DataSchema } from './check-data.ts'
import { dataMarks } from './data-marks.ts'
import { ExampleBar } from './example-bar.tsx'
import { formatJson, withoutLongLines } from './json-text.ts'
import { type MadeUp, makeUp } from './made-up.ts'
import type { Parsed } from './parse-data.ts'

/** After the last key: checking a megabyte takes some milliseconds. */
const MS_TO_CHECK = 150

interface DataPaneProps {
  readonly teamId: string
  readonly templateId: string
  readonly text: string
  /** The name of the example that the text is at first. */
  readonly example: string | undefined
  readonly parsed: Parsed
  /** Of the draft, from the last preview; undefined before. */
  readonly schema: DataSchema | undefined
  readonly sample: unknown
  /** Of the last preview. */
  readonly warnings: readonly FieldProblem[]
  readonly editor: { current: CodeEditor | undefined }
  onChange(text: string): void
  onSave(): void
}

export function DataPane({
  teamId,
  templateId,
  text,
  example,
  parsed,
  schema,
  sample,
  warnings,
  editor,
  onChange,
  onSave,
}: DataPaneProps): JSX.Element {
  const parent = useRef<HTMLDivElement>(null)
  const latest = useRef({ onChange, onSave })
  latest.current = { onChange, onSave }
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let isLeft = false
    void loadModule(() => import('../source/code-editor.ts')).then(({ createCodeEditor }) => {
      if (parent.current === null || isLeft) return
      editor.current = createCodeEditor({
        ...{ parent: parent.current, text, label: t('data'), language: 'json', placeholder: t('dataHint') },
        onChange: (next) => latest.current.onChange(next),
        onSave: () => latest.current.onSave(),
      })
      setReady(true)
    })
    return () => {
      isLeft = true
      editor.current?.destroy()
      editor.current = undefined
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => editor.current?.show(dataMarks({ text, parsed, schema, warnings })), MS_TO_CHECK)
    return () => clearTimeout(timer)
  }, [text, parsed, schema, warnings, isReady])
  const put = (next: string): void => editor.current?.setText(withoutLongLines(next))
  const onMadeUp = (kind: MadeUp): void => put(JSON.stringify(makeUp(kind, sample ?? {}), null, 2))
  return (
    <>
      <div class="pane-head">
        <h2>{t('data')}</h2>
        <ExampleBar
          {...{ teamId, templateId, text }}
          first={example}
          isSound={parsed.kind === 'ok'}
          canMakeUp={sample !== undefined}
          onText={put}
          onMadeUp={onMadeUp}
        />
        {text.trim() === '' ? null : (
          <Button isOff={parsed.kind === 'bad'} onClick={() => put(formatJson(text))}>
            {t('format')}
          </Button>
        )}
      </div>
      <div class="code" ref={parent} />
    </>
  )
}
