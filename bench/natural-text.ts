// Text with the statistics of written language: a vocabulary of 20,000 words used by Zipf's law, sentences with punctuation, numbers, accents,
// Greek and Cyrillic words, spans in bold and italics. Words are generated, so that the text is nobody's.
import { makeRandom, pick } from './random.ts'

/** A stretch of a paragraph in one style; at most one of `b` (bold), `i` (italic) and `t` (plain) is there. */
export interface Span {
  readonly t?: string
  readonly b?: string
  readonly i?: string
}

const VOCABULARY = 20_000
/** Zipf–Mandelbrot: the share of the word of rank r is as 1 / (r + 2.7). */
const SHIFT = 2.7

interface Alphabet {
  readonly onsets: readonly string[]
  readonly vowels: readonly string[]
  readonly codas: readonly string[]
}

const list = (text: string): readonly string[] => text.split(' ')
const LATIN: Alphabet = {
  onsets: ['', ...list('b c d f g h l m n p r s t v w t s r n d l m y j k br ch cl cr dr fl gr pl pr qu sh st th tr wh')],
  vowels: list('a e i o u a e i o a e i ai ea ie ou'),
  codas: ['', '', '', '', ...list('d l m n r s t n s t y ng nt st th ff fi')],
}
const ACCENTED: Alphabet = { ...LATIN, vowels: list('é è ê ë á à ä å ó ö ô ü ú í ï ñi ça ø') }
const GREEK: Alphabet = {
  onsets: list('β γ δ θ κ λ μ ν π ρ σ τ φ χ'),
  vowels: list('α ε η ι ο υ ω ά έ ή ί ό'),
  codas: ['', '', 'ν', 'ς', 'ρ'],
}
const CYRILLIC: Alphabet = {
  onsets: list('б в г д ж з к л м н п р с т х ч ш ст пр'),
  vowels: list('а е и о у ы я ю ё'),
  codas: ['', '', 'й', 'н', 'т', 'ль'],
}

function makeWord(random: () => number, { onsets, vowels, codas }: Alphabet, syllables: number): string {
  let word = ''
  for (let i = 0; i < syllables; i++)
    word += pick(random, onsets) + pick(random, vowels) + (i === syllables - 1 || random() < 0.3 ? pick(random, codas) : '')
  return word
}

/** `count` different words, the frequent ones short, as in natural languages. */
function makeVocabulary(alphabet: Alphabet, count: number, seed: number): readonly string[] {
  const random = makeRandom(seed)
  const words = new Set<string>()
  while (words.size < count) {
    const longest = Math.min(4, 1 + Math.floor(Math.log10(1 + words.size / 20)))
    const isAccented = alphabet === LATIN && words.size > 40 && random() < 0.04
    words.add(makeWord(random, isAccented ? ACCENTED : alphabet, 1 + Math.floor(random() * longest)))
  }
  return [...words]
}

interface Language {
  readonly words: readonly string[]
  /** Sum of the weights up to each word. */
  readonly sums: Float64Array
}

function makeLanguage(alphabet: Alphabet, count: number, seed: number): Language {
  const words = makeVocabulary(alphabet, count, seed)
  const sums = new Float64Array(count)
  for (let rank = 0, sum = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 1 + SHIFT)
  return { words, sums }
}

const latin = makeLanguage(LATIN, VOCABULARY, 23)
const greek = makeLanguage(GREEK, 600, 24)
const cyrillic = makeLanguage(CYRILLIC, 600, 25)

/** A word by Zipf's law. */
function draw(random: () => number, { words, sums }: Language): string {
  const aim = random() * (sums[sums.length - 1] ?? 0)
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) < aim) low = middle + 1
    else high = middle
  }
  return words[low] ?? ''
}

/** What a word of a text is: of the vocabulary, a number, or, where `hasScripts`, of another script. */
function token(random: () => number, hasScripts: boolean): string {
  const kind = random()
  if (kind < 0.012) return String(1500 + Math.floor(random() * 560))
  if (kind < 0.02) return `${(random() * 9000).toFixed(random() < 0.5 ? 0 : 2)}${random() < 0.3 ? ' %' : ''}`
  if (hasScripts && kind < 0.035) return draw(random, greek)
  if (hasScripts && kind < 0.05) return draw(random, cyrillic)
  const word = draw(random, latin)
  return kind > 0.97 ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : kind > 0.96 ? `${word}-${draw(random, latin)}` : word
}

/** The words of a paragraph of about `count` words, punctuation attached. */
export function naturalWords(random: () => number, count: number, hasScripts = false): readonly string[] {
  const words: string[] = []
  while (words.length < count) {
    const length = 4 + Math.floor(random() * 22)
    for (let i = 0; i < length; i++) {
      let word = token(random, hasScripts)
      if (i === 0) word = word.charAt(0).toUpperCase() + word.slice(1)
      const mark = random()
      if (i === length - 1) word += mark < 0.05 ? '?' : mark < 0.07 ? '!' : '.'
      else if (mark < 0.07) word += ','
      else if (mark < 0.08) word += ';'
      else if (mark < 0.088) word = `“${word}”`
      else if (mark < 0.096) word = `(${word})`
      else if (mark < 0.1) word += ' –'
      words.push(word)
    }
  }
  return words
}

/** Words of the vocabulary without punctuation, e.g. for a name or a cell. */
export function naturalPhrase(random: () => number, count: number): string {
  return Array.from({ length: count }, () => draw(random, latin)).join(' ')
}

/** Chapters of two pages each, one by one. */
export function* naturalChapters(seed: number, count: number): Generator<Chapter<string>> {
  const random = makeRandom(seed)
  for (let i = 0; i < count; i++) yield chapter(random, naturalParagraph)
}

interface Chapter<Paragraph> {
  readonly title: string
  readonly paragraphs: readonly Paragraph[]
}

function chapters<Paragraph>(
  seed: number,
  paragraph: (random: () => number) => Paragraph,
): { readonly chapters: readonly Chapter<Paragraph>[] } {
  const random = makeRandom(seed)
  return { chapters: Array.from({ length: 25 }, () => chapter(random, paragraph)) }
}

function chapter<Paragraph>(random: () => number, paragraph: (random: () => number) => Paragraph): Chapter<Paragraph> {
  return { title: naturalPhrase(random, 4), paragraphs: Array.from({ length: 12 }, () => paragraph(random)) }
}

const length = (random: () => number): number => 55 + Math.floor(random() * 60)

/** Data of `templates/text.html`: about fifty pages of paragraphs in one style. */
export function naturalTextData(seed: number): { readonly chapters: readonly Chapter<string>[] } {
  return chapters(seed, naturalParagraph)
}

function naturalParagraph(random: () => number): string {
  return naturalWords(random, length(random)).join(' ')
}

/** Data of `templates/mixed-text.html`: about fifty pages with a bold or italic span in every tenth word, Greek and Cyrillic words. */
export function mixedTextData(seed: number): { readonly chapters: readonly Chapter<readonly Span[]>[] } {
  return chapters(seed, (random) => spansOf(random, naturalWords(random, length(random), true)))
}

/** Words as spans: one to three words at a time are bold or italic. */
function spansOf(random: () => number, words: readonly string[]): readonly Span[] {
  const spans: Span[] = []
  for (let at = 0; at < words.length; ) {
    const plain = 1 + Math.floor(random() * 18)
    spans.push({ t: `${words.slice(at, at + plain).join(' ')} ` })
    at += plain
    const marked = 1 + Math.floor(random() * 3)
    if (at + marked >= words.length) continue
    spans.push({ [random() < 0.5 ? 'b' : 'i']: words.slice(at, at + marked).join(' ') }, { t: ' ' })
    at += marked
  }
  return spans
}
