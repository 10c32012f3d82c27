// Calls what the TypeScript blocks of a guide export, as its framework would, and checks that a PDF comes.
import { Buffer } from 'node:buffer'

export function takePdf(bytes: Uint8Array): void {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') throw new Error('no PDF')
  console.log('a PDF came')
}

const BODY = JSON.stringify({ number: 7, items: [] })

interface Exports {
  /** Next.js. */
  readonly POST?: (request: Request) => Promise<Response>
  /** AWS Lambda. */
  readonly handler?: (event: object) => Promise<{ readonly body: string; readonly isBase64Encoded: boolean }>
  /** NestJS. */
  readonly PdfService?: new () => { onModuleInit(): Promise<void> }
  readonly InvoiceController?: new (service: object) => { pdf(data: object): Promise<{ readonly bytes: Uint8Array }> }
}

export async function callExports(exports: Exports): Promise<void> {
  const { POST, handler, PdfService, InvoiceController } = exports
  if (POST !== undefined) {
    const answer = await POST(new Request('http://localhost/invoice', { method: 'POST', body: BODY }))
    takePdf(new Uint8Array(await answer.arrayBuffer()))
  }
  if (handler !== undefined) takePdf(Buffer.from((await handler({ body: BODY })).body, 'base64'))
  if (PdfService === undefined || InvoiceController === undefined) return
  const service = new PdfService()
  await service.onModuleInit()
  takePdf((await new InvoiceController(service).pdf({ number: 7, items: [] })).bytes)
}
