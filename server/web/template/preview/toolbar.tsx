// Above the preview: pages, zoom, download.

import type { JSX } from 'preact'
import { Button } from '../../parts/button.tsx'
import { t } from '../../text/text.ts'
import type { Zoom } from './pdf-view.ts'
import type { PreviewModel } from './preview-model.ts'

const ZOOMS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

interface ToolbarProps {
  readonly model: PreviewModel
  readonly zoom: Zoom
  setZoom(zoom: Zoom): void
  readonly hasThumbnails: boolean
  onThumbnails(): void
  readonly fileName: string
}

export function Toolbar({ model, zoom, setZoom, hasThumbnails, onThumbnails, fileName }: ToolbarProps): JSX.Element {
  const pages = model.pages.value
  return (
    <div class="pane-head">
      <h2>{t('preview')}</h2>
      <span class={model.isBusy.value ? 'busy is-on' : 'busy'} aria-hidden="true" />
      <div class="pager">
        <button type="button" aria-pressed={hasThumbnails} aria-label={t('thumbnails')} title={t('thumbnails')} onClick={onThumbnails}>
          <span aria-hidden="true">▤</span>
        </button>
        <PageNumber model={model} pages={pages} />
      </div>
      <select aria-label={t('zoom')} value={String(zoom)} onChange={({ currentTarget }) => setZoom(zoomOf(currentTarget.value))}>
        <option value="width">{t('fitWidth')}</option>
        <option value="page">{t('fitPage')}</option>
        {ZOOMS.map((value) => (
          <option key={value} value={String(value)}>
            {value * 100} %
          </option>
        ))}
      </select>
      <Button isOff={model.shown.value === 0} onClick={() => download(model.pdf, `${fileName}.pdf`)}>
        {t('download')}
      </Button>
    </div>
  )
}

function PageNumber({ model, pages }: { readonly model: PreviewModel; readonly pages: number }): JSX.Element {
  const [first] = model.inView.value
  const step = (by: number): void => model.view?.goTo(first + by)
  return (
    <>
      <Button aria-label={t('previousPage')} title={t('previousPage')} isOff={first <= 1} onClick={() => step(-1)}>
        <span aria-hidden="true">‹</span>
      </Button>
      <input
        type="number"
        min={1}
        max={Math.max(1, pages)}
        value={first}
        aria-label={t('page')}
        onChange={({ currentTarget }) => model.view?.goTo(Number(currentTarget.value))}
      />
      <span class="muted" aria-live="polite">
        <span aria-hidden="true">/ {pages}</span>
        <span class="hidden">{t('pageCount', { count: String(pages) })}</span>
      </span>
      <Button aria-label={t('nextPage')} title={t('nextPage')} isOff={first >= pages} onClick={() => step(1)}>
        <span aria-hidden="true">›</span>
      </Button>
    </>
  )
}

/** The next zoom in or out from what is shown. */
export function zoomAfter(model: PreviewModel, key: '+' | '-'): Zoom {
  const present = model.view?.zoom() ?? 1
  const next = key === '+' ? ZOOMS.find((zoom) => zoom > present + 0.01) : ZOOMS.findLast((zoom) => zoom < present - 0.01)
  return next ?? present
}

function zoomOf(value: string): Zoom {
  return value === 'width' || value === 'page' ? value : Number(value)
}

function download(pdf: Uint8Array | undefined, name: string): void {
  if (pdf === undefined) return
  const url = URL.createObjectURL(new Blob([pdf as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
