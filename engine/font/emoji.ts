// Which clusters are shown as pictures (UTS #51 §2): those whose characters are emoji by default or made so by what follows.
import { lazy } from '../collections/lazy.ts'

const VARIATION_TEXT = '\ufe0e'
const VARIATION_EMOJI = '\ufe0f'
/** Emoji by default, alone or as the beginning of a sequence. */
const BY_DEFAULT = lazy(() => /^\p{Emoji_Presentation}/u)
/** A modifier, a keycap, a joined or a tagged sequence asks for a picture whatever its first character is by default. */
const SEQUENCE = lazy(() => /^\p{Emoji}\ufe0f?(?:\p{Emoji_Modifier}|\u20e3|\u200d\p{Emoji}|[\u{e0020}-\u{e007f}])/u)

/** Whether a grapheme cluster is shown as a picture where fonts allow. */
export function isEmoji(cluster: string): boolean {
  if (cluster.includes(VARIATION_TEXT)) return false
  return cluster.includes(VARIATION_EMOJI) ? /^\p{Emoji}/u.test(cluster) : BY_DEFAULT().test(cluster) || SEQUENCE().test(cluster)
}
