// Counters, gauges and histograms for Prometheus. A series appears when something happened to be counted.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string>>

export interface Metrics {
  /** Adds to a counter. */
  count(name: MetricName, labels?: Labels, amount?: number): void
  /** Notes a duration in seconds. */
  observe(name: MetricName, seconds: number, labels?: Labels): void
  /** A value read whenever the metrics are. */
  gauge(name: MetricName, read: () => number): void
  /** Without `byTemplate`, as anybody may see it: identifiers of templates are their teams'. */
  text(options?: { readonly byTemplate: boolean }): Promise<string>
  readonly contentType: string
}

const HELP = {
  platen_requests_total: 'Requests answered, by route and status.',
  platen_request_seconds: 'Time from the first byte of a request to the end of its answer, by route.',
  platen_render_seconds: 'Time in the renderer including the wait for a process, by kind and outcome.',
  platen_render_wait_seconds: 'Time a rendering waited for a process.',
  platen_template_seconds: 'Time in the renderer including the wait for a process, by template; the first few hundred, then "other".',
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
  platen_heap_bytes: 'JavaScript heap in use in the server process.',
  platen_open_resources: 'Sockets, timers, requests of files and the like that keep the server process going.',
} as const

export type MetricName = keyof typeof HELP

/** The series that only operators are shown. */
const BY_TEMPLATE: MetricName = 'platen_template_seconds'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What was counted is sorted into its series so many at a time, or when somebody looks: a request counts five things, each of which would find the code cold. */
const MOST_UNSORTED = 500

export function createMetrics(): Metrics {
  const registry = new Registry()
  const byTemplate = new Registry()
  const counters = new Map<string, Counter>()
  const histograms = new Map<string, Histogram>()
  const sorters: { readonly count: Sorter; readonly observe: Sorter } = {
    count: ({ name, labels, value }) => {
      const make = (): Counter => new Counter({ name, help: HELP[name], labelNames: Object.keys(labels), registers: [registry] })
      made(counters, name, make).inc(labels, value)
    },
    observe: ({ name, labels, value }) => {
      const described = {
        name,
        help: HELP[name],
        labelNames: Object.keys(labels),
        buckets: BUCKETS,
        registers: [name === BY_TEMPLATE ? byTemplate : registry],
      }
      made(histograms, name, () => new Histogram(described)).observe(labels, value)
    },
  }
  const unsorted: Noted[] = []
  const sort = (): void => {
    for (const noted of unsorted) sorters[noted.kind](noted)
    unsorted.length = 0
  }
  const note = (kind: Noted['kind'], name: MetricName, labels: Labels, value: number): void => {
    unsorted.push({ kind, name, labels, value })
    if (unsorted.length >= MOST_UNSORTED) sort()
  }
  return {
    count: (name, labels = {}, amount = 1) => note('count', name, labels, amount),
    observe: (name, seconds, labels = {}) => note('observe', name, labels, seconds),
    gauge: (name, read) => {
      const collect = (): void => {
        try {
          gauge.set(read())
        } catch {
          // Without file descriptors even our own memory cannot be read; the other series are wanted all the more then.
        }
      }
      const gauge: Gauge = new Gauge({ name, help: HELP[name], registers: [registry], collect })
    },
    text: async (options) => {
      sort()
      const text = await registry.metrics()
      return options?.byTemplate === true ? `${text}\n${await byTemplate.metrics()}` : text
    },
    contentType: registry.contentType,
  }
}

interface Noted {
  readonly kind: 'count' | 'observe'
  readonly name: MetricName
  readonly labels: Labels
  readonly value: number
}

type Sorter = (noted: Noted) => void

function made<T>(all: Map<string, T>, name: string, make: () => T): T {
  const known = all.get(name)
  if (known !== undefined) return known
  const one = make()
  all.set(name, one)
  return one
}

/** Gives each key itself until there are many, then `other`: a label must not have endless values. */
export function boundedLabel(most: number): (key: string) => string {
  const known = new Set<string>()
  return (key) => {
    if (known.has(key)) return key
    if (known.size >= most) return 'other'
    known.add(key)
    return key
  }
}
