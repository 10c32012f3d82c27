// `text-transform` (CSS Text 4 §2.1), with the language's own rules where Unicode's default casing is wrong.
import type { Style } from '../style/style.ts'

/** Letters of a word after its first: apostrophes and full stops between letters do not begin a new word (UAX #29 MidLetter). */
const words = (): RegExp => /[\p{L}\p{N}\p{M}_]+(?:['’.·\u00AD][\p{L}\p{N}\p{M}_]+)*/gu
const endsInWord = (text: string): boolean => /[\p{L}\p{N}\p{M}_]['’.·\u00AD]?$/u.test(text)
const DIGRAPHS: Readonly<Record<string, string>> = { Ǆ: 'ǅ', ǆ: 'ǅ', Ǉ: 'ǈ', ǉ: 'ǈ', Ǌ: 'ǋ', ǌ: 'ǋ', Ǳ: 'ǲ', ǳ: 'ǲ' }
/** Irish: prefixed letters stay small before their vowel or eclipsed consonant (`na hÉireann` → `NA hÉIREANN`). */
const irishPrefixes = (): RegExp => /(?<![\p{L}\p{M}])(?:[nth](?=[AEIOUÁÉÍÓÚ])|t(?=S)|m(?=B)|g(?=C)|n(?=[DG])|bh(?=F)|b(?=P)|d(?=T))/gu

export function isTransformed({ textTransform }: Style): boolean {
  return textTransform.case !== 'none' || textTransform.isFullWidth || textTransform.isFullSizeKana
}

export function isSameCase({ textTransform: a }: Style, { textTransform: b }: Style): boolean {
  return a.case === b.case && a.isFullWidth === b.isFullWidth && a.isFullSizeKana === b.isFullSizeKana
}

/** `before` is the text of the same line that comes before, for words that run across elements. */
export function transformText(text: string, style: Style, before: string): string {
  const { case: letterCase, isFullWidth, isFullSizeKana } = style.textTransform
  const language = caseLanguage(style.language)
  const cased =
    letterCase === 'uppercase'
      ? toUpper(text, language)
      : letterCase === 'lowercase'
        ? text.toLocaleLowerCase(language)
        : letterCase === 'capitalize'
          ? capitalize(text, language, before)
          : text
  const wide = isFullWidth ? toFullWidth(cased) : cased
  return isFullSizeKana ? wide.replace(SMALL_KANA, (kana) => FULL_KANA[SMALL.indexOf(kana)] ?? kana) : wide
}

/** A tag `toLocaleUpperCase` accepts; anything else would throw. */
function caseLanguage(language: string): string {
  const primary = /^[a-z]{2,3}(?=-|$)/i.exec(language)?.[0].toLowerCase()
  return primary ?? 'en'
}

function toUpper(text: string, language: string): string {
  if (language !== 'ga') return isAlikeEverywhere(text, language) ? text.toUpperCase() : text.toLocaleUpperCase(language)
  let result = ''
  let end = 0
  for (const match of text.matchAll(irishPrefixes())) {
    result += text.slice(end, match.index).toLocaleUpperCase(language) + match[0]
    end = match.index + match[0].length
  }
  return result + text.slice(end).toLocaleUpperCase(language)
}

/** ASCII has the same capitals in all languages but those that write i with and without a dot; asking for a language's takes ten times as long. */
function isAlikeEverywhere(text: string, language: string): boolean {
  return language !== 'tr' && language !== 'az' && language !== 'lt' && /^[\0-\x7f]*$/.test(text)
}

function capitalize(text: string, language: string, before: string): string {
  const goesOn = endsInWord(before.slice(-4))
  return text.replace(words(), (word, offset: number) => {
    if (offset === 0 && goesOn) return word
    if (language === 'nl' && /^ij/i.test(word)) return `IJ${word.slice(2)}`
    const first = String.fromCodePoint(word.codePointAt(0)!)
    return (DIGRAPHS[first] ?? titleCase(first, language)) + word.slice(first.length)
  })
}

/** A letter whose capital is several has one capital in a title: ß is Ss, ﬁ is Fi. An apostrophe counts for none: ŉ is ʼN. */
function titleCase(letter: string, language: string): string {
  const capital = letter.toLocaleUpperCase(language)
  const [first = '', ...others] = capital
  return letter.length === capital.length || !/\p{Lu}/u.test(first) ? capital : first + others.join('').toLocaleLowerCase(language)
}

const SMALL = 'ぁぃぅぇぉゕゖっゃゅょゎァィゥェォヵㇰヶㇱㇲッㇳㇴㇵㇶㇷㇸㇹㇺャュョㇻㇼㇽㇾㇿヮｧｨｩｪｫｯｬｭｮ'
const FULL_KANA = 'あいうえおかけつやゆよわアイウエオカクケシスツトヌハヒフヘホムヤユヨラリルレロワｱｲｳｴｵﾂﾔﾕﾖ'
const SMALL_KANA = new RegExp(`[${SMALL}]`, 'g')

function toFullWidth(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000')
}
