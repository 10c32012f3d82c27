// What was typed and not saved, kept in the browser's database: it survives a reload, a lost connection, a session that ends, and a browser that crashes. Each tab keeps
// its own, so that two tabs of one template never overwrite each other. A database has room for gigabytes where localStorage has five megabytes.
import { randomId } from './tab.ts'

export interface KeptText {
  /** Absent: the source is as it was saved. */
  readonly source?: string
  /** The version that the source was made from. */
  readonly version: number
  /** Of the preview; may be empty. */
  readonly data: string
  readonly at: number
}

interface Entry extends KeptText {
  /** User, team and template, and the tab. */
  readonly of: string
  readonly tab: string
}

export interface KeptTexts {
  /** Of this tab, or of one that is closed: the newest. */
  readonly own: KeptText | undefined
  /** Of other tabs that are closed. */
  readonly left: readonly (KeptText & { readonly tab: string })[]
  /** Another tab is open with unsaved text of this template. */
  readonly isOpenElsewhere: boolean
}

const NAME = 'platen'
const STORE = 'texts'
const LAST = 'platen.last'
let database: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: ['of', 'tab'] }).createIndex('of', 'of')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return database
}

async function transact<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const transaction = (await open()).transaction(STORE, mode)
  return new Promise((resolve, reject) => {
    const request = ask(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
    transaction.commit()
  })
}

/** What is kept of a template. Never fails: a browser without a database keeps nothing. */
export async function keptTexts(of: string, tab: string, isOpen: (tab: string) => Promise<boolean>): Promise<KeptTexts> {
  try {
    await moveLast()
    // Written below.
    const entries = (await transact('readonly', (store) => store.index('of').getAll(of))) as Entry[]
    const open = await Promise.all(entries.map((entry) => (entry.tab === tab ? false : isOpen(entry.tab))))
    const closed = entries.filter((entry, i) => entry.tab !== tab && open[i] !== true).sort((a, b) => b.at - a.at)
    const own = entries.find((entry) => entry.tab === tab)
    const withSource = closed.filter(({ source }) => source !== undefined)
    const isOpenElsewhere = entries.some((entry, i) => open[i] === true && entry.source !== undefined)
    if (own !== undefined) return { own, left: withSource, isOpenElsewhere }
    const [newest] = withSource.length > 0 ? withSource : closed
    if (newest !== undefined) await adopt(newest, tab)
    return { own: newest, left: withSource.filter((entry) => entry !== newest), isOpenElsewhere }
  } catch {
    return { own: undefined, left: [], isOpenElsewhere: false }
  }
}

/** Gives the text of a closed tab to this one. */
async function adopt(entry: Entry, tab: string): Promise<void> {
  await transact('readwrite', (store) => store.put({ ...entry, tab }))
  await dropKept(entry.of, entry.tab)
}

export async function dropKept(of: string, tab: string): Promise<void> {
  await transact('readwrite', (store) => store.delete([of, tab]))
}

/** Keeps a text beside that of the tab, for when the tab's own is replaced. */
export async function keepAside(of: string, text: KeptText): Promise<void> {
  await transact('readwrite', (store) => store.put({ ...text, of, tab: randomId() }))
}

export interface Keeper {
  /** Undefined: nothing is to be kept any more. */
  keep(text: Omit<KeptText, 'at'> | undefined): void
  /** The page goes away. */
  close(): void
}

/** Writes one text at a time, always the latest. `onKept(false)`: the browser has no room, or no database. */
export function makeKeeper(of: string, tab: string, onKept: (isKept: boolean) => void): Keeper {
  let latest: Entry | undefined
  let isWriting = false
  let isStale = false
  const write = async (): Promise<void> => {
    isWriting = true
    while (isStale) {
      isStale = false
      const entry = latest
      try {
        await (entry === undefined ? dropKept(of, tab) : transact('readwrite', (store) => store.put(entry)))
        onKept(true)
      } catch {
        onKept(entry === undefined)
      }
    }
    isWriting = false
  }
  /** A write that has not begun would not begin any more; localStorage writes at once. */
  const onLeave = (): void => {
    if (!isStale && !isWriting) return
    try {
      if (latest === undefined) localStorage.removeItem(LAST)
      else localStorage.setItem(LAST, JSON.stringify(latest))
    } catch {
      // There is no room: what the database has is some keys older.
    }
  }
  addEventListener('pagehide', onLeave)
  return {
    keep(text) {
      latest = text === undefined ? undefined : { ...text, of, tab, at: Date.now() }
      isStale = true
      if (!isWriting) void write()
    },
    close: () => removeEventListener('pagehide', onLeave),
  }
}

/** Moves what was written while a page went away into the database. */
async function moveLast(): Promise<void> {
  const text = localStorage.getItem(LAST)
  if (text === null) return
  // Written above.
  const entry = JSON.parse(text) as Entry
  await transact('readwrite', (store) => store.put(entry))
  localStorage.removeItem(LAST)
}
