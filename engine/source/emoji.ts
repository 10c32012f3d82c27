// Emoji by their shortcodes.
import { lazy } from '../collections/lazy.ts'
import { EMOJI } from './emoji.data.ts'

const byName = lazy(() => {
  const names = new Map<string, string>()
  for (const entry of EMOJI.split('|')) {
    const [emoji = '', ...own] = entry.trim().split(' ')
    for (const name of own) names.set(name, emoji)
  }
  return names
})

/** The emoji of a name such as `smile`; undefined for one that nobody knows. */
export function shortcodeEmoji(name: string): string | undefined {
  return byName().get(name.toLowerCase())
}
