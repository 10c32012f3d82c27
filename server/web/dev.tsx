// The page of `platen dev`: the preview of a template on disk, shown anew with every save.
import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { render } from 'preact'
import { Messages } from './parts/messages.tsx'
import type { Previewed } from './template/preview/live-preview.ts'
import { PreviewModel } from './template/preview/preview-model.ts'
import { PreviewPane } from './template/preview/preview-pane.tsx'
import { loadLanguage, t } from './text/text.ts'
import './look/app.css'
import './look/preview.css'
import './look/dev.css'

interface DevAnswer extends Previewed {
  /** Absolute. */
  readonly path: string
  /** What has gone wrong outside of the template. */
  readonly problem: string
}

const path = signal('')
/** The place in the source that was clicked on last, as `line:column` or a JSON pointer. */
const place = signal('')
// The places of all pages come with each answer.
const model = new PreviewModel({ placesOn: async () => undefined })

function DevPage(): JSX.Element {
  return (
    <main class="dev">
      <h1 class="hidden">{path.value.split(/[\\/]/).at(-1)}</h1>
      <p class="dev-place">
        <code>{place.value === '' ? path.value : `${path.value}:${place.value}`}</code>
        {path.value === '' ? null : <a href={`vscode://file${path.value}:${place.value}`}>{t('openInEditor')}</a>}
      </p>
      <PreviewPane model={model} fileName={path.value.split(/[\\/]/).at(-1) ?? ''} onPlace={show} />
      <Messages />
    </main>
  )
}

function show(where: string): void {
  place.value = where
  model.pointAt([where], false)
}

let controller = new AbortController()

async function refresh(): Promise<void> {
  const since = performance.now()
  controller.abort()
  controller = new AbortController()
  const { signal } = controller
  try {
    const response = await fetch('/preview', { signal })
    // Of the server that this page is from.
    const answer = (await response.json()) as DevAnswer
    path.value = answer.path
    await model.take(answer, signal, since)
    model.problem.value = answer.problem
  } catch (thrown) {
    if (!signal.aborted) throw thrown
  }
}

await loadLanguage()
const root = document.getElementById('app')
root?.replaceChildren()
if (root !== null) render(<DevPage />, root)
const events = new EventSource('/events')
events.onmessage = () => void refresh()
events.onerror = () => {
  model.problem.value = t('unreachable')
}
