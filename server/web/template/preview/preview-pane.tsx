// The preview: pages as they will be printed, and what the engine has to say about them.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../text/text.ts'
import { createPdfView, type Zoom } from './pdf-view.ts'
import type { PreviewModel } from './preview-model.ts'
import { Problems } from './problems.tsx'
import { Thumbnails } from './thumbnails.tsx'
import { Toolbar, zoomAfter } from './toolbar.tsx'

interface PreviewPaneProps {
  readonly model: PreviewModel
  readonly fileName: string
  /** `line:column` of the source, or the JSON pointer of a node. */
  onPlace(place: string, where: 'at' | 'inside'): void
}

const KEY = 'platen.thumbnails'

export function PreviewPane({ model, fileName, onPlace }: PreviewPaneProps): JSX.Element {
  const parent = useRef<HTMLElement>(null)
  const latest = useRef(onPlace)
  latest.current = onPlace
  const [zoom, setZoom] = useState<Zoom>('width')
  const [hasThumbnails, setThumbnails] = useState(localStorage.getItem(KEY) === 'yes')
  const previewed = model.previewed.value
  useEffect(() => {
    if (parent.current === null) return undefined
    const view = createPdfView({
      parent: parent.current,
      label: (page) => t('pageNumber', { page: String(page) }),
      onView: () => {
        const [from, to] = view.inView()
        const [before, beforeTo] = model.inView.peek()
        if (from !== before || to !== beforeTo) model.inView.value = [from, to]
      },
      onClick: (page, point) => {
        void model.placeAt(page, point).then((place) => {
          if (place !== undefined) latest.current(place, 'inside')
        })
      },
    })
    model.attach(view)
    return () => {
      model.attach(undefined)
      view.destroy()
    }
  }, [model])
  useEffect(() => model.view?.setZoom(zoom), [zoom])
  const toggle = (): void => {
    setThumbnails(!hasThumbnails)
    localStorage.setItem(KEY, hasThumbnails ? 'no' : 'yes')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const [page] = model.inView.peek()
    const goTo = { PageDown: page + 1, PageUp: page - 1, Home: 1, End: Math.max(1, model.pages.peek()) }[event.key]
    const zoomed = event.key === '0' ? 'width' : event.key === '+' || event.key === '-' ? zoomAfter(model, event.key) : undefined
    if (goTo !== undefined) model.view?.goTo(goTo)
    if (zoomed !== undefined) setZoom(zoomed)
    if (goTo !== undefined || zoomed !== undefined) event.preventDefault()
  }
  const problems = [...(previewed?.diagnostics ?? []), ...(previewed?.warnings ?? [])]
  return (
    <>
      <Toolbar {...{ model, zoom, setZoom, hasThumbnails, fileName }} onThumbnails={toggle} />
      {model.problem.value === '' ? null : (
        <p class="problem" role="alert">
          {model.problem.value}
        </p>
      )}
      <div class={previewed !== undefined && previewed.pdf === null ? 'preview-body is-old' : 'preview-body'}>
        {hasThumbnails ? <Thumbnails model={model} /> : null}
        {/* Scrolled with the keyboard, so it takes the focus. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section class="pages" ref={parent} tabIndex={0} aria-label={t('preview')} onKeyDown={onKeyDown} />
      </div>
      <Problems problems={problems} onPlace={(place) => onPlace(place, 'at')} />
    </>
  )
}
