// The baseline of `http.ts`: one process that renders invoices as fast as it can, for as many seconds as each message says, without a service.
import { createEngine } from './build.ts'
import { ownMilliseconds, WARM_UP_MS } from './measure.ts'
import { dataWith, faultOf, NONCE_SOURCE, nonce } from './nonce.ts'

export interface Rendered {
  readonly perSecond: number
  /** CPU milliseconds per invoice. */
  readonly cpuMs: number
}

const engine = await createEngine()
const template = engine.compile({ type: 'html', source: NONCE_SOURCE })

async function renderOne(): Promise<void> {
  const text = nonce()
  const { pdf } = await engine.render(template, dataWith(text))
  // The driver of the service checks every answer too.
  if (faultOf(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length), text) !== undefined)
    throw new Error('the PDF is incomplete or lacks its nonce')
}

async function renderFor(seconds: number): Promise<Rendered> {
  const [start, cpuStart] = [performance.now(), ownMilliseconds()]
  let count = 0
  for (; performance.now() < start + seconds * 1000; count++) await renderOne()
  return { perSecond: (count / (performance.now() - start)) * 1000, cpuMs: (ownMilliseconds() - cpuStart) / count }
}

const warmUntil = ownMilliseconds() + WARM_UP_MS
while (ownMilliseconds() < warmUntil) await renderOne()
process.on('message', async (seconds: number) => {
  process.send?.(await renderFor(seconds))
})
process.send?.('warm')
