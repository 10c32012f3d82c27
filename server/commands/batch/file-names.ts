// The file name of a row's document, relative to the output folder.
import { safeFileName, safeName } from '../../file-name.ts'

type RowName = { readonly kind: 'path'; readonly path: string } | { readonly kind: 'none'; readonly why: string }

const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g
const DIGITS = 6

/**
 * `pattern` is a field of the row (`number`, `customer.id`) or text with fields (`{{year}}/{{number}}`); the row number when absent.
 * A slash makes a subfolder. Each part becomes a name that is valid on every operating system; none leads to a parent folder.
 */
export function rowName(row: { readonly number: number; readonly data: Readonly<Record<string, unknown>> }, pattern?: string): RowName {
  if (pattern === undefined) return { kind: 'path', path: `${String(row.number).padStart(DIGITS, '0')}.pdf` }
  const missing: string[] = []
  const textOf = (field: string): string => {
    const value = fieldOf(row.data, field)
    if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) return String(value)
    missing.push(field)
    return ''
  }
  const name = pattern.includes('{{') ? pattern.replace(PLACEHOLDER, (_, field: string) => textOf(field)) : textOf(pattern)
  if (missing.length > 0) return { kind: 'none', why: `its field "${missing[0]}" holds no text or number to name a file after` }
  const parts = name.split('/').map((part) => part.trim())
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return { kind: 'none', why: `its name ${JSON.stringify(name)} is no path below --out-dir` }
  const file = safeFileName((parts.pop() ?? '').replace(/\.pdf$/i, ''))
  return { kind: 'path', path: [...parts.map(safeName), file].join('/') }
}

/** The field of exactly this name, else the value at its dotted path. */
function fieldOf(data: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(data, field)) return data[field]
  let value: unknown = data
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    // `hasOwn` has just found the property.
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}
