// Where the document of a row goes, relative to the folder of its batch.
import { safeFileName, safeName } from '../../file-name.ts'

export type RowName = { readonly kind: 'place'; readonly path: string } | { readonly kind: 'none'; readonly why: string }

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g
const DIGITS = 6

/**
 * `wanted` is a field of the row (`number`, `customer.id`) or text with fields in it (`{{year}}/{{number}}`); the number of the row when absent.
 * A slash makes a subfolder. Every part becomes a name that any system takes, and none leads upwards.
 */
export function rowName(row: { readonly number: number; readonly data: Readonly<Record<string, unknown>> }, wanted?: string): RowName {
  if (wanted === undefined) return { kind: 'place', path: `${String(row.number).padStart(DIGITS, '0')}.pdf` }
  const missing: string[] = []
  const textOf = (field: string): string => {
    const value = fieldOf(row.data, field)
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) return String(value)
    missing.push(field)
    return ''
  }
  const name = wanted.includes('{{') ? wanted.replace(PLACEHOLDER, (_, field: string) => textOf(field)) : textOf(wanted)
  if (missing.length > 0) return { kind: 'none', why: `its field "${missing[0]}" holds no text or number to name a file after` }
  const parts = name.split('/').map((part) => part.trim())
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return { kind: 'none', why: `its name ${JSON.stringify(name)} is no place below --out-dir` }
  const file = safeFileName((parts.pop() ?? '').replace(/\.pdf$/i, ''))
  return { kind: 'place', path: [...parts.map(safeName), file].join('/') }
}

/** A field of this very name, else the way of its parts. */
function fieldOf(data: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(data, field)) return data[field]
  let value: unknown = data
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    // An object that has it.
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
