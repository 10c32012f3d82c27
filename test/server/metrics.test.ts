import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createMetrics } from '../../server/metrics.ts'

const metricsSuite = suite('metrics')

metricsSuite('metrics are in the Prometheus text format', async () => {
  const metrics = createMetrics()
  metrics.count('platen_requests_total', { route: 'a"b' })
  metrics.observe('platen_request_seconds', 0.02, { route: '/' })
  metrics.gauge('platen_queue_length', () => 3)
  const lines = (await metrics.text()).split('\n')
  assert.ok(lines.includes('platen_requests_total{route="a\\"b"} 1'))
  assert.ok(lines.includes('platen_request_seconds_bucket{le="0.01",route="/"} 0'))
  assert.ok(lines.includes('platen_request_seconds_bucket{le="0.025",route="/"} 1'))
  assert.ok(lines.includes('platen_request_seconds_count{route="/"} 1'))
  assert.ok(lines.includes('platen_queue_length 3'))
  assert.ok(lines.includes('# TYPE platen_request_seconds histogram'))
})

metricsSuite.run()
