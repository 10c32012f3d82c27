// Counter styles (CSS Counter Styles 3): a number to its text. Pure functions over one table of predefined styles.

/** A counter style's descriptors; `@counter-style` rules have the same shape. */
export interface CounterStyleRule {
  /** `cyclic`, `fixed 3`, `extends decimal` …, or one of our own algorithms by name. */
  readonly system: string
  readonly symbols: readonly string[]
  readonly additiveSymbols: readonly (readonly [weight: number, symbol: string])[]
  readonly prefix: string
  readonly suffix: string
  readonly negative: readonly [string, string]
  readonly range: readonly (readonly [number, number])[] | 'auto'
  readonly pad: readonly [length: number, symbol: string]
  readonly fallback: string
}

type CounterStyles = ReadonlyMap<string, CounterStyleRule>

/** Longer texts fall back to decimal, as CSS Counter Styles 3 §3.1 allows: `symbolic` would write a million characters for a million. */
const MAX_LENGTH = 120
const MAX_FALLBACKS = 8
const NO_STYLES: CounterStyles = new Map()

/** `value` in the counter style `name`, without prefix and suffix. Unknown names count as decimal. */
export function counterText(value: number, name: string, styles: CounterStyles = NO_STYLES): string {
  let style = find(name, styles)
  for (let i = 0; i < MAX_FALLBACKS; i++) {
    const text = represent(value, style, styles)
    if (text !== undefined) return text
    style = find(style.fallback, styles)
  }
  return String(value)
}

/** The text of a list item's marker: with the style's prefix and suffix. */
export function markerText(value: number, name: string, styles: CounterStyles = NO_STYLES): string {
  const { prefix, suffix } = resolveExtends(find(name, styles), styles)
  return prefix + counterText(value, name, styles) + suffix
}

function find(name: string, styles: CounterStyles): CounterStyleRule {
  return styles.get(name) ?? PREDEFINED.get(name) ?? DECIMAL
}

function represent(value: number, rule: CounterStyleRule, styles: CounterStyles): string | undefined {
  const style = resolveExtends(rule, styles)
  if (!isInRange(value, style)) return undefined
  const usesSign = value < 0 && !/^(cyclic|fixed)/.test(style.system)
  const initial = symbolsFor(usesSign ? -value : value, style)
  if (initial === undefined || initial.length > MAX_LENGTH) return undefined
  const [padLength, padSymbol] = style.pad
  const [before, after] = usesSign ? style.negative : ['', '']
  const missing = padLength - graphemeCount(initial) - (usesSign ? graphemeCount(before + after) : 0)
  if (missing > MAX_LENGTH) return undefined
  return before + padSymbol.repeat(Math.max(0, missing)) + initial + after
}

/** `system: extends x` takes x's algorithm, and its descriptors that the rule leaves at their initial values. */
function resolveExtends(rule: CounterStyleRule, styles: CounterStyles): CounterStyleRule {
  let style = rule
  for (let i = 0; i < MAX_FALLBACKS && style.system.startsWith('extends'); i++) {
    const base = find(style.system.slice('extends'.length).trim(), styles)
    style = {
      ...base,
      prefix: style.prefix === '' ? base.prefix : style.prefix,
      suffix: style.suffix === '. ' ? base.suffix : style.suffix,
      negative: style.negative[0] === '-' && style.negative[1] === '' ? base.negative : style.negative,
      range: style.range === 'auto' ? base.range : style.range,
      pad: style.pad[0] === 0 ? base.pad : style.pad,
      fallback: style.fallback === 'decimal' ? base.fallback : style.fallback,
    }
  }
  return style.system.startsWith('extends') ? DECIMAL : style
}

function isInRange(value: number, { range, system }: CounterStyleRule): boolean {
  if (range !== 'auto') return range.some(([from, to]) => value >= from && value <= to)
  if (system === 'alphabetic' || system === 'symbolic') return value >= 1
  return system === 'additive' ? value >= 0 : true
}

function symbolsFor(value: number, style: CounterStyleRule): string | undefined {
  const { symbols } = style
  const count = symbols.length
  const [system, argument] = style.system.split(/\s+/)
  switch (system) {
    case 'cyclic':
      return count === 0 ? undefined : symbols[(((value - 1) % count) + count) % count]
    case 'fixed':
      return symbols[value - Number(argument ?? 1)]
    case 'numeric':
      return count < 2 ? undefined : numeric(value, symbols)
    case 'alphabetic':
      return count < 2 ? undefined : alphabetic(value, symbols)
    case 'symbolic':
      return symbolic(value, symbols)
    case 'additive':
      return additive(value, style.additiveSymbols)
    case 'chinese':
      return chinese(value, symbols)
    case 'ethiopic':
      return ethiopic(value)
    default:
      return undefined
  }
}

function numeric(value: number, symbols: readonly string[]): string {
  if (value === 0) return symbols[0]!
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / symbols.length)) text = symbols[rest % symbols.length]! + text
  return text
}

function alphabetic(value: number, symbols: readonly string[]): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / symbols.length)) text = symbols[(rest - 1) % symbols.length]! + text
  return text
}

function symbolic(value: number, symbols: readonly string[]): string | undefined {
  const symbol = symbols[(value - 1) % symbols.length]
  const times = Math.ceil(value / symbols.length)
  return symbol === undefined || times * symbol.length > MAX_LENGTH ? undefined : symbol.repeat(times)
}

function additive(value: number, weights: CounterStyleRule['additiveSymbols']): string | undefined {
  if (value === 0) return weights.find(([weight]) => weight === 0)?.[1]
  let rest = value
  let text = ''
  for (const [weight, symbol] of weights) {
    if (weight === 0 || weight > rest) continue
    const times = Math.floor(rest / weight)
    if (text.length + times * symbol.length > MAX_LENGTH) return undefined
    text += symbol.repeat(times)
    rest -= times * weight
  }
  return rest === 0 ? text : undefined
}

/** CSS Counter Styles 3 §7.1: ten digits, then the markers of ten, hundred and thousand; the last symbol says whether it is informal. */
function chinese(value: number, symbols: readonly string[]): string {
  if (value === 0) return symbols[0]!
  const isInformal = symbols[13] === 'informal'
  const digits = String(value)
  let text = ''
  let isZeroPending = false
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[i])
    if (digit === 0) {
      isZeroPending = true
      continue
    }
    if (isZeroPending) text += symbols[0]
    isZeroPending = false
    const power = digits.length - 1 - i
    const isBareTen = isInformal && value >= 10 && value < 20 && power === 1
    text += (isBareTen ? '' : symbols[digit]!) + (power === 0 ? '' : symbols[9 + power]!)
  }
  return text
}

/** CSS Counter Styles 3 §7.2. */
function ethiopic(value: number): string | undefined {
  if (value < 1) return undefined
  if (value === 1) return '፩'
  const digits = String(value)
  const padded = digits.length % 2 === 1 ? `0${digits}` : digits
  const groups = padded.match(/../g) ?? []
  return groups
    .map((pair, i) => {
      const index = groups.length - 1 - i
      const isSilent = pair === '00' || (pair === '01' && (i === 0 || index % 2 === 1))
      const tens = Number(pair[0])
      const ones = Number(pair[1])
      const number = isSilent ? '' : (tens === 0 ? '' : '፲፳፴፵፶፷፸፹፺'[tens - 1]!) + (ones === 0 ? '' : '፩፪፫፬፭፮፯፰፱'[ones - 1]!)
      const separator = index === 0 ? '' : index % 2 === 1 ? (pair === '00' ? '' : '፻') : '፼'
      return number + separator
    })
    .join('')
}

function graphemeCount(text: string): number {
  return [...text].length
}

// ── Predefined styles (CSS Counter Styles 3 §6, §7) ─────────────────────────────────────────────────────────────────────

const BASE: CounterStyleRule = {
  system: 'numeric',
  symbols: [...'0123456789'],
  additiveSymbols: [],
  prefix: '',
  suffix: '. ',
  negative: ['-', ''],
  range: 'auto',
  pad: [0, ''],
  fallback: 'decimal',
}
const DECIMAL = BASE

const inDigits = (symbols: string, more: Partial<CounterStyleRule> = {}): CounterStyleRule => ({ ...BASE, symbols: [...symbols], ...more })
const inLetters = (symbols: string, more: Partial<CounterStyleRule> = {}): CounterStyleRule => ({
  ...inDigits(symbols, more),
  system: 'alphabetic',
})
const bullet = (symbol: string): CounterStyleRule => ({ ...BASE, system: 'cyclic', symbols: [symbol], suffix: ' ' })
const inSums = (symbols: string, more: Partial<CounterStyleRule> = {}): CounterStyleRule => ({
  ...BASE,
  system: 'additive',
  additiveSymbols: symbols.split(' ').map((pair) => {
    const cut = pair.indexOf(':')
    return [Number(pair.slice(0, cut)), pair.slice(cut + 1)]
  }),
  ...more,
})
const inChinese = (symbols: string, isInformal: boolean, minus: string): CounterStyleRule => ({
  ...BASE,
  system: 'chinese',
  symbols: [...symbols, isInformal ? 'informal' : 'formal'],
  suffix: '、',
  negative: [minus, ''],
  range: [[-9999, 9999]],
  fallback: 'cjk-decimal',
})

const ROMAN = '1000:m 900:cm 500:d 400:cd 100:c 90:xc 50:l 40:xl 10:x 9:ix 5:v 4:iv 1:i'
const UPPER_ARMENIAN =
  '9000:Ք 8000:Փ 7000:Ւ 6000:Ց 5000:Ր 4000:Տ 3000:Վ 2000:Ս 1000:Ռ 900:Ջ 800:Պ 700:Չ 600:Ո 500:Շ 400:Ն 300:Յ 200:Մ 100:Ճ 90:Ղ 80:Ձ 70:Հ 60:Կ 50:Ծ 40:Խ 30:Լ 20:Ի 10:Ժ 9:Թ 8:Ը 7:Է 6:Զ 5:Ե 4:Դ 3:Գ 2:Բ 1:Ա'
const GEORGIAN =
  '10000:ჵ 9000:ჰ 8000:ჯ 7000:ჴ 6000:ხ 5000:ჭ 4000:წ 3000:ძ 2000:ც 1000:ჩ 900:შ 800:ყ 700:ღ 600:ქ 500:ფ 400:ჳ 300:ტ 200:ს 100:რ 90:ჟ 80:პ 70:ო 60:ჲ 50:ნ 40:მ 30:ლ 20:კ 10:ი 9:თ 8:ჱ 7:ზ 6:ვ 5:ე 4:დ 3:გ 2:ბ 1:ა'
const HEBREW =
  '10000:י׳ 9000:ט׳ 8000:ח׳ 7000:ז׳ 6000:ו׳ 5000:ה׳ 4000:ד׳ 3000:ג׳ 2000:ב׳ 1000:א׳ 400:ת 300:ש 200:ר 100:ק 90:צ 80:פ 70:ע 60:ס 50:נ 40:מ 30:ל 20:כ 19:יט 18:יח 17:יז 16:טז 15:טו 10:י 9:ט 8:ח 7:ז 6:ו 5:ה 4:ד 3:ג 2:ב 1:א'

/** Nine multiples of each power of ten, as Japanese and Korean write them; `one` says whether 1 × 10 shows its digit. */
function inMyriads(
  digits: string,
  powers: readonly [string, string, string],
  one: 'shown' | 'hidden',
  more: Partial<CounterStyleRule>,
): CounterStyleRule {
  const symbols = [...digits]
  const weights: [number, string][] = []
  for (const [index, power] of [...powers].reverse().entries()) {
    for (let digit = 9; digit >= 1; digit--) {
      weights.push([digit * 10 ** (3 - index), (digit === 1 && one === 'hidden' ? '' : symbols[digit]!) + power])
    }
  }
  for (let digit = 9; digit >= 0; digit--) weights.push([digit, symbols[digit]!])
  return { ...BASE, system: 'additive', additiveSymbols: weights, range: [[-9999, 9999]], fallback: 'cjk-decimal', ...more }
}
const JAPANESE = { suffix: '、', negative: ['マイナス', ''] } as const
const KOREAN = { suffix: ', ', negative: ['마이너스 ', ''] } as const

const upper = (style: CounterStyleRule): CounterStyleRule => ({
  ...style,
  symbols: style.symbols.map((symbol) => symbol.toUpperCase()),
  additiveSymbols: style.additiveSymbols.map(([weight, symbol]) => [weight, symbol.toUpperCase()]),
})
const lower = (style: CounterStyleRule): CounterStyleRule => ({
  ...style,
  additiveSymbols: style.additiveSymbols.map(([weight, symbol]) => [weight, symbol.toLowerCase()]),
})

const latin = inLetters('abcdefghijklmnopqrstuvwxyz')
const roman = inSums(ROMAN, { range: [[1, 3999]] })
const armenian = inSums(UPPER_ARMENIAN, { range: [[1, 9999]] })
const khmer = inDigits('០១២៣៤៥៦៧៨៩')
const simpleChinese = inChinese('零一二三四五六七八九十百千', true, '负')
const traditionalChinese = inChinese('零一二三四五六七八九十百千', true, '負')

const PREDEFINED: CounterStyles = new Map(
  Object.entries<CounterStyleRule>({
    decimal: DECIMAL,
    'decimal-leading-zero': { ...BASE, pad: [2, '0'] },
    'arabic-indic': inDigits('٠١٢٣٤٥٦٧٨٩'),
    bengali: inDigits('০১২৩৪৫৬৭৮৯'),
    cambodian: khmer,
    khmer,
    'cjk-decimal': inDigits('〇一二三四五六七八九', { suffix: '、', range: [[0, Number.POSITIVE_INFINITY]] }),
    devanagari: inDigits('०१२३४५६७८९'),
    gujarati: inDigits('૦૧૨૩૪૫૬૭૮૯'),
    gurmukhi: inDigits('੦੧੨੩੪੫੬੭੮੯'),
    kannada: inDigits('೦೧೨೩೪೫೬೭೮೯'),
    lao: inDigits('໐໑໒໓໔໕໖໗໘໙'),
    malayalam: inDigits('൦൧൨൩൪൫൬൭൮൯'),
    mongolian: inDigits('᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙'),
    myanmar: inDigits('၀၁၂၃၄၅၆၇၈၉'),
    oriya: inDigits('୦୧୨୩୪୫୬୭୮୯'),
    persian: inDigits('۰۱۲۳۴۵۶۷۸۹'),
    tamil: inDigits('௦௧௨௩௪௫௬௭௮௯'),
    telugu: inDigits('౦౧౨౩౪౫౬౭౮౯'),
    thai: inDigits('๐๑๒๓๔๕๖๗๘๙'),
    tibetan: inDigits('༠༡༢༣༤༥༦༧༨༩'),
    'lower-roman': roman,
    'upper-roman': upper(roman),
    armenian,
    'upper-armenian': armenian,
    'lower-armenian': lower(armenian),
    georgian: inSums(GEORGIAN, { range: [[1, 19999]] }),
    hebrew: inSums(HEBREW, { range: [[1, 10999]] }),
    'lower-alpha': latin,
    'lower-latin': latin,
    'upper-alpha': upper(latin),
    'upper-latin': upper(latin),
    'lower-greek': inLetters('αβγδεζηθικλμνξοπρστυφχψω'),
    hiragana: inLetters('あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん', {
      suffix: '、',
    }),
    'hiragana-iroha': inLetters('いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす', {
      suffix: '、',
    }),
    katakana: inLetters('アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン', {
      suffix: '、',
    }),
    'katakana-iroha': inLetters('イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス', {
      suffix: '、',
    }),
    'cjk-earthly-branch': inDigits('子丑寅卯辰巳午未申酉戌亥', { system: 'fixed', suffix: '、', fallback: 'cjk-decimal' }),
    'cjk-heavenly-stem': inDigits('甲乙丙丁戊己庚辛壬癸', { system: 'fixed', suffix: '、', fallback: 'cjk-decimal' }),
    disc: bullet('•'),
    circle: bullet('◦'),
    square: bullet('▪'),
    'disclosure-open': bullet('▾'),
    'disclosure-closed': bullet('▸'),
    'japanese-informal': inMyriads('〇一二三四五六七八九', ['十', '百', '千'], 'hidden', JAPANESE),
    'japanese-formal': inMyriads('零壱弐参四伍六七八九', ['拾', '百', '阡'], 'shown', JAPANESE),
    'korean-hangul-formal': inMyriads('영일이삼사오육칠팔구', ['십', '백', '천'], 'shown', KOREAN),
    'korean-hanja-informal': inMyriads('零一二三四五六七八九', ['十', '百', '千'], 'hidden', KOREAN),
    'korean-hanja-formal': inMyriads('零壹貳參四五六七八九', ['拾', '百', '仟'], 'shown', KOREAN),
    'simp-chinese-informal': simpleChinese,
    'simp-chinese-formal': inChinese('零壹贰叁肆伍陆柒捌玖拾佰仟', false, '负'),
    'trad-chinese-informal': traditionalChinese,
    'trad-chinese-formal': inChinese('零壹貳參肆伍陸柒捌玖拾佰仟', false, '負'),
    'cjk-ideographic': traditionalChinese,
    'ethiopic-numeric': { ...BASE, system: 'ethiopic', suffix: '/ ', range: [[1, Number.POSITIVE_INFINITY]] },
  }),
)
