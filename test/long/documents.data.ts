// Documents of as many units as a size says, for comparing CPU times of two sizes; `power` is the smaller.

export const DOCUMENTS: Readonly<Record<string, readonly [power: number, make: (size: number) => string]>> = {
  'soft hyphens in a narrow box': [14, (size) => `<p style="width: 20px">${'a\u00ad'.repeat(size)}`],
  'zero width spaces in a narrow box': [14, (size) => `<p style="width: 20px">${'a\u200b'.repeat(size)}`],
  'capitals of a narrow box': [12, (size) => `<p style="width: 60px; text-transform: uppercase">${'word '.repeat(size)}`],
  'marks in a narrow box': [12, (size) => `<p style="width: 60px">${'e\u0301a '.repeat(size)}`],
  'letters set wide in a narrow box': [12, (size) => `<p style="width: 60px; letter-spacing: 3px">${'word '.repeat(size)}`],
  'Hebrew in a narrow box': [12, (size) => `<p dir="rtl" style="width: 60px">${'שלום '.repeat(size)}`],
  'isolated words on one line': [14, (size) => `<p>${'<bdi>א</bdi>'.repeat(size)}`],
  'boxes of words from right to left on one line': [13, (size) => `<p dir="rtl">${'<b style="background: red">א</b>'.repeat(size)}`],
  'flex items that wrap': [14, (size) => `<style>i { width: 90px }</style><div style="display: flex; flex-wrap: wrap">${'<i></i>'.repeat(size)}</div>`],
  // Products of two lengths, which have an end.
  'shapes of a clip that many refer to': [
    10,
    (size) => `<svg><clipPath id=a>${'<rect width=1 height=1 />'.repeat(size)}</clipPath>${'<rect clip-path="url(#a)" width=9 height=9 />'.repeat(size)}</svg>`,
  ],
  'a path that many use': [10, (size) => `<svg><defs><path id=a d="M0 0${'L1 1'.repeat(4 * size)}"/></defs>${'<use href="#a"/>'.repeat(size)}</svg>`],
  'floats of automatic width': [12, (size) => '<i style="float: left">x</i><i style="float: right; clear: left">x</i>'.repeat(size)],
}
