// What an element declares itself: its `style` attribute, and attributes that are presentational hints.

import type { GenerationCache } from '../../collections/cache.ts'
import { hintsOf } from '../rules/hints.ts'
import { compileInline, type InlineStyle, NO_INLINE } from '../rules/inline.ts'
import { isMathTag } from '../rules/math-hints.ts'
import type { BoundElementView } from '../selectors/bound-view.ts'
import { HintedView } from './hinted-view.ts'
import type { OwnDeclarations } from './rank.ts'

/** Parsed declarations by their text. */
interface InlineStyles {
  readonly inline: GenerationCache<string, InlineStyle>
  readonly isQuirks: boolean
}

/** Presentational hints as CSS text. */
export function hintsAt(view: BoundElementView): string {
  return view.isHtml || view.tag === 'svg' || isMathTag(view.tag) ? hintsOf(new HintedView(view)) : ''
}

export function ownDeclarations(view: BoundElementView, styles: InlineStyles): OwnDeclarations | undefined {
  const hints = hintsAt(view)
  const style = view.attribute('style')
  if (hints === '' && style === undefined) return undefined
  const own = style === undefined ? NO_INLINE : inlineStyle(style, styles)
  return { hints: hints === '' ? [] : inlineStyle(hints, styles).normal, ...own }
}

/** Errors in bound `style` attributes are not reported: they come from data, which the template's author cannot fix. */
function inlineStyle(text: string, { inline, isQuirks }: InlineStyles): InlineStyle {
  let found = inline.get(text)
  if (found === undefined) {
    found = compileInline(text, isQuirks, () => undefined)
    inline.set(text, found)
  }
  return found
}
