// Measures one engine on one document: prints the median CPU time in milliseconds, child processes included. The warm-up is the same for all.
import { readFileSync, readdirSync } from 'node:fs'
import { measure, ownMilliseconds } from '../measure.ts'
import { DOCUMENTS } from './documents.ts'

interface Peer {
  /** Renderers by kind of document; absent where the engine lacks a feature. */
  readonly documents: Readonly<Record<string, ((data: unknown) => Promise<Uint8Array>) | undefined>>
  /** Data as the engine is given it; not measured. */
  prepare?(kind: string, data: unknown): unknown
  open?(): Promise<void>
  close?(): Promise<void>
}

/** Linux counts CPU time in ticks of this many milliseconds. */
const TICK = 10
const [engine = '', name = ''] = process.argv.slice(2)
const document = DOCUMENTS.get(name)
if (document === undefined) throw new Error(`no document ${name}`)
const peer = (await import(new URL(`${engine}.mjs`, import.meta.url).href)) as Peer // each module beside this one has that shape
await peer.open?.()
const { kind, template } = document
const render = (template === undefined ? undefined : peer.documents[template]) ?? peer.documents[kind]
if (render === undefined) throw new Error('Error: not made')
const run = async (data: unknown): Promise<void> => {
  const pdf = await render(data)
  if (Buffer.from(pdf.subarray(0, 5)).toString() !== '%PDF-') throw new Error('Error: no PDF')
}
/** CPU milliseconds of this process and its descendants. */
const clock = (): number => ownMilliseconds() + descendants()
const { median, runs, warmUp } = await measure({ data: (index) => (peer.prepare === undefined ? document.data(index) : peer.prepare(kind, document.data(index))), run, clock })
await peer.close?.()
console.log(JSON.stringify({ median, runs, warmUp }))
process.exit(0)

/** CPU milliseconds of all descendant processes, for engines that start some. */
function descendants(): number {
  if (engine !== 'chromium' && engine !== 'weasyprint') return 0
  const parents = new Map<number, { parent: number; ticks: number }>()
  for (const id of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
      parents.set(Number(id), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]) })
    } catch {
      // The process ended after it was listed.
    }
  }
  const isOurs = (id: number): boolean => id === process.pid || (parents.has(id) && isOurs(parents.get(id)?.parent ?? 0))
  return [...parents].filter(([id]) => id !== process.pid && isOurs(id)).reduce((sum, [, { ticks }]) => sum + ticks * TICK, 0)
}
