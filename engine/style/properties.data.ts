// One row for each property: its initial value, whether it is inherited, its parser, and its values in words for people.

import type { ComputedStyle, Longhand } from './computed.ts'
import type { Color, CornerRadius, FontSizeAdjust, GridLine, LengthPercentage, LineStyle, PositionValue } from './value.ts'
import { borderImageOutset, borderImageRepeat, borderImageSlice, borderImageWidth } from './values/border-image.ts'
import {
  alignContent,
  alignItems,
  alignSelf,
  breakBetween,
  display,
  inlineSide,
  justifyContent,
  justifyItems,
  justifySelf,
  lineStyle,
  lineWidth,
  marginValue,
  positionScheme,
  textCombineUpright,
  verticalAlign,
  writingMode,
} from './values/box.ts'
import { BLACK, color, TRANSPARENT } from './values/color.ts'
import { contain, containerNames, containerType, intrinsicSize, marginTrim, overflowClipMargin } from './values/containment.ts'
import { contentProperty, counterChanges, listStyleType, quotes, stringSet } from './values/content.ts'
import {
  appearance,
  aspectRatio,
  boxShadow,
  clip,
  filter,
  NORMAL_ORDER,
  opacity,
  paintOrder,
  rotateProperty,
  scaleProperty,
  textShadow,
  transform,
  transformOrigin,
  translateProperty,
} from './values/effects.ts'
import { textEmphasisPosition, textEmphasisStyle } from './values/emphasis.ts'
import {
  ALTERNATES,
  blockEllipsis,
  decorationLine,
  EAST_ASIAN,
  featureKeywords,
  fontFamily,
  fontFeatureSettings,
  fontLanguageOverride,
  fontSize,
  fontSizeAdjust,
  fontStretch,
  fontStyle,
  fontVariationSettings,
  fontWeight,
  hangingPunctuation,
  hyphenateLimits,
  initialLetter,
  LIGATURES,
  lineHeight,
  mathDepth,
  NO_LINES,
  NO_TRANSFORM,
  NUMERIC,
  spacing,
  TEXT_EDGES,
  tabSize,
  textAlign,
  textBoxEdge,
  textIndentLines,
  textOrAuto,
  textOverflow,
  textTransform,
  textUnderlinePosition,
} from './values/font.ts'
import { AUTO_LINE, areas, gap, gridAutoFlow, gridLine, NO_TRACKS, trackList, trackSizes } from './values/grid.ts'
import { autoLength, axisPosition, backgroundRepeat, backgroundSize, imageOrNone, position } from './values/image.ts'
import { maskBox, maskClip, maskComposite, maskMode } from './values/mask.ts'
import { rubyPosition } from './values/ruby.ts'
import { clipPath, shapeOutside, viewBox } from './values/shapes.ts'
import { flexBasis, maxSize, size } from './values/sizes.ts'
import { commaList, constant, customIdent, either, integer, keywords, length, lengthPercentage, nonNegative, nonNegativeLength, nonNegativeNumber, type Parser, spaceList } from './values/values.ts'

export interface Property<T> {
  readonly initial: T
  readonly isInherited: boolean
  readonly parse: Parser<T>
  /** Accepted values in the notation of CSS. */
  readonly values: string
  /** The name in CSS, when it is not the key in kebab case. */
  readonly css?: string
}

/** A property that is not inherited. */
const own = <T>(initial: T, parse: Parser<T>, values: string, css?: string): Property<T> => ({ initial, isInherited: false, parse, values, ...(css === undefined ? {} : { css }) })
const inherited = <T>(initial: T, parse: Parser<T>, values: string, css?: string): Property<T> => ({ initial, isInherited: true, parse, values, ...(css === undefined ? {} : { css }) })
/** A property whose values are these keywords; the first is the initial one. */
const choice = <const K extends readonly [string, ...string[]]>(...list: K): Property<K[number]> => own<K[number]>(list[0], keywords<K[number]>(...list), list.join(' | '))
const inheritedChoice = <const K extends readonly [string, ...string[]]>(...list: K): Property<K[number]> => ({ ...choice(...list), isInherited: true })

const LENGTH = '<length>'
const LP = '<length> | <percentage>'
const CENTER: LengthPercentage = { kind: 'sum', length: 0, percent: 50 }
const MIDDLE: PositionValue = { x: CENTER, y: CENTER }
const START: LengthPercentage = { kind: 'sum', length: 0, percent: 0 }
const FULL = { kind: 'percent', value: 100 } as const
const ONE = { kind: 'factor', value: 1 } as const
/** Blend modes that PDF has too (Compositing 1 §5). */
const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
] as const
const NO_OFFSET = { kind: 'pixels', value: 0 } as const
const SQUARE: CornerRadius = { x: 0, y: 0 }

const margin = own<ComputedStyle['marginTop']>(0, marginValue, `auto | ${LP}`)
const inset = own<ComputedStyle['top']>('auto', autoLength, `auto | ${LP}`)
const padding = own<LengthPercentage>(0, nonNegative, LP)
const sizeRow = own<ComputedStyle['width']>('auto', size, `auto | ${LP} | min-content | max-content | fit-content | fit-content() | stretch`)
const maxRow = own<ComputedStyle['maxWidth']>('none', maxSize, `none | ${LP} | min-content | max-content | fit-content | fit-content() | stretch`)
/** `medium`, before `adjust` sets it to 0 for a border without a style. */
const borderWidth = own<number>(2.25, lineWidth, `thin | medium | thick | ${LENGTH}`)
const borderStyle = own<LineStyle>('none', lineStyle, 'none | hidden | dotted | dashed | solid | double | groove | ridge | inset | outset')
/** BLACK is a substitute for `currentcolor`, which the cascade resolves. */
const borderColor = own<Color>(BLACK, color, '<color>')
const radius = own<CornerRadius>(
  SQUARE,
  (c) => {
    const x = nonNegative(c)
    return x === undefined ? undefined : { x, y: c.try(nonNegative) ?? x }
  },
  `[ ${LP} ]{1,2}`,
)
const line = own<GridLine>(AUTO_LINE, gridLine, 'auto | <integer> | <custom-ident> | span [ <integer> || <custom-ident> ]')
const overflowRow: Property<ComputedStyle['overflowX']> = own(
  'visible',
  either(keywords('visible', 'hidden', 'clip', 'scroll', 'auto'), constant('overlay', 'auto' as const)),
  'visible | hidden | clip | scroll | auto',
)
const intrinsicRow = own<number | 'none'>('none', intrinsicSize, `auto? [ none | ${LENGTH} ]`)
const boxEdges = keywords('border-box', 'padding-box', 'content-box')
/** `currentcolor` is inherited as a keyword, so that descendants use their own colour. */
const colorOrCurrent = either<'currentcolor', Color>(keywords('currentcolor'), color)
const features = '<keyword>+'
const count =
  (min: number): Parser<number> =>
  (c) => {
    const value = integer(c)
    return value === undefined || value < min ? undefined : value
  }
const listOf = <T>(initial: T, parse: Parser<T>, values: string): Property<readonly T[]> => own<readonly T[]>([initial], commaList(parse), `[ ${values} ]#`)

export const PROPERTIES: { readonly [K in Longhand]: Property<ComputedStyle[K]> } = {
  // box
  display: own('inline', display, 'none | contents | block | flow-root | [inline] [flow-root] list-item | inline | inline-block | [inline-]flex | [inline-]grid | [inline-]table | table-…'),
  position: own('static', positionScheme, 'static | relative | absolute | fixed | sticky | running(<custom-ident>)'),
  float: own('none', either(keywords('none', 'left', 'right', 'footnote'), inlineSide), 'none | left | right | inline-start | inline-end | footnote'),
  clear: own('none', either(keywords('none', 'left', 'right', 'both'), inlineSide), 'none | left | right | both | inline-start | inline-end'),
  shapeOutside: own<ComputedStyle['shapeOutside']>(
    'none',
    shapeOutside,
    'none | [ inset() | rect() | xywh() | circle() | ellipse() | polygon() ] || [ margin-box | border-box | padding-box | content-box ]',
  ),
  shapeMargin: own<LengthPercentage>(0, nonNegative, LP),
  boxSizing: choice('content-box', 'border-box'),
  width: sizeRow,
  height: sizeRow,
  minWidth: sizeRow,
  minHeight: sizeRow,
  maxWidth: maxRow,
  maxHeight: maxRow,
  aspectRatio: own<ComputedStyle['aspectRatio']>('auto', aspectRatio, 'auto || <ratio>'),
  marginTop: margin,
  marginRight: margin,
  marginBottom: margin,
  marginLeft: margin,
  paddingTop: padding,
  paddingRight: padding,
  paddingBottom: padding,
  paddingLeft: padding,
  top: inset,
  right: inset,
  bottom: inset,
  left: inset,
  zIndex: own<ComputedStyle['zIndex']>('auto', either<'auto', number>(keywords('auto'), integer), 'auto | <integer>'),
  overflowX: overflowRow,
  overflowY: overflowRow,
  overflowClipMargin: own<ComputedStyle['overflowClipMargin']>({ box: 'padding-box', length: 0 }, overflowClipMargin, `[ border-box | padding-box | content-box ] || ${LENGTH}`),
  contain: own<ComputedStyle['contain']>([], contain, 'none | strict | content | [ [ size | inline-size ] || layout || style || paint ]'),
  containerType: own<ComputedStyle['containerType']>([], containerType, 'normal | [ [ size | inline-size ] || scroll-state ]'),
  containerName: own<ComputedStyle['containerName']>([], containerNames, 'none | <custom-ident>+'),
  contentVisibility: choice('visible', 'auto', 'hidden'),
  containIntrinsicWidth: intrinsicRow,
  containIntrinsicHeight: intrinsicRow,
  marginTrim: own<ComputedStyle['marginTrim']>([], marginTrim, 'none | [ block || inline ] | [ block-start || inline-start || block-end || inline-end ]'),
  visibility: inheritedChoice('visible', 'hidden', 'collapse'),
  objectFit: choice('fill', 'contain', 'cover', 'none', 'scale-down'),
  objectPosition: own(MIDDLE, position, '<position>'),
  objectViewBox: own<ComputedStyle['objectViewBox']>('none', viewBox, 'none | inset() | rect() | xywh()'),
  imageOrientation: inheritedChoice('from-image', 'none'),
  zoom: own(
    1,
    (c) => {
      if (c.keyword('normal', 'reset', 'document') !== undefined) return 1
      const item = c.peek()
      const value = item?.kind === 'percentage' ? item.value / 100 : nonNegativeNumber(c)
      if (item?.kind === 'percentage') c.at++
      return value === undefined || value < 0 ? undefined : value === 0 ? 1 : value
    },
    'normal | <number> | <percentage>',
  ),
  writingMode: inherited('horizontal-tb', writingMode, 'horizontal-tb | vertical-rl | vertical-lr | sideways-rl | sideways-lr'),
  textOrientation: inherited('mixed', either(keywords('mixed', 'upright', 'sideways'), constant('sideways-right', 'sideways' as const)), 'mixed | upright | sideways'),
  textCombineUpright: inherited('none', textCombineUpright, 'none | all | digits <integer>?'),

  // borders, backgrounds, effects
  borderTopWidth: borderWidth,
  borderRightWidth: borderWidth,
  borderBottomWidth: borderWidth,
  borderLeftWidth: borderWidth,
  borderTopStyle: borderStyle,
  borderRightStyle: borderStyle,
  borderBottomStyle: borderStyle,
  borderLeftStyle: borderStyle,
  borderTopColor: borderColor,
  borderRightColor: borderColor,
  borderBottomColor: borderColor,
  borderLeftColor: borderColor,
  borderTopLeftRadius: radius,
  borderTopRightRadius: radius,
  borderBottomRightRadius: radius,
  borderBottomLeftRadius: radius,
  borderImageSource: own<ComputedStyle['borderImageSource']>('none', imageOrNone, 'none | <image>'),
  borderImageSlice: own<ComputedStyle['borderImageSlice']>({ edges: [FULL, FULL, FULL, FULL], isFilled: false }, borderImageSlice, '[ <number> | <percentage> ]{1,4} && fill?'),
  borderImageWidth: own<ComputedStyle['borderImageWidth']>([ONE, ONE, ONE, ONE], borderImageWidth, `[ ${LP} | <number> | auto ]{1,4}`),
  borderImageOutset: own<ComputedStyle['borderImageOutset']>([0, 0, 0, 0], borderImageOutset, `[ ${LENGTH} | <number> ]{1,4}`),
  borderImageRepeat: own<ComputedStyle['borderImageRepeat']>({ x: 'stretch', y: 'stretch' }, borderImageRepeat, '[ stretch | repeat | round | space ]{1,2}'),
  outlineWidth: borderWidth,
  outlineStyle: own<ComputedStyle['outlineStyle']>('none', either<'auto', LineStyle>(keywords('auto'), lineStyle), 'auto | none | dotted | dashed | solid | double | groove | ridge | inset | outset'),
  outlineColor: own(BLACK, either(color, constant('invert', BLACK)), '<color>'),
  outlineOffset: own(0, length, LENGTH),
  boxDecorationBreak: choice('slice', 'clone'),
  backgroundColor: own(TRANSPARENT, color, '<color>'),
  backgroundImage: listOf<ComputedStyle['backgroundImage'][number]>('none', imageOrNone, 'none | <image>'),
  backgroundPosition: { ...listOf<PositionValue>({ x: START, y: START }, position, '<position>'), css: '-platen-background-position' },
  backgroundPositionX: listOf<ComputedStyle['backgroundPositionX'][number]>('auto', axisPosition('left', 'right'), `left | center | right | ${LP}`),
  backgroundPositionY: listOf<ComputedStyle['backgroundPositionY'][number]>('auto', axisPosition('top', 'bottom'), `top | center | bottom | ${LP}`),
  backgroundSize: listOf<ComputedStyle['backgroundSize'][number]>({ width: 'auto', height: 'auto' }, backgroundSize, `cover | contain | [ auto | ${LP} ]{1,2}`),
  backgroundBlendMode: listOf<string>('normal', keywords<string>(...BLEND_MODES), BLEND_MODES.join(' | ')),
  backgroundRepeat: listOf<ComputedStyle['backgroundRepeat'][number]>({ x: 'repeat', y: 'repeat' }, backgroundRepeat, 'repeat-x | repeat-y | [ repeat | no-repeat | space | round ]{1,2}'),
  backgroundOrigin: listOf<ComputedStyle['backgroundOrigin'][number]>('padding-box', boxEdges, 'border-box | padding-box | content-box'),
  backgroundClip: listOf<ComputedStyle['backgroundClip'][number]>('border-box', keywords('border-box', 'padding-box', 'content-box', 'text'), 'border-box | padding-box | content-box | text'),
  backgroundAttachment: listOf<ComputedStyle['backgroundAttachment'][number]>('scroll', keywords('scroll', 'fixed', 'local'), 'scroll | fixed | local'),
  boxShadow: own<ComputedStyle['boxShadow']>([], boxShadow, 'none | [ inset? && <length>{2,4} && <color>? ]#'),
  opacity: own(1, opacity, '<number> | <percentage>'),
  mixBlendMode: own('normal', keywords<string>(...BLEND_MODES), BLEND_MODES.join(' | ')),
  isolation: choice('auto', 'isolate'),
  filter: own<ComputedStyle['filter']>([], filter, 'none | [ blur() | brightness() | contrast() | drop-shadow() | grayscale() | hue-rotate() | invert() | opacity() | saturate() | sepia() | url() ]+'),
  clipPath: own<ComputedStyle['clipPath']>('none', clipPath, 'none | <url> | [ <basic-shape> || [ margin-box | border-box | padding-box | content-box | fill-box | stroke-box | view-box ] ]'),
  maskImage: listOf<ComputedStyle['maskImage'][number]>('none', imageOrNone, 'none | <image>'),
  maskMode: listOf<ComputedStyle['maskMode'][number]>('match-source', maskMode, 'match-source | alpha | luminance'),
  maskPosition: listOf<PositionValue>({ x: START, y: START }, position, '<position>'),
  maskSize: listOf<ComputedStyle['maskSize'][number]>({ width: 'auto', height: 'auto' }, backgroundSize, `cover | contain | [ auto | ${LP} ]{1,2}`),
  maskRepeat: listOf<ComputedStyle['maskRepeat'][number]>({ x: 'repeat', y: 'repeat' }, backgroundRepeat, 'repeat-x | repeat-y | [ repeat | no-repeat | space | round ]{1,2}'),
  maskOrigin: listOf<ComputedStyle['maskOrigin'][number]>('border-box', maskBox, 'border-box | padding-box | content-box'),
  maskClip: listOf<ComputedStyle['maskClip'][number]>('border-box', maskClip, 'border-box | padding-box | content-box | no-clip'),
  maskBorderSource: own<ComputedStyle['maskBorderSource']>('none', imageOrNone, 'none | <image>'),
  maskBorderSlice: own<ComputedStyle['maskBorderSlice']>({ edges: [NO_OFFSET, NO_OFFSET, NO_OFFSET, NO_OFFSET], isFilled: false }, borderImageSlice, '[ <number> | <percentage> ]{1,4} && fill?'),
  maskBorderWidth: own<ComputedStyle['maskBorderWidth']>(['auto', 'auto', 'auto', 'auto'], borderImageWidth, `[ ${LP} | <number> | auto ]{1,4}`),
  maskBorderOutset: own<ComputedStyle['maskBorderOutset']>([0, 0, 0, 0], borderImageOutset, `[ ${LENGTH} | <number> ]{1,4}`),
  maskBorderRepeat: own<ComputedStyle['maskBorderRepeat']>({ x: 'stretch', y: 'stretch' }, borderImageRepeat, '[ stretch | repeat | round | space ]{1,2}'),
  maskBorderMode: own<ComputedStyle['maskBorderMode']>('alpha', keywords('alpha', 'luminance'), 'alpha | luminance'),
  maskComposite: listOf<ComputedStyle['maskComposite'][number]>('add', maskComposite, 'add | subtract | intersect | exclude'),
  clip: own<ComputedStyle['clip']>('auto', clip, `auto | rect( [ ${LENGTH} | auto ]#{4} )`),
  transformList: own<ComputedStyle['transformList']>([], transform, 'none | <transform-function>+', 'transform'),
  translate: own<ComputedStyle['translate']>([], translateProperty, `none | [ ${LP} ]{1,2} ${LENGTH}?`),
  rotate: own<ComputedStyle['rotate']>([], rotateProperty, 'none | [ x | y | z | <number>{3} ]? && <angle>'),
  scale: own<ComputedStyle['scale']>([], scaleProperty, 'none | <number>{1,3}'),
  transformOrigin: own(MIDDLE, transformOrigin, '<position>'),
  backfaceVisibility: choice('visible', 'hidden'),

  // text and fonts
  color: inherited(BLACK, color, '<color>'),
  textFillColor: inherited<ComputedStyle['textFillColor']>('currentcolor', colorOrCurrent, '<color>', '-webkit-text-fill-color'),
  appearance: own<ComputedStyle['appearance']>('auto', appearance, 'auto | none | <compat-auto>'),
  resize: choice('none', 'both', 'horizontal', 'vertical', 'block', 'inline'),
  accentColor: inherited<ComputedStyle['accentColor']>('auto', either<'auto', Color>(keywords('auto'), color), 'auto | <color>'),
  textStrokeWidth: inherited(0, lineWidth, `thin | medium | thick | ${LENGTH}`, '-webkit-text-stroke-width'),
  paintOrder: inherited<ComputedStyle['paintOrder']>(NORMAL_ORDER, paintOrder, 'normal | [ fill || stroke || markers ]'),
  textStrokeColor: inherited<ComputedStyle['textStrokeColor']>('currentcolor', colorOrCurrent, '<color>', '-webkit-text-stroke-color'),
  fontFamily: inherited<readonly string[]>(['serif'], fontFamily, '<family-name>#'),
  fontSizeValue: inherited({ points: 12, isAbsolute: false, keyword: 'medium' }, fontSize, `xx-small | … | xxx-large | larger | smaller | ${LP}`, 'font-size'),
  fontSizeAdjust: inherited<FontSizeAdjust>('none', fontSizeAdjust, 'none | [ ex-height | cap-height | ch-width | ic-width | ic-height ]? [ from-font | <number> ]'),
  fontWeight: inherited(400, fontWeight, 'normal | bold | bolder | lighter | <number>'),
  fontStyle: inherited('normal', fontStyle, 'normal | italic | oblique <angle>?'),
  fontStretch: inherited(100, fontStretch, 'normal | condensed | expanded | … | <percentage>'),
  fontKerning: inheritedChoice('auto', 'normal', 'none'),
  fontOpticalSizing: inheritedChoice('auto', 'none'),
  fontFeatureSettings: inherited<ComputedStyle['fontFeatureSettings']>([], fontFeatureSettings, 'normal | [ <string> [ <integer> | on | off ]? ]#'),
  fontVariationSettings: inherited<ComputedStyle['fontVariationSettings']>([], fontVariationSettings, 'normal | [ <string> <number> ]#'),
  fontVariantLigatures: inherited<ComputedStyle['fontVariantLigatures']>([], featureKeywords(LIGATURES), `normal | none | ${features}`),
  fontVariantNumeric: inherited<ComputedStyle['fontVariantNumeric']>([], featureKeywords(NUMERIC), `normal | ${features}`),
  fontVariantEastAsian: inherited<ComputedStyle['fontVariantEastAsian']>([], featureKeywords(EAST_ASIAN), `normal | ${features}`),
  fontVariantAlternates: inherited<ComputedStyle['fontVariantAlternates']>([], featureKeywords(ALTERNATES), 'normal | historical-forms'),
  fontVariantCaps: inheritedChoice('normal', 'small-caps', 'all-small-caps', 'petite-caps', 'all-petite-caps', 'unicase', 'titling-caps'),
  fontVariantPosition: inheritedChoice('normal', 'sub', 'super'),
  fontSynthesisWeight: inheritedChoice('auto', 'none'),
  fontSynthesisStyle: inheritedChoice('auto', 'none'),
  fontSynthesisSmallCaps: inheritedChoice('auto', 'none'),
  fontSynthesisPosition: inheritedChoice('auto', 'none'),
  fontLanguageOverride: inherited<string>('normal', fontLanguageOverride, 'normal | <string>'),
  lineHeight: inherited<ComputedStyle['lineHeight']>('normal', lineHeight, `normal | <number> | ${LP}`),
  letterSpacingValue: inherited<LengthPercentage>(0, spacing, `normal | ${LP}`, 'letter-spacing'),
  wordSpacingValue: inherited<LengthPercentage>(0, spacing, `normal | ${LP}`, 'word-spacing'),
  textAlign: inherited<ComputedStyle['textAlign']>('start', textAlign, 'start | end | left | right | center | justify | justify-all | match-parent | -webkit-left | -webkit-center | -webkit-right'),
  textAlignLast: inheritedChoice('auto', 'start', 'end', 'left', 'right', 'center', 'justify'),
  textSpacingTrim: inheritedChoice('normal', 'space-all', 'space-first', 'auto'),
  textJustify: inherited<ComputedStyle['textJustify']>(
    'auto',
    either(keywords('auto', 'none', 'inter-word', 'inter-character'), constant('distribute', 'inter-character' as const)),
    'auto | none | inter-word | inter-character',
  ),
  textIndent: inherited<LengthPercentage>(0, lengthPercentage, LP, '-platen-text-indent'),
  textIndentLines: { ...inherited<ComputedStyle['textIndentLines']>('first', textIndentLines, 'hanging || each-line'), css: '-platen-text-indent-lines' },
  textTransform: inherited<ComputedStyle['textTransform']>(NO_TRANSFORM, textTransform, 'none | [ uppercase | lowercase | capitalize ] || full-width || full-size-kana'),
  textDecorationLine: own(NO_LINES, decorationLine, 'none | underline || overline || line-through | spelling-error | grammar-error'),
  textDecorationStyle: choice('solid', 'double', 'dotted', 'dashed', 'wavy'),
  textDecorationColor: own(BLACK, color, '<color>'),
  textDecorationThickness: own<ComputedStyle['textDecorationThickness']>(
    'auto',
    either<'auto' | 'from-font', LengthPercentage>(keywords('auto', 'from-font'), lengthPercentage),
    `auto | from-font | ${LP}`,
  ),
  textUnderlineOffset: inherited<ComputedStyle['textUnderlineOffset']>('auto', autoLength, `auto | ${LP}`),
  textUnderlinePosition: inherited<ComputedStyle['textUnderlinePosition']>('auto', textUnderlinePosition, 'auto | from-font | [ under || [ left | right ] ]'),
  textDecorationSkipInk: inheritedChoice('auto', 'none', 'all'),
  textEmphasisStyle: inherited<ComputedStyle['textEmphasisStyle']>('none', textEmphasisStyle, 'none | [ [ filled | open ] || [ dot | circle | double-circle | triangle | sesame ] ] | <string>'),
  textEmphasisColor: inherited<ComputedStyle['textEmphasisColor']>('currentcolor', colorOrCurrent, '<color>'),
  textEmphasisPosition: inherited<ComputedStyle['textEmphasisPosition']>('over', textEmphasisPosition, 'auto | [ over | under ] && [ right | left ]?'),
  rubyPosition: inherited<ComputedStyle['rubyPosition']>('over', rubyPosition, '[ alternate || [ over | under ] ] | inter-character'),
  rubyAlign: inheritedChoice('space-around', 'start', 'center', 'space-between'),
  rubyMerge: inheritedChoice('separate', 'merge', 'auto'),
  rubyOverhang: inheritedChoice('auto', 'none'),
  textShadow: inherited<ComputedStyle['textShadow']>([], textShadow, 'none | [ <length>{2,3} && <color>? ]#'),
  textOverflow: own<ComputedStyle['textOverflow']>('clip', textOverflow, 'clip | ellipsis | <string>'),
  textWrapMode: inheritedChoice('wrap', 'nowrap'),
  textWrapStyle: inheritedChoice('auto', 'balance', 'pretty', 'stable'),
  whiteSpaceCollapse: inheritedChoice('collapse', 'preserve', 'preserve-breaks', 'preserve-spaces', 'break-spaces'),
  wordBreak: inherited<ComputedStyle['wordBreak']>(
    'normal',
    either(keywords('normal', 'break-all', 'keep-all', 'break-word'), constant('auto-phrase', 'normal' as const)),
    'normal | break-all | keep-all | break-word',
  ),
  overflowWrap: inheritedChoice('normal', 'break-word', 'anywhere'),
  lineBreak: inheritedChoice('auto', 'loose', 'normal', 'strict', 'anywhere'),
  hyphens: inherited<ComputedStyle['hyphens']>('manual', keywords('none', 'manual', 'auto'), 'none | manual | auto'),
  hyphenateCharacter: inherited<string>('auto', textOrAuto, 'auto | <string>'),
  hyphenateLimitChars: inherited([5, 2, 2], hyphenateLimits, '[ auto | <integer> ]{1,3}'),
  mathDepth: own<ComputedStyle['mathDepth']>('inherited', mathDepth, '<integer> | add(<integer>)'),
  mathStyle: own<ComputedStyle['mathStyle']>('inherited', keywords('normal', 'compact'), 'normal | compact'),
  initialLetter: own<ComputedStyle['initialLetter']>('normal', initialLetter, 'normal | <number> <integer>? | <number> && [ drop | raise ]'),
  textBoxTrim: choice('none', 'trim-start', 'trim-end', 'trim-both'),
  textBoxEdge: inherited<ComputedStyle['textBoxEdge']>(TEXT_EDGES, textBoxEdge, 'auto | text | [ text | cap | ex ] [ text | alphabetic ]'),
  hangingPunctuation: inherited<readonly string[]>([], hangingPunctuation, 'none | [ first || last || force-end | allow-end ]'),
  lineClamp: own<ComputedStyle['lineClamp']>('none', either<'none', number>(keywords('none'), count(1)), 'none | <integer>', 'max-lines'),
  blockEllipsis: inherited<ComputedStyle['blockEllipsis']>('none', blockEllipsis, 'none | auto | <string>'),
  tabSize: inherited<ComputedStyle['tabSize']>({ spaces: 8 }, tabSize, `<number> | ${LENGTH}`),
  baselineSource: own('auto', keywords('auto', 'first', 'last'), 'auto | first | last'),
  verticalAlign: own<ComputedStyle['verticalAlign']>('baseline', verticalAlign, `baseline | sub | super | top | text-top | middle | bottom | text-bottom | ${LP}`),
  direction: inheritedChoice('ltr', 'rtl'),
  unicodeBidi: own<ComputedStyle['unicodeBidi']>(
    'normal',
    keywords('normal', 'embed', 'isolate', 'bidi-override', 'isolate-override', 'plaintext'),
    'normal | embed | isolate | bidi-override | isolate-override | plaintext',
  ),

  // lists, counters, generated content
  listStyleType: inherited<ComputedStyle['listStyleType']>('disc', listStyleType, 'none | <counter-style-name> | <string>'),
  listStylePosition: inherited<ComputedStyle['listStylePosition']>('outside', keywords('inside', 'outside'), 'inside | outside'),
  listStyleImageValue: inherited<ComputedStyle['listStyleImageValue']>('none', imageOrNone, 'none | <image>', 'list-style-image'),
  content: own<ComputedStyle['content']>(
    'normal',
    contentProperty,
    'normal | none | [ <string> | counter() | counters() | attr() | <image> | string() | element() | content() | target-counter() | target-counters() | target-text() | leader() | <quote> ]+',
  ),
  quotes: inherited<ComputedStyle['quotes']>('auto', quotes, 'auto | none | [ <string> <string> ]+'),
  counterReset: own<ComputedStyle['counterReset']>([], counterChanges(0), 'none | [ <custom-ident> <integer>? ]+'),
  counterIncrement: own<ComputedStyle['counterIncrement']>([], counterChanges(1), 'none | [ <custom-ident> <integer>? ]+'),
  counterSet: own<ComputedStyle['counterSet']>([], counterChanges(0), 'none | [ <custom-ident> <integer>? ]+'),
  stringSet: own<ComputedStyle['stringSet']>([], stringSet, 'none | [ <custom-ident> <content-list> ]#'),

  // flex, grid, alignment
  flexDirection: choice('row', 'row-reverse', 'column', 'column-reverse'),
  flexWrap: choice('nowrap', 'wrap', 'wrap-reverse'),
  flexGrow: own(0, nonNegativeNumber, '<number>'),
  flexShrink: own(1, nonNegativeNumber, '<number>'),
  flexBasis: own<ComputedStyle['flexBasis']>('auto', flexBasis, `content | auto | ${LP} | min-content | max-content | fit-content | stretch`),
  order: own(0, integer, '<integer>'),
  rowGap: own<ComputedStyle['rowGap']>('normal', gap, `normal | ${LP}`),
  columnGap: own<ComputedStyle['columnGap']>('normal', gap, `normal | ${LP}`),
  justifyContent: own('normal', justifyContent, 'normal | stretch | <position> | space-between | space-around | space-evenly'),
  justifyItems: own('normal', justifyItems, 'normal | stretch | baseline | <position>'),
  justifySelf: own('auto', justifySelf, 'auto | normal | stretch | baseline | <position>'),
  alignContent: own('normal', alignContent, 'normal | stretch | baseline | <position> | space-between | space-around | space-evenly'),
  alignItems: own('normal', alignItems, 'normal | stretch | baseline | <position>'),
  alignSelf: own('auto', alignSelf, 'auto | normal | stretch | baseline | <position>'),
  gridTemplateColumns: own(NO_TRACKS, trackList, 'none | <track-list> | subgrid <line-name-list>?'),
  gridTemplateRows: own(NO_TRACKS, trackList, 'none | <track-list> | subgrid <line-name-list>?'),
  gridTemplateAreas: own<ComputedStyle['gridTemplateAreas']>([], areas, 'none | <string>+'),
  gridAutoColumns: own<ComputedStyle['gridAutoColumns']>([{ kind: 'minmax', min: 'auto', max: 'auto' }], trackSizes, '<track-size>+'),
  gridAutoRows: own<ComputedStyle['gridAutoRows']>([{ kind: 'minmax', min: 'auto', max: 'auto' }], trackSizes, '<track-size>+'),
  gridAutoFlow: own<ComputedStyle['gridAutoFlow']>({ axis: 'row', isDense: false }, gridAutoFlow, '[ row | column ] || dense'),
  gridRowStart: line,
  gridRowEnd: line,
  gridColumnStart: line,
  gridColumnEnd: line,

  // tables
  tableLayout: choice('auto', 'fixed'),
  borderCollapse: inheritedChoice('separate', 'collapse'),
  borderSpacingX: inherited(0, nonNegativeLength, LENGTH, '-platen-border-spacing-x'),
  borderSpacingY: inherited(0, nonNegativeLength, LENGTH, '-platen-border-spacing-y'),
  captionSide: inheritedChoice('top', 'bottom'),
  emptyCells: inheritedChoice('show', 'hide'),

  // multi-column
  columnCount: own<ComputedStyle['columnCount']>('auto', either<'auto', number>(keywords('auto'), count(1)), 'auto | <integer>'),
  columnWidth: own<ComputedStyle['columnWidth']>('auto', either<'auto', number>(keywords('auto'), nonNegativeLength), `auto | ${LENGTH}`),
  columnFill: choice('balance', 'auto'),
  columnSpan: choice('none', 'all'),
  columnRuleWidth: borderWidth,
  columnRuleStyle: borderStyle,
  columnRuleColor: borderColor,

  // pages
  breakBefore: own('auto', breakBetween, 'auto | avoid | avoid-page | avoid-column | page | column | left | right | recto | verso'),
  breakAfter: own('auto', breakBetween, 'auto | avoid | avoid-page | avoid-column | page | column | left | right | recto | verso'),
  breakInside: own('auto', keywords('auto', 'avoid', 'avoid-page', 'avoid-column', '-platen-avoid-if-short'), 'auto | avoid | avoid-page | avoid-column'),
  marginBreak: choice('auto', 'keep', 'discard'),
  orphans: inherited(2, count(1), '<integer>'),
  widows: inherited(2, count(1), '<integer>'),
  page: own('', either(constant('auto', ''), customIdent), 'auto | <custom-ident>'),
  footnoteDisplay: choice('block', 'inline', 'compact'),
  footnotePolicy: choice('auto', 'line', 'block'),
  shownOn: own<ComputedStyle['shownOn']>(
    [],
    either<ComputedStyle['shownOn'], ComputedStyle['shownOn']>(constant('all', []), spaceList(keywords('first', 'not-first', 'last', 'not-last'))),
    'all | [ first | not-first | last | not-last ]+',
    '-platen-on',
  ),
  groupLevel: own<ComputedStyle['groupLevel']>('none', either<'none', number>(keywords('none'), count(1)), 'none | <integer>', '-platen-group'),
  bookmarkLevel: own<ComputedStyle['bookmarkLevel']>('none', either<'none', number>(keywords('none'), count(1)), 'none | <integer>'),
}
