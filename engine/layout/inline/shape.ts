// Text of one style and bidi level to shaped runs: split by script and by the face that has each cluster.
import { lazy } from '../../collections/lazy.ts'
import type { TextSource } from '../../diagnostic.ts'
import type { FaceMatch, GlyphRun, ShapingStyle } from '../../font/font.ts'
import { PX } from '../../geometry.ts'
import { codeAt } from '../../text/code-at.ts'
import { isUprightInVertical } from '../../text/vertical-orientation.ts'
import type { LayoutContext } from '../context.ts'
import { combinedStretches, insideSquare, squareRun, uprightRun } from './combine.ts'
import { isWordSeparator, spacingBehind } from './measure.ts'
import type { TextUnit } from './prepared-text.ts'
import { isCommonScript, scriptOf } from './script.ts'
import { isTrimmed, maySpaceTrim, trimmedStyle } from './text-spacing.ts'
import { capsFeatures, shapingStyle, synthesised, type TextStyle, uprightStyle, usedFontSize } from './text-style.ts'

/** A shaped stretch of a text: characters `from` to `to`. */
export interface ShapedPart {
  readonly from: number
  readonly to: number
  readonly run: GlyphRun
  readonly shaping: ShapingStyle
  readonly match: FaceMatch
  readonly fontSize: number
  /** Letters were exchanged for capitals: what extraction should give. */
  readonly source: string | undefined
}

/** Latin letters, digits, punctuation and common currency signs: one script, hardly ever a missing glyph. */
const LATIN = /^[\x20-\x7e\xa0-\u02af\u1e00-\u1eff\u2010-\u2027\u2030-\u205e\u20a3\u20a4\u20a7\u20ac]*$/

/** The same with Greek and Cyrillic letters; no marks, which join what is before them. */
const ALPHABETIC = /^[\x20-\x7e\xa0-\u02af\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20a3\u20a4\u20a7\u20ac]*$/

const CONTROLS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/g

/** Whether a text is certainly left to right, in one script, one cluster a character. */
export function isPlainLatin(text: string): boolean {
  return LATIN.test(text)
}

/** Whether a text is certainly left to right, in alphabets whose characters are clusters each. */
export function isAlphabetic(text: string): boolean {
  return ALPHABETIC.test(text)
}

/** Shapes an alphabetic text in the primary face, a run a script, as `itemise` divides it; undefined when the face lacks a glyph, or serves only some characters. */
export function shapeAlphabets(text: string, textStyle: TextStyle, context: LayoutContext): readonly GlyphRun[] | undefined {
  const { primary } = textStyle
  if (primary.isPartial) return undefined
  const runs: GlyphRun[] = []
  let script = firstScript(text)
  for (let from = 0; from < text.length; ) {
    let to = from + 1
    let next = script
    for (; to < text.length; to++) {
      const own = scriptOf(codeAt(text, to))
      if (own === script || isCommonScript(own)) continue
      next = own
      break
    }
    context.workCounters.shapeCalls++
    const run = context.fonts.shape(text.slice(from, to), shapingStyle(textStyle, primary, script, false))
    if (run.glyphs.includes(0)) return undefined
    runs.push(run)
    script = next
    from = to
  }
  return runs
}

/** Shapes a plain Latin text in the primary face; undefined when it lacks a glyph, or serves only some characters. */
export function shapeLatin(text: string, textStyle: TextStyle, context: LayoutContext): GlyphRun | undefined {
  if (textStyle.primary.isPartial) return undefined
  context.workCounters.shapeCalls++
  const run = context.fonts.shape(text, textStyle.latin)
  return run.glyphs.includes(0) ? undefined : run
}

/** Which way a text runs, and where it comes from. */
interface TextPlace {
  readonly isRtl: boolean
  readonly source: TextSource | undefined
}

/** Of text that layout adds: hyphens, leaders, samples of page numbers. */
export const ADDED_TEXT: TextPlace = { isRtl: false, source: undefined }

/** Shapes a text of one style and direction. Characters without a glyph are reported and show as the primary face's empty box. */
export function shapeText(text: string, textStyle: TextStyle, place: TextPlace, context: LayoutContext): ShapedPart[] {
  const stretches = combinedStretches(text, textStyle)
  if (stretches === undefined) return shapeUncombined(text, textStyle, place, context)
  let from = 0
  return stretches.flatMap((stretch) => {
    const parts = (stretch.isCombined ? shapeInSquare : shapeUncombined)(stretch.text, textStyle, place, context)
    const at = from
    from += stretch.text.length
    return parts.map((part) => ({ ...part, from: at + part.from, to: at + part.to }))
  })
}

/** As one unit; text of several fonts stays as it is. */
function shapeInSquare(text: string, textStyle: TextStyle, place: TextPlace, context: LayoutContext): ShapedPart[] {
  const [part, second] = shapeUncombined(text, insideSquare(textStyle, context), place, context)
  if (part === undefined || second !== undefined) return shapeUncombined(text, textStyle, place, context)
  return [{ ...part, run: squareRun(part.run, part.match, part.fontSize) }]
}

function shapeUncombined(text: string, textStyle: TextStyle, place: TextPlace, context: LayoutContext): ShapedPart[] {
  const cased = smallCapsParts(text, textStyle)
  if (cased !== undefined) return cased.flatMap((part) => shapeSmallCaps(part, textStyle, place, context))
  return shapeCased(text, textStyle, place, context)
}

/** Shapes a text in the letters it has. */
function shapeCased(text: string, textStyle: TextStyle, { isRtl, source }: TextPlace, context: LayoutContext): ShapedPart[] {
  const { primary, fontSize } = textStyle
  if (!isRtl && isPlainLatin(text) && !mayStandUpright(text, textStyle)) {
    const run = shapeLatin(text, textStyle, context)
    if (run !== undefined) return [{ from: 0, to: text.length, run, shaping: textStyle.latin, match: primary, fontSize, source: undefined }]
  }
  // Controls have no glyphs; a zero width space is drawn as nothing by every face.
  const shown = text.replace(CONTROLS, '\u200b')
  return itemise(shown, textStyle, source, context).map(({ from, to, script, match, isHalf, isUpright }) => {
    context.workCounters.shapeCalls++
    const full = isUpright ? uprightStyle(textStyle, match, script) : shapingStyle(textStyle, match, script, isRtl)
    const shaping = isHalf ? trimmedStyle(full) : full
    const size = match === primary ? fontSize : usedFontSize(match, textStyle.style, primary)
    const run = uprightRun(context.fonts.shape(shown.slice(from, to), shaping), match, size)
    return { from, to, run, shaping, match, fontSize: size, source: undefined }
  })
}

// ── Scripts and faces ───────────────────────────────────────────────────────────────────────────────────────────────────

interface Stretch {
  readonly from: number
  to: number
  script: string
  readonly match: FaceMatch
  /** Full-width punctuation that has lost its empty half. */
  readonly isHalf: boolean
  /** In vertical text. */
  readonly isUpright: boolean
}

/** Of a plain Latin text: beyond ASCII some signs stand upright in vertical text. */
function mayStandUpright(text: string, { isCentral, style }: TextStyle): boolean {
  return isCentral && (style.textOrientation === 'upright' || !/^[\x20-\x7e]*$/.test(text))
}

/** Stretches of one script and one face. Common characters join the script before them, at the start the one after. */
function itemise(text: string, textStyle: TextStyle, source: TextSource | undefined, context: LayoutContext): Stretch[] {
  const stretches: Stretch[] = []
  let script = firstScript(text)
  const asked = { language: languageOf(text, textStyle.style.language), source }
  const mayTrim = maySpaceTrim(textStyle)
  const { isCentral } = textStyle
  const isAllUpright = textStyle.style.textOrientation === 'upright'
  for (let from = 0; from < text.length; ) {
    const to = clusterEnd(text, from)
    const own = scriptOf(text.codePointAt(from) ?? 0)
    if (!isCommonScript(own)) script = own
    const match = matchFor(text.slice(from, to), textStyle, asked, context)
    const isHalf = mayTrim && isTrimmed(text, from, asked.language)
    const isUpright = isCentral && (isAllUpright || isUprightInVertical(text.codePointAt(from) ?? 0, match.face.hasFeature('vert')))
    const last = stretches.at(-1)
    const isSame = last?.script === script && isSameFont(last.match, match) && last.isHalf === isHalf && last.isUpright === isUpright
    if (last !== undefined && isSame) last.to = to
    else stretches.push({ from, to, script, match, isHalf, isUpright })
    from = to
  }
  return stretches
}

function firstScript(text: string): string {
  for (const character of text) {
    const script = scriptOf(character.codePointAt(0) ?? 0)
    if (!isCommonScript(script)) return script
  }
  return 'Latn'
}

const JOINER = 0x200d
const EXTENDS = lazy(() => /^(?:\p{M}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]|\u200c|\u200d)$/u)
const REGIONAL = lazy(() => /^\p{Regional_Indicator}$/u)

/** End of the cluster that begins at `from`: what must come out of one face. */
function clusterEnd(text: string, from: number): number {
  const first = text.codePointAt(from) ?? 0
  let end = from + (first > 0xffff ? 2 : 1)
  let last = first
  let isFlag = REGIONAL().test(String.fromCodePoint(first))
  while (end < text.length) {
    const next = text.codePointAt(end) ?? 0
    if (next < 0x300) break
    const character = String.fromCodePoint(next)
    const joins = EXTENDS().test(character) || last === JOINER || (isFlag && REGIONAL().test(character))
    if (!joins) break
    isFlag = false
    last = next
    end += next > 0xffff ? 2 : 1
  }
  return end
}

/** Controls, joiners and the like are drawn as nothing by any face. */
const INVISIBLE = lazy(() => /^[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]*$/u)

/** Below and above are no characters that are pictures by default. */
const FIRST_PICTURE = 0x231a
const LAST_PICTURE = 0x2bff

/** Fonts may leave currency signs to others. */
const FIRST_CURRENCY = 0x20a0
const LAST_CURRENCY = 0x20bf

function matchFor(
  cluster: string,
  textStyle: TextStyle,
  { language, source }: { readonly language: string; readonly source: TextSource | undefined },
  context: LayoutContext,
): FaceMatch {
  const { primary, request, style } = textStyle
  const code = cluster.charCodeAt(0)
  const isLetter = cluster.length === 1 && (code < FIRST_PICTURE || code > LAST_PICTURE)
  const mayBeLeft = code >= FIRST_CURRENCY && code <= LAST_CURRENCY
  if (isLetter && !mayBeLeft && !primary.isPartial && primary.face.hasGlyph(code)) return primary
  const found = context.fonts.forCluster(request, cluster, language)
  if (found !== undefined) return isSameFont(found, primary) ? primary : synthesised(found, style)
  if (!INVISIBLE().test(cluster)) context.fonts.reportMissing(cluster, primary.face, source)
  return primary
}

function isSameFont(a: FaceMatch, b: FaceMatch): boolean {
  return a.face === b.face && a.metrics === b.metrics
}

const EAST_ASIAN = /^(?:zh|ja|ko|yue)(?:-|$)/i

/** What decides between the shapes of Han characters: the declared language, or what the letters beside them give away. */
function languageOf(text: string, declared: string): string {
  if (EAST_ASIAN.test(declared)) return declared
  if (/[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/.test(text)) return 'ja'
  if (/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]/.test(text)) return 'ko'
  return /[\u02ea\u02eb\u3100-\u312f\u31a0-\u31bf]/.test(text) ? 'zh-Hant' : declared
}

// ── Small capitals that the face does not have ──────────────────────────────────────────────────────────────────────────

/** Size of synthetic small capitals, as in browsers: in whole pixels. */
const SMALL = 0.7

function smallSize(fontSize: number): number {
  return Math.round((fontSize / PX) * SMALL) * PX
}

interface CasedPart {
  readonly from: number
  readonly text: string
  readonly isSmall: boolean
}

/** Where small capitals must be synthetic: stretches of letters to reduce and of the rest; undefined when there is nothing to do. */
function smallCapsParts(text: string, { style, primary }: TextStyle): readonly CasedPart[] | undefined {
  const caps = style.fontVariantCaps
  if (caps === 'normal' || caps === 'titling-caps' || style.fontSynthesisSmallCaps === 'none') return undefined
  if (capsFeatures(caps).every((tag) => primary.face.hasFeature(tag))) return undefined
  const reduces = (c: string): boolean => {
    if (caps === 'unicase') return c !== c.toLowerCase()
    return c !== c.toUpperCase() || (caps.startsWith('all') && c !== c.toLowerCase())
  }
  const parts: CasedPart[] = []
  let from = 0
  for (const c of text) {
    const isSmall = reduces(c) || (parts.at(-1)?.isSmall === true && /^\p{M}$/u.test(c))
    const last = parts.at(-1)
    if (last !== undefined && last.isSmall === isSmall) parts[parts.length - 1] = { ...last, text: last.text + c }
    else parts.push({ from, text: c, isSmall })
    from += c.length
  }
  return parts
}

function shapeSmallCaps(part: CasedPart, textStyle: TextStyle, place: TextPlace, context: LayoutContext): ShapedPart[] {
  const { from, text, isSmall } = part
  const capitals = text.toUpperCase()
  const isChanged = isSmall && textStyle.style.fontVariantCaps !== 'unicase' && capitals !== text
  // A letter whose capital is two (ß) keeps its own form: slots are by character of the source.
  const shown = isChanged ? (capitals.length === text.length ? capitals : sameLengthCapitals(text)) : text
  return shapeCased(shown, textStyle, place, context).map((shaped) => ({
    ...shaped,
    from: from + shaped.from,
    to: from + shaped.to,
    fontSize: isSmall ? smallSize(shaped.fontSize) : shaped.fontSize,
    source: isChanged ? text.slice(shaped.from, shaped.to) : undefined,
  }))
}

function sameLengthCapitals(text: string): string {
  return [...text].map((c) => (c.toUpperCase().length === c.length ? c.toUpperCase() : c)).join('')
}

// ── Parts of runs ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Scripts whose letters join: a word divided in an emergency keeps the shapes it has (CSS Text 4 §5.2). */
const JOINING = new Set(['Arab', 'Syrc', 'Nkoo', 'Mand', 'Mong', 'Adlm', 'Rohg'])

interface RunPart {
  /** The run itself, or a part of it shaped anew, which has a width of its own. */
  readonly run: GlyphRun
  readonly fromGlyph: number
  readonly toGlyph: number
  readonly fromText: number
  readonly toText: number
  readonly width?: number
}

/** The glyphs of characters `from` to `to` of a unit. Where shaping crosses a cut inside a word, the part is shaped anew. */
export function cutRun(unit: TextUnit, from: number, to: number, context: LayoutContext): RunPart {
  const { run, glyphOf } = unit
  const count = run.text.length
  if (from === 0 && to === count) return { run, fromGlyph: 0, toGlyph: run.glyphs.length, fromText: 0, toText: count }
  if (mustReshape(unit, from) || mustReshape(unit, to)) return reshape(unit, from, to, context)
  if (glyphOf === undefined) return { run, fromGlyph: from, toGlyph: to, fromText: from, toText: to }
  const [a, b] = [glyphOf[from]!, glyphOf[to]!]
  return { run, fromGlyph: Math.min(a, b), toGlyph: Math.max(a, b), fromText: from, toText: to }
}

/** A cut beside a space changes that space only, and the space is gone. */
function mustReshape({ run, glyphOf, shaping }: TextUnit, at: number): boolean {
  const { text, clusters, unsafeToBreak } = run
  if (at <= 0 || at >= text.length || isWordSeparator(codeAt(text, at)) || isWordSeparator(codeAt(text, at - 1))) return false
  if (glyphOf === undefined) return unsafeToBreak[at] === 1
  const glyph = run.direction === 'ltr' ? glyphOf[at]! : glyphOf[at]! - 1
  if (clusters[glyph] !== at) return true
  return unsafeToBreak[glyph] === 1 && !JOINING.has(shaping.script)
}

function reshape(unit: TextUnit, from: number, to: number, context: LayoutContext): RunPart {
  const text = unit.run.text.slice(from, to)
  context.workCounters.shapeCalls++
  const run = uprightRun(context.fonts.shape(text, unit.shaping), unit.match, unit.fontSize)
  const { letterSpacing, wordSpacing } = unit.style
  let width = run.width * unit.scale
  if (letterSpacing !== 0 || wordSpacing !== 0) {
    const clusters = new Set(run.clusters)
    for (const cluster of clusters) width += spacingBehind(codeAt(text, cluster), unit.style)
  }
  return { run, fromGlyph: 0, toGlyph: run.glyphs.length, fromText: from, toText: to, width }
}
