// Colours that editors name rather than give: BlockNote's words, and variables of an editor's own style sheet.

type Shade = readonly [text: string, background: string]

const PALETTE: Readonly<Record<string, Shade>> = {
  gray: ['#9b9a97', '#ebeced'],
  brown: ['#64473a', '#e9e5e3'],
  red: ['#e03e3e', '#fbe4e4'],
  orange: ['#d9730d', '#f6e9d9'],
  yellow: ['#dfab01', '#fbf3db'],
  green: ['#4d6461', '#ddedea'],
  blue: ['#0b6e99', '#ddebf1'],
  purple: ['#6940a5', '#eae4f2'],
  pink: ['#ad1a72', '#f4dfeb'],
}

/** What a colour is for. */
export type ColorUse = 'text' | 'background'

const shadeFor = (name: string, use: ColorUse): string | undefined =>
  Object.hasOwn(PALETTE, name) ? PALETTE[name]![use === 'text' ? 0 : 1] : undefined

/** The colour of one of BlockNote's words; any other value is a colour itself. */
export function paletteColor(value: string, use: ColorUse): string {
  return shadeFor(value, use) ?? value
}

/** `var(--highlight-yellow)` with the colour that its name says, for where the variable is not defined: it is in the editor's style sheet. */
export function withFallback(value: string | undefined, use: ColorUse, otherwise?: string): string | undefined {
  const [, name] = /^\s*var\(\s*(--[\w-]+)\s*\)\s*$/.exec(value ?? '') ?? []
  if (name === undefined) return value
  const words = name.toLowerCase().replace('grey', 'gray').split('-')
  const fallback = words.map((word) => shadeFor(word, use)).find((shade) => shade !== undefined) ?? otherwise
  return fallback === undefined ? value : `var(${name}, ${fallback})`
}
