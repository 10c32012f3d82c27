// Problem: streamed rows (of an async iterable or a generator) must be awaited, and everything between the data and the canvas is synchronous.
// Approach: a window of rows is read ahead of each page, which takes rows from it; between pages the window is filled again and used rows are released. When
// the first page needs more rows than the window holds (a sum over all rows, a list in one paragraph), nothing has been written yet: the window is enlarged,
// and the document restarted. Limits: released rows cannot be read again, and a later page may not take more rows than the window holds.
import { error, InputError } from './diagnostic.ts'

/** Rows read ahead of a page: more than fit on one, few enough to hold. */
export const ROWS_AHEAD = 2_000

export interface RowsOptions {
  /** Names of the lists that may come as streams: `items`, `orders[].items`. */
  readonly names: readonly string[]
  /** How many rows may be read into memory. */
  readonly most: number
  readonly signal: AbortSignal | undefined
}

type Source = Iterator<unknown> | AsyncIterator<unknown>

/** The window does not hold the row that a page takes next. */
export class RowsMissing extends Error {}

/** Where lists may be in the data, by field; `items` describes the elements of a list. */
interface Place {
  readonly fields: Map<string, Place>
  items: Place | undefined
}

const newPlace = (): Place => ({ fields: new Map(), items: undefined })

function placesOf(names: readonly string[]): Place {
  const root = newPlace()
  for (const name of names) {
    const steps = name.split('.')
    add(root, steps)
    // Inside a repeat a bare name may mean a field further out.
    add(root, steps.slice(-1))
  }
  return root
}

function add(root: Place, steps: readonly string[]): void {
  let place = root
  for (const step of steps) {
    const field = step.replace(/(\[\])+$/, '')
    let next = place.fields.get(field)
    if (next === undefined) place.fields.set(field, (next = newPlace()))
    for (let depth = (step.length - field.length) / 2; depth > 0; depth--) next = next.items ??= newPlace()
    place = next
  }
}

/** The iterator of a stream, which can be read once; undefined for lists that can be read again. */
function sourceOf(value: object): Source | undefined {
  if (isAsyncIterable(value)) return value[Symbol.asyncIterator]()
  // A generator is its own iterator: read again, it yields nothing.
  return !Array.isArray(value) && isIterable(value) && 'next' in value && typeof value.next === 'function'
    ? value[Symbol.iterator]()
    : undefined
}

function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === 'function'
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value && typeof value[Symbol.iterator] === 'function'
}

/** A stream found in the data, and how to replace it. */
interface Found {
  readonly source: Source
  readonly place: Place
  put(list: unknown): void
}

/** `value` with its streams taken out, to be replaced; the same object when it has none. */
function withoutStreams(value: unknown, place: Place, found: Found[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return place.items === undefined ? value : listWithout(value, place.items, found)
  let copy: Record<string, unknown> | undefined
  for (const [field, inner] of place.fields) {
    if (!Object.hasOwn(value, field)) continue
    // An object has fields of unknown types.
    const before = (value as Readonly<Record<string, unknown>>)[field]
    const put = (list: unknown): void => {
      copy ??= { ...value }
      copy[field] = list
    }
    const source = typeof before === 'object' && before !== null ? sourceOf(before) : undefined
    if (source !== undefined) {
      put(undefined)
      found.push({ source, place: inner, put })
      continue
    }
    const after = withoutStreams(before, inner, found)
    if (after !== before) put(after)
  }
  return copy ?? value
}

function listWithout(list: readonly unknown[], place: Place, found: Found[]): unknown {
  let copy: unknown[] | undefined
  for (const [i, before] of list.entries()) {
    const after = withoutStreams(before, place, found)
    if (after !== before) (copy ??= [...list])[i] = after
  }
  return copy ?? list
}

/** The data with all its streams read to their ends: the same object when it has none. */
export async function readRows(data: unknown, options: RowsOptions): Promise<unknown> {
  const found: Found[] = []
  const result = withoutStreams(data, placesOf(options.names), found)
  const reader = new Reader(options)
  for (const [i, { source, place, put }] of found.entries()) {
    try {
      put(await reader.all(source, place))
    } catch (thrown) {
      await Promise.all(found.slice(i + 1).map((other) => close(other.source)))
      throw thrown
    }
  }
  return result
}

/** The data with its streams as windows that pages take rows from; undefined when it has none. */
export function openRows(data: unknown, options: RowsOptions): { readonly data: unknown; readonly rows: RowStreams } | undefined {
  const found: Found[] = []
  const result = withoutStreams(data, placesOf(options.names), found)
  if (found.length === 0) return undefined
  const reader = new Reader(options)
  const streams = found.map(({ source, place, put }) => {
    const stream = new RowStream(source, place, reader)
    put(stream)
    return stream
  })
  return { data: result, rows: new RowStreams(streams) }
}

/** Reads rows, with the streams inside of them, up to a limit or until the caller aborts. */
class Reader {
  readonly #options: RowsOptions
  #read = 0

  constructor(options: RowsOptions) {
    this.#options = options
  }

  async next(source: Source, place: Place): Promise<IteratorResult<unknown, unknown>> {
    const step = await this.#unlessAborted(source.next())
    if (step.done === true) return step
    const found: Found[] = []
    const value = withoutStreams(step.value, place.items ?? NO_PLACE, found)
    for (const inner of found) inner.put(await this.all(inner.source, inner.place))
    return { done: false, value }
  }

  /** All rows, which are in memory at once. */
  async all(source: Source, place: Place): Promise<readonly unknown[]> {
    const rows: unknown[] = []
    let isDone = false
    try {
      for (;;) {
        const step = await this.next(source, place)
        if (step.done === true) {
          isDone = true
          return rows
        }
        rows.push(step.value)
        this.count()
      }
    } finally {
      if (!isDone) await close(source)
    }
  }

  /** Counts a row that is kept. */
  count(): void {
    const { most } = this.#options
    if (++this.#read > most) throw new InputError([error('limit-rows', undefined, `repeats have more than ${most} items`)])
  }

  async #unlessAborted<T>(wait: T | PromiseLike<T>): Promise<T> {
    const { signal } = this.#options
    signal?.throwIfAborted()
    if (signal === undefined) return await wait
    let stop: (() => void) | undefined
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
    })
    try {
      return await Promise.race([wait, aborted])
    } finally {
      if (stop !== undefined) signal.removeEventListener('abort', stop)
    }
  }
}

const NO_PLACE = newPlace()

/** Closes a source. One that is still waiting for its next row closes after that row, for which the caller does not wait. */
async function close(source: Source): Promise<void> {
  const ended = Promise.resolve(source.return?.()).catch(() => undefined)
  await Promise.race([ended, new Promise<void>((resolve) => void setImmediate(resolve))])
}

/** The next row of one iterator over a stream. */
interface Cursor {
  next: number
}

/** A list with a window of its rows in memory. */
class RowStream implements Iterable<unknown> {
  readonly #source: Source
  readonly #place: Place
  readonly #reader: Reader
  readonly #window: unknown[] = []
  /** Index of the first row in the window. */
  #first = 0
  #furthest = 0
  #isDone = false
  /** Cursors that moved since the last page. */
  readonly #moved = new Set<Cursor>()

  constructor(source: Source, place: Place, reader: Reader) {
    this.#source = source
    this.#place = place
    this.#reader = reader
  }

  get isDone(): boolean {
    return this.#isDone
  }

  [Symbol.iterator](): Iterator<unknown, undefined> {
    const cursor: Cursor = { next: 0 }
    return { next: () => this.#take(cursor) }
  }

  #take(cursor: Cursor): IteratorResult<unknown, undefined> {
    const index = cursor.next - this.#first
    if (index < 0) {
      const hint = 'repeat over it once, or give an array'
      throw new InputError([error('async-rows', undefined, 'streamed rows are needed again after their pages', hint)])
    }
    if (index >= this.#window.length) {
      if (this.#isDone) return { done: true, value: undefined }
      throw new RowsMissing()
    }
    cursor.next++
    this.#furthest = Math.max(this.#furthest, cursor.next)
    this.#moved.add(cursor)
    return { done: false, value: this.#window[index] }
  }

  /** Reads until the window holds `ahead` rows beyond the furthest that was taken. */
  async fill(ahead: number): Promise<void> {
    while (!this.#isDone && this.#first + this.#window.length < this.#furthest + ahead) {
      const step = await this.#reader.next(this.#source, this.#place)
      if (step.done === true) this.#isDone = true
      else this.#window.push(step.value)
    }
  }

  /** For a restart: all iterators begin at the first row. */
  rewind(): void {
    this.#furthest = 0
    this.#moved.clear()
  }

  /** A page is done: releases the rows that all its iterators have passed. */
  forget(): void {
    if (this.#moved.size === 0) return
    const passed = Math.min(...[...this.#moved].map((cursor) => cursor.next))
    this.#moved.clear()
    this.#window.splice(0, passed - this.#first)
    this.#first = Math.max(this.#first, passed)
  }

  close(): Promise<void> {
    return this.#isDone ? Promise.resolve() : close(this.#source)
  }
}

/** All streams of one document. */
export class RowStreams {
  readonly #streams: readonly RowStream[]
  #ahead = ROWS_AHEAD
  #hasForgotten = false

  constructor(streams: readonly RowStream[]) {
    this.#streams = streams
  }

  /** All rows are in memory. */
  get isDone(): boolean {
    return this.#streams.every((stream) => stream.isDone)
  }

  /** Reads as many rows as the next page may take. */
  async fill(): Promise<void> {
    for (const stream of this.#streams) await stream.fill(this.#ahead)
  }

  /** A page is done, and its rows cannot be read again. */
  get hasForgotten(): boolean {
    return this.#hasForgotten
  }

  async endPage(): Promise<void> {
    this.#hasForgotten = true
    for (const stream of this.#streams) stream.forget()
    await this.fill()
  }

  /** The first page needed more rows: doubles the window, and restarts. */
  async restart(): Promise<void> {
    this.#ahead *= 2
    for (const stream of this.#streams) stream.rewind()
    await this.fill()
  }

  async close(): Promise<void> {
    await Promise.all(this.#streams.map((stream) => stream.close()))
  }
}

/** A page after the first takes more rows than were read ahead. */
export function tooFewRows(): InputError {
  const hint = 'give an array, or leave out rows of the data'
  return new InputError([error('async-rows', undefined, 'a page takes more streamed rows than are read ahead of it', hint)])
}
