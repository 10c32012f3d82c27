// Data of documents beyond text and tables: images, non-Latin scripts, nested flex containers, charts.
import { makePng } from '../test/support/make-png.ts'
import { words } from './documents.ts'
import { makeRandom, pick } from './random.ts'

/** Data of `templates/catalogue.html`: sixty articles, each with its own image. */
export function catalogueData(seed: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const articles = Array.from({ length: 60 }, () => ({
    name: words(random, 2),
    details: words(random, 8),
    price: Math.round(random() * 40000) / 100,
    picture: noiseImage(random),
  }))
  return { season: `${2000 + (seed % 100)}`, articles }
}

const SIDE = 96

/** An RGB PNG of gradients and noise, as hard to compress as a photograph, as a `data:` URL. */
function noiseImage(random: () => number): string {
  const base = [random() * 200, random() * 200, random() * 200]
  const pixel = (x: number, y: number): readonly number[] => base.map((color) => (color + x / 3 + y / 4 + random() * 12) & 255)
  const file = makePng({ width: SIDE, height: SIDE, bitDepth: 8, colorType: 2, pixel })
  return `data:image/png;base64,${Buffer.from(file).toString('base64')}`
}

const ARABIC = 'السلام عليكم نكتب إليكم هذه الرسالة لنخبركم عن آخر الأخبار في المدينة والسوق الكبير والميناء القديم'.split(' ')
const HINDI = 'नमस्ते यह पत्र आपको नगर के बाज़ार और पुराने बंदरगाह की ताज़ा ख़बरें बताने के लिए लिखा गया है'.split(' ')

/** Data of `templates/scripts.html`: a letter in Arabic and Hindi. */
export function scriptsData(seed: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const text = (from: readonly string[]): string => Array.from({ length: 40 }, () => pick(random, from)).join(' ')
  return {
    number: 1000 + seed,
    paragraphs: Array.from({ length: 4 }, () => `${text(ARABIC)}.`),
    translations: Array.from({ length: 4 }, () => `${text(HINDI)}।`),
  }
}

/** Data of `templates/dashboard.html`: three rows of four cards of four facts, flex containers five levels deep. */
export function dashboardData(seed: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const facts = (): unknown[] => Array.from({ length: 4 }, () => ({ label: words(random, 2), value: random() * 10_000 }))
  const cards = (): unknown[] =>
    Array.from({ length: 4 }, () => ({
      name: words(random, 1),
      change: random() - 0.5,
      share: Math.round(random() * 100),
      facts: facts(),
    }))
  return { title: words(random, 2), day: '2026-11-21', rows: Array.from({ length: 3 }, () => ({ cards: cards() })) }
}

/** Data of `templates/chart.html`: two charts of bars and a line. */
export function chartData(seed: number): Record<string, unknown> {
  const random = makeRandom(seed)
  const charts = Array.from({ length: 2 }, () => {
    const values = Array.from({ length: 24 }, () => 20 + random() * 280)
    const points = values.map((value, i) => ({ x: 47 + i * 23, y: Math.round((340 - value * (0.8 + random() * 0.2)) * 100) / 100 }))
    return {
      lines: Array.from({ length: 8 }, (_, i) => ({ y: 20 + i * 40 })),
      bars: values.map((value, i) => ({
        x: 40 + i * 23,
        y: Math.round((340 - value) * 100) / 100,
        height: Math.round(value * 100) / 100,
        label: `${i + 1}`,
        fill: i % 2 === 0 ? '#1f4e79' : '#7aa5cc',
      })),
      points,
      path: points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
    }
  })
  return { title: words(random, 3), charts }
}
