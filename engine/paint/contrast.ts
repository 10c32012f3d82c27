// Contrast of two colours (WCAG 2.2 §1.4.3): ratios of relative luminance.
import type { Color } from '../style/value.ts'

/** Red, green and blue of sRGB, 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number]

export const WHITE: Rgb = [1, 1, 1]
const BLACK: Rgb = [0, 0, 0]

export function rgbOf({ red, green, blue }: Color): Rgb {
  return [red, green, blue]
}

/** `over` with an opacity, on `under`. */
export function mixed(under: Rgb, over: Rgb, opacity: number): Rgb {
  const channel = (i: 0 | 1 | 2): number => under[i] + (over[i] - under[i]) * opacity
  return [channel(0), channel(1), channel(2)]
}

/** 1 to 21. */
export function contrastOf(a: Rgb, b: Rgb): number {
  const [first, second] = [luminance(a), luminance(b)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** The colour between `text` and black or white, nearest to `text`, that has the contrast. One of the two always has 4.5. */
export function readableColor(text: Rgb, ground: Rgb, ratio: number): Rgb {
  const goal = contrastOf(BLACK, ground) >= contrastOf(WHITE, ground) ? BLACK : WHITE
  let [low, high] = [0, 1]
  for (let i = 0; i < 12; i++) {
    const middle = (low + high) / 2
    if (contrastOf(rounded(mixed(text, goal, middle)), ground) >= ratio) high = middle
    else low = middle
  }
  return rounded(mixed(text, goal, high))
}

function rounded(color: Rgb): Rgb {
  const channel = (i: 0 | 1 | 2): number => Math.round(color[i] * 255) / 255
  return [channel(0), channel(1), channel(2)]
}

export function hexOf(color: Rgb): string {
  return `#${color
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
