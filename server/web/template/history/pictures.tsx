// Pages of two versions side by side, made with the same data, with the places in which they differ marked.

import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Shown, useLoaded } from '../../parts/loaded.tsx'
import { openPdf } from '../../parts/pdf-library.ts'
import { ApiFailure, call, ofTeam } from '../../state/api.ts'
import { t } from '../../text/text.ts'
import type { Previewed } from '../preview/live-preview.ts'
import { differingRegions, type Region } from './picture-diff.ts'

/** Pixels; a picture is as wide as its column, and sharp enough to see what differs. */
const WIDTH = 720

export interface PicturedSide {
  readonly label: string
  readonly source: string
}

interface PicturesProps {
  readonly teamId: string
  readonly id: string
  readonly type: 'html' | 'editor'
  readonly before: PicturedSide
  readonly after: PicturedSide
  /** Undefined: made up by the service, for each version by itself. */
  readonly data: unknown
}

export function Pictures({ teamId, id, type, before, after, data }: PicturesProps): JSX.Element {
  const load = async (signal: AbortSignal): Promise<readonly PDFDocumentProxy[]> => {
    const render = ({ source }: PicturedSide): Promise<PDFDocumentProxy> =>
      pictured(ofTeam(teamId, '/preview'), { id, type, source, data }, signal)
    return Promise.all([render(before), render(after)])
  }
  const loaded = useLoaded(load, [before.source, after.source])
  useEffect(() => () => loaded.answer?.forEach((pdf) => void pdf.loadingTask.destroy()), [loaded.answer])
  return <Shown of={loaded}>{(documents) => <Pages documents={documents} labels={[before.label, after.label]} />}</Shown>
}

async function pictured(path: string, request: object, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const { pdf, diagnostics } = await call<Previewed>(path, { method: 'POST', body: { ...request, boxes: false }, signal })
  if (pdf === null) throw new ApiFailure(422, { code: 'template_error', message: diagnostics[0]?.message ?? t('noPicture') })
  return openPdf(Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0)))
}

interface PagesProps {
  readonly documents: readonly PDFDocumentProxy[]
  readonly labels: readonly [string, string]
}

function Pages({ documents, labels }: PagesProps): JSX.Element {
  const [page, setPage] = useState(1)
  const [regions, setRegions] = useState<readonly Region[]>()
  const canvases = useRef<(HTMLCanvasElement | null)[]>([])
  const most = Math.max(...documents.map(({ numPages }) => numPages))
  useEffect(() => {
    let isLeft = false
    setRegions(undefined)
    const paint = async (): Promise<void> => {
      const painted = await Promise.all(documents.map((pdf, i) => paintPage(pdf, page, canvases.current[i] ?? null)))
      const [a, b] = painted
      if (!isLeft) setRegions(a === undefined || b === undefined ? [] : differingRegions(a, b))
    }
    // A document that was closed meanwhile paints nothing more.
    paint().catch(() => {})
    return () => {
      isLeft = true
    }
  }, [page, documents])
  const isIn = (pdf: PDFDocumentProxy): boolean => page <= pdf.numPages
  return (
    <div class="pictures">
      <div class="pane-head">
        <span class="grow" role="status">
          {regions === undefined ? t('loading') : saidOf(regions.length, documents.every(isIn))}
        </span>
        <Button isOff={page <= 1} onClick={() => setPage(page - 1)}>
          {t('findPrevious')}
        </Button>
        <span>{t('pageOf', { page: String(page), count: String(most) })}</span>
        <Button isOff={page >= most} onClick={() => setPage(page + 1)}>
          {t('findNext')}
        </Button>
      </div>
      {/* Scrolled with the keyboard, so it takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section class="two" tabIndex={0} aria-label={t('picturedPages')}>
        {documents.map((pdf, i) => (
          <figure key={i} class="page-picture">
            <figcaption dir="auto">{labels[i]}</figcaption>
            <div class="picture-sheet">
              <canvas
                ref={(canvas) => {
                  canvases.current[i] = canvas
                }}
                hidden={!isIn(pdf)}
                role="img"
                aria-label={`${labels[i]}, ${t('pageNumber', { page: String(page) })}`}
              />
              {isIn(pdf) ? null : <p class="muted">{t('noSuchPage')}</p>}
              {isIn(pdf) ? regions?.map((region, j) => <Mark key={j} region={region} />) : null}
            </div>
          </figure>
        ))}
      </section>
    </div>
  )
}

function saidOf(count: number, isInBoth: boolean): string {
  if (!isInBoth) return t('pageInOne')
  return count === 0 ? t('pagesSame') : t('pagesDiffer', { count: String(count) })
}

function Mark({ region: { x, y, width, height } }: { readonly region: Region }): JSX.Element {
  const percent = (part: number): string => `${part * 100}%`
  return (
    <span
      class="picture-mark"
      aria-hidden="true"
      style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
    />
  )
}

/** The pixels of a page; undefined where the document has no such page. */
async function paintPage(pdf: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement | null): Promise<ImageData | undefined> {
  if (number > pdf.numPages || canvas === null) return undefined
  const page = await pdf.getPage(number)
  const { width } = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: WIDTH / width })
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  await page.render({ canvas, viewport }).promise
  return canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
}
