// Counters, gauges and histograms in the text format of Prometheus. Few and fixed, so a library would only add weight.

export type Labels = Readonly<Record<string, string>>

export interface Metrics {
  /** Adds to a counter. */
  count(name: string, labels?: Labels, amount?: number): void
  /** Notes a duration in seconds. */
  observe(name: string, seconds: number, labels?: Labels): void
  /** A value read whenever the metrics are. */
  gauge(name: string, read: () => number): void
  text(): string
}

const HELP: Readonly<Record<string, string>> = {
  platen_requests_total: 'Requests answered, by route and status.',
  platen_request_seconds: 'Time from the first byte of a request to the end of its answer, by route.',
  platen_render_seconds: 'Time in the renderer including the wait for a process, by kind and outcome.',
  platen_render_wait_seconds: 'Time a rendering waited for a process.',
  platen_child_deaths_total: 'Rendering processes that ended, by cause.',
  platen_child_starts_total: 'Rendering processes that got ready.',
  platen_render_retries_total: 'Renderings tried again because their process died.',
  platen_webhook_deliveries_total: 'Tries to send an event, by outcome.',
  platen_outputs_removed_total: 'Generated files removed after their time.',
  platen_output_expiry_lag_seconds: 'How late the last expired file was removed.',
  platen_children_ready: 'Rendering processes that are up.',
  platen_children_busy: 'Rendering processes that are rendering.',
  platen_queue_length: 'Renderings waiting for a process.',
  platen_resident_bytes: 'Resident memory of the server process.',
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface Histogram {
  readonly buckets: number[]
  sum: number
  count: number
}

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, Histogram>>()
  const gauges = new Map<string, () => number>()
  return {
    count: (name, labels = {}, amount = 1) => {
      const series = seriesOf(counters, name)
      const key = labelText(labels)
      series.set(key, (series.get(key) ?? 0) + amount)
    },
    observe: (name, seconds, labels = {}) => {
      const series = seriesOf(histograms, name)
      const key = labelText(labels)
      const histogram = series.get(key) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
      series.set(key, histogram)
      BUCKETS.forEach((most, i) => {
        if (seconds <= most) histogram.buckets[i]!++
      })
      histogram.sum += seconds
      histogram.count++
    },
    gauge: (name, read) => void gauges.set(name, read),
    text: () => {
      const lines: string[] = []
      for (const [name, series] of counters) {
        lines.push(...heading(name, 'counter'))
        for (const [labels, value] of series) lines.push(`${name}${braced(labels)} ${value}`)
      }
      for (const [name, series] of histograms) {
        lines.push(...heading(name, 'histogram'))
        for (const [labels, histogram] of series) lines.push(...histogramLines(name, labels, histogram))
      }
      for (const [name, read] of gauges) lines.push(...heading(name, 'gauge'), `${name} ${read()}`)
      return `${lines.join('\n')}\n`
    },
  }
}

function histogramLines(name: string, labels: string, histogram: Histogram): string[] {
  const prefix = labels === '' ? '' : `${labels},`
  const lines = BUCKETS.map((most, i) => `${name}_bucket{${prefix}le="${most}"} ${histogram.buckets[i]}`)
  lines.push(`${name}_bucket{${prefix}le="+Inf"} ${histogram.count}`)
  return [...lines, `${name}_sum${braced(labels)} ${histogram.sum}`, `${name}_count${braced(labels)} ${histogram.count}`]
}

function seriesOf<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const known = all.get(name)
  if (known !== undefined) return known
  const series = new Map<string, T>()
  all.set(name, series)
  return series
}

function heading(name: string, type: string): string[] {
  return [`# HELP ${name} ${HELP[name] ?? name}`, `# TYPE ${name} ${type}`]
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))}"`)
    .join(',')
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
