// The seeded samples as tests use them.
import { readFileSync } from 'node:fs'

export const SAMPLES = [
  { name: 'invoice', type: 'html', file: 'invoice.html' },
  { name: 'statement', type: 'html', file: 'statement.html' },
  { name: 'packing-slip', type: 'html', file: 'packing-slip.html' },
  { name: 'certificate', type: 'html', file: 'certificate.html' },
  { name: 'letter', type: 'editor', file: 'letter.json' },
] as const

const folder = new URL('../../server/samples/', import.meta.url)

export function sampleSource(file: string): string {
  return readFileSync(new URL(file, folder), 'utf8')
}

export function sampleData(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${name}.data.json`, folder), 'utf8')) as Record<string, unknown>
}
