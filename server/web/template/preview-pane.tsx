// The preview: pages as they will be printed, and what the engine has to say about them.

import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FieldProblem } from '../state/api.ts'
import { t } from '../text/text.ts'
import type { Previewed } from './live-preview.ts'
import { createPdfPages, type PdfPages } from './pdf-pages.ts'

interface PreviewPaneProps {
  readonly previewed: Previewed | undefined
  readonly problem: string
  readonly isBusy: boolean
  readonly fileName: string
  /** Set here: shows a PDF. */
  readonly pages: { current: (pdf: Uint8Array, signal: AbortSignal) => Promise<void> }
  onPlace(line: number, column: number): void
}

/** 0: as wide as the pane. */
const FIT = 0
const ZOOMS = [FIT, 0.5, 0.75, 1, 1.5, 2]

export function PreviewPane({ previewed, problem, isBusy, fileName, pages, onPlace }: PreviewPaneProps): JSX.Element {
  const parent = useRef<HTMLElement>(null)
  const shown = useRef<PdfPages>(undefined)
  const [zoom, setZoom] = useState(FIT)
  const pdf = useRef<Uint8Array>(undefined)
  useEffect(() => {
    if (parent.current === null) return undefined
    const made = createPdfPages(parent.current, (page) => t('pageNumber', { page: String(page) }))
    shown.current = made
    pages.current = (bytes, signal) => {
      pdf.current = bytes.slice()
      return made.show(bytes, signal)
    }
    return () => made.destroy()
  }, [])
  useEffect(() => {
    void shown.current?.setZoom(zoom)
  }, [zoom])
  const problems = [...(previewed?.diagnostics ?? []), ...(previewed?.warnings ?? [])]
  return (
    <>
      <div class="pane-head">
        <h2>{t('preview')}</h2>
        <span class="muted" aria-live="polite">
          {previewed === undefined ? '' : t('pageCount', { count: String(previewed.pages) })}
          {isBusy ? ' …' : ''}
        </span>
        <select aria-label={t('zoom')} value={String(zoom)} onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}>
          {ZOOMS.map((value) => (
            <option key={value} value={String(value)}>
              {value === FIT ? t('fit') : `${value * 100} %`}
            </option>
          ))}
        </select>
        <button type="button" onClick={() => download(pdf.current, `${fileName}.pdf`)}>
          {t('download')}
        </button>
      </div>
      {problem === '' ? null : (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {/* Scrolled with the keyboard, so it takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section class="pages" ref={parent} tabIndex={0} aria-label={t('preview')} />
      <Problems problems={problems} onPlace={onPlace} />
    </>
  )
}

function Problems({
  problems,
  onPlace,
}: {
  readonly problems: readonly FieldProblem[]
  onPlace(line: number, column: number): void
}): JSX.Element | null {
  if (problems.length === 0) return null
  return (
    <ul class="problems" aria-label={t('problems')}>
      {problems.map(({ code, message, path, hint }, i) => {
        const place = /^source:(\d+):(\d+)$/.exec(path ?? '')
        return (
          <li key={i}>
            {place === null ? (
              <span class="muted">{path} </span>
            ) : (
              <button type="button" class="quiet" onClick={() => onPlace(Number(place[1]), Number(place[2]))}>
                {place[1]}:{place[2]}
              </button>
            )}
            {message} <span class="muted">{hint ?? code}</span>
          </li>
        )
      })}
    </ul>
  )
}

function download(pdf: Uint8Array | undefined, name: string): void {
  if (pdf === undefined) return
  const url = URL.createObjectURL(new Blob([pdf as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
