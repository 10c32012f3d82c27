// Small pictures of the pages, to go to one of them. Only those in view are painted, once the pages themselves are.

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../text/text.ts'
import { CSS_PIXELS_PER_POINT, paintPage } from './page-view.ts'
import type { PreviewModel } from './preview-model.ts'

const WIDTH = 88
/** After the pages were painted: typing goes first. */
const MS_REST = 250

export function Thumbnails({ model }: { readonly model: PreviewModel }): JSX.Element {
  const list = useRef<HTMLOListElement>(null)
  const count = model.pages.value
  const [first] = model.inView.value
  const shown = model.shown.value
  useEffect(() => {
    const controller = new AbortController()
    const inView = new Set<HTMLElement>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const paint = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void paintThumbnails(model, inView, controller.signal).catch(() => {}), MS_REST)
    }
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting)
          inView.add(target as HTMLElement) // the buttons that are observed
        else inView.delete(target as HTMLElement)
      }
      paint()
    })
    for (const button of list.current?.querySelectorAll('button') ?? []) observer.observe(button)
    return () => {
      clearTimeout(timer)
      controller.abort()
      observer.disconnect()
    }
  }, [shown, count])
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [first])
  return (
    <nav class="thumbnails" aria-label={t('thumbnails')}>
      <ol ref={list}>
        {Array.from({ length: count }, (_, i) => (
          <li key={i}>
            <button
              type="button"
              data-page={i + 1}
              aria-label={t('pageNumber', { page: String(i + 1) })}
              aria-current={i + 1 === first ? 'page' : undefined}
              onClick={() => model.view?.goTo(i + 1)}
            >
              <span class="thumbnail" />
              <span aria-hidden="true">{i + 1}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

async function paintThumbnails(model: PreviewModel, inView: ReadonlySet<HTMLElement>, signal: AbortSignal): Promise<void> {
  const document = model.view?.document()
  for (const button of inView) {
    const number = Number(button.dataset['page'])
    if (document === undefined || signal.aborted || number > document.numPages) return
    const page = await document.getPage(number)
    const { width } = page.getViewport({ scale: CSS_PIXELS_PER_POINT })
    const canvas = await paintPage(page, WIDTH / width, signal)
    button.querySelector('.thumbnail')?.replaceChildren(canvas)
  }
}
