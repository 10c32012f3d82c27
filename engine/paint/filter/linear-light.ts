// Colours as sRGB has them, and as light: filters of drawings work on light unless they say otherwise (Filter Effects 1 §10).
import type { Color } from '../../style/value.ts'

/** A colour whose channels are linear light, as sRGB has it. */
export function linearToColor({ red, green, blue, alpha }: Color): Color {
  return { red: encoded(red), green: encoded(green), blue: encoded(blue), alpha }
}

/** The linear light of a colour. */
export function colorToLinear({ red, green, blue, alpha }: Color): Color {
  return { red: decoded(red), green: decoded(green), blue: decoded(blue), alpha }
}

/** The transfer function of sRGB (IEC 61966-2-1). */
function encoded(light: number): number {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
}

function decoded(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
