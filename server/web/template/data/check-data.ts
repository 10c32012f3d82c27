// Data against the JSON schema of a template: lists, objects and texts where the template reads such, and names that are nearly those it reads. Nothing is required, as
// what is missing prints nothing: the preview warns of that.

/** The part of JSON Schema that the engine writes. */
export interface DataSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, DataSchema>>
  readonly items?: DataSchema
}

export type DataProblem =
  | { readonly kind: 'type'; readonly path: string; readonly expected: 'array' | 'object' | 'scalar' }
  /** A field that the template does not read, while it reads one of nearly this name that is absent. */
  | { readonly kind: 'name'; readonly path: string; readonly name: string; readonly meant: string }

const MOST_PROBLEMS = 100
const MOST_VALUES = 100_000

export function checkData(data: unknown, schema: DataSchema): readonly DataProblem[] {
  const problems: DataProblem[] = []
  let left = MOST_VALUES
  const visit = (value: unknown, { type, properties = {}, items }: DataSchema, path: string): void => {
    if (value === null || value === undefined || left-- <= 0 || problems.length >= MOST_PROBLEMS) return
    const expected = expectedOf(type)
    if (expected !== undefined && expected !== kindOf(value)) problems.push({ kind: 'type', path, expected })
    else if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) if (items !== undefined) visit(item, items, `${path}[${i}]`)
    } else if (kindOf(value) === 'object') visitFields(value as Readonly<Record<string, unknown>>, properties, path)
  }
  const visitFields = (value: Readonly<Record<string, unknown>>, properties: Readonly<Record<string, DataSchema>>, path: string): void => {
    const absent = Object.keys(properties).filter((name) => !Object.hasOwn(value, name))
    for (const [name, field] of Object.entries(value)) {
      const at = path === '' ? name : `${path}.${name}`
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined
      const meant = known === undefined ? nearest(name, absent) : undefined
      if (known !== undefined) visit(field, known, at)
      else if (meant !== undefined && problems.length < MOST_PROBLEMS) problems.push({ kind: 'name', path: at, name, meant })
    }
  }
  visit(data, schema, '')
  return problems
}

function expectedOf(type: DataSchema['type']): 'array' | 'object' | 'scalar' | undefined {
  if (type === 'array' || type === 'object') return type
  return Array.isArray(type) ? 'scalar' : undefined
}

function kindOf(value: unknown): 'array' | 'object' | 'scalar' {
  return Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : 'scalar'
}

/** The name that is at most a third of its letters away, or differs in case and punctuation alone. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const plain = plainName(name)
  return (
    names.find((other) => plainName(other) === plain) ??
    names.find((other) => edits(name, other) <= Math.max(1, Math.floor(name.length / 3)))
  )
}

const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')

function edits(a: string, b: string): number {
  // Longer names are compared by their beginnings.
  const [from, to] = [a.slice(0, 40), b.slice(0, 40)]
  let last = Array.from({ length: to.length + 1 }, (_, j) => j)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++)
      row.push(Math.min((last[j - 1] ?? 0) + Number(from[i - 1] !== to[j - 1]), (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    last = row
  }
  return last[to.length] ?? 0
}
