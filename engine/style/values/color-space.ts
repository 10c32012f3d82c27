// Colour space conversions of CSS Color 4 §10–§11 and appendix A, via XYZ (D65) or directly to sRGB.

export type Triple = readonly [number, number, number]
type Rows = readonly [Triple, Triple, Triple]

const apply = ([r0, r1, r2]: Rows, [x, y, z]: Triple): Triple => [
  r0[0] * x + r0[1] * y + r0[2] * z,
  r1[0] * x + r1[1] * y + r1[2] * z,
  r2[0] * x + r2[1] * y + r2[2] * z,
]
const map = ([x, y, z]: Triple, f: (v: number) => number): Triple => [f(x), f(y), f(z)]

// Matrices are those of the specification's sample code.
const XYZ_OF_SRGB: Rows = [
  [0.41239079926595934, 0.357584339383878, 0.1804807884018343],
  [0.21263900587151027, 0.715168678767756, 0.07219231536073371],
  [0.01933081871559182, 0.11919477979462598, 0.9505321522496607],
]
const SRGB_OF_XYZ: Rows = [
  [3.2409699419045226, -1.537383177570094, -0.4986107602930034],
  [-0.9692436362808796, 1.8759675015077202, 0.04155505740717559],
  [0.05563007969699366, -0.20397695888897652, 1.0569715142428786],
]
const XYZ_OF_P3: Rows = [
  [0.48657094864821615, 0.26566769316909306, 0.1982172852343625],
  [0.2289745640697488, 0.6917385218365064, 0.079286914093745],
  [0, 0.04511338185890264, 1.043944368900976],
]
const XYZ_OF_A98: Rows = [
  [0.5766690429101305, 0.1855582379065463, 0.1882286462349947],
  [0.29734497525053605, 0.6273635662554661, 0.07529145849399788],
  [0.02703136138641234, 0.07068885253582723, 0.9913375368376388],
]
const XYZ_OF_REC2020: Rows = [
  [0.6369580483012914, 0.14461690358620832, 0.1688809751641721],
  [0.2627002120112671, 0.6779980715188708, 0.05930171646986196],
  [0, 0.028072693049087428, 1.060985057710791],
]
const XYZ_OF_PROPHOTO: Rows = [
  [0.7977604896723027, 0.13518583717574031, 0.0313493495815248],
  [0.2880711282292934, 0.7118432178101014, 0.00008565396060525902],
  [0, 0, 0.8251046025104601],
]
const D65_OF_D50: Rows = [
  [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
  [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
  [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
]
const D50_OF_D65: Rows = [
  [1.0479297925449969, 0.022946870601609652, -0.05019226628920524],
  [0.02962780877005599, 0.9904344267538799, -0.017073799063418826],
  [-0.009243040646204504, 0.015055191490298152, 0.7518742814281371],
]
const LMS_OF_XYZ: Rows = [
  [0.819022437996703, 0.3619062600528904, -0.1288737815209879],
  [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
  [0.0481771893596242, 0.2642395317527308, 0.6335478284694309],
]
const OKLAB_OF_LMS: Rows = [
  [0.210454268309314, 0.7936177747023054, -0.0040720430116193],
  [1.9779985324311684, -2.42859224204858, 0.450593709617411],
  [0.0259040424655478, 0.7827717124575296, -0.8086757549230774],
]
const XYZ_OF_LMS: Rows = [
  [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
  [-0.0405757452148008, 1.112286803280317, -0.0717110580655164],
  [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816],
]
const LMS_OF_OKLAB: Rows = [
  [1, 0.3963377773761749, 0.2158037573099136],
  [1, -0.1055613458156586, -0.0638541728258133],
  [1, -0.0894841775298119, -1.2914855480194092],
]
const D50_WHITE: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]

const signed = (v: number, f: (absolute: number) => number): number => (v < 0 ? -f(-v) : f(v))
const linear = (v: number): number => signed(v, (a) => (a <= 0.04045 ? a / 12.92 : ((a + 0.055) / 1.055) ** 2.4))
const gamma = (v: number): number => signed(v, (a) => (a > 0.0031308 ? 1.055 * a ** (1 / 2.4) - 0.055 : 12.92 * a))
const linearPower = (power: number) => (v: number) => signed(v, (a) => a ** power)
const linearProPhoto = (v: number): number => signed(v, (a) => (a <= 16 / 512 ? a / 16 : a ** 1.8))
const linear2020 = (v: number): number =>
  signed(v, (a) => (a < 0.018053968510807 * 4.5 ? a / 4.5 : ((a + 0.09929682680944) / 1.09929682680944) ** (1 / 0.45)))

const srgbOfXyz = (xyz: Triple): Triple => map(apply(SRGB_OF_XYZ, xyz), gamma)
const xyzOfSrgb = (rgb: Triple): Triple => apply(XYZ_OF_SRGB, map(rgb, linear))

const KAPPA = 24389 / 27
const EPSILON = 216 / 24389

function xyzOfLab([l, a, b]: Triple): Triple {
  const y = (l + 16) / 116
  const x = a / 500 + y
  const z = y - b / 200
  const inverse = (f: number): number => (f ** 3 > EPSILON ? f ** 3 : (116 * f - 16) / KAPPA)
  const d50: Triple = [inverse(x) * D50_WHITE[0], (l > KAPPA * EPSILON ? y ** 3 : l / KAPPA) * D50_WHITE[1], inverse(z) * D50_WHITE[2]]
  return apply(D65_OF_D50, d50)
}

function labOfXyz(xyz: Triple): Triple {
  const [x, y, z] = apply(D50_OF_D65, xyz)
  const f = (v: number): number => (v > EPSILON ? Math.cbrt(v) : (KAPPA * v + 16) / 116)
  const [fx, fy, fz] = [f(x / D50_WHITE[0]), f(y / D50_WHITE[1]), f(z / D50_WHITE[2])]
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

const xyzOfOklab = (lab: Triple): Triple =>
  apply(
    XYZ_OF_LMS,
    map(apply(LMS_OF_OKLAB, lab), (v) => v ** 3),
  )
const oklabOfXyz = (xyz: Triple): Triple => apply(OKLAB_OF_LMS, map(apply(LMS_OF_XYZ, xyz), Math.cbrt))

/** Polar to rectangular and back: hue in degrees is the last component. */
const fromPolar = ([l, c, h]: Triple): Triple => [l, c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
const toPolar = ([l, a, b]: Triple): Triple => [l, Math.hypot(a, b), turn((Math.atan2(b, a) * 180) / Math.PI)]
const turn = (degrees: number): number => ((degrees % 360) + 360) % 360

/** Hue in degrees, saturation and lightness in per cent. */
function srgbOfHsl([h, s, l]: Triple): Triple {
  const at = (n: number): number => {
    const k = (n + turn(h) / 30) % 12
    return l / 100 - (s / 100) * Math.min(l / 100, 1 - l / 100) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  }
  return [at(0), at(8), at(4)]
}

function hslOfSrgb([r, g, b]: Triple): Triple {
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const l = (min + max) / 2
  const d = max - min
  if (d === 0) return [0, 0, l * 100]
  const s = l === 0 || l === 1 ? 0 : (max - l) / Math.min(l, 1 - l)
  const h = max === r ? (g - b) / d + (g < b ? 6 : 0) : max === g ? (b - r) / d + 2 : (r - g) / d + 4
  return [h * 60, s * 100, l * 100]
}

/** Hue in degrees, whiteness and blackness in per cent. */
function srgbOfHwb([h, white, black]: Triple): Triple {
  const w = white / 100
  const b = black / 100
  if (w + b >= 1) return [w / (w + b), w / (w + b), w / (w + b)]
  return map(srgbOfHsl([h, 100, 50]), (v) => v * (1 - w - b) + w)
}

const hwbOfSrgb = (rgb: Triple): Triple => [hslOfSrgb(rgb)[0], Math.min(...rgb) * 100, (1 - Math.max(...rgb)) * 100]

export interface ColorSpace {
  toSrgb(components: Triple): Triple
  /** Absent for spaces without interpolation. */
  readonly fromSrgb?: (rgb: Triple) => Triple
  /** Index of the hue, which is interpolated as an angle. */
  readonly hue?: 0 | 2
}

const viaXyz = (rows: Rows, toLinear: (v: number) => number): ColorSpace => ({ toSrgb: (c) => srgbOfXyz(apply(rows, map(c, toLinear))) })

const XYZ: ColorSpace = { toSrgb: srgbOfXyz, fromSrgb: xyzOfSrgb }

/** Spaces by the name that color() and color-mix() use. Lab lightness is 0–100, oklab 0–1, hsl and hwb in degrees and per cent. */
export const COLOR_SPACES: Readonly<Record<string, ColorSpace>> = {
  srgb: { toSrgb: (c) => c, fromSrgb: (c) => c },
  'srgb-linear': { toSrgb: (c) => map(c, gamma), fromSrgb: (c) => map(c, linear) },
  'display-p3': viaXyz(XYZ_OF_P3, linear),
  'a98-rgb': viaXyz(XYZ_OF_A98, linearPower(563 / 256)),
  'prophoto-rgb': { toSrgb: (c) => srgbOfXyz(apply(D65_OF_D50, apply(XYZ_OF_PROPHOTO, map(c, linearProPhoto)))) },
  rec2020: viaXyz(XYZ_OF_REC2020, linear2020),
  xyz: XYZ,
  'xyz-d65': XYZ,
  'xyz-d50': { toSrgb: (c) => srgbOfXyz(apply(D65_OF_D50, c)), fromSrgb: (c) => apply(D50_OF_D65, xyzOfSrgb(c)) },
  lab: { toSrgb: (c) => srgbOfXyz(xyzOfLab(c)), fromSrgb: (c) => labOfXyz(xyzOfSrgb(c)) },
  lch: { toSrgb: (c) => srgbOfXyz(xyzOfLab(fromPolar(c))), fromSrgb: (c) => toPolar(labOfXyz(xyzOfSrgb(c))), hue: 2 },
  oklab: { toSrgb: (c) => srgbOfXyz(xyzOfOklab(c)), fromSrgb: (c) => oklabOfXyz(xyzOfSrgb(c)) },
  oklch: { toSrgb: (c) => srgbOfXyz(xyzOfOklab(fromPolar(c))), fromSrgb: (c) => toPolar(oklabOfXyz(xyzOfSrgb(c))), hue: 2 },
  hsl: { toSrgb: srgbOfHsl, fromSrgb: hslOfSrgb, hue: 0 },
  hwb: { toSrgb: srgbOfHwb, fromSrgb: hwbOfSrgb, hue: 0 },
}
