// A new template: from a sample, from a file, or blank.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { ApiFailure, call, ofTeam } from '../state/api.ts'
import { go } from '../state/route.ts'
import { t } from '../text/text.ts'

interface Sample {
  readonly key: string
  readonly name: string
  readonly type: 'html' | 'editor'
  readonly source: string
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

type Draft = Pick<Sample, 'name' | 'type' | 'source'>

export function NewTemplate({ teamId, onClose }: { readonly teamId: string; onClose(): void }): JSX.Element {
  const samples = useLoaded((signal) => call<readonly Sample[]>('/samples', { signal }), [])
  const [problem, setProblem] = useState('')
  const create = async (draft: Draft): Promise<void> => {
    try {
      const { id } = await call<{ id: string }>(ofTeam(teamId, '/templates'), { method: 'POST', body: { ...draft, publish: false } })
      onClose()
      go(`/templates/${encodeURIComponent(id)}`)
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown
      setProblem(thrown.errors.map(({ path, message }) => `${path}: ${message}`).join('\n') || thrown.message)
    }
  }
  const fromFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const source = await file.text()
    const type = /^\s*\{/.test(source) ? 'editor' : 'html'
    await create({ name: file.name.replace(/\.[^.]*$/, ''), type, source })
  }
  return (
    <Dialog title={t('newTemplate')} onClose={onClose}>
      {problem === '' ? null : (
        <pre class="problem" role="alert">
          {problem}
        </pre>
      )}
      <Shown of={samples}>
        {(list) => (
          <ul class="choices">
            {list.map(({ key, name, type, source }) => (
              <li key={key}>
                <button type="button" onClick={() => void create({ name, type, source })}>
                  <strong>{name}</strong> <span class="tag">{type === 'html' ? t('typeHtml') : t('typeEditor')}</span>
                </button>
              </li>
            ))}
            <li>
              <button type="button" onClick={() => void create({ name: t('blank'), type: 'html', source: BLANK })}>
                <strong>{t('blank')}</strong>
              </button>
            </li>
            <li>
              <label class="button">
                <strong>{t('fromFile')}</strong>
                <input
                  type="file"
                  class="hidden"
                  accept=".html,.htm,.json"
                  onChange={({ currentTarget }) => void fromFile(currentTarget.files?.[0])}
                />
              </label>
            </li>
          </ul>
        )}
      </Shown>
      <p class="actions">
        <button type="button" onClick={onClose}>
          {t('cancel')}
        </button>
      </p>
    </Dialog>
  )
}
