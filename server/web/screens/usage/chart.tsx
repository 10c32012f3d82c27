// Bars over time, without a library: a drawing for the eye, and a table with the same values for everybody.

import type { JSX } from 'preact'
import { ColumnHeads } from '../../parts/column-heads.tsx'
import { language, t } from '../../text/text.ts'

/** Columns of numbers. */
const NUMBERS = ['renders', 'errors', 'p95Short', 'printedPages'] as const

export interface Sum {
  readonly renders: number
  readonly refused: number
  readonly failed: number
  readonly pages: number
  readonly warnings: number
  readonly p50: number | null
  readonly p95: number | null
}

export interface Point extends Sum {
  readonly at: string
}

interface ChartProps {
  readonly points: readonly Point[]
  readonly span: 'hour' | 'day'
}

export const errorsOf = ({ refused, failed }: Sum): number => refused + failed

/** The drawing is stretched to its place: its units mean nothing outside. */
const HEIGHT = 100
const STEP = 10
const BAR = 7

export function Charts({ points, span }: ChartProps): JSX.Element {
  const most = niceMost(Math.max(...points.map((point) => point.renders + errorsOf(point))))
  const slowest = niceMost(Math.max(...points.map(({ p95 }) => p95 ?? 0)))
  const total = (valueIn: (point: Point) => number): string =>
    points.reduce((sum, point) => sum + valueIn(point), 0).toLocaleString(language.value)
  const label = t('chartLabel', { renders: total(({ renders }) => renders), errors: total(errorsOf) })
  return (
    <figure class="charts">
      <div class="chart">
        <p class="chart-name">
          {t('renders')} <span class="key errors">{t('errors')}</span>
        </p>
        <Drawing most={most} label={label} count={points.length} scale={(value) => value.toLocaleString(language.value)}>
          {points.map((point, i) => (
            <Bar key={point.at} {...{ point, i, most, span }} />
          ))}
        </Drawing>
        <Times {...{ points, span }} />
      </div>
      <div class="chart">
        <p class="chart-name">{t('p95Short')}</p>
        <Drawing most={slowest} label={t('p95')} count={points.length} scale={msText}>
          {points.map(({ at, p95 }, i) =>
            p95 === null ? null : (
              <rect key={at} class="slow" x={i * STEP + 1.5} width={BAR} {...heightOf(p95, slowest)}>
                <title>{`${timeText(at, span)}: ${msText(p95)}`}</title>
              </rect>
            ),
          )}
        </Drawing>
        <Times {...{ points, span }} />
      </div>
      <figcaption>
        <details>
          <summary>{t('asTable')}</summary>
          <div class="scroll">
            <table>
              <ColumnHeads names={['time', ...NUMBERS]} numbers={NUMBERS} />
              <tbody>
                {points.map((point) => (
                  <tr key={point.at}>
                    <th scope="row">{timeText(point.at, span)}</th>
                    <td class="number">{point.renders}</td>
                    <td class="number">{errorsOf(point)}</td>
                    <td class="number">{point.p95 === null ? '' : msText(point.p95)}</td>
                    <td class="number">{point.pages}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figcaption>
    </figure>
  )
}

interface DrawingProps {
  readonly most: number
  readonly label: string
  readonly count: number
  scale(value: number): string
  readonly children: JSX.Element | readonly (JSX.Element | null)[]
}

function Drawing({ most, label, count, scale, children }: DrawingProps): JSX.Element {
  return (
    <div class="plot">
      <span class="plot-scale" aria-hidden="true">
        <span>{scale(most)}</span>
        <span>{scale(most / 2)}</span>
        <span>{scale(0)}</span>
      </span>
      <svg viewBox={`0 0 ${count * STEP} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <line key={y} class="grid" x1={0} x2={count * STEP} y1={y} y2={y} />
        ))}
        {children}
      </svg>
    </div>
  )
}

interface BarProps {
  readonly point: Point
  readonly i: number
  readonly most: number
  readonly span: 'hour' | 'day'
}

function Bar({ point, i, most, span }: BarProps): JSX.Element {
  const errors = errorsOf(point)
  const made = heightOf(point.renders, most)
  const wrong = heightOf(errors, most)
  const x = i * STEP + 1.5
  return (
    <g>
      <title>{`${timeText(point.at, span)}: ${t('renders')} ${point.renders}, ${t('errors')} ${errors}`}</title>
      <rect class="renders" x={x} width={BAR} {...made} />
      <rect class="errors" x={x} width={BAR} y={made.y - wrong.height} height={wrong.height} />
      {/* The pointer need not find the bar. */}
      <rect class="target" x={i * STEP} width={STEP} y={0} height={HEIGHT} />
    </g>
  )
}

function heightOf(value: number, most: number): { readonly y: number; readonly height: number } {
  const height = (value / most) * HEIGHT
  return { y: HEIGHT - height, height }
}

/** The first, the middle and the last. */
function Times({ points, span }: ChartProps): JSX.Element {
  const shown = [points[0], points[Math.floor(points.length / 2)], points.at(-1)]
  return (
    <p class="plot-times" aria-hidden="true">
      {shown.map((point, i) => (
        <span key={i}>{point === undefined ? '' : timeText(point.at, span)}</span>
      ))}
    </p>
  )
}

/** A round number that is not less: the end of the scale. */
function niceMost(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return ([1, 2, 4, 6, 10].find((step) => step * power >= value) ?? 10) * power
}

/** Days are those of UTC. */
export function timeText(at: string, span: 'hour' | 'day'): string {
  const options =
    span === 'hour' ? ({ hour: '2-digit', minute: '2-digit' } as const) : ({ day: 'numeric', month: 'short', timeZone: 'UTC' } as const)
  return new Date(at).toLocaleString(language.value, options)
}

export function msText(ms: number): string {
  const [unit, value] = ms < 1000 ? ['millisecond', Math.round(ms)] : ['second', ms / 1000]
  const options = { style: 'unit', unit: String(unit), unitDisplay: 'short', maximumSignificantDigits: 3 } as const
  return new Intl.NumberFormat(language.value, options).format(Number(value))
}
