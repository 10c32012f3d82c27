// Letters in the styles of formulas: Unicode's Mathematical Alphanumeric Symbols (MathML Core, "mathvariant").

/** Where the capitals, small letters and digits of a style begin; Greek of those that have it. */
interface Alphabet {
  readonly latin: number
  readonly greek?: number
  readonly digits?: number
}

const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  bold: { latin: 0x1d400, greek: 0x1d6a8, digits: 0x1d7ce },
  italic: { latin: 0x1d434, greek: 0x1d6e2 },
  'bold-italic': { latin: 0x1d468, greek: 0x1d71c },
  script: { latin: 0x1d49c },
  'bold-script': { latin: 0x1d4d0 },
  fraktur: { latin: 0x1d504 },
  'double-struck': { latin: 0x1d538, digits: 0x1d7d8 },
  'bold-fraktur': { latin: 0x1d56c },
  'sans-serif': { latin: 0x1d5a0, digits: 0x1d7e2 },
  'bold-sans-serif': { latin: 0x1d5d4, greek: 0x1d756, digits: 0x1d7ec },
  'sans-serif-italic': { latin: 0x1d608 },
  'sans-serif-bold-italic': { latin: 0x1d63c, greek: 0x1d790 },
  monospace: { latin: 0x1d670, digits: 0x1d7f6 },
}

/** Letters that were in Unicode before the block was: their places in it are empty. */
const EARLIER: ReadonlyMap<number, number> = new Map([
  ...([[0x1d455, 0x210e]] as const),
  ...([
    [0x1d49d, 0x212c],
    [0x1d4a0, 0x2130],
    [0x1d4a1, 0x2131],
    [0x1d4a3, 0x210b],
    [0x1d4a4, 0x2110],
    [0x1d4a7, 0x2112],
  ] as const),
  ...([
    [0x1d4a8, 0x2133],
    [0x1d4ad, 0x211b],
    [0x1d4ba, 0x212f],
    [0x1d4bc, 0x210a],
    [0x1d4c4, 0x2134],
  ] as const),
  ...([
    [0x1d506, 0x212d],
    [0x1d50b, 0x210c],
    [0x1d50c, 0x2111],
    [0x1d515, 0x211c],
    [0x1d51d, 0x2128],
  ] as const),
  ...([
    [0x1d53a, 0x2102],
    [0x1d53f, 0x210d],
    [0x1d545, 0x2115],
    [0x1d547, 0x2119],
    [0x1d548, 0x211a],
    [0x1d549, 0x211d],
  ] as const),
  ...([[0x1d551, 0x2124]] as const),
])

/** Greek signs beyond the letters, in the order of the block from 25 on: nabla follows the capitals, the others the small letters. */
const GREEK_SIGNS = [0x2202, 0x3f5, 0x3d1, 0x3f0, 0x3d5, 0x3f1, 0x3d6]

/** The letter in a style; itself where the style has none for it. */
export function styledLetter(codePoint: number, variant: string): number {
  if (variant === 'italic' && (codePoint === 0x131 || codePoint === 0x237)) return codePoint === 0x131 ? 0x1d6a4 : 0x1d6a5
  const alphabet = ALPHABETS[variant]
  if (alphabet === undefined) return codePoint
  const at = placeOf(codePoint, alphabet)
  return at === undefined ? codePoint : (EARLIER.get(at) ?? at)
}

function placeOf(c: number, { latin, greek, digits }: Alphabet): number | undefined {
  if (c >= 0x41 && c <= 0x5a) return latin + c - 0x41
  if (c >= 0x61 && c <= 0x7a) return latin + 26 + c - 0x61
  if (digits !== undefined && c >= 0x30 && c <= 0x39) return digits + c - 0x30
  if (greek === undefined) return undefined
  if (c >= 0x391 && c <= 0x3a9 && c !== 0x3a2) return greek + c - 0x391
  if (c === 0x3f4) return greek + 17
  if (c === 0x2207) return greek + 25
  if (c >= 0x3b1 && c <= 0x3c9) return greek + 26 + c - 0x3b1
  const sign = GREEK_SIGNS.indexOf(c)
  return sign < 0 ? undefined : greek + 51 + sign
}
