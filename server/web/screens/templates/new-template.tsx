// A new template: from a sample, from files, or blank.

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { DropField } from '../../parts/drop-zone.tsx'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { showFailure } from '../../parts/messages.tsx'
import { ApiFailure, call, ofTeam } from '../../state/api.ts'
import { go } from '../../state/route.ts'
import { t } from '../../text/text.ts'
import { drawSource } from './draw-picture.ts'
import { pathOf } from './entry.ts'
import { PagePicture } from './picture.tsx'

interface Draft {
  readonly name: string
  readonly type: 'html' | 'editor'
  readonly source: string
}

interface Sample extends Draft {
  readonly key: string
  readonly data: object
}

const BLANK = `<!doctype html>
<html lang="en">
  <head>
    <title>New document</title>
    <style>
      @page { size: A4; margin: 20mm }
      body { font: 11pt/1.4 Arimo }
    </style>
  </head>
  <body>
    <h1>Hello {{name}}</h1>
  </body>
</html>
`

const BLANK_DOCUMENT = `{
  "type": "doc",
  "attrs": { "page": { "size": "A4" } },
  "content": [
    {
      "type": "heading",
      "attrs": { "level": 1 },
      "content": [
        { "type": "text", "text": "Hello " },
        { "type": "variable", "attrs": { "name": "name" } }
      ]
    },
    { "type": "paragraph" }
  ]
}
`

const BLANKS = [
  { type: 'html', source: BLANK, tag: 'typeHtml' },
  { type: 'editor', source: BLANK_DOCUMENT, tag: 'typeEditor' },
] as const

interface NewTemplateProps {
  readonly teamId: string
  /** Dropped on the list. */
  readonly files: readonly File[]
  onClose(): void
}

interface Problem {
  /** The file or sample. */
  readonly name: string
  readonly lines: readonly string[]
}

export function NewTemplate({ teamId, files, onClose }: NewTemplateProps): JSX.Element {
  const samples = useLoaded((signal) => call<readonly Sample[]>('/samples', { signal }), [])
  const [problems, setProblems] = useState<readonly Problem[]>([])
  /** Resolves with its id, or undefined after the problems are shown. */
  const create = async (draft: Draft): Promise<string | undefined> => {
    try {
      const body = { name: draft.name, type: draft.type, source: draft.source, publish: false }
      return (await call<{ id: string }>(ofTeam(teamId, '/templates'), { method: 'POST', body })).id
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown
      setProblems((before) => [...before, { name: draft.name, lines: linesOf(thrown) }])
      return undefined
    }
  }
  const open = (id: string | undefined): void => {
    if (id === undefined) return
    onClose()
    go(`/templates/${encodeURIComponent(id)}`)
  }
  const fromSample = async (sample: Sample): Promise<void> => {
    setProblems([])
    const id = await create(sample)
    if (id !== undefined) {
      const path = pathOf(teamId, id, `/examples/${encodeURIComponent(sample.name)}`)
      const body = new Blob([JSON.stringify(sample.data, null, 2)], { type: 'application/json' })
      await call(path, { method: 'PUT', body }).catch(showFailure)
    }
    open(id)
  }
  const fromFiles = async (chosen: readonly File[]): Promise<void> => {
    setProblems([])
    const ids: (string | undefined)[] = []
    for (const file of chosen) ids.push(await create(await draftOf(file)))
    const made = ids.filter((id) => id !== undefined)
    // The last of several is opened; all are in the list.
    if (made.length === chosen.length) open(made.at(-1))
  }
  useEffect(() => {
    if (files.length > 0) void fromFiles(files)
  }, [])
  return (
    <Dialog title={t('newTemplate')} isWide isLoading onClose={onClose}>
      {problems.map(({ name, lines }) => (
        <div key={name} class="notice error" role="alert">
          <strong>{name}</strong>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
      <h3>{t('newFromSample')}</h3>
      <Shown of={samples} rows={<div class="samples" />}>
        {(list) => (
          <ul class="samples">
            {list.map((sample) => (
              <Choice
                key={sample.key}
                name={sample.name}
                tag={sample.type === 'html' ? t('typeHtml') : t('typeEditor')}
                draw={() => drawSource(teamId, sample.key, { type: sample.type, source: sample.source, data: sample.data })}
                onChoose={() => void fromSample(sample)}
              />
            ))}
            {BLANKS.map(({ type, source, tag }) => (
              <Choice
                key={type}
                name={t('blank')}
                tag={t(tag)}
                onChoose={() => void create({ name: t('blank'), type, source }).then(open)}
              />
            ))}
          </ul>
        )}
      </Shown>
      <h3>{t('newFromFile')}</h3>
      <DropField text={t('dropTemplate')} accept=".html,.htm,.json" onFiles={(chosen) => void fromFiles(chosen)} />
      <p class="actions">
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </p>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly tag: string
  readonly draw?: () => Promise<{ readonly url: string } | undefined>
  onChoose(): void
}

function Choice({ name, tag, draw, onChoose }: ChoiceProps): JSX.Element {
  return (
    <li>
      <button type="button" class="sample" onClick={onChoose}>
        <PagePicture url={undefined} draw={draw} />
        <span class="sample-name">
          <strong>{name}</strong> <span class="tag">{tag}</span>
        </span>
      </button>
    </li>
  )
}

async function draftOf(file: File): Promise<Draft> {
  const source = await file.text()
  return { name: file.name.replace(/\.[^.]*$/, '') || file.name, type: /^\s*\{/.test(source) ? 'editor' : 'html', source }
}

function linesOf({ message, errors }: ApiFailure): readonly string[] {
  if (errors.length === 0) return [message]
  return errors.map(({ path, message, hint }) => `${path}: ${message}${hint === undefined ? '' : ` — ${hint}`}`)
}
