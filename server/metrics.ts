// Prometheus counters, gauges and histograms. A series appears with its first observation.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

type Labels = Readonly<Record<string, string>>

export interface Metrics {
  /** Adds to a counter. */
  count(name: MetricName, labels?: Labels, amount?: number): void
  /** Observes a duration in seconds. */
  observe(name: MetricName, seconds: number, labels?: Labels): void
  /** A gauge that `read` supplies at each scrape. */
  gauge(name: MetricName, read: () => number): void
  /** The text exposition format. Template ids are private to teams: series by template only with `byTemplate`. */
  text(options?: { readonly byTemplate: boolean }): Promise<string>
  readonly contentType: string
}

export const METRICS = {
  platen_requests_total: 'Requests answered, by route, method and status.',
  platen_requests_unlogged_total: 'Calls that are missing in the log of requests, since too many waited to be written.',
  platen_request_seconds: 'Time from the arrival of a request to the end of its response, by route.',
  platen_render_seconds: 'Time in the renderer including the wait in the queue, by kind and outcome.',
  platen_render_wait_seconds: 'Time that a rendering waited in the queue.',
  platen_template_seconds:
    'Time in the renderer including the wait in the queue, by template; the first few hundred templates, then "other".',
  platen_child_deaths_total: 'Rendering processes that exited, by cause.',
  platen_child_starts_total: 'Rendering processes that became ready.',
  platen_render_retries_total: 'Renderings retried because their process died.',
  platen_webhook_deliveries_total: 'Attempts to deliver a webhook event, by outcome.',
  platen_job_rows_total: 'Rows of jobs, by outcome; `dropped` are those that were made twice, or after their job was cancelled.',
  platen_jobs_total: 'Jobs that ended, by status.',
  platen_job_callbacks_total: 'Attempts to report the end of a job, by outcome.',
  platen_job_rows_busy: 'Rows of jobs that this server is working on.',
  platen_outputs_removed_total: 'Generated files removed after their expiry.',
  platen_output_expiry_lag_seconds: 'How late the last expired file was removed.',
  platen_children_ready: 'Rendering processes that are ready.',
  platen_children_busy: 'Rendering processes that are rendering.',
  platen_queue_length: 'Renderings waiting in the queue.',
  platen_resident_bytes: 'Resident memory of the server process.',
  platen_heap_bytes: 'JavaScript heap in use in the server process.',
  platen_open_resources: 'Active resources of the event loop (sockets, timers, file requests), which grow when something leaks.',
} as const

type MetricName = keyof typeof METRICS

/** The metric that only operators see. */
const BY_TEMPLATE: MetricName = 'platen_template_seconds'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Observations are buffered and recorded in batches, or at a scrape: a request makes five, and recording them one by one would run cold code each time. */
const MOST_BUFFERED = 500

export function createMetrics(): Metrics {
  const registry = new Registry()
  const byTemplate = new Registry()
  const counters = new Map<string, Counter>()
  const histograms = new Map<string, Histogram>()
  const recorders: { readonly count: Recorder; readonly observe: Recorder } = {
    count: ({ name, labels, value }) => {
      const make = (): Counter => new Counter({ name, help: METRICS[name], labelNames: Object.keys(labels), registers: [registry] })
      getOrMake(counters, name, make).inc(labels, value)
    },
    observe: ({ name, labels, value }) => {
      const options = {
        name,
        help: METRICS[name],
        labelNames: Object.keys(labels),
        buckets: BUCKETS,
        registers: [name === BY_TEMPLATE ? byTemplate : registry],
      }
      getOrMake(histograms, name, () => new Histogram(options)).observe(labels, value)
    },
  }
  const buffered: Observation[] = []
  const flush = (): void => {
    for (const observation of buffered) recorders[observation.kind](observation)
    buffered.length = 0
  }
  const add = (kind: Observation['kind'], name: MetricName, labels: Labels, value: number): void => {
    buffered.push({ kind, name, labels, value })
    if (buffered.length >= MOST_BUFFERED) flush()
  }
  return {
    count: (name, labels = {}, amount = 1) => add('count', name, labels, amount),
    observe: (name, seconds, labels = {}) => add('observe', name, labels, seconds),
    gauge: (name, read) => {
      const collect = (): void => {
        try {
          gauge.set(read())
        } catch {
          // Without free file descriptors even the process's memory cannot be read; the other series are needed all the more then.
        }
      }
      const gauge: Gauge = new Gauge({ name, help: METRICS[name], registers: [registry], collect })
    },
    text: async (options) => {
      flush()
      const text = await registry.metrics()
      return options?.byTemplate === true ? `${text}\n${await byTemplate.metrics()}` : text
    },
    contentType: registry.contentType,
  }
}

interface Observation {
  readonly kind: 'count' | 'observe'
  readonly name: MetricName
  readonly labels: Labels
  readonly value: number
}

type Recorder = (observation: Observation) => void

function getOrMake<T>(all: Map<string, T>, name: string, make: () => T): T {
  const known = all.get(name)
  if (known !== undefined) return known
  const made = make()
  all.set(name, made)
  return made
}

/** Maps the first `most` keys to themselves and all later ones to `other`: bounds the cardinality of a label. */
export function boundedLabel(most: number): (key: string) => string {
  const known = new Set<string>()
  return (key) => {
    if (known.has(key)) return key
    if (known.size >= most) return 'other'
    known.add(key)
    return key
  }
}
