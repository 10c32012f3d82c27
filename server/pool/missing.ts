import type { VariableRecord } from '../store/store.ts'

/**
 * Paths below `data` that the template's variables name and the data lacks, at most `most`. A name inside a repeat counts as present
 * when any enclosing object has it, as it would be looked up outwards; a null is present; an empty list lacks nothing.
 */
export function missingVariables(variables: readonly VariableRecord[], data: object, most: number): readonly string[] {
  const missing: string[] = []
  for (const { name } of variables) {
    if (missing.length >= most) break
    walk(name.split('.'), { value: data, path: 'data' }, [], (path) => {
      if (missing.length < most && !missing.includes(path)) missing.push(path)
      return missing.length < most
    })
  }
  return missing
}

interface Place {
  readonly value: unknown
  readonly path: string
}

/** Follows the steps of a name; `note` is told each place that has nothing and says whether to go on. */
function walk(steps: readonly string[], from: Place, outer: readonly unknown[], note: (path: string) => boolean): boolean {
  const [step, ...rest] = steps
  if (step === undefined) return true
  const name = step.replace(/(\[\])+$/, '')
  const repeats = (step.length - name.length) / 2
  const path = `${from.path}.${name}`
  const holder = [from.value, ...outer].find((value) => isRecord(value) && Object.hasOwn(value, name))
  if (holder === undefined) return note(path)
  return descend(rest, { value: (holder as Record<string, unknown>)[name], path }, [from.value, ...outer], { repeats, note })
}

function descend(
  steps: readonly string[],
  place: Place,
  outer: readonly unknown[],
  how: { repeats: number; note: (path: string) => boolean },
): boolean {
  if (how.repeats === 0) return isRecord(place.value) ? walk(steps, place, outer, how.note) : true
  if (!Array.isArray(place.value)) return true
  return place.value.every((value: unknown, index) => {
    const element = { value, path: `${place.path}[${index}]` }
    return descend(steps, element, outer, { repeats: how.repeats - 1, note: how.note })
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
