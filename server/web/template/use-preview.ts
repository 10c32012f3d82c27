// The preview of what is typed: asked for after each change.
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Standards } from '../parts/standards.tsx'
import { can } from '../state/session.ts'
import type { DataSchema } from './data/check-data.ts'
import type { Parsed } from './data/parse-data.ts'
import type { TemplateEntry } from './entry.ts'
import type { PreviewModel } from './preview/preview-model.ts'
import { templatePreview } from './preview/template-preview.ts'
import type { SourceMark } from './source/code-editor.ts'
import type { Variable } from './source/completion.ts'
import { markOf } from './source/marks.ts'

interface PreviewInput {
  readonly teamId: string
  readonly entry: TemplateEntry
  readonly source: string
  readonly parsed: Parsed
  /** What the template is to claim: its problems are other ones then. */
  readonly standards: Standards
  onMarks(marks: readonly SourceMark[]): void
}

interface UsedPreview {
  readonly model: PreviewModel
  /** Of the data, as the last source that could be compiled reads it. */
  readonly form: { readonly schema: DataSchema | undefined; readonly sample: unknown }
  readonly variables: RefObject<readonly Variable[]>
}

export function usePreview({ teamId, entry, source, parsed, standards, onMarks }: PreviewInput): UsedPreview {
  const { id, type } = entry
  const [form, setForm] = useState<UsedPreview['form']>({ schema: undefined, sample: undefined })
  const variables = useRef(entry.variables)
  const preview = useMemo(
    () =>
      templatePreview(teamId, (answer) => {
        if (answer.schema !== undefined)
          setForm((before) => (isSame(before.schema, answer.schema) ? before : { schema: answer.schema, sample: answer.sample }))
        if (answer.variables.length > 0) variables.current = answer.variables
        onMarks(answer.diagnostics.flatMap(markOf))
      }),
    [teamId, id],
  )
  useEffect(() => () => preview.stop(), [])
  // Other effects wait for the next frame, which the preview would come later by.
  useLayoutEffect(() => {
    if (parsed.kind === 'ok') preview.want({ id, ...(can('templates:write') ? { type, source } : {}), data: parsed.text, schema: true })
  }, [source, parsed, standards])
  return { model: preview.model, form, variables }
}

/** What is shown of the data is not checked again for the same schema. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
