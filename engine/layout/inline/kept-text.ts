// What is known of a paragraph's text before its width is, kept with the paragraph: it is measured first and laid out later.
import type { ParagraphBox } from '../../box/box.ts'
import type { FlatText } from './flat-text.ts'
import type { SimpleText } from './inline.ts'

type KeptText = SimpleText | FlatText

export function keepText(text: KeptText): void {
  text.box.kept = text
}

export function keptText<K extends KeptText['kind']>(box: ParagraphBox, kind: K): Extract<KeptText, { kind: K }> | undefined {
  // Nobody else writes it.
  const kept = box.kept as KeptText | undefined
  // A copy of a paragraph has what was kept of the first, but may have other items.
  return kept?.kind === kind && kept.box === box ? (kept as Extract<KeptText, { kind: K }>) : undefined
}
