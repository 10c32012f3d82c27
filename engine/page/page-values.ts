// Named strings, running elements and page counters: the values that margin boxes may show of a page, known once all pages are made.
import type { Box, BoxMark } from '../box/box.ts'
import type { PageContext, StringPosition } from '../box/page-context.ts'
import { addDecimals, type Decimal, ZERO } from '../decimal.ts'
import type { Style } from '../style/style.ts'
import type { Page, PageSummary, PageTotals } from './page.ts'

/** The part of a margin box's page context that pages themselves know. */
type PageValues = Pick<
  PageContext,
  'page' | 'pages' | 'counter' | 'isFirst' | 'isLast' | 'string' | 'running' | 'pageOf' | 'noteNumber' | 'sums'
>

/** What is kept of a painted page. `counter` is the page counter of the page before (0 before the first). */
export function summarise(page: Page, counter: number): PageSummary {
  const { style, marks } = page
  const sums = sumsOf(marks)
  // Sums are added up and footnotes laid out: their marks are not kept with the page.
  const rest = marks.some(isDone) ? marks.filter((mark) => !isDone(mark)) : marks
  const doneAtStart = rest === marks ? 0 : marks.slice(0, page.marksAtStart).filter(isDone).length
  return {
    style,
    marks: rest.length === 0 ? NO_MARKS : rest,
    marksAtStart: page.marksAtStart - doneAtStart,
    sums,
    notes: numbersOf(page),
    counter: nextCounter(style.style, marks, counter),
  }
}

function isDone({ kind }: BoxMark): boolean {
  return kind === 'sum' || kind === 'footnote'
}

const NO_MARKS: readonly BoxMark[] = []
const NO_NUMBERS: ReadonlyMap<number, number> = new Map()

function numbersOf({ style: { style }, marks }: Page): ReadonlyMap<number, number> {
  const reset = style.counterReset.find(({ name }) => name === 'footnote')
  if (reset === undefined) return NO_NUMBERS
  const notes = [...new Set(marks.flatMap((mark) => (mark.kind === 'footnote' ? [mark.note] : [])))].sort((a, b) => a - b)
  return new Map(notes.map((note, i) => [note, reset.value + i + 1]))
}

/** CSS Page 3 §6.1: `page` grows by one a page unless the page context or an element on it says otherwise. */
function nextCounter(style: Style, marks: readonly BoxMark[], counter: number): number {
  const reset = style.counterReset.find(({ name }) => name === 'page')
  const increment = style.counterIncrement.find(({ name }) => name === 'page')
  const set = style.counterSet.find(({ name }) => name === 'page')
  let value = set?.value ?? (reset?.value ?? counter) + (increment?.value ?? 1)
  for (const mark of marks) {
    if (mark.kind !== 'page-counter') continue
    value = mark.change === 'increment' ? value + mark.value : mark.value
  }
  return value
}

/** The totals of one document (or part): `pages` is the number of pages, whatever their counter says. */
export function totalsOf(pages: readonly PageSummary[]): PageTotals {
  const anchors = new Map<string, number>()
  for (const { marks, counter } of pages) {
    for (const mark of marks) if (mark.kind === 'anchor' && !anchors.has(mark.id)) anchors.set(mark.id, counter)
  }
  return { pages: pages.length, pageOf: (id) => anchors.get(id) }
}

/** The values of every page, in order. */
export function* pageValues(pages: readonly PageSummary[], totals: PageTotals): Generator<PageValues, undefined> {
  const strings = new Map<string, string>()
  const boxes = new Map<string, Box>()
  const carried = new Map<string, Decimal>()
  const numbers = new Map<number, number>()
  const counters = new Map<string, number>()
  for (const [index, page] of pages.entries()) {
    changeCounters(page.style.style, counters)
    const setStrings = assigned(page.marks, page.marksAtStart, (mark) => (mark.kind === 'string' ? mark.value : undefined))
    const setBoxes = assigned(page.marks, page.marksAtStart, (mark) => (mark.kind === 'running' ? mark.box : undefined))
    const entryStrings = new Map(strings)
    const entryBoxes = new Map(boxes)
    yield {
      page: page.counter,
      pages: totals.pages,
      counter: (name) => counters.get(name) ?? 0,
      isFirst: index === 0,
      isLast: index === pages.length - 1,
      pageOf: totals.pageOf,
      // A note that had no room on the page of its call keeps the number it has there.
      noteNumber: (note) => page.notes.get(note) ?? numbers.get(note) ?? 0,
      // `carried` grows when the generator makes the next page.
      sums: { pagesum: (key) => page.sums.get(key) ?? ZERO, carry: (key) => carried.get(key) ?? ZERO },
      string: (name, position) => choose(setStrings.get(name), entryStrings.get(name), position) ?? '',
      running: (name, position) => choose(setBoxes.get(name), entryBoxes.get(name), position),
    }
    addSums(page.sums, carried)
    for (const [note, number] of page.notes) numbers.set(note, number)
    for (const [name, { values }] of setStrings) strings.set(name, values.at(-1)!)
    for (const [name, { values }] of setBoxes) boxes.set(name, values.at(-1)!)
  }
}

/** Counters that the page context itself resets, increments and sets. */
function changeCounters({ counterReset, counterIncrement, counterSet }: Style, counters: Map<string, number>): void {
  for (const { name, value } of counterReset) counters.set(name, value)
  for (const { name, value } of counterIncrement) counters.set(name, (counters.get(name) ?? 0) + value)
  for (const { name, value } of counterSet) counters.set(name, value)
}

const NO_SUMS: ReadonlyMap<string, Decimal> = new Map()

function sumsOf(marks: readonly BoxMark[]): ReadonlyMap<string, Decimal> {
  let sums: Map<string, Decimal> | undefined
  for (const mark of marks) {
    if (mark.kind !== 'sum') continue
    sums ??= new Map()
    for (const key of mark.sum.keys) sums.set(key, addDecimals(sums.get(key) ?? ZERO, mark.sum.value))
  }
  return sums ?? NO_SUMS
}

function addSums(sums: ReadonlyMap<string, Decimal>, to: Map<string, Decimal>): void {
  for (const [key, value] of sums) to.set(key, addDecimals(to.get(key) ?? ZERO, value))
}

/** Values that a page assigns to one name, in order: at least one. */
interface Assigned<T> {
  readonly values: T[]
  /** The first is at the start of the page. */
  readonly isAtStart: boolean
}

function assigned<T>(marks: readonly BoxMark[], atStart: number, read: (mark: BoxMark) => T | undefined): Map<string, Assigned<T>> {
  const byName = new Map<string, Assigned<T>>()
  for (const [i, mark] of marks.entries()) {
    const value = read(mark)
    if (value === undefined || !('name' in mark)) continue
    const known = byName.get(mark.name)
    if (known === undefined) byName.set(mark.name, { values: [value], isAtStart: i < atStart })
    else known.values.push(value)
  }
  return byName
}

/** GCPM 3 §1.1.2; `entry` is the value at the end of the page before. */
function choose<T>(set: Assigned<T> | undefined, entry: T | undefined, position: StringPosition): T | undefined {
  switch (position) {
    case 'first':
      return set === undefined ? entry : set.values[0]
    case 'last':
      return set === undefined ? entry : set.values.at(-1)
    case 'start':
      return set?.isAtStart === true ? set.values[0] : entry
    case 'first-except':
      return set === undefined ? entry : undefined
  }
}
