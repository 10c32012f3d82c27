// What is known of a paragraph's text before its width is: its widths are asked for first, its lines are made later.
import type { ParagraphBox, TextCacheSlot } from '../../box/box.ts'
import type { PlainText } from './plain-text.ts'
import type { PreparedText } from './prepared-text.ts'

type CachedText = PlainText | PreparedText

/** Keeps a text in the paragraph's own slot, in place of what was there. */
export function cacheText(box: TextCacheSlot, text: CachedText): void {
  box.cachedText = text
}

/** The text of this kind that was kept last for this paragraph. */
export function cachedText<K extends CachedText['kind']>(box: ParagraphBox, kind: K): Extract<CachedText, { kind: K }> | undefined {
  // Only `cacheText` writes it.
  const text = box.cachedText as CachedText | undefined
  // A copy of a paragraph has what was kept for the first, but may have other items.
  return text?.kind === kind && text.box === box ? (text as Extract<CachedText, { kind: K }>) : undefined
}
