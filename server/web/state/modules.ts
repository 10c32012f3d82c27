// Parts of the application that are loaded when they are needed. Problem: the line may break, and after a deploy the files of an open page are gone; an import that fails
// would leave a screen that waits for ever. Approach: it is tried again, with longer and longer waits and at once when the browser is on line again; meanwhile the page says
// so, with a way to load all of it anew. Limits: a browser that remembers a failed import needs that way.
import { signal } from '@preact/signals'

const MS_BETWEEN = [300, 900, 2700]
const MS_LATER = 15_000

const missing = new Set<object>()
/** Something that the page needs cannot be loaded, and is tried again. */
export const isModuleMissing = signal(false)

/** Loads a module for somebody who waits for it: fails after some attempts. */
export async function tryModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const ms of MS_BETWEEN) {
    try {
      return await load()
    } catch {
      await rest(ms)
    }
  }
  return await load()
}

/** Loads a module without which the page is not complete: it never fails, and is tried until it is there. */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  const own = {}
  for (;;) {
    try {
      const module = await (missing.has(own) ? load() : tryModule(load))
      note(own, false)
      return module
    } catch (thrown) {
      // Once, for the console: it may be an error of the module itself.
      if (!missing.has(own)) reportError(thrown)
      note(own, true)
      await rest(MS_LATER)
    }
  }
}

function note(own: object, isMissing: boolean): void {
  if (isMissing) missing.add(own)
  else missing.delete(own)
  isModuleMissing.value = missing.size > 0
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}
