// Problems of the data as marks in its editor: errors of JSON, values that the template cannot read, and what the preview warns of.
import type { FieldProblem } from '../../state/api.ts'
import type { TextKey } from '../../text/en.ts'
import { t } from '../../text/text.ts'
import type { SourceMark } from '../source/code-editor.ts'
import { checkData, type DataProblem, type DataSchema } from './check-data.ts'
import { type JsonPlace, type JsonProblemKind, placesIn } from './json-text.ts'
import type { Parsed } from './parse-data.ts'

const WORDS: Readonly<Record<JsonProblemKind, TextKey>> = {
  ...{ value: 'jsonValue', key: 'jsonKey', colon: 'jsonColon', separator: 'jsonSeparator', string: 'jsonString' },
  ...{ number: 'jsonNumber', end: 'jsonEnd', deep: 'jsonDeep', object: 'jsonObject' },
}
const EXPECTED = { array: 'expectedArray', object: 'expectedObject', scalar: 'expectedScalar' } as const

interface DataInput {
  readonly text: string
  readonly parsed: Parsed
  readonly schema: DataSchema | undefined
  /** Of the last preview: their paths are places in the data. */
  readonly warnings: readonly FieldProblem[]
}

export function dataMarks({ text, parsed, schema, warnings }: DataInput): readonly SourceMark[] {
  // What was parsed before the last keys says nothing of them; marks come again with the next.
  if (parsed.text !== text || text.trim() === '') return []
  const lines = lineStarts(text)
  if (parsed.kind === 'bad') return [{ ...positionAt(parsed.problem.at, lines), severity: 'error', message: t(WORDS[parsed.problem.kind]) }]
  const problems = schema === undefined ? [] : checkData(parsed.data, schema)
  const wanted = new Set([...problems, ...warnings].flatMap(({ path }) => ancestorsOf(path)))
  const places: ReadonlyMap<string, JsonPlace> = wanted.size > 0 ? placesIn(text, wanted) : new Map()
  const place = (path: string): JsonPlace =>
    places.get(ancestorsOf(path).find((candidate) => places.has(candidate)) ?? '') ?? { from: 0, keyFrom: 0 }
  return [
    ...problems.map((problem) => markOf(problem, (path) => positionAt(place(path).keyFrom, lines))),
    ...warnings
      .filter(({ path }) => /^[^:]+$/.test(path ?? ''))
      .map(
        ({ path, message }): SourceMark => ({
          ...positionAt(place(path).from, lines),
          severity: 'warning',
          message,
        }),
      ),
  ]
}

function markOf(problem: DataProblem, at: (path: string) => { line: number; column: number }): SourceMark {
  const severity = 'warning'
  if (problem.kind === 'type') return { ...at(problem.path), severity, message: t(EXPECTED[problem.expected]) }
  const { name, meant, path } = problem
  const fix = { wrong: JSON.stringify(name), right: JSON.stringify(meant) }
  return { ...at(path), severity, message: t('nameNotRead', { name, meant }), fix }
}

/** A path and those around it, from inside out: `items[3].name`, `items[3]`, `items`, and the whole. */
export function ancestorsOf(path: string): readonly string[] {
  const around = path.replace(LAST_STEP, '')
  return path === '' ? [''] : [path, ...ancestorsOf(around === path ? '' : around)]
}

const LAST_STEP = /(?:\.?[^.[\]]+|\[\d+\])$/

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function positionAt(offset: number, starts: readonly number[]): { line: number; column: number } {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}
