// Tells of a text that is typed. A text of many lines is put together anew for each telling: a long one is told of when its keys have been taken, not with each of them.
import type { Text } from '@codemirror/state'

/** Characters. */
const LONG = 200_000
const MS_BETWEEN = 100

export interface ChangeTeller {
  note(doc: Text): void
  /** Tells at once what was noted. */
  flush(): void
}

export function changeTeller(onChange: (text: string) => void): ChangeTeller {
  let noted: Text | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const doc = noted
    noted = undefined
    if (doc !== undefined) onChange(doc.toString())
  }
  return {
    note(doc) {
      noted = doc
      if (doc.length <= LONG) flush()
      else timer ??= setTimeout(flush, MS_BETWEEN)
    },
    flush,
  }
}
